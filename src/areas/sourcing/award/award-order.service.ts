import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  orderInput,
  createOrder,
  type OrderRecord,
} from "#areas/procurement/procurement.server.ts";
import { awardOrder } from "./award.tables.ts";
import type { AwardPart } from "./scenario.model.ts";
import type { AwardRecord } from "./award.noun.ts";

type ItemLine = { id: string; requisitionLineId: string | null; commodityCode: string | null };
type Ordering = {
  row: Pick<AwardRecord, "id" | "number" | "solicitationId">;
  part: AwardPart;
  accountStringId: string | null;
  departmentId: string;
  deliverTo: string;
  title: string;
  items: ReadonlyMap<string, ItemLine>;
};

/**
 * Drafts one vendor's order of an award: lines that were requisitioned charge what the requisition
 * charges, the others the account given.
 */
export const draftOrder = async (
  tx: Tx,
  actor: Actor,
  { row, part, accountStringId, departmentId, deliverTo, title, items }: Ordering,
): Promise<OrderRecord> => {
  const ordered = part.lines.filter((line) => Number(line.quantity) > 0);
  const of = (itemId: string) => items.get(itemId)?.requisitionLineId ?? null;
  if (!accountStringId && ordered.some((line) => of(line.itemId) === null))
    throw invalidField(
      "accountStringId",
      "Some lines come from no requisition: say which account they charge.",
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
      requisitionLines: ordered.flatMap((line) =>
        of(line.itemId)
          ? [
              {
                requisitionLineId: of(line.itemId),
                quantity: line.quantity,
                unitPrice: line.unitPrice,
              },
            ]
          : [],
      ),
      lines: ordered.flatMap((line) =>
        of(line.itemId)
          ? []
          : [
              {
                description: line.description,
                commodityCode: items.get(line.itemId)?.commodityCode ?? null,
                quantity: line.quantity,
                unit: line.unit,
                unitPrice: line.unitPrice,
                splits: [{ accountStringId, percent: "100" }],
              },
            ],
      ),
    }),
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

export const itemsOf = async (
  tx: Tx,
  solicitationId: string,
): Promise<ReadonlyMap<string, ItemLine>> =>
  new Map(
    (
      await tx.rows<ItemLine>(sql`
        select id, requisition_line_id, commodity_code
        from solicitation_item
        where org_id = ${tx.scope.orgId} and solicitation_id = ${solicitationId}
      `)
    ).map((item) => [item.id, item]),
  );
