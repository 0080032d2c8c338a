import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { deviceAlarm, deviceAlarmRule } from "../devices.tables.ts";
import { clockSlack } from "../reading/reading.model.ts";
import { alarmList } from "./alarm.list.ts";
import { alarmRow, type AlarmDetail, type RuleRow, type RuleTrial } from "./alarm.model.ts";
import { alarmNoun } from "./alarm.noun.ts";
import { watchesDevice } from "./rule.service.ts";
import { alarmsOver, type Judged } from "./watch.model.ts";

const headColumns = recordColumns(alarmList, {});

/** An alarm with what it caused, and what may be done. 404. */
export const readAlarm = async (db: Db, actor: Actor, id: string): Promise<AlarmDetail> => {
  const [head, row] = await Promise.all([
    maybeAs(
      db,
      alarmRow,
      sql`
        select ${bindActor(headColumns, actor)}
        from device_alarm a
        join device d on d.org_id = a.org_id and d.id = a.device_id
        where a.org_id = ${db.scope.orgId} and a.id = ${id}
      `,
    ),
    getRow(db, deviceAlarm, id, "alarm"),
  ]);
  if (!head) throw notFound("alarm");
  const [rule, people, actions] = await Promise.all([
    getRow(db, deviceAlarmRule, row.ruleId, "alarm rule"),
    membersNamed(db, { ids: row.acknowledgedBy ? [row.acknowledgedBy] : [] }),
    actionsAsked(db, actor, alarmNoun, row),
  ]);
  return {
    ...head,
    value: row.value,
    rule: rule.name,
    caused: row.caused,
    acknowledgedBy: row.acknowledgedBy && (people[0]?.name ?? "A former member"),
    acknowledgedAt: row.acknowledgedAt,
    statusReason: row.statusReason,
    actions,
  };
};

/** A rule is tried on so many days. */
const trialDays = 30;

const readingsOf = (db: Db, deviceId: string, rule: RuleRow, from: string): Promise<Judged[]> =>
  db.rows(sql`
    select
      case when ${rule.watches} = 'silent' then received_at else read_at end as at, value,
      longitude, accuracy
    from device_reading
    where org_id = ${db.scope.orgId}
      and device_id = ${deviceId}
      and read_at >= ${from}::timestamptz
      and read_at <= received_at + make_interval(secs => ${clockSlack / 1000})
      and (
        ${rule.watches} = 'silent'
        or metric = ${rule.watches === "outside" ? "position" : rule.metric}
      )
    order by 1, seq
    limit 50000
  `);

/** What a version of a rule would have raised in the last thirty days, whatever its state. 404. */
export const tryRule = async (db: Db, id: string): Promise<RuleTrial> => {
  const rule = (await getRow(db, deviceAlarmRule, id, "alarm rule")) as unknown as RuleRow;
  const now = businessNow(db.scope);
  const from = new Date(now.getTime() - trialDays * 86_400_000).toISOString();
  const devices = (
    await db.rows<{ id: string; name: string; metrics: string[] }>(sql`
      select id, name, metrics
      from device
      where org_id = ${db.scope.orgId} and status <> 'retired'
      order by name
    `)
  ).filter((device) => watchesDevice(rule, device));
  const trial: RuleTrial = { days: trialDays, readings: 0, unknown: 0, alarms: [] };
  for (const device of devices) {
    const readings = await readingsOf(db, device.id, rule, from);
    const { alarms, unknown } = alarmsOver(rule, readings, now.toISOString());
    trial.readings += readings.length;
    trial.unknown += unknown;
    for (const alarm of alarms)
      trial.alarms.push({ deviceId: device.id, device: device.name, ...alarm } as never);
  }
  return {
    ...trial,
    alarms: trial.alarms.toSorted((a, b) => (a.raised < b.raised ? 1 : -1)).slice(0, 200),
  };
};
