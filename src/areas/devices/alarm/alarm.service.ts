import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { deviceAlarm } from "../devices.tables.ts";
import type { DeviceStored } from "../device/device.noun.ts";
import type { RuleRow } from "./alarm.model.ts";
import { alarmNoun, type AlarmStored } from "./alarm.noun.ts";
import { causeAll } from "./consequence.service.ts";
import { titleOf } from "./title.model.ts";
import type { WatchEvent } from "./watch.model.ts";

type Of = { device: DeviceStored; rule: RuleRow };

const lastOf = (tx: Tx, { device, rule }: Of, at: string) =>
  tx.maybe<{ id: string; heldBack: number; lately: number }>(sql`
    select
      id, held_back,
      (
        count(*) filter (where began_at > ${at}::timestamptz - interval '1 hour') over ()
      )::int as lately
    from device_alarm
    where org_id = ${tx.scope.orgId}
      and device_id = ${device.id}
      and definition_id = ${rule.definitionId}
    order by began_at desc
    limit 1
  `);

/**
 * Raises an alarm and does what its rule causes; of a muted device it is written down alone. Above so
 * many an hour it is counted at the last one instead, and nobody hears of it again.
 */
export const raiseAlarm = async (
  tx: Tx,
  actor: Actor,
  of: Of,
  event: WatchEvent,
): Promise<AlarmStored | null> => {
  const { device, rule } = of;
  const last = await lastOf(tx, of, event.at);
  if (last && last.lately >= rule.hourly) {
    await updateRow(tx, deviceAlarm, last.id, { heldBack: last.heldBack + 1 });
    return null;
  }
  const now = businessNow(tx.scope);
  const muted = device.mutedUntil !== null && Date.parse(device.mutedUntil) > now.getTime();
  const alarm = await create(tx, actor, alarmNoun, {
    number: { kind: "ALM" },
    row: {
      ...{ orgId: tx.scope.orgId!, id: newId(), deviceId: device.id, muted },
      ...{ ruleId: rule.id, definitionId: rule.definitionId, severity: rule.severity },
      title: titleOf(rule, event.value),
      value: event.value,
      beganAt: event.at,
    },
  });
  if (muted) return alarm;
  const caused = await causeAll(tx, actor, { device, rule, alarm });
  await updateRow(tx, deviceAlarm, alarm.id, { caused });
  return { ...alarm, caused };
};

/** An alarm is over by what was read, or because its rule is out of use. Nothing where none is open. */
export const clearAlarm = async (
  tx: Tx,
  actor: Actor,
  { deviceId, definitionId }: { deviceId: string; definitionId: string },
  { at, note }: { at: string; note: string },
): Promise<void> => {
  const open = await tx.maybe<{ id: string }>(sql`
    select id
    from device_alarm
    where org_id = ${tx.scope.orgId}
      and device_id = ${deviceId}
      and definition_id = ${definitionId}
      and status <> 'cleared'
  `);
  if (!open) return;
  await transition(tx, actor, alarmNoun, {
    id: open.id,
    action: "clear",
    effect: () =>
      Promise.resolve({ patch: { clearedAt: at as Instant, statusReason: note }, note }),
  });
};

/** Somebody knows of an alarm and sees to it. 404, 409 where it is acknowledged or over, 412. */
export const acknowledgeAlarm = (tx: Tx, actor: Actor, at: TakenStep): Promise<AlarmStored> =>
  transition(tx, actor, alarmNoun, {
    ...at,
    action: "acknowledge",
    effect: () =>
      Promise.resolve({
        patch: {
          acknowledgedBy: actor.personId,
          acknowledgedAt: businessNow(tx.scope).toISOString(),
        },
      }),
  });
