import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalid, invalidField, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { accountFacts, agencyYears, booksOf, postingDay } from "#areas/budget/budget.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { journalEntryLine } from "../books.tables.ts";
import { nominal } from "../chart/chart.labels.ts";
import { mirrorChart } from "../chart/chart.service.ts";
import { ensurePeriods } from "../period/periods.service.ts";
import { periodOf, writeToBooks } from "./entry-books.service.ts";
import { unbalanced, type EntryInput } from "./entry.model.ts";
import { entryNoun, type EntryRecord } from "./entry.noun.ts";

type Line = typeof journalEntryLine.$inferSelect;
type Account = { id: string; kind: string; code: string; class: string };
type Typed = EntryInput["lines"][number];

const accountsOf = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> =>
  new Map(
    (
      await tx.rows<Account>(sql`
        select id, kind, code, class
        from gl_account
        where org_id = ${tx.scope.orgId} and id = any(${[...ids]}::uuid[]) and active
      `)
    ).map((row) => [row.id, row]),
  );

type Named = Pick<Line, "fundId" | "accountId" | "accountStringId" | "code">;
type Of = {
  chart: ReadonlyMap<string, Account>;
  strings: Awaited<ReturnType<typeof accountFacts>>;
};

const namedBy = (line: Typed, { chart, strings }: Of): Named | FieldError["message"] => {
  if (line.accountStringId) {
    const facts = strings.get(line.accountStringId.toLowerCase());
    if (!facts) return "This account string does not exist.";
    const { fundId, accountId, code } = facts;
    return { fundId, accountId, accountStringId: line.accountStringId, code };
  }
  const fund = chart.get(line.fundId!);
  const account = chart.get(line.accountId!);
  if (fund?.kind !== "fund") return "Choose a fund that is in use.";
  if (account?.kind !== "account") return "Choose an account of the books that is in use.";
  if (nominal.has(account.class) && account.class !== "budgetary")
    return `${account.code} is earned or spent by account strings: name the account string, so that its budget knows.`;
  return { fundId: fund.id, accountId: account.id, accountStringId: null, code: "" };
};

const judged = async (tx: Tx, input: EntryInput): Promise<Omit<Line, "orgId" | "entryId">[]> => {
  await mirrorChart(tx);
  const given = <T>(values: readonly (T | null)[]): T[] => values.filter((v) => v !== null);
  const strings = given(input.lines.map((l) => l.accountStringId));
  const [chart, facts] = await Promise.all([
    accountsOf(tx, given(input.lines.flatMap((l) => [l.fundId, l.accountId]))),
    strings.length > 0 ? accountFacts(tx, strings) : new Map(),
  ]);
  const errors: FieldError[] = [];
  const lines = input.lines.flatMap((line, n) => {
    const named = namedBy(line, { chart, strings: facts });
    if (typeof named === "string") {
      const field = line.accountStringId ? "accountStringId" : "accountId";
      errors.push({ path: `lines.${n}.${field}`, message: named });
      return [];
    }
    if (input.kind === "opening" && named.accountStringId)
      errors.push({
        path: `lines.${n}.accountStringId`,
        message: "Opening balances are of assets, liabilities and fund balance.",
      });
    const cents = line.debit - line.credit;
    return [{ ...named, id: newId(), lineNo: n + 1, cents, memo: line.memo, importNo: "" }];
  });
  if (errors.length > 0)
    throw invalid("line_unknown", "Some lines cannot be posted. Nothing was saved.", errors);
  await requireBalanced(tx, lines);
  return lines;
};

const requireBalanced = async (tx: Tx, lines: readonly { fundId: string; cents: number }[]) => {
  const funds = await accountsOf(tx, [...new Set(lines.map((l) => l.fundId))]);
  const apart = unbalanced(
    lines.map((l) => ({ ...l, fund: funds.get(l.fundId)?.code ?? "" })),
    formatCents,
  );
  if (apart.length > 0)
    throw invalid(
      "not_balanced",
      "Debits and credits are the same in each fund. Nothing was saved.",
      apart.map((message) => ({ path: "lines", message })),
    );
};

