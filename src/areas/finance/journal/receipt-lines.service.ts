import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A line of receipts that the books have: what came in for a revenue account, in cents. */
export type ReceiptLine = {
  id: string;
  journalId: string;
  journal: string;
  title: string;
  receiptNo: string;
  description: string;
  account: string;
  onDay: Day;
  cents: number;
  /** Its journal was reversed since: the books have it no more. */
  reversed: boolean;
};

const select = sql`
  select
    l.id, j.id as journal_id, j.number as journal, j.title, l.receipt_no, l.description,
    s.code as account, l.incurred_to as on_day, l.cents, j.status = 'reversed' as reversed
  from journal_line l
  join journal j on j.org_id = l.org_id and j.id = l.journal_id
  join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
`;

/** Posted lines of receipts of a search, the newest first, at most 500; or these, also reversed ones. */
export const receiptLines = (
  db: Db,
  of: { q: string } | { ids: readonly string[] },
): Promise<ReceiptLine[]> => {
  const [ids, q] = "ids" in of ? [[...of.ids], ""] : [null, of.q.trim()];
  return db.rows<ReceiptLine>(sql`
    ${select}
    where l.org_id = ${db.scope.orgId}
      and j.kind = 'receipt'
      and j.reverses is null
      and l.cents > 0
      and (
        l.id = any(${ids}::uuid[])
        or ${ids}::uuid[] is null
        and j.status = 'posted'
        and (
          ${q} = ''
          or strpos(
            lower(concat_ws(' ', j.number, j.title, l.receipt_no, l.description, s.code)),
            lower(${q})
          ) > 0
        )
      )
    order by l.incurred_to desc, j.number desc, l.line_no
    limit 500
  `);
};

/** A posted line of receipts, locked, so that nobody else uses it at the same time; null for any other. */
export const takeReceiptLine = async (tx: Tx, id: string): Promise<ReceiptLine | null> => {
  await tx.rows(sql`
    select 1 as locked
    from journal_line
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);
  const [line] = await receiptLines(tx, { ids: [id] });
  return line && !line.reversed ? line : null;
};
