import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { agencyYears, booksOf, stringsByCode } from "#areas/budget/budget.server.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { journalEntryLine } from "../books.tables.ts";
import { ownClasses } from "../chart/chart.labels.ts";
import { entryNoun } from "./entry.noun.ts";

const rowSchema = z.object({
  entry: z.string().trim().min(1).max(200),
  line: z.string().trim().max(60).default(""),
  postedOn: z.iso.date("Enter a date such as 2026-11-20."),
  account: z.string().trim().toUpperCase().min(1).max(120),
  fund: z.string().trim().toUpperCase().max(20).default(""),
  memo: z.string().trim().max(300).default(""),
  reason: z.string().trim().max(2000).default("From a file"),
  amount: z.number("Enter an amount such as 1,234.56.").int(),
});
type Row = z.output<typeof rowSchema>;
type Named = { fundId: string; accountId: string; accountStringId: string | null; code: string };
type Plan = Named & { fiscalYearId: string; year: number };
type Kept = { amount: number; postedOn: string };
type Known = {
  strings: ReadonlyMap<string, Named>;
  funds: ReadonlyMap<string, string>;
  accounts: ReadonlyMap<string, string>;
  years: Awaited<ReturnType<typeof agencyYears>>;
  beginsOn: Day | null;
  drafted: ReadonlyMap<string, Kept>;
};

// A line is known by its number within its entry; one without a number by its account and memo.
const keyOf = (row: Pick<Row, "entry" | "line" | "account" | "fund" | "memo">) =>
  JSON.stringify([row.entry, row.line || row.memo, row.line !== "", row.account, row.fund]);

type Drafted = Pick<Row, "entry" | "line" | "account" | "fund" | "memo"> & Kept;
const drafted = async (db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, Kept>> => {
  const found = await db.rows<Drafted>(sql`
    select
      j.title as entry, l.import_no as line, j.posted_on, l.memo, l.cents as amount,
      case when l.account_string_id is null then g.code else l.code end as account,
      case when l.account_string_id is null then f.code else '' end as fund
    from journal_entry j
    join journal_entry_line l on l.org_id = j.org_id and l.entry_id = j.id
    join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
    join gl_account g on g.org_id = l.org_id and g.id = l.account_id
    where j.org_id = ${db.scope.orgId}
      and j.status = 'draft'
      and j.title = any(${[...new Set(rows.map(({ entry }) => entry))]}::text[])
  `);
  return new Map(found.map((row) => [keyOf(row), { amount: row.amount, postedOn: row.postedOn }]));
};

const chartOf = async (db: Db) => {
  const rows = await db.rows<{ id: string; kind: string; code: string }>(sql`
    select id, kind, code
    from gl_account
    where org_id = ${db.scope.orgId}
      and active
      and (kind = 'fund' or class = any(${[...ownClasses]}::text[]))
  `);
  const of = (kind: string) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ code, id }) => [code, id]));
  return { funds: of("fund"), accounts: of("account") };
};

const factsOf = async (db: Db, rows: readonly Row[]): Promise<Known> => {
  const [strings, chart, years, books, there] = await Promise.all([
    stringsByCode(
      db,
      rows.map(({ account }) => account),
    ),
    chartOf(db),
    agencyYears(db),
    booksOf(db),
    drafted(db, rows),
  ]);
  return { strings, ...chart, years, beginsOn: books?.beginsOn ?? null, drafted: there };
};

const namedBy = ({ account, fund }: Row, of: Known): Named | null => {
  if (fund === "") return of.strings.get(account) ?? null;
  const [fundId, accountId] = [of.funds.get(fund), of.accounts.get(account)];
  return fundId && accountId ? { fundId, accountId, accountStringId: null, code: "" } : null;
};

const known = (row: Row, before: Kept): Verdict<Plan> =>
  verdictOnKnown(
    `This line of ${row.entry}`,
    [
      { column: "Amount", onFile: formatCents(before.amount), inFile: formatCents(row.amount) },
      { column: "Date", onFile: before.postedOn, inFile: row.postedOn },
    ],
    "Correct the draft, or give the entry of the file another title.",
  );

