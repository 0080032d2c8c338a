import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { kitOrdersSince, preparedKits } from "#areas/emergency/emergency.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { KitDraft } from "./alert.model.ts";

/**
 * Prepares an order from each kit for a warning's event, once; it reserves no money and sends nothing
 * to a vendor. A kit that is out of use is left out.
 */
export const prepareKits = async (
  tx: Tx,
  actor: Actor,
  alert: { id: string; eventKey: string },
  kitIds: readonly string[],
): Promise<void> => {
  if (!kitIds.length) return;
  const usable = (await preparedKits(tx)).filter(({ id }) => kitIds.includes(id));
  for (const kit of usable) {
    const made = await tx.maybe<{ id: string }>(sql`
      insert into alert_kit_draft (org_id, id, alert_id, event_key, kit_id)
      select ${tx.scope.orgId}, ${newId()}, ${alert.id}, ${alert.eventKey}, ${kit.id}
      where not exists (
        select 1
        from alert_kit_draft d
        join weather_alert w on w.org_id = d.org_id and w.id = d.alert_id
        where d.org_id = ${tx.scope.orgId}
          and d.kit_id = ${kit.id}
          and w.event_key = ${alert.eventKey}
      )
      on conflict (org_id, event_key, kit_id)
      do nothing
      returning id
    `);
    if (made)
      note(tx, actor, "weatherAlert", alert.id, {
        action: "prepareKit",
        after: { kit: kit.name, vendor: kit.vendor },
        event: null,
      });
  }
};

/** Orders that rules prepared for an event, each with the order that was issued from its kit since. */
export const kitDraftsOf = async (db: Db, eventKey: string): Promise<KitDraft[]> => {
  const rows = await db.rows<{
    id: string;
    kitId: string;
    preparedAt: Instant;
    reason: string;
  }>(sql`
    select d.id, d.kit_id, d.prepared_at, d.reason
    from alert_kit_draft d
    join weather_alert w on w.org_id = d.org_id and w.id = d.alert_id
    where d.org_id = ${db.scope.orgId} and w.event_key = ${eventKey}
    order by d.prepared_at
  `);
  const [first] = rows;
  if (!first) return [];
  const [kits, orders] = await Promise.all([
    preparedKits(db),
    kitOrdersSince(
      db,
      rows.map(({ kitId }) => kitId),
      first.preparedAt,
    ),
  ]);
  return rows.map(({ id, kitId, preparedAt, reason }) => {
    const kit = kits.find((each) => each.id === kitId);
    const order = orders.find((each) => each.kitId === kitId);
    return {
      id,
      kitId,
      preparedAt,
      setAside: reason,
      kit: kit?.name ?? "A kit that is out of use",
      vendor: kit?.vendor ?? "",
      why: kit ? kit.why : "The kit was taken out of use.",
      order: order ? { id: order.id, number: order.number } : null,
    };
  });
};

/** Sets a prepared order aside, with a reason. @throws Problem 404, 409 where somebody did already. */
export const setKitAside = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ id: string }> => {
  const row = await tx.maybe<{ alertId: string; reason: string }>(sql`
    select alert_id, reason
    from alert_kit_draft
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);
  if (!row) throw notFound("prepared order");
  if (row.reason) throw conflict("set_aside", "This prepared order was set aside already.");
  await tx.rows(sql`
    update alert_kit_draft
    set set_aside_at = clock_timestamp(), set_aside_by = ${actor.personId}, reason = ${reason}
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  note(tx, actor, "weatherAlert", row.alertId, { action: "setKitAside", after: { reason } });
  return { id };
};
