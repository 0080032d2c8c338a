import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { seriesOf } from "#server/operation/monitor/minutes.ts";
import { metricOf } from "#server/operation/monitor/rules.ts";
import { requireMachine, runsMachine } from "#server/operation/running-agency.ts";
import { invalidField } from "#kernel/errors.ts";
import { monitorRow, ruleInput, ruleRow, seriesRow } from "./monitor.model.ts";
import { addRule, changeRule, listRules, readMonitoring, removeRule } from "./monitor.service.ts";

const rules = "/api/v1/alarm-rules";

const ruleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: rules,
    permission: "monitoring.read",
    summary: "When a number of the machine is an alarm; nothing for who does not run it",
    response: z.object({ items: z.array(ruleRow) }),
    handler: async ({ app, db, actor }) => ({
      items: (await runsMachine(app.database, actor)) ? await listRules(db) : [],
    }),
  }),
  endpoint({
    method: "POST",
    path: rules,
    permission: "alarm.manage",
    summary: "Add an alarm",
    body: ruleInput,
    response: ruleRow,
    handler: async ({ app, tx, actor, body }) => {
      await requireMachine(app.database, actor);
      return addRule(tx, actor, body);
    },
  }),
  endpoint({
    method: "PUT",
    path: `${rules}/{id}`,
    permission: "alarm.manage",
    summary: "Change an alarm",
    params: idParams,
    body: ruleInput,
    response: ruleRow,
    handler: async ({ app, tx, actor, params, body, ifMatch }) => {
      await requireMachine(app.database, actor);
      return changeRule(tx, actor, params.id, body, ifMatch);
    },
  }),
  endpoint({
    method: "DELETE",
    path: `${rules}/{id}`,
    permission: "alarm.manage",
    summary: "Take an alarm away",
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: async ({ app, tx, actor, params, ifMatch }) => {
      await requireMachine(app.database, actor);
      return removeRule(tx, actor, params.id, ifMatch);
    },
  }),
];

export const monitorEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/monitoring",
    permission: "monitoring.read",
    summary:
      "How the agency's letters, work, imports and files stand; and the machine, for who runs it",
    response: monitorRow,
    handler: ({ app, db, actor }) => readMonitoring(app.database, db, actor),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/monitoring/series",
    permission: "monitoring.read",
    summary: "A number of the machine over time, with the same time a week earlier",
    query: z.object({
      metric: z.string().min(1).max(60),
      span: z.enum(["hour", "day", "week"]).default("hour"),
    }),
    response: seriesRow,
    handler: async ({ app, db, actor, query: { metric, span } }) => {
      await requireMachine(app.database, actor);
      if (!metricOf(metric)) throw invalidField("metric", "There is no such number.");
      return { points: await seriesOf(db, { metric, span, low: metric === "diskFree" }) };
    },
  }),
  ...ruleEndpoints,
];
