import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { booksOf, expendedByFund, ledgerMovements } from "#areas/budget/budget.server.ts";
import { cashMovements, journalKindsOf, retainageOf } from "#areas/finance/finance.server.ts";
import { chartByCode, mirrorChart } from "../chart/chart.service.ts";
import { ensurePeriods, periodsInOrder } from "../period/periods.service.ts";
import { placeIn, type Standing } from "../period/months.model.ts";
import { postingEvents, type PostingEvent } from "../rules/rules.labels.ts";
import { rulesInForce } from "../rules/rules.service.ts";
import type { RuleLine } from "../rules/rules.model.ts";
import {
  entryLines,
  NotPosted,
  type ChartAccount,
  type EntryLine,
  type Happening,
} from "./entry-lines.model.ts";
import {
  cashHappenings,
  expenseEvent,
  happeningsOf,
  noteItem,
  retainedOf,
  type BillsBehind,
  type OpenBills,
} from "./happenings.model.ts";
import type { CashMovement, LedgerMovement } from "./movements.ts";
import { known, lookedThrough, posted, type Source } from "./looked.service.ts";
import { lockBooks, writeEntries, type NewEntry } from "./write-entries.service.ts";

/** So many movements are posted in one transaction. */
const batch = 500;

type Kept = {
  beginsOn: Day;
  rulesId: string;
  rules: readonly RuleLine[];
  chart: ReadonlyMap<string, ChartAccount>;
  periods: readonly Standing[];
};

type Waits = {
  source: "commitment" | "cash";
  sourceId: string;
  onDay: Day;
  fiscalYearId: string | null;
  documentType: string;
  documentId: string;
  documentNumber: string;
  cents: number;
  reason: string;
};

const labelOf = (event: PostingEvent): string => postingEvents[event].label;

const keptOf = async (tx: Tx): Promise<Kept | null> => {
  const books = await booksOf(tx);
  if (!books) return null;
  await mirrorChart(tx);
  await ensurePeriods(tx, books.beginsOn);
  const [inForce, chart, periods] = await Promise.all([
    rulesInForce(tx),
    chartByCode(tx),
    periodsInOrder(tx),
  ]);
  return {
    beginsOn: books.beginsOn,
    rulesId: inForce?.id ?? "",
    rules: inForce?.rules ?? [],
    chart,
    periods,
  };
};

const openItems = async (db: Db, item: "payable" | "retained", ids: readonly string[]) => {
  const open: OpenBills = new Map();
  const rows = await db.rows<{ itemId: string; fundId: string; cents: number }>(sql`
    select item_id, fund_id, sum(cents)::bigint as cents
    from gl_line
    where org_id = ${db.scope.orgId} and item = ${item} and item_id = any(${[...ids]}::uuid[])
    group by item_id, fund_id
  `);
  for (const { itemId, fundId, cents } of rows) noteItem(open, itemId, fundId, cents);
  return open;
};

// Where it stands, and what its lines are; or why neither.
const tried = <T>(of: () => T): T | NotPosted => {
  try {
    return of();
  } catch (error) {
    if (error instanceof NotPosted) return error;
    throw error;
  }
};

// A budget's movement stays in its fiscal year.
const placeInYear = (kept: Kept, fiscalYearId: string, day: Day) => {
  const found = placeIn(
    kept.periods.filter((p) => p.fiscalYearId === fiscalYearId),
    day,
  );
  if (!found) throw new NotPosted("No period of its fiscal year is open.");
  return found;
};

// Cash counts in the month of its day, or in the first month behind it that is open.
const placeInMonths = (kept: Kept, day: Day) => {
  const found = placeIn(
    kept.periods.filter((p) => !p.adjustment && p.lastDay >= day),
    day,
  );
  if (!found) throw new NotPosted("No period of its day is open.");
  return found;
};

const linesOf = (kept: Kept, happenings: readonly Happening[]): EntryLine[] =>
  entryLines(happenings, kept.rules, kept.chart, labelOf);

// The last document of a full batch may go on behind it: it waits for the next one.
const wholeDocuments = (movements: readonly LedgerMovement[]): readonly LedgerMovement[] => {
  if (movements.length < batch) return movements;
  const last = movements.at(-1)!.documentId;
  const whole = movements.filter((m) => m.documentId !== last);
  return whole.length > 0 ? whole : movements;
};