const judge = (row: Row, of: Known): Verdict<Plan> => {
  const reject = (problem: RowProblem): Verdict<Plan> => ({ action: "reject", problem });
  const year = of.years.find((y) => y.startsOn <= row.postedOn && row.postedOn <= y.endsOn);
  if (!year || !of.beginsOn || row.postedOn < of.beginsOn)
    return reject({
      column: "Date",
      expected: "a day behind the beginning of the books, in a fiscal year",
      found: row.postedOn,
      fix: "Correct the day. The beginning of the books stands under Budget, Close.",
    });
  const named = namedBy(row, of);
  if (!named)
    return reject({
      column: "Account",
      expected: "an account string, or a fund with an account of the books",
      found: [row.fund, row.account].filter(Boolean).join(" "),
      fix: "Spending and revenue are named by account string alone; cash, payables and fund balance by fund and account.",
    });
  if (row.amount === 0)
    return reject({ column: "Amount", expected: "an amount", found: "0", fix: "Leave it out." });
  const before = of.drafted.get(keyOf(row));
  if (before) return known(row, before);
  return { action: "create", plan: { ...named, fiscalYearId: year.id, year: year.year } };
};

// The draft of an entry, made with the first of its lines.
const draftFor = async (tx: Tx, actor: Actor, row: Row, plan: Plan): Promise<string> => {
  const found = await tx.maybe<{ id: string }>(sql`
    select id
    from journal_entry
    where org_id = ${tx.scope.orgId}
      and status = 'draft'
      and title = ${row.entry}
      and posted_on = ${row.postedOn}
      and prepared_by = ${actor.personId}
    for update
  `);
  if (found) return found.id;
  const made = await create(tx, actor, entryNoun, {
    number: { kind: "JE", year: plan.year },
    row: {
      orgId: actor.orgId!,
      id: newId(),
      title: row.entry,
      reason: row.reason,
      postedOn: row.postedOn,
      fiscalYearId: plan.fiscalYearId,
      preparedBy: actor.personId,
    },
  });
  return made.id;
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  const entryOf = ({ row }: Planned<Row, Plan>) => `${row.postedOn} ${row.entry}`;
  for (const key of new Set(rows.map(entryOf))) {
    const mine = rows.filter((each) => entryOf(each) === key);
    const entryId = await draftFor(tx, actor, mine[0]!.row, mine[0]!.plan);
    const { last } = await tx.one<{ last: number }>(sql`
      select coalesce(max(line_no), 0)::int as last
      from journal_entry_line
      where org_id = ${tx.scope.orgId} and entry_id = ${entryId}
    `);
    await insertRows(
      tx,
      journalEntryLine,
      mine.map(({ row, plan: { fiscalYearId: _year, year: _number, ...named } }, n) => ({
        ...named,
        orgId: actor.orgId!,
        id: newId(),
        entryId,
        lineNo: last + n + 1,
        cents: row.amount,
        memo: row.memo,
        importNo: row.line,
      })),
    );
    await tx.rows(sql`
      update journal_entry
      set total = total + ${mine.reduce((sum, { row }) => sum + Math.max(0, row.amount), 0)}
      where org_id = ${tx.scope.orgId} and id = ${entryId}
    `);
  }
};

/**
 * Entries of the general ledger from a file: the rows of a title and day become one draft, debits more
 * than nothing, credits less. It is sent once it balances, and another person posts it.
 */
export const entryImporter = defineImporter({
  kind: "journalEntries",
  label: "journal entries",
  permission: "entry.prepare",
  schema: rowSchema,
  keys: (row) => [keyOf(row)],
  sum: "amount",
  plan: async (db, rows) => {
    const facts = await factsOf(db, rows);
    return rows.map((row) => judge(row, facts));
  },
  apply,
  fields: [
    {
      name: "entry",
      label: "Entry",
      required: true,
      aliases: ["Title", "Journal", "Description"],
      expected: "the title of the entry",
    },
    {
      name: "line",
      label: "Line",
      aliases: ["Line number", "No"],
      expected: "its number",
      type: cells.code,
    },
    {
      name: "postedOn",
      label: "Date",
      required: true,
      aliases: ["Posting date", "Effective date"],
      type: cells.recentDay,
    },
    {
      name: "account",
      label: "Account",
      required: true,
      aliases: ["Account string", "GL account"],
      expected: "an account string, or an account of the books",
      type: cells.code,
    },
    {
      name: "fund",
      label: "Fund",
      aliases: ["Fund code"],
      expected: "the fund, for an account of the books",
      type: cells.code,
    },
    { name: "memo", label: "Memo", aliases: ["Line description"], expected: "what for" },
    { name: "reason", label: "Reason", aliases: ["Explanation"], expected: "why" },
    {
      name: "amount",
      label: "Amount",
      required: true,
      aliases: ["Debit (credit)", "Net"],
      expected: "debits more than nothing, credits less",
      type: cells.money,
    },
  ],
});
