import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { postCommitments, type Posting } from "#areas/budget/budget.server.ts";
import type { RequisitionRecord } from "./requisition.service.ts";
import { sharesOfRequisitionLine } from "../shares.service.ts";

/** What of a line one account pays and is neither ordered nor cancelled yet, in cents. */
export type Charge = {
  lineNo: number;
  commodityCode: string | null;
  accountStringId: string;
  open: number;
  unitPrice: string;
};

/** What of a requisition is neither ordered nor cancelled yet, by line and account. */
export const chargesOf = (tx: Tx, id: string): Promise<Charge[]> =>
  tx.rows<Charge>(sql`
    select
      l.line_no, l.commodity_code, s.account_string_id,
      s.amount - s.ordered_amount - s.released as open, l.unit_price
    from requisition_line l
    cross join ${sharesOfRequisitionLine} s
    where l.org_id = ${tx.scope.orgId} and l.requisition_id = ${id}
    order by l.line_no
  `);

/** Cents by account. */
export const sumsOf = (charges: readonly Charge[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const c of charges) sums.set(c.accountStringId, (sums.get(c.accountStringId) ?? 0) + c.open);
  return sums;
};

export const documentOf = (r: RequisitionRecord) => ({
  type: "requisition",
  id: r.id,
  number: r.number,
  fiscalYearId: r.fiscalYearId,
});
export const preEncumber = (charges: readonly Charge[], sign: 1 | -1): Posting[] =>
  [...sumsOf(charges)].map(([accountStringId, open]) => ({
    accountStringId,
    preEncumbered: sign * open,
  }));

/** Gives back everything that a requisition still pre-encumbers. */
export const release = async (tx: Tx, actor: Actor, r: RequisitionRecord, note: string) =>
  postCommitments(tx, actor, documentOf(r), preEncumber(await chargesOf(tx, r.id), -1), {
    kind: "release",
    note,
  });
