import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { defineAgent, reading, type Found } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { alertList } from "../alert/alert.list.ts";
import {
  alertDetail,
  alertRow,
  exposedRow,
  type AlertDetail,
  type Exposed,
} from "../alert/alert.model.ts";

const reads = {
  alerts: reading("/api/v1/weather-alerts", listPage(alertRow)),
  alert: reading("/api/v1/weather-alerts/{id}", alertDetail),
  exposure: reading("/api/v1/weather-alerts/{id}/exposure", listPage(exposedRow)),
};

const mostShown = 10;

const byNoun = (records: readonly Exposed[]): Map<string, Exposed[]> => {
  const groups = new Map<string, Exposed[]>();
  for (const record of records)
    groups.set(record.noun, [...(groups.get(record.noun) ?? []), record]);
  return groups;
};

const foundOf = (alert: AlertDetail, records: readonly Exposed[], timeZone: string): Found => {
  const [first] = records;
  const href = `/weather-alerts/${alert.id}`;
  const label = first!.nounLabel.toLowerCase();
  const until = alert.endsAt ? ` until ${formatInstant(alert.endsAt, timeZone)}` : "";
  const shown = records.slice(0, mostShown);
  const what = `${records.length} ${label} inside “${alert.event}”${until}`;
  return {
    key: `inside:${alert.id}:${first!.noun}`,
    sameness: first!.noun,
    subject: { id: alert.id, number: alert.event, href },
    what: `${what}.`,
    why: `${alert.headline || alert.areaText}. ${records.some(({ byZip }) => byZip) ? "Some stand at the centre of their ZIP only. " : ""}${alert.asks ? "The warning names no end and is older than its kind gets." : ""}`.trim(),
    since: null,
    dueOn: null,
    cents: 0,
    sources: [
      { kind: "record", label: alert.event, href, says: `${alert.sender}: ${alert.areaText}` },
      ...shown.map((record) => ({
        kind: "record" as const,
        label: record.label,
        href: record.href,
        says: record.about || record.nounLabel,
      })),
    ],
    proposal: errand({
      title: `${alert.event}: look after ${counted(records.length, "record")} inside`,
      detail: `${what}: ${shown.map((record) => record.label).join(", ")}${records.length > mostShown ? ` and ${records.length - mostShown} more` : ""}. ${alert.instruction}`,
      link: href,
    }),
  };
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
  find: async (at) => {
    const { items } = await at.read("alerts", {
      query: { status: "active", limit: 100, count: "none" },
    });
    const found: Found[] = [];
    const living = items.filter(
      (alert) => !alert.test && !alert.tells && (!at.subjectId || at.subjectId === alert.id),
    );
    for (const [place, { id }] of living.entries()) {
      await at.progress(place, living.length, "warnings");
      const alert = await at.maybe("alert", { params: { id } });
      if (!alert || alert.exposure.counts.inside === 0) continue;
      const inside = await at.read("exposure", {
        params: { id },
        query: { group: "inside", limit: 500 },
      });
      for (const records of byNoun(inside.items).values())
        found.push(foundOf(alert, records, at.timeZone));
    }
    return found;
  },
});
