import { costCodesOf } from "#areas/budget/budget.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { RequisitionDetail } from "./requisition.model.ts";

type LineRow = Omit<RequisitionDetail["lines"][number], "splits" | "costCode">;
type SplitRow = RequisitionDetail["lines"][number]["splits"][number] & { lineId: string };
/** Its lines with the accounts that pay. */
export const readLines = async (db: Db, id: string): Promise<RequisitionDetail["lines"]> => {
  const [lines, splits] = await Promise.all([
    db.rows<LineRow>(sql`
      select
        l.id, l.line_no, l.description, l.commodity_code, l.cost_code_id, l.quantity, l.unit,
        l.unit_price, l.amount, l.ordered_amount, l.cancelled_quantity,
        (l.quantity - l.cancelled_quantity - coalesce(
          (
            select sum(p.quantity)
            from purchase_order_line p
            join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
            where p.org_id = l.org_id
              and p.requisition_line_id = l.id
              and not p.cancelled
              and o.status <> 'cancelled'
          ),
          0
        ))::numeric(18,4) as open_quantity
      from requisition_line l
      where l.org_id = ${db.scope.orgId} and l.requisition_id = ${id}
      order by l.line_no
    `),
    db.rows<SplitRow>(sql`
      select s.id, s.line_id, s.account_string_id, a.code, s.percent, s.amount, s.ordered_amount
      from requisition_line l
      join requisition_share s on s.org_id = l.org_id and s.line_id = l.id
      join account_string a on a.org_id = s.org_id and a.id = s.account_string_id
      where l.org_id = ${db.scope.orgId} and l.requisition_id = ${id}
      order by a.code
    `),
  ]);
  const codes = await costCodesOf(
    db,
    lines.map(({ costCodeId }) => costCodeId),
  );
  return lines.map((l) => ({
    ...l,
    costCode: codes.get(l.costCodeId ?? "")?.label ?? null,
    splits: splits.filter((s) => s.lineId === l.id).map(({ lineId: _lineId, ...s }) => s),
  }));
};
