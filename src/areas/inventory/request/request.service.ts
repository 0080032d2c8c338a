import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { shownDecimal, subtractQuantity, compareQuantity, addQuantity } from "#kernel/quantity.ts";
import type { Instant } from "#kernel/time.ts";
import { listDepartments, membersNamed, notify } from "#areas/organization/organization.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { stockItem } from "../inventory.tables.ts";
import { stockRequest } from "../ledger/ledger.tables.ts";
import { consumerNamed } from "../movement/consumer.service.ts";
import { freeStock, holdStock } from "../movement/hold.service.ts";
import { postMovement } from "../movement/post.service.ts";
import { heldFrom } from "./hold-rule.service.ts";
import type { StockRequest, stockRequestInput } from "./request.model.ts";

type Row = typeof stockRequest.$inferSelect;
type Item = typeof stockItem.$inferSelect;

const sumOf = async (tx: Tx, heldFor: string): Promise<string> =>
  (
    await tx.one<{ held: string }>(sql`
      select coalesce(sum(quantity), 0)::text as held
      from stock_hold
      where org_id = ${tx.scope.orgId} and held_for = ${heldFor}
    `)
  ).held;

/** Of what how much was asked for, in words. */
export const said = (item: Item, quantity: string): string =>
  `${shownDecimal(quantity)} ${item.unit} of ${item.name}`;

/**
 * Asks the stores for an item instead of buying it: it is held for the department until a storekeeper hands
 * it out or declines. 409 `not_enough` with what is free; 404, 422 at the field.
 */
export const askStores = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof stockRequestInput>,
): Promise<{ id: string }> => {
  const item = await getRow(tx, stockItem, input.itemId, "stock item");
  if (item.status !== "active")
    throw invalidField("itemId", `${item.name} is out of use.`, "out_of_use");
  if (input.neededOn && input.neededOn < businessDate(tx.scope))
    throw invalidField("neededOn", "This day is over.", "day_over");
  const consumer = { type: "department" as const, id: input.departmentId };
  const department = await consumerNamed(tx, actor, consumer);
  const { quantity, itemId } = input;
  const heldFor = await holdStock(tx, actor, { itemId, quantity, consumer });
  const held = heldFor ? await sumOf(tx, heldFor) : "0";
  if (!heldFor || compareQuantity(held, quantity) < 0)
    throw conflict(
      "not_enough",
      `${shownDecimal(addQuantity(held, "0"))} ${item.unit} of ${item.name} are free: ${shownDecimal(subtractQuantity(quantity, held))} are missing. Ask for less, or buy the rest.`,
    );
  const heldUntil = await heldFrom(tx, businessDate(tx.scope));
  const row = await insertRow(tx, stockRequest, {
    ...input,
    heldUntil,
    orgId: tx.scope.orgId!,
    id: newId(),
    heldFor,
    askedBy: actor.personId!,
  });
  note(tx, actor, "stockItem", item, {
    action: "ask",
    after: row,
    note: `${said(item, quantity)} asked for by ${actor.name}, for ${department}`,
  });
  if (item.keeperId && item.keeperId !== actor.personId)
    notify(tx, [item.keeperId], {
      kind: "stock.request",
      title: `${said(item, quantity)} is asked for`,
      body: `${actor.name}, for ${department}. It is held until ${formatDate(heldUntil)}, unless you hand it out or decline before.`,
      link: "/inventory#asked-for",
    });
  return { id: row.id };
};

const told = {
  handed_out: "The stores handed out",
  declined: "The stores declined",
  lapsed: "The stores hold no longer",
};

/** Ends a request; what the stores handed out, or why not, is told to whoever asked. */
export const endRequest = async (
  tx: Tx,
  actor: Actor,
  { row, item }: { row: Row; item: Item },
  to: Pick<Row, "status" | "answer" | "movementId">,
): Promise<{ id: string }> => {
  const after = await updateRow(tx, stockRequest, row.id, {
    ...to,
    decidedBy: actor.personId,
    decidedAt: businessNow(tx.scope).toISOString() as Instant,
  });
  note(tx, actor, "stockItem", item, {
    action: to.status,
    after,
    note: [said(item, row.quantity), to.answer].filter(Boolean).join(": "),
  });
  if (row.askedBy !== actor.personId)
    notify(tx, [row.askedBy], {
      kind: "stock.request",
      title: `${told[to.status as keyof typeof told]} ${said(item, row.quantity)}`,
      body: to.answer,
      link: `/inventory/items/${item.id}`,
    });
  return { id: row.id };
};

