import type { Actor } from "#kernel/access.ts";
import { systemActor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, notAllowed, Problem } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { namesOf, todayOf } from "#server/restored/clocks.ts";
import { stockRequest } from "../ledger/ledger.tables.ts";
import { freeStock } from "../movement/hold.service.ts";
import { heldFrom } from "./hold-rule.service.ts";
import { endRequest, openRequest, said } from "./request.service.ts";

/**
 * Has what is asked for held anew from today on, by whoever asked or a storekeeper. 403 `not_yours`; 404;
 * 409 `decided_already`, `hold_over` behind the last day, `held_so_long` where today's rule gives no more.
 */
export const extendHold = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const { row, item } = await openRequest(tx, id);
  if (row.askedBy !== actor.personId && !actor.permissions.has("stock.move"))
    throw notAllowed("Whoever asked for it, or a storekeeper, has it held longer.", "not_yours");
  const today = businessDate(tx.scope);
  if (row.heldUntil < today)
    throw conflict(
      "hold_over",
      `It was held until ${formatDate(row.heldUntil)}: ask for it again.`,
    );
  const heldUntil = await heldFrom(tx, today);
  if (heldUntil <= row.heldUntil)
    throw conflict(
      "held_so_long",
      `It is held until ${formatDate(row.heldUntil)} already: the agency holds nothing longer.`,
    );
  const after = await updateRow(tx, stockRequest, row.id, { heldUntil });
  note(tx, actor, "stockItem", item, {
    action: "extend",
    after,
    note: `${said(item, row.quantity)} held until ${formatDate(heldUntil)}`,
  });
  return { id: row.id };
};

// Behind its lock: it may have been held longer meanwhile.
const endOne = async (tx: Tx, actor: Actor, id: string, today: Day): Promise<boolean> => {
  const asked = await openRequest(tx, id);
  const { row, item } = asked;
  if (row.heldUntil >= today) return false;
  await freeStock(tx, row.heldFor);
  const answer = `It was held until ${formatDate(row.heldUntil)} and is free again.`;
  await endRequest(tx, actor, asked, { status: "lapsed", answer, movementId: null });
  if (item.keeperId && item.keeperId !== row.askedBy)
    notify(tx, [item.keeperId], {
      kind: "stock.request",
      title: `${said(item, row.quantity)} is held no longer`,
      body: answer,
      link: `/inventory/items/${item.id}`,
    });
  return true;
};

// What was handed out or declined meanwhile ends by itself, and holds up no other.
const unlessDecided = (error: unknown): false => {
  if (error instanceof Problem && error.code === "decided_already") return false;
  throw error;
};

/** Gives back what is held behind its last day, each by itself; gives how many. */
export const endHolds = async (app: App, orgId: string): Promise<number> => {
  const actor = systemActor(orgId, undefined, "Holds of the stores");
  const db = app.database.read(actor);
  const today = businessDate(db.scope, (await readOrganization(db)).timeZone);
  const over = await db.rows<{ id: string }>(sql`
    select id
    from stock_request
    where org_id = ${orgId} and status = 'open' and held_until < ${today}::date
    order by held_until, id
    limit 1000
  `);
  let ended = 0;
  for (const { id } of over)
    if (
      await app.database
        .transaction(actor, (tx) => endOne(tx, actor, id, today))
        .catch(unlessDecided)
    )
      ended += 1;
  return ended;
};

/** Early on each day of an agency, before anybody looks for what is free. */
export const holdsDay: AgencyDay = {
  name: "stock-holds-end",
  at: "00:10",
  afterRestore: {
    kind: "courses",
    due: `
      select
        count(*)::int as due, count(distinct r.asked_by)::int as people,
        min(r.held_until)::timestamptz as since,
        ${namesOf("r.org_id", "trim_scale(r.quantity)::text || ' ' || i.unit || ' of ' || i.name")}
      from stock_request r
      join stock_item i on i.org_id = r.org_id and i.id = r.item_id
      where r.status = 'open' and r.held_until < ${todayOf("r.org_id")}
    `,
  },
  run: endHolds,
};
