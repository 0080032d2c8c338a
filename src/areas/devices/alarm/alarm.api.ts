import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { alarmList } from "./alarm.list.ts";
import { alarmDetail, alarmRow, ruleRow, ruleTrial } from "./alarm.model.ts";
import { alarmNoun } from "./alarm.noun.ts";
import { readAlarm, tryRule } from "./alarm.read.service.ts";
import { acknowledgeAlarm } from "./alarm.service.ts";
import { alarmRules, listRules } from "./rule.service.ts";

const [alarms, rules] = ["/api/v1/device-alarms", "/api/v1/device-alarm-rules"] as const;
const [read, keep] = ["device.read", "device.keep"] as const;

/** Alarms of devices, and the rules that raise them. */
export const alarmEndpoints: readonly Endpoint[] = [
  ...listEndpoints(alarms, read, alarmList, alarmRow),
  endpoint({
    method: "GET",
    path: `${alarms}/{id}`,
    permission: read,
    summary: "An alarm with what it caused",
    params: idParams,
    response: alarmDetail,
    handler: ({ db, actor, params }) => readAlarm(db, actor, params.id),
  }),
  historyEndpoint(alarms, "deviceAlarm", read),
  ...stepEndpoints(alarmNoun, { acknowledge: acknowledgeAlarm }),
  endpoint({
    method: "GET",
    path: rules,
    permission: read,
    summary: "Alarm rules of devices in all versions",
    response: z.object({ items: z.array(ruleRow) }),
    handler: async ({ db }) => ({ items: await listRules(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${rules}/{id}/trial`,
    permission: read,
    summary: "What a rule would have raised in the last thirty days",
    params: idParams,
    response: ruleTrial,
    handler: ({ db, params }) => tryRule(db, params.id),
  }),
  ...definitionEndpoints(alarmRules, {
    path: rules,
    read,
    write: keep,
    publish: keep,
    row: ruleRow,
  }),
];