const yearOf = async (tx: Tx, day: Day, path: string) => {
  const books = await booksOf(tx);
  if (!books)
    throw conflict(
      "no_books",
      "The agency keeps no general ledger yet. Begin the books under Close.",
    );
  if (day < books.beginsOn)
    throw invalidField(
      path,
      `The books begin on ${formatDate(books.beginsOn)}. Enter that day or a later one.`,
    );
  await ensurePeriods(tx, books.beginsOn);
  const year = (await agencyYears(tx)).find((y) => y.startsOn <= day && day <= y.endsOn);
  if (!year) throw invalidField(path, `No fiscal year has ${formatDate(day)}.`);
  return year;
};

const requireReversal = (input: EntryInput) => {
  if (input.kind === "accrual" && !input.reversesOn)
    throw invalidField("reversesOn", "Say on which day the accrual takes itself back.");
  if (input.kind !== "accrual" && input.reversesOn)
    throw invalidField("reversesOn", "Only an accrual takes itself back.");
  if (input.reversesOn && input.reversesOn <= input.postedOn)
    throw invalidField("reversesOn", "It is taken back on a later day than it is posted.");
};

const totalOf = (lines: readonly { cents: number }[]) =>
  lines.reduce((sum, l) => sum + Math.max(0, l.cents), 0);

/**
 * Drafts an entry of the general ledger: balanced in each fund, on balance sheet accounts or on account
 * strings, whose budgets follow. `externalNo` is the document of the finance system that it came from.
 * 422 with the path of what cannot be posted; 409 `no_books`, `period_closed`.
 */
export const draftEntry = async (
  tx: Tx,
  actor: Actor,
  input: EntryInput,
  externalNo: string | null = null,
): Promise<EntryRecord> => {
  requireReversal(input);
  const year = await yearOf(tx, input.postedOn, "postedOn");
  await periodOf(tx, year.id, input.postedOn);
  if (input.reversesOn) await yearOf(tx, input.reversesOn, "reversesOn");
  const judgedLines = await judged(tx, input);
  const id = newId();
  const lines = judgedLines.map((l) => ({ ...l, orgId: actor.orgId!, entryId: id }));
  const { lines: _typed, ...head } = input;
  return create(tx, actor, entryNoun, {
    number: { kind: "JE", year: year.year },
    row: {
      ...head,
      orgId: actor.orgId!,
      id,
      fiscalYearId: year.id,
      total: totalOf(lines),
      externalNo,
      preparedBy: actor.personId,
    },
    content: { lines },
    store: async () => void (await insertRows(tx, journalEntryLine, lines)),
  });
};

/**
 * Corrects an entry that was not sent, by whoever prepared it: whoever wrote in it does not post it. One
 * that came from the finance system is corrected by its document, `externalNo`, alone.
 */
export const correctEntry = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: EntryInput,
  externalNo: string | null = null,
): Promise<EntryRecord> =>
  change(tx, actor, entryNoun, {
    id,
    version,
    unless: (row) => {
      if (row.externalNo !== externalNo)
        return "It came from the finance system: take its document in again.";
      return row.preparedBy === actor.personId
        ? null
        : "Whoever prepared this entry corrects it. Prepare one of your own.";
    },
    effect: async () => {
      requireReversal(input);
      const year = await yearOf(tx, input.postedOn, "postedOn");
      await periodOf(tx, year.id, input.postedOn);
      const lines = (await judged(tx, input)).map((l) => ({
        ...l,
        orgId: actor.orgId!,
        entryId: id,
      }));
      const held = { lines: await linesOf(tx, id) };
      await tx.rows(sql`
        delete from journal_entry_line
        where org_id = ${actor.orgId} and entry_id = ${id}
        returning id
      `);
      await insertRows(tx, journalEntryLine, lines);
      const { lines: _typed, ...head } = input;
      return {
        patch: {
          ...head,
          fiscalYearId: year.id,
          total: totalOf(lines),
        },
        held,
        content: { lines },
      };
    },
  });