const mainEvent = (m: LedgerMovement, journals: ReadonlyMap<string, string>): PostingEvent => {
  if (m.expended !== 0) return expenseEvent(m, journals);
  if (m.encumbered !== 0) return "encumbrance";
  return m.class === "revenue" || m.class === "transfer_in" ? "estimate" : "appropriation";
};

const centsOf = (m: LedgerMovement) => m.expended || m.encumbered || m.adjusted;

const withheldOf = async (db: Db, ids: readonly string[]) =>
  new Map((await retainageOf(db, ids)).map((bill) => [bill.id, bill.retainage]));

type Outcome = { entries: NewEntry[]; waits: Waits[] };

const budgetEntries = async (
  tx: Tx,
  kept: Kept,
  movements: readonly LedgerMovement[],
): Promise<Outcome> => {
  const ids = [...new Set(movements.map((m) => m.documentId))];
  const [journals, withheld, open] = await Promise.all([
    journalKindsOf(tx, ids),
    withheldOf(tx, ids),
    openItems(tx, "retained", ids),
  ]);
  const retained = retainedOf(movements, withheld, open);
  const outcome: Outcome = { entries: [], waits: [] };
  for (const m of movements) {
    const about = {
      sourceId: m.id,
      fiscalYearId: m.fiscalYearId,
      documentType: m.documentType,
      documentId: m.documentId,
      documentNumber: m.documentNumber,
    };
    const entry = tried(() => ({
      ...placeInYear(kept, m.fiscalYearId, m.postedOn),
      lines: linesOf(kept, happeningsOf(m, journals, retained.get(m.id) ?? 0)),
      event: mainEvent(m, journals),
    }));
    if (entry instanceof NotPosted)
      outcome.waits.push({
        ...about,
        source: "commitment",
        onDay: m.postedOn,
        cents: centsOf(m),
        reason: entry.message,
      });
    else
      outcome.entries.push({
        ...about,
        ...entry,
        source: "commitment",
        recordDay: m.postedOn,
        what: m.note,
        rulesId: kept.rulesId,
      });
  }
  return outcome;
};

const paidOf = async (db: Db, ids: readonly string[]) => {
  const rows = await db.rows<{
    documentId: string;
    billId: string;
    fundId: string;
    cents: number;
  }>(sql`
    select e.document_id, l.item_id as bill_id, l.fund_id, sum(l.cents)::bigint as cents
    from gl_entry e
    join gl_line l on l.org_id = e.org_id and l.entry_id = e.id and l.item = 'payable'
    where e.org_id = ${db.scope.orgId}
      and e.document_type = 'payment'
      and e.document_id = any(${[...ids]}::uuid[])
    group by e.document_id, l.item_id, l.fund_id
  `);
  const byPayment = new Map<string, typeof rows>();
  for (const row of rows)
    byPayment.set(row.documentId, [...(byPayment.get(row.documentId) ?? []), row]);
  return byPayment;
};

