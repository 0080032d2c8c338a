import { systemActor, type Actor } from "#kernel/access.ts";
import { organizationIds, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { clearAlarm } from "./alarm/alarm.service.ts";
import { judgeDevice } from "./alarm/judging.service.ts";
import { recount } from "./reading/sums.service.ts";

type Of = { orgId: string; deviceId: string };

const actorOf = async (app: App, orgId: string): Promise<Actor> => {
  const actor = systemActor(orgId, undefined, "Readings of devices");
  const { timeZone } = await readOrganization(app.database.read(actor));
  return { ...actor, timeZone };
};

/**
 * Judges what a device sent and adds it up, each in transactions of its own. Whatever a crash leaves
 * undone, the clock does. `businessTime` is the moment that a story tells.
 */
export const follow = async (
  app: App,
  { orgId, deviceId }: Of,
  businessTime?: string,
): Promise<void> => {
  const told = await actorOf(app, orgId);
  const actor = businessTime === undefined ? told : { ...told, businessNow: businessTime };
  const judge = () =>
    app.database.transaction(actor, (tx) => judgeDevice(tx, actor, deviceId, { silence: false }));
  while (await judge());
  await recount(app, { orgId, deviceId, timeZone: actor.timeZone ?? "UTC" });
};

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
/** A device that sends often is followed this often. Milliseconds. */
const followEvery = 500;

/** Has a device followed soon, behind the answer that it waits for. */
export const followDevice = (app: App, of: Of): void => {
  if (waiting.has(of.deviceId)) return;
  const later = setTimeout(() => {
    waiting.delete(of.deviceId);
    // The clock comes by within a minute, whatever failed here.
    follow(app, of).catch((error: unknown) => {
      if (!/after calling end/.test(String(error))) console.error("following a device:", error);
    });
  }, followEvery).unref();
  waiting.set(of.deviceId, later);
};

const recountAll = async (app: App): Promise<void> => {
  for (const orgId of await organizationIds(app.database)) {
    const { timeZone = "UTC" } = await actorOf(app, orgId);
    await recount(app, { orgId, timeZone });
  }
};

// A rule that is out of use clears nothing by readings any more.
const clearOrphans = async (app: App, actor: Actor): Promise<void> => {
  const orphans = await app.database.read(actor).rows<{
    deviceId: string;
    definitionId: string;
  }>(sql`
    select a.device_id, a.definition_id
    from device_alarm a
    join device d on d.org_id = a.org_id and d.id = a.device_id
    where a.org_id = ${actor.orgId}
      and a.status <> 'cleared'
      and (
        d.status = 'retired'
        or not exists (
          select
          from device_alarm_rule r
          where r.org_id = a.org_id and r.definition_id = a.definition_id and r.status = 'published'
        )
      )
  `);
  const at = businessNow(actor).toISOString();
  for (const of of orphans)
    await app.database.transaction(actor, async (tx) => {
      await clearAlarm(tx, actor, of, {
        at,
        note: "Its rule is out of use, or the device is retired",
      });
      // The rule's next version begins anew with the device.
      await tx.rows(sql`
        delete from device_watch
        where org_id = ${actor.orgId}
          and device_id = ${of.deviceId}
          and definition_id = ${of.definitionId}
      `);
    });
};

/** Judges every device of an agency by the clock: what was left undone, and who is silent. */
export const judgeAgency = async (app: App, orgId: string): Promise<void> => {
  const actor = await actorOf(app, orgId);
  const devices = await app.database.read(actor).rows<{ id: string }>(sql`
    select d.id
    from device d
    join (
        select
          device_id, max(received_at) as heard_at,
          bool_or(judged_at is null or judged_at < read_at) as waits
        from device_latest
        where org_id = ${orgId}
        group by device_id
      ) l
      on l.device_id = d.id
    where d.org_id = ${orgId}
      and d.status <> 'retired'
      and (
        l.waits
        or (
          d.status = 'active'
          and l.heard_at < clock_timestamp() - make_interval(mins => d.silent_minutes)
        )
        or exists (
          select
          from device_alarm_rule r
          where r.org_id = d.org_id
            and r.status = 'published'
            and r.watches = 'silent'
            and l.heard_at < clock_timestamp() - make_interval(mins => r.minutes)
        )
      )
    order by d.id
  `);
  for (const { id } of devices)
    await app.database.transaction(actor, (tx) => judgeDevice(tx, actor, id, { silence: true }));
  await clearOrphans(app, actor);
};

/** Every minute: sums that readings came for since. */
export const sumsClock: Schedule = {
  name: "device-sums",
  cron: "* * * * *",
  afterRestore: "goes on",
  run: recountAll,
};

/** Every minute: what is to be judged, and who is silent by the clock. */
export const silenceClock: Schedule = {
  name: "device-silence",
  cron: "* * * * *",
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, min(l.heard) as since
      from device d
      join (
          select org_id, device_id, max(received_at) as heard
          from device_latest
          group by org_id, device_id
        ) l
        on l.org_id = d.org_id
        and l.device_id = d.id
      where d.status = 'active'
        and l.heard < clock_timestamp() - make_interval(mins => d.silent_minutes)
    `,
  },
  run: async (app) => {
    for (const orgId of await organizationIds(app.database)) await judgeAgency(app, orgId);
  },
};
