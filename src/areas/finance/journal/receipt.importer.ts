import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
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
import { accountFacts, budgetedAccounts } from "#areas/budget/budget.server.ts";
import { journalLine } from "../cost/cost.tables.ts";
import { readIncoming, type Incoming } from "./incoming.service.ts";
import { journalNoun } from "./journal.noun.ts";

const rowSchema = z.object({
  batch: z.string().trim().min(1).max(120),
  row: z.string().trim().max(60).default(""),
  account: z.string().trim().toUpperCase().min(1).max(120),
  receivedOn: z.iso.date("Enter a date such as 2026-11-20."),
  description: z.string().trim().max(300).default("Received"),
  amount: z.number("Enter an amount such as 1,234.56.").int(),
});
type Row = z.output<typeof rowSchema>;
type Plan = { accountStringId: string; fiscalYearId: string; year: number };
type Kept = { amount: number; receivedOn: string };
type Known = Incoming & {
  classes: ReadonlyMap<string, string>;
  budgeted: ReadonlySet<string>;
  drafted: ReadonlyMap<string, Kept>;
};

// A receipt is known by its number within its batch; one without a number by its day.
const keyOf = (row: Pick<Row, "batch" | "row" | "account" | "receivedOn" | "description">) =>
  JSON.stringify([
    row.batch,
    row.row || row.receivedOn,
    row.row !== "",
    row.account,
    row.description,
  ]);

