import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { validated } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { refuseUnknownCodes } from "#areas/procurement/procurement.server.ts";
import { addedItems, solicitationFields, type AddedItems } from "./solicitation.fields.model.ts";
import type { SolicitationRecord } from "./solicitation.noun.ts";
import { writeClauses } from "./parts.service.ts";
import { solicitation, solicitationItem } from "./solicitation.tables.ts";

const mostItems = 2000;
const mostBasis = 4000;

type Standing = { count: number; last: number };

// An estimate is of the whole solicitation: it stays one only if all items are in it.
const estimateWith = (
  before: SolicitationRecord,
  { count }: Standing,
  estimate: AddedItems["estimate"],
): { estimateCents: number; estimateBasis: string } | null => {
  if (before.estimateCents === null && estimate && count > 0)
    throw conflict(
      "estimate_lacks_items",
      "Its own items are not estimated yet. Enter the estimate of these first.",
    );
  if (before.estimateCents !== null && !estimate)
    throw invalidField(
      "estimate",
      "It is estimated as a whole. Say what these items are estimated to cost.",
    );
  if (!estimate) return null;
  const estimateBasis = [before.estimateBasis, estimate.basis].filter(Boolean).join("\n\n");
  if (estimateBasis.length > mostBasis)
    throw invalidField(
      "estimate.basis",
      `The basis of the whole estimate has ${mostBasis} characters at most. Shorten it.`,
    );
  const cents = (before.estimateCents ?? 0) + estimate.cents;
  return {
    estimateCents: validated(solicitationFields.estimateCents, cents)!,
    estimateBasis,
  };
};

const standing = (tx: Tx, id: string): Promise<Standing> =>
  tx.one<Standing>(sql`
    select count(*)::int as count, coalesce(max(item_no), 0) as last
    from solicitation_item
    where org_id = ${tx.scope.orgId} and solicitation_id = ${id}
  `);

/**
 * Puts items into a draft solicitation behind those that it has, with the independent estimate of them
 * and its basis, which join the estimate of the whole; clauses follow the new amount. Whoever puts them
 * in is who made the estimate. 403 without the right to edit solicitations, 404, 409 for anything but a
 * draft or where its own items are not estimated, 422 by path.
 */
export const addSolicitationItems = async (
  tx: Tx,
  actor: Actor,
  id: string,
  given: unknown,
): Promise<{
  id: string;
  number: string;
  version: number;
  items: { id: string; itemNo: number }[];
}> => {
  if (!actor.permissions.has("solicitation.edit"))
    throw notAllowed("Buyers put items into solicitations. Send a requisition, or ask a buyer.");
  const { items, estimate } = validated(addedItems, given);
  const before = await lockRow(tx, solicitation, id, "solicitation");
  if (before.status !== "draft")
    throw conflict(
      "not_in_this_status",
      "Items are put into a draft only. What is published changes with an addendum.",
    );
  const [stands] = await Promise.all([
    standing(tx, id),
    refuseUnknownCodes(
      tx,
      items.map(({ commodityCode }, at) => ({ commodityCode, path: `items.${at}` })),
    ),
  ]);
  if (stands.count + items.length > mostItems)
    throw invalidField("items", `A solicitation has ${mostItems} items at most.`);
  const estimated = estimateWith(before, stands, estimate);
  const rows = items.map((item, at) => ({
    orgId: before.orgId,
    solicitationId: id,
    id: newId(),
    itemNo: stands.last + at + 1,
    ...item,
  }));
  await insertRows(tx, solicitationItem, rows);
  const after = await updateRow(
    tx,
    solicitation,
    id,
    estimated
      ? { ...estimated, estimateOn: businessDate(tx.scope), estimateBy: actor.personId }
      : {},
  );
  await writeClauses(tx, before.orgId, id, after);
  note(tx, actor, "solicitation", before, {
    action: "items",
    before,
    after: { ...after, added: items.length },
  });
  return {
    id,
    number: after.number,
    version: after.version,
    items: rows.map((row) => ({ id: row.id, itemNo: row.itemNo })),
  };
};
