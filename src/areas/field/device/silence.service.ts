import { systemActor, type Actor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import { eachAlone } from "#server/jobs/each-alone.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { namesOf } from "#server/restored/clocks.ts";
import {
  administratorsOf,
  notify,
  organizationIds,
  type AdminMatter,
} from "#areas/organization/organization.server.ts";
import type { DeviceStored } from "./device.noun.ts";
import { silentDevice } from "./device.list.ts";

const untold = `${silentDevice} and d.silent_since is null`;

const tellSilent = async (tx: Tx, actor: Actor, id: string): Promise<number> => {
  const device = await tx.maybe<DeviceStored>(sql`
    update field_device d
    set silent_since = coalesce(d.last_contact_at, d.enrolled_at)
    where d.org_id = ${tx.scope.orgId} and d.id = ${id} and ${raw(untold)}
    returning *
  `);
  if (!device) return 0;
  const missing = device.highest - device.received;
  const body = [
    device.waiting > 0 ? `${counted(device.waiting, "capture")} waited on it.` : "",
    missing > 0 ? `${counted(missing, "number")} that it told never came.` : "",
    "Open the app where there is a line, and sign in.",
  ];
  const notice = {
    kind: "field",
    title: `${device.name} is silent, with captures on it`,
    body: body.filter(Boolean).join(" "),
    link: "/mobile-app",
  };
  const others = (await administratorsOf(tx)).filter((who) => who !== device.personId);
  notify(tx, [device.personId, ...others], notice);
  note(tx, actor, "fieldDevice", device, {
    action: "silent",
    after: { waiting: device.waiting, missing },
  });
  return 1;
};

/** Tells of devices that had something and are silent for three days: their people and administrators, once. */
export const tellSilentDevices = async (app: App): Promise<void> => {
  for (const orgId of await organizationIds(app.database)) {
    const actor = systemActor(orgId, new Set(), "Devices in the field");
    const silent = await app.database.read(actor).rows<{ id: string }>(sql`
      select d.id
      from field_device d
      where d.org_id = ${orgId} and ${raw(untold)}
      order by d.id
    `);
    await eachAlone(app.database, {
      ...{ name: "field-silence", scope: actor },
      ids: silent.map(({ id }) => id),
      work: (tx, id) => tellSilent(tx, actor, id),
    });
  }
};

/** Every quarter of an hour. */
export const silenceClock: Schedule = {
  name: "field-silence",
  cron: "*/15 * * * *",
  afterRestore: {
    kind: "courses",
    due: `
      select
        count(*)::int as due, count(distinct d.person_id)::int as people,
        min(coalesce(d.last_contact_at, d.enrolled_at)) as since, ${namesOf("d.org_id", "d.name")}
      from field_device d
      where ${untold}
    `,
  },
  run: tellSilentDevices,
};

/** Devices that hold captures nobody has: an administrator finds out where they are. */
export const silentMatter: AdminMatter = {
  id: "field-devices",
  one: "device is silent with captures on it",
  many: "devices are silent with captures on them",
  about: "What was captured on them has not come for three days.",
  href: "/mobile-app?silent=true",
  permission: "device.all",
  count: async (db: Db) =>
    (
      await db.one<{ n: number }>(sql`
        select count(*)::int as n
        from field_device d
        where d.org_id = ${db.scope.orgId} and ${raw(silentDevice)}
      `)
    ).n,
};
