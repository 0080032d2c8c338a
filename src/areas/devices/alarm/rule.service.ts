import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import { deviceAlarmRule } from "../devices.tables.ts";
import { duties } from "#roles.ts";
import { ruleInput, type RuleInput, type RuleRow } from "./alarm.model.ts";

const checksOf = async (db: Db, rule: RuleInput): Promise<PublishCheck[]> => {
  const { watches, metric, bound, clears, minutes, fence, tells } = rule;
  const limited = watches === "above" || watches === "below";
  const known = await db.rows<{ id: string }>(sql`
    select id
    from device
    where org_id = ${db.scope.orgId} and id = any(${rule.deviceIds}::uuid[]) and status <> 'retired'
  `);
  return [
    {
      sentence: "A limit has its metric and its value.",
      ok: !limited || (metric !== "" && metric !== "position" && bound !== null),
      path: "bound",
    },
    {
      sentence: "It is over on the good side of the limit.",
      ok:
        !limited ||
        bound === null ||
        clears === null ||
        (watches === "above" ? clears <= bound : clears >= bound),
      path: "clears",
    },
    {
      sentence: "Silence has its minutes.",
      ok: watches !== "silent" || minutes > 0,
      path: "minutes",
    },
    {
      sentence: "A fence has its center and its radius.",
      ok: watches !== "outside" || fence !== null,
      path: "fence",
    },
    {
      sentence: "Every device that it names is in use.",
      ok: known.length === new Set(rule.deviceIds).size,
      path: "deviceIds",
    },
    {
      sentence: "Whom it tells is a duty of the agency.",
      ok: tells.duty === "" || (duties as readonly string[]).includes(tells.duty),
      path: "tells.duty",
    },
    {
      sentence: "A task is given to somebody of a duty.",
      ok: !tells.task || tells.duty !== "",
      path: "tells.task",
    },
  ];
};

/** When a device raises an alarm, and what that causes. An alarm keeps the version that raised it. */
export const alarmRules = defineDefinition({
  name: "deviceAlarmRule",
  what: "alarm rule",
  table: deviceAlarmRule,
  body: ruleInput,
  checks: checksOf,
  file: { schema: "levee.device-alarm-rule", version: 1 },
});

const columns = sql`
  
    id, definition_id, version_no, name, status, published_at, version, watches, metric, bound,
    clears, minutes, fence, device_ids, severity, hourly, tells
`;

/** All rules in all versions, by name, newest first. */
export const listRules = (db: Db): Promise<RuleRow[]> =>
  db.rows<RuleRow>(sql`
    select ${columns}
    from device_alarm_rule
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 500
  `);

/** The rules in force. */
export const rulesInForce = (db: Db): Promise<RuleRow[]> =>
  db.rows<RuleRow>(sql`
    select ${columns}
    from device_alarm_rule
    where org_id = ${db.scope.orgId} and status = 'published'
    order by name, id
  `);

/** Whether a rule watches a device that measures these. */
export const watchesDevice = (
  rule: Pick<RuleRow, "watches" | "metric" | "deviceIds">,
  device: { id: string; metrics: readonly string[] },
): boolean => {
  if (rule.deviceIds.length > 0 && !rule.deviceIds.includes(device.id)) return false;
  if (rule.watches === "silent") return true;
  return device.metrics.includes(rule.watches === "outside" ? "position" : rule.metric);
};

/** The limits of the rules in force for a metric of a device, as a chart draws them. */
export const limitsOf = async (
  db: Db,
  deviceId: string,
  metric: string,
): Promise<{ label: string; value: number }[]> =>
  (await rulesInForce(db))
    .filter(
      (rule) => rule.metric === metric && watchesDevice(rule, { id: deviceId, metrics: [metric] }),
    )
    .flatMap(({ name, bound }) => (bound === null ? [] : [{ label: name, value: bound }]));
