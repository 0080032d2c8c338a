import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { billNumbers } from "#areas/finance/finance.server.ts";
import type { GlEntryDetail } from "./ledger.model.ts";

type Head = Omit<GlEntryDetail, "lines" | "total">;
type Line = Omit<GlEntryDetail["lines"][number], "bill"> & { itemId: string | null };

/** An entry of the general ledger with its lines and the bills that they speak of; 404. */
export const readGlEntry = async (db: Db, id: string): Promise<GlEntryDetail> => {
  const [head, lines] = await Promise.all([
    db.maybe<Head>(sql`
      select
        e.id, e.seq, e.posted_on, e.event, e.document_type, e.document_id, e.document_number,
        e.what, e.record_day, e.source, e.period_id, p.name as period,
        r.name || ', version ' || r.version_no as rules
      from gl_entry e
      join accounting_period p on p.org_id = e.org_id and p.id = e.period_id
      left join posting_rules r on r.org_id = e.org_id and r.id = e.rules_id
      where e.org_id = ${db.scope.orgId} and e.id = ${id}
    `),
    db.rows<Line>(sql`
      select
        l.line_no, f.code || ' ' || f.name as fund, a.code || ' ' || a.name as account, l.code,
        l.cents, l.item_id
      from gl_line l
      join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
      join gl_account a on a.org_id = l.org_id and a.id = l.account_id
      where l.org_id = ${db.scope.orgId} and l.entry_id = ${id}
      order by l.line_no
    `),
  ]);
  if (!head) throw notFound("entry of the general ledger");
  const numbers = await billNumbers(
    db,
    lines.flatMap((l) => l.itemId ?? []),
  );
  return {
    ...head,
    total: lines.reduce((sum, l) => sum + Math.max(0, l.cents), 0),
    lines: lines.map(({ itemId, ...line }) => ({
      ...line,
      bill: itemId ? { id: itemId, number: numbers.get(itemId) ?? null } : null,
    })),
  };
};
