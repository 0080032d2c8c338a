import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { assetsNamed } from "#areas/assets/assets.server.ts";
import { locationsNamed } from "#areas/inventory/inventory.server.ts";
import { placesOf, requirePlace } from "#areas/organization/organization.server.ts";
import { shipmentOf } from "#areas/procurement/procurement.server.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { device, devicePost } from "../devices.tables.ts";
import type { PostInput, PostShown } from "./device.model.ts";

type Posted = typeof devicePost.$inferSelect;
type Target = Pick<Posted, "label" | "placeId" | "assetId" | "shipNoticeId" | "locationId">;

const nowhere: Target = {
  ...{ label: "", placeId: null, assetId: null, shipNoticeId: null, locationId: null },
};

const targetOf = async (tx: Tx, { kind, ...given }: PostInput): Promise<Target> => {
  if (kind === "place") {
    await requirePlace(tx, given.placeId);
    const at = (await placesOf(tx, [given.placeId])).get(given.placeId!)!;
    return { ...nowhere, label: at.name, placeId: at.id };
  }
  if (kind === "asset") {
    const [found] = await assetsNamed(tx, [given.assetId!]);
    if (!found) throw invalidField("assetId", "There is no such asset. Choose one of the list.");
    const label = `${found.number} ${found.name}`;
    return { ...nowhere, label, assetId: found.id, placeId: found.placeId };
  }
  if (kind === "location") {
    const [found] = await locationsNamed(tx, [given.locationId!]);
    if (!found)
      throw invalidField("locationId", "There is no such location. Choose one of the list.");
    const label = `${found.code} ${found.name}`;
    return { ...nowhere, label, locationId: found.id, placeId: found.placeId };
  }
  if (kind === "shipment") {
    const found = await shipmentOf(tx, given.shipmentId!);
    return { ...nowhere, label: found.number, shipNoticeId: found.id };
  }
  return nowhere;
};

/**
 * Says what a device belongs to from a day on; what stood for that very day is replaced, all else stays
 * to be read. 404; 409 `device_retired`; 422 at the field for what is not there, or for a day to come.
 */
export const postDevice = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: PostInput,
): Promise<{ id: string }> => {
  const of = await lockRow(tx, device, id, "device");
  if (of.status === "retired")
    throw conflict("device_retired", "It is retired: it belongs to nothing any more.");
  if (input.fromOn > businessDate(tx.scope))
    throw invalidField("fromOn", "Say it on the day: this one is still to come.", "day_to_come");
  const target = await targetOf(tx, input);
  await tx.rows(sql`
    delete from device_post
    where org_id = ${of.orgId} and device_id = ${id} and from_on = ${input.fromOn}::date
  `);
  const row = await insertRow(tx, devicePost, {
    ...target,
    ...{ orgId: of.orgId, id: newId(), deviceId: id },
    ...{ fromOn: input.fromOn, kind: input.kind, createdBy: actor.personId },
  });
  note(tx, actor, "device", id, {
    number: of.number,
    action: "post",
    after: { fromOn: row.fromOn, kind: row.kind, label: row.label },
  });
  return { id: row.id };
};

/** What a device belonged to, the newest first. */
export const postsOf = async (db: Db, deviceId: string): Promise<PostShown[]> => {
  const rows = await db.rows<Omit<PostShown, "now">>(sql`
    select id, from_on, kind, label, place_id, asset_id, ship_notice_id as shipment_id, location_id
    from device_post
    where org_id = ${db.scope.orgId} and device_id = ${deviceId}
    order by from_on desc
  `);
  const today = businessDate(db.scope);
  const now = rows.find(({ fromOn }) => fromOn <= today);
  return rows.map((row) => ({ ...row, now: row === now }));
};

/** What a device belongs to on a day; null where it is nothing, or was not said. */
export const postOn = (db: Db, deviceId: string, on: Day): Promise<Posted | null> =>
  db.maybe<Posted>(sql`
    select *
    from device_post
    where org_id = ${db.scope.orgId} and device_id = ${deviceId} and from_on <= ${on}::date
    order by from_on desc
    limit 1
  `);
