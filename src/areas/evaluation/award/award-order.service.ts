import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  leftToOrder,
  orderInput,
  createOrder,
  type OrderRecord,
} from "#areas/procurement/procurement.server.ts";
import { awardOrder } from "./award.tables.ts";
import { divided, shortagesOf, type GrowthItem, type Shortage } from "./growth.model.ts";
import type { AwardPart } from "./scenario.model.ts";
import type { AwardRecord } from "./award.noun.ts";

type ItemLine = GrowthItem & { commodityCode: string | null };
type Ordering = {
  row: Pick<AwardRecord, "id" | "number" | "solicitationId">;
  part: AwardPart;
  accountStringId: string | null;
  departmentId: string;
  deliverTo: string;
  title: string;
  items: ReadonlyMap<string, ItemLine>;
};

const ownLine = (line: AwardPart["lines"][number], items: Ordering["items"]) => ({
  description: line.description,
  commodityCode: items.get(line.itemId)?.commodityCode ?? null,
  unit: line.unit,
  unitPrice: line.unitPrice,
});

/**
 * Drafts one vendor's order of an award: lines that were requisitioned charge what the requisition
 * charges, the others, and what goes beyond the requisition, the account given.
 */
export const draftOrder = async (
  tx: Tx,
  actor: Actor,
  { row, part, accountStringId, departmentId, deliverTo, title, items }: Ordering,
): Promise<OrderRecord> => {
  const ordered = part.lines.filter((line) => Number(line.quantity) > 0);
  const of = (itemId: string) => items.get(itemId)?.requisitionLineId ?? null;
  const left = await leftToOrder(
    tx,
    ordered.flatMap((line) => of(line.itemId) ?? []),
  );
  const shares = ordered.map((line) => {
    const from = of(line.itemId);
    return { line, from, ...divided(line, (from && left.get(from)?.left) || "0") };
  });
  if (!accountStringId && shares.some((share) => Number(share.beyond) > 0))
    throw invalidField(
      "accountStringId",
      "Some lines, or a part of them, come from no requisition: say which account they charge.",
      "account_required",
    );
  const order = await createOrder(
    tx,
    actor,
    orderInput.parse({
      title,
      vendorId: part.vendorId,
      departmentId,
      deliverTo,
      instructions: `Award ${row.number}`,
      requisitionLines: shares.flatMap(({ line, from, within }) =>
        from && Number(within) > 0
          ? [{ requisitionLineId: from, quantity: within, unitPrice: line.unitPrice }]
          : [],
      ),
      lines: shares.flatMap(({ line, beyond }) =>
        Number(beyond) > 0
          ? [
              {
                ...ownLine(line, items),
                quantity: beyond,
                splits: [{ accountStringId, percent: "100" }],
              },
            ]
          : [],
      ),
    }),
    [{ type: "solicitation", id: row.solicitationId }],
  );
  await insertRow(tx, awardOrder, {
    orgId: actor.orgId!,
    id: newId(),
    awardId: row.id,
    purchaseOrderId: order.id,
    vendorId: part.vendorId,
  });
  return order;
};

/** What the parts of an award would order beyond their requisitions' lines now. */
export const shortagesNow = async (
  db: Db,
  solicitationId: string,
  parts: readonly AwardPart[],
): Promise<readonly Shortage[]> => {
  const items = await itemsOf(db, solicitationId);
  const lines = [...items.values()].flatMap((item) => item.requisitionLineId ?? []);
  return shortagesOf(parts, items, await leftToOrder(db, lines));
};

/**
 * 422 `growth_required` where an award goes beyond its requisitions by more than an addendum said,
 * and nobody approves it.
 */
export const requireGrowth = async (
  tx: Tx,
  solicitationId: string,
  parts: readonly AwardPart[],
  approved: boolean,
): Promise<void> => {
  const open = (await shortagesNow(tx, solicitationId, parts)).filter((each) => !each.announced);
  if (open.length === 0 || approved) return;
  throw invalidField(
    "growth",
    `Beyond the requisition: ${open
      .map(
        (each) =>
          `${plainDecimal(each.beyond)} ${each.unit} ${each.description} (${each.requisitionNumber} has ${plainDecimal(each.left)} left), ${formatCents(each.cents)}`,
      )
      .join("; ")}. Approve it as growth and name the account that it charges.`,
    "growth_required",
  );
};

export const itemsOf = async (
  tx: Db,
  solicitationId: string,
): Promise<ReadonlyMap<string, ItemLine>> =>
  new Map(
    (
      await tx.rows<ItemLine>(sql`
        select id, requisition_line_id, commodity_code, beyond
        from solicitation_item
        where org_id = ${tx.scope.orgId} and solicitation_id = ${solicitationId}
      `)
    ).map((item) => [item.id, item]),
  );
