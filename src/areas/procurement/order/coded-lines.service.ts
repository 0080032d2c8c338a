import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { costCodesOf, requireCostCodes } from "#areas/budget/budget.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { purchaseOrder, requisition } from "../procurement.tables.ts";
import { requisitionNoun } from "../requisition/requisition.service.ts";
import { orderNoun } from "./order.service.ts";

/** A line that charges some accounts, with its code; `amount` is cents of these accounts. */
export type CodedPart = {
  type: "requisition" | "purchaseOrder";
  id: string;
  documentId: string;
  number: string;
  lineNo: number;
  description: string;
  costCodeId: string | null;
  amount: number;
};

/**
 * The lines that charge one of these accounts: of orders, and of requisitions where nothing of the
 * line is ordered yet; what was cancelled, withdrawn or rejected left out. By number.
 */
export const codedPartsOf = (db: Db, accountIds: readonly string[]): Promise<CodedPart[]> =>
  db.rows<CodedPart>(sql`
    select
      'purchaseOrder' as type, l.id, o.id as document_id, o.number, l.line_no, l.description,
      l.cost_code_id, sum(s.amount)::bigint as amount
    from purchase_order_share s
    join purchase_order_line l on l.org_id = s.org_id and l.id = s.line_id and not l.cancelled
    join purchase_order o
      on o.org_id = l.org_id
      and o.id = l.purchase_order_id
      and o.status <> 'cancelled'
    where s.org_id = ${db.scope.orgId} and s.account_string_id = any(${[...accountIds]}::uuid[])
    group by l.id, o.id, o.number, l.line_no, l.description, l.cost_code_id
    union all
    select
      'requisition', l.id, r.id, r.number, l.line_no, l.description, l.cost_code_id,
      sum(s.amount)::bigint
    from requisition_share s
    join requisition_line l on l.org_id = s.org_id and l.id = s.line_id
    join requisition r
      on r.org_id = l.org_id
      and r.id = l.requisition_id
      and r.status not in ('withdrawn', 'rejected', 'cancelled')
    where s.org_id = ${db.scope.orgId}
      and s.account_string_id = any(${[...accountIds]}::uuid[])
      and not exists (
        select 1
        from purchase_order_line p
        join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
        where p.org_id = l.org_id
          and p.requisition_line_id = l.id
          and not p.cancelled
          and o.status <> 'cancelled'
      )
    group by l.id, r.id, r.number, l.line_no, l.description, l.cost_code_id
    order by 4, 5
  `);

/** The codes of these order lines, by line; of lines without a code null. */
export const codesOfOrderLines = async (
  db: Db,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  if (lineIds.length === 0) return new Map();
  const rows = await db.rows<{ id: string; costCodeId: string | null }>(sql`
    select id, cost_code_id
    from purchase_order_line
    where org_id = ${db.scope.orgId} and id = any(${[...new Set(lineIds)]}::uuid[])
  `);
  return new Map(rows.map(({ id, costCodeId }) => [id, costCodeId]));
};

/** Which line, and what it is to be from now on. */
export type Recoding = {
  type: "requisition" | "purchaseOrder";
  lineId: string;
  costCodeId: string | null;
  reason: string;
};

type Member = {
  type: "requisition" | "purchaseOrder";
  documentId: string;
  lineNo: number;
  costCodeId: string | null;
};

// A line of a requisition and what orders took of it bear one code; behind their locks.
const family = async (tx: Tx, { type, lineId }: Recoding) => {
  const orgId = tx.scope.orgId;
  const root =
    type === "requisition"
      ? lineId
      : (
          await tx.maybe<{ id: string | null }>(sql`
            select requisition_line_id as id
            from purchase_order_line
            where org_id = ${orgId} and id = ${lineId}
          `)
        )?.id;
  const asked = await tx.rows<Member>(sql`
    select 'requisition' as type, requisition_id as document_id, line_no, cost_code_id
    from requisition_line
    where org_id = ${orgId} and id = ${root ?? null}::uuid
    for update
  `);
  const ordered = await tx.rows<Member>(sql`
    select 'purchaseOrder' as type, purchase_order_id as document_id, line_no, cost_code_id
    from purchase_order_line
    where org_id = ${orgId}
      and (
        requisition_line_id = ${root ?? null}::uuid
        or id = ${lineId}
        and ${type === "purchaseOrder"}::boolean
      )
    order by id
    for update
  `);
  return { root: root ?? null, members: [...asked, ...ordered] };
};

const accountsOf = async (tx: Tx, { type, lineId }: Recoding): Promise<string[]> => {
  const rows = await tx.rows<{ id: string }>(
    type === "requisition"
      ? sql`
        select account_string_id as id
        from requisition_share
        where org_id = ${tx.scope.orgId} and line_id = ${lineId}
      `
      : sql`
        select account_string_id as id
        from purchase_order_share
        where org_id = ${tx.scope.orgId} and line_id = ${lineId}
      `,
  );
  return rows.map(({ id }) => id);
};

/**
 * Gives a line another code, or none: with it what a requisition asked for and what orders took of
 * it, so that all its figures move. The histories of its documents tell it. `mayOf` judges the
 * accounts that the line charges. 404; 422 `cannot_code`.
 */
export const recodeLine = async (
  tx: Tx,
  actor: Actor,
  recoding: Recoding,
  mayOf: (accountStringIds: readonly string[]) => Promise<void>,
): Promise<void> => {
  const { lineId, costCodeId, reason, type } = recoding;
  const { root, members } = await family(tx, recoding);
  if (members.length === 0) throw notFound("line");
  const accountStringIds = await accountsOf(tx, recoding);
  await mayOf(accountStringIds);
  await requireCostCodes(tx, [{ costCodeId, accountStringIds, path: "" }]);
  await tx.rows(sql`
    update requisition_line
    set cost_code_id = ${costCodeId}
    where org_id = ${tx.scope.orgId} and id = ${root}::uuid
  `);
  await tx.rows(sql`
    update purchase_order_line
    set cost_code_id = ${costCodeId}
    where org_id = ${tx.scope.orgId}
      and (
        requisition_line_id = ${root}::uuid
        or id = ${lineId}
        and ${type === "purchaseOrder"}::boolean
      )
  `);
  const codes = await costCodesOf(tx, [costCodeId, ...members.map((m) => m.costCodeId)]);
  const named = (id: string | null) => (id ? (codes.get(id)?.label ?? id) : null);
  for (const m of members) {
    const told = {
      action: "recode",
      before: { line: m.lineNo, costCode: named(m.costCodeId) },
      after: { line: m.lineNo, costCode: named(costCodeId) },
      note: reason,
    };
    if (m.type === "requisition")
      note(tx, actor, requisitionNoun, await getRow(tx, requisition, m.documentId), told);
    else note(tx, actor, orderNoun, await getRow(tx, purchaseOrder, m.documentId), told);
  }
};
