import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";

/** By which lines of orders the goods of these costs were bought; costs of bills without an order have none. */
export const orderLinesOfCosts = async (
  db: Db,
  costLineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; orderLineId: string }>(sql`
    select c.id, l.purchase_order_line_id as order_line_id
    from cost_line c
    join invoice_line l on l.org_id = c.org_id and l.invoice_id = c.invoice_id
    left join invoice_split x on x.org_id = l.org_id and x.line_id = l.id
    where c.org_id = ${db.scope.orgId}
      and c.id = any(${arrayOf(costLineIds)}::uuid[])
      and c.source_id = coalesce(x.id, l.id)
      and l.purchase_order_line_id is not null
  `);
  return new Map(rows.map(({ id, orderLineId }) => [id, orderLineId]));
};
