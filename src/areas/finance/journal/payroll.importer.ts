import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { objectClasses } from "../cost/cost.labels.ts";
import { journalLine } from "../cost/cost.tables.ts";
import { readIncoming, type Incoming } from "./incoming.service.ts";
import { objectClass } from "./journal.model.ts";
import { journalNoun } from "./journal.noun.ts";

const day = z.iso.date("Enter a date such as 2026-11-20.");
const rowSchema = z.object({
  register: z.string().trim().min(1).max(120),
  employee: z.string().trim().min(1).max(120),
  hours: z.string().trim().max(20).default(""),
  account: z.string().trim().toUpperCase().min(1).max(120),
  objectClass: objectClass.optional(),
  from: day,
  to: day,
  paidOn: day,
  amount: z.number("Enter an amount such as 1,234.56.").int(),
});
type Row = z.output<typeof rowSchema>;
type Plan = { accountStringId: string; fiscalYearId: string; year: number };
type Kept = { cents: number; hours: string; to: string };
type Known = Incoming & { drafted: ReadonlyMap<string, Kept> };

const keyOf = (row: Pick<Row, "register" | "employee" | "account" | "from" | "objectClass">) =>
  `${row.register} ${row.employee} ${row.account} ${row.from} ${row.objectClass ?? "personnel"}`;

// Pay that a register which waits to be sent holds already: another file of it must not double it.
const drafted = async (db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, Kept>> =>
  new Map(
    (
      await db.rows<
        Kept & {
          register: string;
          employee: string;
          account: string;
          from: string;
          objectClass: Row["objectClass"];
        }
      >(sql`
        select
          j.title as register, l.employee, s.code as account, l.incurred_from as "from",
          l.object_class, l.cents, l.hours, l.incurred_to as "to"
        from journal j
        join journal_line l on l.org_id = j.org_id and l.journal_id = j.id
        join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
        where j.org_id = ${db.scope.orgId}
          and j.kind = 'payroll'
          and j.status = 'draft'
          and j.title = any(${[...new Set(rows.map((r) => r.register))]}::text[])
      `)
    ).map((line) => [keyOf(line), line]),
  );

const judge = (row: Row, { accounts, years, sent, drafted: there }: Known): Verdict<Plan> => {
  const reject = (problem: RowProblem): Verdict<Plan> => ({ action: "reject", problem });
  const accountStringId = accounts.get(row.account);
  if (!accountStringId)
    return reject({
      column: "Account",
      expected: "an account string of the agency",
      found: row.account,
      fix: "Correct the code, or ask the budget officer to add the account.",
    });
  const year = years.get(row.paidOn);
  if (!year)
    return reject({
      column: "Paid on",
      expected: "a day of a fiscal year that is open",
      found: row.paidOn,
      fix: "No fiscal year is open on this day: the budget officer opens it, or the day is wrong.",
    });
  if (row.to < row.from)
    return reject({
      column: "To",
      expected: "a day not before the first",
      found: row.to,
      fix: "Correct the pay period.",
    });
  if (row.amount === 0)
    return reject({ column: "Amount", expected: "an amount", found: "0", fix: "Leave it out." });
  if (sent.has(row.register))
    return reject({
      column: "Register",
      expected: "a register that was not sent yet",
      found: row.register,
      fix: "This register was sent to be posted. Reverse it, or give the correction another name.",
    });
  const before = there.get(keyOf(row));
  if (before)
    return verdictOnKnown(
      `${row.employee} in ${row.register}`,
      [
        { column: "Amount", onFile: formatCents(before.cents), inFile: formatCents(row.amount) },
        { column: "Hours", onFile: before.hours, inFile: row.hours },
        { column: "To", onFile: before.to, inFile: row.to },
      ],
      "Correct the journal that waits to be sent, or give the correction a register of its own.",
    );
  return { action: "create", plan: { accountStringId, fiscalYearId: year.id, year: year.year } };
};

// The register's journal, made with the first of its rows.
const journalFor = async (tx: Tx, actor: Actor, row: Row, plan: Plan): Promise<string> => {
  const found = await tx.maybe<{ id: string }>(sql`
    select id
    from journal
    where org_id = ${tx.scope.orgId}
      and kind = 'payroll'
      and status = 'draft'
      and title = ${row.register}
    for update
  `);
  if (found) return found.id;
  const made = await create(tx, actor, journalNoun, {
    number: { kind: "JRN", year: plan.year },
    row: {
      orgId: actor.orgId!,
      id: newId(),
      kind: "payroll",
      title: row.register,
      fiscalYearId: plan.fiscalYearId,
      paidOn: row.paidOn,
      preparedBy: actor.personId,
    },
  });
  return made.id;
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  for (const register of new Set(rows.map((r) => r.row.register))) {
    const mine = rows.filter((r) => r.row.register === register);
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
        objectClass: row.objectClass ?? "personnel",
        description: "Pay",
        employee: row.employee,
        hours: row.hours,
        incurredFrom: row.from,
        incurredTo: row.to,
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

/** A payroll register: one row per person, account and period; a journal waits to be sent then. */
export const payrollImporter = defineImporter({
  kind: "payroll",
  label: "payroll register",
  permission: "payroll.import",
  confidential: true,
  fields: [
    {
      name: "register",
      label: "Register",
      required: true,
      aliases: ["Payroll", "Batch"],
      expected: "the register's name",
      type: cells.code,
    },
    {
      name: "employee",
      label: "Employee",
      required: true,
      aliases: ["Name", "Employee number"],
      expected: "who was paid",
      type: cells.code,
    },
    { name: "hours", label: "Hours", expected: "hours worked", type: cells.decimal },
    {
      name: "account",
      label: "Account",
      required: true,
      aliases: ["Account string", "GL account"],
      expected: "an account string",
      type: cells.code,
    },
    {
      name: "objectClass",
      label: "Object class",
      aliases: ["Class"],
      type: oneOf(objectClasses),
    },
    {
      name: "from",
      label: "From",
      required: true,
      aliases: ["Period from", "Begin"],
      type: cells.recentDay,
    },
    {
      name: "to",
      label: "To",
      required: true,
      aliases: ["Period to", "End"],
      type: cells.recentDay,
    },
    {
      name: "paidOn",
      label: "Paid on",
      required: true,
      aliases: ["Pay date"],
      type: cells.recentDay,
    },
    {
      name: "amount",
      label: "Amount",
      required: true,
      aliases: ["Gross", "Cost"],
      expected: "dollars and cents",
      type: cells.money,
    },
  ],
  schema: rowSchema,
  keys: (row) => [keyOf(row)],
  plan: async (db, rows) => {
    const [incoming, there] = await Promise.all([
      readIncoming(
        db,
        "payroll",
        rows.map(({ account, paidOn }) => ({ account, day: paidOn })),
      ),
      drafted(db, rows),
    ]);
    return rows.map((row) => judge(row, { ...incoming, drafted: there }));
  },
  apply,
});
