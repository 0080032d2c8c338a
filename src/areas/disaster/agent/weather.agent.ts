import { defineAgent, reading, type Found } from "#server/agents/agent.ts";
import { errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { alertList } from "../alert/alert.list.ts";
import { alertDetail, alertRow, exposedRow } from "../alert/alert.model.ts";
import { byWarning, saidOf, weatherCases } from "./inside.evaluation.ts";
import { insideOf, warns } from "./inside.ts";

const reads = {
  alerts: reading("/api/v1/weather-alerts", listPage(alertRow)),
  alert: reading("/api/v1/weather-alerts/{id}", alertDetail),
  exposure: reading("/api/v1/weather-alerts/{id}/exposure", listPage(exposedRow)),
};

/** Says what of the agency lies inside a warning that holds now. */
export const weatherAgent = defineAgent({
  id: "weather",
  version: 1,
  name: "Weather agent",
  task: "Says which sites, deliveries, vendors, assets and planned work lie inside a warning that holds now, and what to do about each kind.",
  how: [
    "It reads warnings that hold now, without tests, and the records that lie inside their areas.",
    "Inside is what the warning's own area contains; what may be inside, and what has no place, stands on the warning.",
    "Records of one kind are one finding, with the first ten by name.",
    "It proposes a task with what the issuer advises. It sends nothing and orders nothing.",
  ],
  subject: { list: alertList, permission: "alert.read", label: "weather warnings" },
  reads,
  proposes: [errandEndpoint],
  evaluation: {
    cases: weatherCases,
    answer: saidOf,
    baseline: byWarning,
    beside: "every warning that is listed, with everything that it touches",
  },
  find: async (at) => {
    const { items } = await at.read("alerts", {
      query: { status: "active", limit: 100, count: "none" },
    });
    const found: Found[] = [];
    const living = items.filter(
      (alert) => warns(alert) && (!at.subjectId || at.subjectId === alert.id),
    );
    for (const [place, { id }] of living.entries()) {
      await at.progress(place, living.length, "warnings");
      const alert = await at.maybe("alert", { params: { id } });
      if (!alert || alert.exposure.counts.inside === 0) continue;
      const inside = await at.read("exposure", {
        params: { id },
        query: { group: "inside", limit: 500 },
      });
      found.push(...insideOf(alert, inside.items, at.timeZone));
    }
    return found;
  },
});