/** A request that is still open, behind its lock, with its item. 404, 409 `decided_already`. */
export const openRequest = async (tx: Tx, id: string): Promise<{ row: Row; item: Item }> => {
  const row = await lockRow(tx, stockRequest, id, "request");
  if (row.status !== "open")
    throw conflict(
      "decided_already",
      "It was handed out, declined or withdrawn by now, or is held no longer.",
    );
  return { row, item: await getRow(tx, stockItem, row.itemId, "stock item") };
};

/**
 * Hands out what is held for a request, by an issue to its department; `accountStringId`: the budget line that
 * bears it, where it is charged as it is issued. Another person than who asked; 403
 * `separation_of_duties`, 409 `decided_already`, 404, and what a movement refuses.
 */
export const handOut = async (
  tx: Tx,
  actor: Actor,
  id: string,
  accountStringId: string | null = null,
): Promise<{ id: string }> => {
  const asked = await openRequest(tx, id);
  const { row, item } = asked;
  if (row.askedBy === actor.personId)
    throw notAllowed(
      "You asked for this yourself: another storekeeper hands it out.",
      "separation_of_duties",
    );
  const held = await freeStock(tx, row.heldFor);
  const { id: movementId } = await postMovement(tx, actor, {
    kind: "issue",
    consumer: { type: "department", id: row.departmentId },
    accountStringId,
    reason: row.note,
    lines: held.map(({ locationId, ...taken }) => ({
      ...taken,
      fromLocationId: locationId,
      toLocationId: null,
      lot: null,
      unit: null,
      valueCents: null,
      returnsLineId: null,
    })),
  });
  return endRequest(tx, actor, { row, item }, { status: "handed_out", answer: "", movementId });
};

/** Declines a request with the reason; what was held is free again. 404, 409 `decided_already`. */
export const declineRequest = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ id: string }> => {
  const asked = await openRequest(tx, id);
  await freeStock(tx, asked.row.heldFor);
  return endRequest(tx, actor, asked, { status: "declined", answer: reason, movementId: null });
};

/** Takes back what one asked for oneself. 403 `not_yours`, 404, 409 `decided_already`. */
export const withdrawRequestOf = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ id: string }> => {
  const asked = await openRequest(tx, id);
  if (asked.row.askedBy !== actor.personId)
    throw notAllowed("Whoever asked for it takes it back; the stores decline it.", "not_yours");
  await freeStock(tx, asked.row.heldFor);
  return endRequest(tx, actor, asked, { status: "withdrawn", answer: "", movementId: null });
};

type Asked = { askedById: string };

/**
 * What is asked of the stores: for storekeepers all that is open, the oldest first; for everybody else what
 * they asked for themselves, the newest first. At most 100.
 */
export const requestsFor = async (db: Db, actor: Actor): Promise<StockRequest[]> => {
  const keeps = actor.permissions.has("stock.move");
  const rows = await db.rows<Omit<StockRequest, "askedBy" | "mine" | "department"> & Asked>(sql`
    select
      r.id, r.item_id, i.name as item, i.number as item_number, i.unit,
      trim_scale(r.quantity)::text as quantity, r.department_id, r.needed_on, r.held_until, r.note,
      r.asked_by as asked_by_id, r.asked_at, r.status, r.answer, r.movement_id,
      exists (
        select 1
        from stock_hold h
        join stock_location l on l.org_id = h.org_id and l.id = h.location_id
        where h.org_id = r.org_id and h.held_for = r.held_for and l.charge_account_id is not null
      ) as charged
    from stock_request r
    join stock_item i on i.org_id = r.org_id and i.id = r.item_id
    where r.org_id = ${db.scope.orgId}
      and (
        (${keeps}::boolean and r.status = 'open')
        or (not ${keeps}::boolean and r.asked_by = ${actor.personId})
      )
    order by case when ${keeps}::boolean then r.asked_at end, r.asked_at desc
    limit 100
  `);
  if (rows.length === 0) return [];
  const [people, departments] = await Promise.all([
    membersNamed(db, { ids: rows.map(({ askedById }) => askedById) }),
    listDepartments(db),
  ]);
  return rows.map(({ askedById, ...row }) => ({
    ...row,
    department:
      departments.find(({ id }) => id === row.departmentId)?.name ?? "A former department",
    askedBy: people.find(({ id }) => id === askedById)?.name ?? "A former member",
    mine: askedById === actor.personId,
  }));
};
