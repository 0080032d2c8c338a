import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { nominal } from "../chart/chart.labels.ts";
import { accountOf } from "../chart/chart.service.ts";
import type { EntryLine } from "../posting/entry-lines.model.ts";
import { writeEntries } from "../posting/write-entries.service.ts";
import type { PeriodRecord } from "./period.record.ts";

type Sum = Pick<EntryLine, "fundId" | "accountId" | "accountStringId" | "code" | "cents">;

const line = (sum: Sum, cents: number): EntryLine => ({ ...sum, cents, item: null, itemId: null });

const write = (
  tx: Tx,
  row: PeriodRecord,
  event: string,
  what: string,
  lines: readonly EntryLine[],
) =>
  writeEntries(tx, [
    {
      source: "year_end",
      sourceId: newId(),
      event,
      fiscalYearId: row.fiscalYearId,
      periodId: row.id,
      postedOn: row.lastDay,
      recordDay: row.lastDay,
      documentType: "accountingPeriod",
      documentId: row.id,
      documentNumber: row.number,
      what,
      rulesId: null,
      lines,
    },
  ]);

/**
 * Closes what a fiscal year earned, spent and budgeted into fund balance, fund by fund; nothing where it
 * is closed already.
 */
export const closeYearBooks = async (tx: Tx, row: PeriodRecord): Promise<void> => {
  const sums = await tx.rows<Sum>(sql`
    select l.fund_id, l.account_id, l.account_string_id, l.code, sum(l.cents)::bigint as cents
    from gl_line l
    join gl_account g on g.org_id = l.org_id and g.id = l.account_id
    where l.org_id = ${row.orgId}
      and l.fiscal_year_id = ${row.fiscalYearId}
      and g.class = any(${[...nominal]}::text[])
    group by l.fund_id, l.account_id, l.account_string_id, l.code
    having sum(l.cents) <> 0
    order by l.fund_id, l.code, l.account_id
  `);
  const balance = (await accountOf(tx, "fundBalance"))!;
  const funds = [...new Set(sums.map((s) => s.fundId))];
  await write(tx, row, "close", `Year end of ${row.year}`, [
    ...sums.map((s) => line(s, -s.cents)),
    ...funds.flatMap((fundId) => {
      const cents = sums.reduce((sum, s) => sum + (s.fundId === fundId ? s.cents : 0), 0);
      const into = { fundId, accountId: balance, accountStringId: null, code: "", cents };
      return cents === 0 ? [] : [line(into, cents)];
    }),
  ]);
};

/** Takes the closing of a year's accounts back, where its adjustment period is reopened. */
export const takeBackYearEnd = async (tx: Tx, row: PeriodRecord): Promise<void> => {
  const sums = await tx.rows<Sum>(sql`
    select l.fund_id, l.account_id, l.account_string_id, l.code, sum(l.cents)::bigint as cents
    from gl_entry e
    join gl_line l on l.org_id = e.org_id and l.entry_id = e.id
    where e.org_id = ${row.orgId} and e.source = 'year_end' and e.period_id = ${row.id}
    group by l.fund_id, l.account_id, l.account_string_id, l.code
    having sum(l.cents) <> 0
    order by l.fund_id, l.code, l.account_id
  `);
  await write(
    tx,
    row,
    "reopen",
    `Year end of ${row.year} taken back`,
    sums.map((s) => line(s, -s.cents)),
  );
};
