import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { accountFacts, postCommitments, type Posting } from "#areas/budget/budget.server.ts";
import type { Tx } from "#server/db/db.ts";
import type { journalEntryLine } from "../books.tables.ts";
import { periodsInOrder } from "../period/periods.service.ts";
import { merged } from "../posting/entry-lines.model.ts";
import { lockBooks, writeEntries } from "../posting/write-entries.service.ts";
import type { EntryRecord } from "./entry.noun.ts";

type Line = typeof journalEntryLine.$inferSelect;

/**
 * The period of a day in which entries by hand still post: until it is closed for good. 409
 * `period_closed`.
 */
export const periodOf = async (tx: Tx, fiscalYearId: string, day: Day): Promise<string> => {
  const mine = (await periodsInOrder(tx)).filter(
    (p) => p.fiscalYearId === fiscalYearId && p.firstDay <= day && day <= p.lastDay,
  );
  const found = mine.find((p) => p.status !== "closed");
  if (!found)
    throw conflict(
      "period_closed",
      `The period of ${formatDate(day)} is closed. Enter a day of an open period, or have it reopened.`,
    );
  return found.id;
};

// What lines on account strings do to their budgets: spending by its debits, revenue by its credits.
const chargeBudgets = async (tx: Tx, actor: Actor, row: EntryRecord, lines: readonly Line[]) => {
  const charged = lines.filter((l) => l.accountStringId !== null);
  if (charged.length === 0) return;
  const facts = await accountFacts(
    tx,
    charged.map((l) => l.accountStringId!),
  );
  const comesIn = (l: Line) => {
    const of = facts.get(l.accountStringId!.toLowerCase())!.class;
    return of === "revenue" || of === "transfer_in";
  };
  const document = {
    type: "journalEntry",
    id: row.id,
    number: row.number,
    fiscalYearId: row.fiscalYearId,
  };
  const posting =
    (sign: 1 | -1) =>
    (l: Line): Posting => ({
      accountStringId: l.accountStringId!,
      expended: sign * l.cents,
    });
  const options = { kind: "expend" as const, note: row.title, postedOn: row.postedOn };
  const spending = charged.filter((l) => !comesIn(l));
  const revenue = charged.filter(comesIn);
  if (spending.length > 0) postCommitments(tx, actor, document, spending.map(posting(1)), options);
  if (revenue.length > 0)
    postCommitments(tx, actor, document, revenue.map(posting(-1)), { ...options, receipts: true });
};

/** Writes an entry by hand into the general ledger and into the budgets of its account strings. */
export const writeToBooks = async (
  tx: Tx,
  actor: Actor,
  row: EntryRecord,
  lines: readonly Line[],
) => {
  await lockBooks(tx);
  const periodId = await periodOf(tx, row.fiscalYearId, row.postedOn);
  await chargeBudgets(tx, actor, row, lines);
  await writeEntries(tx, [
    {
      source: "entry",
      sourceId: row.id,
      event: row.kind,
      fiscalYearId: row.fiscalYearId,
      periodId,
      postedOn: row.postedOn,
      recordDay: row.postedOn,
      documentType: "journalEntry",
      documentId: row.id,
      documentNumber: row.number,
      what: row.title,
      rulesId: null,
      ownThere: row.externalNo !== null,
      lines: merged(
        lines.map(({ fundId, accountId, accountStringId, code, cents }) => ({
          fundId,
          accountId,
          accountStringId,
          code,
          cents,
          item: null,
          itemId: null,
        })),
      ),
    },
  ]);
};