/** The lines of an entry, in their order. */
const linesOf = (db: Db, id: string): Promise<Line[]> =>
  db.rows<Line>(sql`
    select *
    from journal_entry_line
    where org_id = ${db.scope.orgId} and entry_id = ${id}
    order by line_no
  `);

/**
 * Takes a posted entry back by one of its own on `day`, in the same transaction: the books keep both.
 * Entries know each other by `reversal_of`.
 */
export const writeReversal = async (
  tx: Tx,
  actor: Actor,
  row: EntryRecord,
  day: Day,
  reason: string,
): Promise<EntryRecord> => {
  const year = await yearOf(tx, day, "postedOn");
  const id = newId();
  const lines = (await linesOf(tx, row.id)).map((l) => ({
    ...l,
    id: newId(),
    entryId: id,
    cents: -l.cents,
  }));
  const made = await create(tx, actor, entryNoun, {
    number: { kind: "JE", year: year.year },
    row: {
      orgId: row.orgId,
      id,
      status: "posted",
      kind: "entry",
      title: `Reversal of ${row.number}`,
      reason,
      postedOn: day,
      fiscalYearId: year.id,
      reversalOf: row.id,
      total: totalOf(lines),
      // The two hands of the reversal: who prepared the entry, and who takes it back.
      preparedBy: row.preparedBy,
      approvedBy: actor.personId ?? row.approvedBy,
      approvedAt: businessNow(tx.scope).toISOString(),
    },
    content: { lines },
    store: async () => void (await insertRows(tx, journalEntryLine, lines)),
  });
  await writeToBooks(tx, actor, made, lines);
  return made;
};

/**
 * Posts an entry as another person than prepared it: into the general ledger, and into the budgets of its
 * account strings. An accrual whose day has come takes itself back at once. 409 where the period is
 * closed or a budget has too little.
 */
export const postEntry = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<EntryRecord> => {
  const row = await transition(tx, actor, entryNoun, {
    id,
    action: "post",
    version,
    effect: async (entry) => {
      const lines = await linesOf(tx, id);
      await requireBalanced(tx, lines);
      await writeToBooks(tx, actor, entry, lines);
      return {
        patch: { approvedBy: actor.personId, approvedAt: businessNow(tx.scope).toISOString() },
      };
    },
  });
  if (row.reversesOn && row.reversesOn <= businessDate(tx.scope))
    await writeReversal(tx, actor, row, row.reversesOn, `Accrual of ${row.number} taken back`);
  return row;
};

/** Sends an entry to be posted by another person. 422 `not_balanced` for one that does not balance. */
export const submitEntry = (tx: Tx, actor: Actor, taken: TakenStep): Promise<EntryRecord> =>
  transition(tx, actor, entryNoun, {
    ...taken,
    action: "submit",
    effect: async () => {
      const lines = await linesOf(tx, taken.id);
      if (lines.length < 2)
        throw invalid("not_balanced", "An entry has two lines at least. Add them first.", []);
      await requireBalanced(tx, lines);
      return {};
    },
  });

/** Takes a posted entry back on its own day, or on the first day behind the closed periods. */
export const reverseEntry = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<EntryRecord> =>
  transition(tx, actor, entryNoun, {
    id,
    action: "reverse",
    version,
    reason,
    effect: async (row) => {
      const taken = await tx.maybe(sql`
        select 1 as found
        from journal_entry
        where org_id = ${row.orgId} and reversal_of = ${row.id}
      `);
      if (taken) throw conflict("reversed", "This entry was taken back already.");
      const made = await writeReversal(
        tx,
        actor,
        row,
        await postingDay(tx, row.postedOn),
        reason ?? "",
      );
      return { note: made.number };
    },
  });
