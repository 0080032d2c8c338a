import { hostname } from "node:os";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { diskAlarm, diskTrouble } from "./disk.ts";

/** `rule:<id>`: a number of the monitoring, by a rule that an administrator set. */
export type AlarmKind =
  | "backup"
  | "clock"
  | "database"
  | "disk"
  | "files"
  | "scanner"
  | "standby"
  | `rule:${string}`;
export type Alarm = { id: string; kind: AlarmKind; text: string; beganAt: Instant };

/** Off by more than this, a machine's clock is an alarm. Milliseconds. */
const mostClockMs = 5_000;

const duration = (ms: number): string => {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return counted(seconds, "second");
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? counted(minutes, "minute") : counted(Math.round(minutes / 60), "hour");
};

/** What there is to say of a machine's clock, or null while it is right. */
export const clockAlarm = (name: string, aheadMs: number): string | null =>
  Math.abs(aheadMs) <= mostClockMs
    ? null
    : `The clock of ${name} is ${duration(aheadMs)} ${aheadMs > 0 ? "ahead of" : "behind"} the database's. Set it, and keep it set by a time service. Deadlines, holds and sessions go by the database's clock and are right; times in this machine's logs are wrong.`;

/**
 * Opens the alarm of an instance, or ends it where `text` is null. One that is open already goes on
 * since it began, whoever restarts, and one that comes again within an hour is the same: nobody is told
 * twice of a machine that goes to and fro. What it says is of now.
 */
export const settleAlarm = (
  tx: Tx,
  kind: AlarmKind,
  instanceName: string,
  text: string | null,
  since?: Date,
  /** The agency whose administrators alone are told; all where it is left out. */
  audience: string | null = null,
): void =>
  tx.later(
    tx.rows(
      text === null
        ? sql`
          update operation_alarm
          set ended_at = clock_timestamp()
          where kind = ${kind} and instance_name = ${instanceName} and ended_at is null
        `
        : sql`
          with again as (
            update operation_alarm
            set ended_at = null, text = ${text}
            where id = (
              select id
              from operation_alarm
              where kind = ${kind}
                and instance_name = ${instanceName}
                and coalesce(ended_at, 'infinity') > clock_timestamp() - interval '1 hour'
              order by began_at desc
              limit 1
            )
            returning id
          )
          insert into operation_alarm (id, kind, instance_name, text, began_at, audience)
          select
            ${newId()}::uuid, ${kind}, ${instanceName}, ${text},
            coalesce(${since?.toISOString() ?? null}::timestamptz, clock_timestamp()),
            ${audience}::uuid
          where not exists (select 1 from again)
          on conflict
          do nothing
        `,
    ),
  );

/** What is open now for the scope's agency, oldest first; with what this process could not write down yet. */
export const openAlarms = async (db: Db): Promise<Alarm[]> => {
  const written = await db.rows<Alarm>(sql`
    select id, kind, text, began_at
    from operation_alarm
    where ended_at is null and (audience is null or audience = ${db.scope.orgId}::uuid)
    order by began_at
    limit 20
  `);
  const disk = diskTrouble();
  if (!disk || written.some((alarm) => alarm.kind === "disk")) return written;
  const text = diskAlarm(hostname(), disk.kind);
  return [...written, { id: "disk", kind: "disk", text, beganAt: disk.since.toISOString() }];
};