const pendingBills = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select document_id as id
        from gl_pending
        where org_id = ${db.scope.orgId}
          and source = 'commitment'
          and document_id = any(${[...ids]}::uuid[])
      `)
    ).map(({ id }) => id),
  );

const behindCash = async (tx: Tx, movements: readonly CashMovement[]): Promise<BillsBehind> => {
  const bills = [
    ...new Set(
      movements.flatMap((m) =>
        m.documentType === "invoice" ? [m.documentId] : m.bills.map((b) => b.invoiceId),
      ),
    ),
  ];
  const [payable, retained, older, paid, pending] = await Promise.all([
    openItems(tx, "payable", bills),
    openItems(tx, "retained", bills),
    expendedByFund(tx, "invoice", bills),
    paidOf(tx, [...new Set(movements.map((m) => m.documentId))]),
    pendingBills(tx, bills),
  ]);
  const charged: OpenBills = new Map();
  for (const { documentId, fundId, cents } of older) noteItem(charged, documentId, fundId, -cents);
  return { payable, retained, charged, paid, pending };
};

// What an entry did is known to the next one of the same batch.
const noteLines = (behind: BillsBehind, documentId: string, lines: readonly EntryLine[]) => {
  for (const { item, itemId, fundId, cents } of lines)
    if (itemId)
      noteItem(item === "payable" ? behind.payable : behind.retained, itemId, fundId, cents);
  const paid = behind.paid as Map<string, { billId: string; fundId: string; cents: number }[]>;
  const mine = paid.get(documentId) ?? [];
  for (const { item, itemId, fundId, cents } of lines) {
    if (item !== "payable" || !itemId) continue;
    const before = mine.find((s) => s.billId === itemId && s.fundId === fundId);
    if (before) before.cents += cents;
    else mine.push({ billId: itemId, fundId, cents });
  }
  paid.set(documentId, mine);
};

const cashEntries = async (
  tx: Tx,
  kept: Kept,
  movements: readonly CashMovement[],
): Promise<Outcome> => {
  const behind = await behindCash(tx, movements);
  const outcome: Outcome = { entries: [], waits: [] };
  for (const m of movements) {
    const about = {
      sourceId: m.id,
      documentType: m.documentType,
      documentId: m.documentId,
      documentNumber: m.documentNumber,
    };
    const entry = tried(() => {
      const happenings = cashHappenings(m, behind);
      return {
        ...placeInMonths(kept, m.onDay),
        lines: linesOf(kept, happenings),
        event: happenings[0]?.event ?? "payment",
      };
    });
    if (entry instanceof NotPosted) {
      outcome.waits.push({
        ...about,
        source: "cash",
        onDay: m.onDay,
        fiscalYearId: null,
        cents: m.book || m.retainage,
        reason: entry.message,
      });
      continue;
    }
    noteLines(behind, m.documentId, entry.lines);
    outcome.entries.push({
      ...about,
      ...entry,
      source: "cash",
      recordDay: m.onDay,
      what: m.vendor,
      rulesId: kept.rulesId,
    });
  }
  return outcome;
};

const keepWaits = async (tx: Tx, waits: readonly Waits[]): Promise<void> => {
  const column = <K extends keyof Waits>(key: K) => waits.map((w) => w[key]);
  if (waits.length > 0)
    await tx.rows(sql`
      insert into gl_pending (
        org_id, source, source_id, on_day, fiscal_year_id, document_type, document_id,
        document_number, cents, reason
      )
      select ${tx.scope.orgId}, *
      from unnest(
        ${column("source")}::text[], ${column("sourceId")}::uuid[], ${column("onDay")}::date[],
        ${column("fiscalYearId")}::uuid[], ${column("documentType")}::text[],
        ${column("documentId")}::uuid[], ${column("documentNumber")}::text[],
        ${column("cents")}::bigint[], ${column("reason")}::text[]
      )
      on conflict (org_id, source, source_id)
      do update set reason = excluded.reason
    `);
};

const settle = async (tx: Tx, { entries, waits }: Outcome): Promise<void> => {
  await writeEntries(tx, entries);
  await keepWaits(tx, waits);
  const done = entries.map((e) => e.sourceId);
  if (done.length > 0)
    await tx.rows(sql`
      delete from gl_pending
      where org_id = ${tx.scope.orgId} and source_id = any(${done}::uuid[])
      returning source_id
    `);
};

/** What a round did: how many movements it posted, and how many it looked at. */
export type Round = { posted: number; seen: number };

type Look = { again?: boolean; everything?: boolean };

const round = async (tx: Tx, kept: Kept, { again, everything }: Look): Promise<Round> => {
  const from = kept.beginsOn;
  const look = async (source: Source) => ({
    from,
    known: again ? posted(source) : known(source),
    after: again || everything ? null : await lookedThrough(tx, source),
    limit: batch,
  });
  const movements = wholeDocuments(await ledgerMovements(tx, await look("commitment")));
  const budget = await budgetEntries(tx, kept, movements);
  await settle(tx, budget);
  // Cash goes behind the bills that it pays: first everything that they charge is posted.
  if (movements.length >= batch / 2 && !again)
    return { posted: budget.entries.length, seen: movements.length };
  const cash = await cashMovements(tx, await look("cash"));
  const paid = await cashEntries(tx, kept, cash);
  await settle(tx, paid);
  return {
    posted: budget.entries.length + paid.entries.length,
    seen: movements.length + cash.length,
  };
};

/**
 * Posts one batch of what the budget ledger and the cash ledger wrote and the general ledger does not
 * have yet, in their order, each once. What cannot be posted is kept with its reason; `again` looks at
 * what was kept, too, and `everything` at what lies long behind. Nothing for an agency without books.
 */
export const followOnce = async (tx: Tx, how: Look = {}): Promise<Round> => {
  await lockBooks(tx);
  const kept = await keptOf(tx);
  return kept ? round(tx, kept, how) : { posted: 0, seen: 0 };
};