// Receipts that a batch which waits to be sent holds already: the same file again must not double it.
const drafted = async (db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, Kept>> =>
  new Map(
    (
      await db.rows<{
        batch: string;
        row: string;
        account: string;
        receivedOn: string;
        description: string;
        amount: number;
      }>(sql`
        select
          j.title as batch, l.receipt_no as "row", s.code as account,
          l.incurred_from as received_on, l.description, l.cents as amount
        from journal j
        join journal_line l on l.org_id = j.org_id and l.journal_id = j.id
        join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
        where j.org_id = ${db.scope.orgId}
          and j.kind = 'receipt'
          and j.status = 'draft'
          and j.title = any(${[...new Set(rows.map(({ batch }) => batch))]}::text[])
      `)
    ).map(({ amount, receivedOn, ...line }) => [
      keyOf({ ...line, receivedOn }),
      { amount, receivedOn },
    ]),
  );

const factsOf = async (db: Db, rows: readonly Row[]): Promise<Known> => {
  const incoming = await readIncoming(
    db,
    "receipt",
    rows.map(({ account, receivedOn }) => ({ account, day: receivedOn })),
  );
  const ids = [...incoming.accounts.values()];
  const facts = ids.length ? await accountFacts(db, ids) : new Map<string, { class: string }>();
  return {
    ...incoming,
    classes: new Map([...facts].map(([id, fact]) => [id, fact.class])),
    budgeted: await budgetedAccounts(db, ids),
    drafted: await drafted(db, rows),
  };
};

const known = (row: Row, before: Kept): Verdict<Plan> =>
  verdictOnKnown(
    row.row ? `Receipt ${row.row} of ${row.batch}` : `A receipt without a number of ${row.batch}`,
    [
      { column: "Amount", onFile: formatCents(before.amount), inFile: formatCents(row.amount) },
      { column: "Received on", onFile: before.receivedOn, inFile: row.receivedOn },
    ],
    "Correct the journal that waits to be sent, or give the receipt a number or a batch of its own.",
  );

const judge = (row: Row, of: Known): Verdict<Plan> => {
  const { accounts, classes, budgeted, years, sent, drafted: there } = of;
  const reject = (problem: RowProblem): Verdict<Plan> => ({ action: "reject", problem });
  const accountStringId = accounts.get(row.account);
  const kind = accountStringId && classes.get(accountStringId);
  if (!accountStringId || (kind !== "revenue" && kind !== "transfer_in"))
    return reject({
      column: "Account",
      expected: "an account string of revenue or of transfers in",
      found: row.account,
      fix: accountStringId
        ? "This account is spent from. Money that comes back for a cost is a credit of its vendor."
        : "Correct the code, or ask the budget officer to add the account.",
    });
  const year = years.get(row.receivedOn);
  if (!year)
    return reject({
      column: "Received on",
      expected: "a day of a fiscal year that is open",
      found: row.receivedOn,
      fix: "No fiscal year is open on this day: the budget officer opens it, or the day is wrong.",
    });
  if (!budgeted.has(`${accountStringId} ${year.id}`))
    return reject({
      column: "Account",
      expected: `an account with a line in ${year.year}`,
      found: row.account,
      fix: "The budget officer adds a line of revenue for it first.",
    });
  if (row.amount === 0)
    return reject({ column: "Amount", expected: "an amount", found: "0", fix: "Leave it out." });
  if (sent.has(row.batch))
    return reject({
      column: "Batch",
      expected: "a batch that was not sent yet",
      found: row.batch,
      fix: "This batch was sent to be posted. Reverse it, or give the correction another name.",
    });
  const before = there.get(keyOf(row));
  if (before) return known(row, before);
  return {
    action: "create",
    plan: { accountStringId, fiscalYearId: year.id, year: year.year },
  };
};

// The journal of a batch in a fiscal year, made with the first of its rows.
const journalFor = async (tx: Tx, actor: Actor, row: Row, plan: Plan): Promise<string> => {
  const found = await tx.maybe<{ id: string }>(sql`
    select id
    from journal
    where org_id = ${tx.scope.orgId}
      and kind = 'receipt'
      and status = 'draft'
      and title = ${row.batch}
      and fiscal_year_id = ${plan.fiscalYearId}
    for update
  `);
  if (found) return found.id;
  const made = await create(tx, actor, journalNoun, {
    number: { kind: "JRN", year: plan.year },
    row: {
      orgId: actor.orgId!,
      id: newId(),
      kind: "receipt",
      title: row.batch,
      fiscalYearId: plan.fiscalYearId,
      preparedBy: actor.personId,
    },
  });
  return made.id;
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  const journalOf = ({ row, plan }: Planned<Row, Plan>) => `${plan.fiscalYearId} ${row.batch}`;
  for (const key of new Set(rows.map(journalOf))) {
    const mine = rows.filter((each) => journalOf(each) === key);
    const journalId = await journalFor(tx, actor, mine[0]!.row, mine[0]!.plan);
    const { last } = await tx.one<{ last: number }>(sql`
      select coalesce(max(line_no), 0)::int as last
      from journal_line
      where org_id = ${tx.scope.orgId} and journal_id = ${journalId}
    `);
    await insertRows(
      tx,
      journalLine,
      mine.map(({ row, plan }, n) => ({
        orgId: actor.orgId!,
        id: newId(),
        journalId,
        lineNo: last + n + 1,
        accountStringId: plan.accountStringId,
        description: row.description,
        receiptNo: row.row,
        incurredFrom: row.receivedOn,
        incurredTo: row.receivedOn,
        cents: row.amount,
      })),
    );
    await tx.rows(sql`
      update journal
      set total = total + ${mine.reduce((sum, r) => sum + r.row.amount, 0)}
      where org_id = ${tx.scope.orgId} and id = ${journalId}
    `);
  }
};

/**
 * What came in, from a file of the cash receipts: the rows of a batch become a journal on lines of
 * revenue, which another person posts. A refund is a negative amount.
 */
export const receiptImporter = defineImporter({
  kind: "receipts",
  label: "receipts",
  permission: "journal.prepare",
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
      name: "batch",
      label: "Batch",
      required: true,
      aliases: ["Deposit", "Receipt batch"],
      expected: "the name of the batch or deposit",
      type: cells.code,
    },
    {
      name: "row",
      label: "Receipt",
      aliases: ["Receipt number", "Line"],
      expected: "its number",
      type: cells.code,
    },
    {
      name: "account",
      label: "Account",
      required: true,
      aliases: ["Account string", "GL account"],
      expected: "an account string of revenue",
      type: cells.code,
    },
    {
      name: "receivedOn",
      label: "Received on",
      required: true,
      aliases: ["Date", "Deposit date"],
      type: cells.recentDay,
    },
    { name: "description", label: "Description", aliases: ["From", "Payer"], expected: "what for" },
    {
      name: "amount",
      label: "Amount",
      required: true,
      expected: "dollars and cents",
      type: cells.money,
    },
  ],
});
