import { formatDate } from "#kernel/dates.ts";
import { isBankDay } from "#kernel/holidays.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, day, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { ItemKind, MovementKind } from "./month.labels.ts";

/**
 * A payment whose books and bank differ on a day: cents that the books took out (`book`) and that
 * matched lines of the bank took out (`bank`), negative for money that left.
 */
export type PaymentStanding = {
  id: string;
  number: string;
  vendor: string;
  method: "ach" | "check";
  reference: string;
  paidOn: Day;
  book: number;
  bank: number;
  /** What the books still have out of it. */
  outstanding: number;
};

/** A batch of receipts whose books and bank differ on a day. */
export type ReceiptStanding = {
  id: string;
  number: string;
  title: string;
  onDay: Day;
  book: number;
  bank: number;
};

/** What is known of an account and a month; cents. */
export type MonthKnown = {
  account: string;
  firstDay: Day;
  lastDay: Day;
  /** What the books stood at when the month began. */
  opening: number;
  /** The last statement up to the last day, and whether one of the last bank day or later is here. */
  closing: { cents: number; onDay: Day; number: string } | null;
  reaches: boolean;
  over: boolean;
  openLines: { count: number; cents: number; alarms: number };
  /** What moved the books in the month. */
  movements: Readonly<Record<MovementKind, number>>;
  payments: readonly PaymentStanding[];
  receipts: readonly ReceiptStanding[];
};

/** Why books and bank differ, for one record; `cents` is what the bank's balance lacks of the books. */
type Item = {
  kind: ItemKind;
  paymentId: string | null;
  journalId: string | null;
  number: string;
  what: string;
  reference: string;
  onDay: Day;
  cents: number;
};

/** A month of an account, from both sides to the one balance; cents. */
export type Reconciliation = {
  account: string;
  firstDay: Day;
  lastDay: Day;
  statement: string | null;
  /** The day of the bank's balance: of its last statement up to the last day. */
  bankOn: Day | null;
  bank: number;
  items: Item[];
  /** The bank's balance with what it has not yet, or had too early. */
  adjusted: number;
  opening: number;
  movements: { kind: MovementKind; cents: number }[];
  /** The balance of the books. */
  book: number;
  difference: number;
};

/** The first and the last day of a month, `2026-10`. */
export const monthOf = (month: string): { firstDay: Day; lastDay: Day } => {
  const firstDay = day(`${month}-01`);
  const next = addDays(firstDay, 31).slice(0, 7);
  return { firstDay, lastDay: addDays(day(`${next}-01`), -1) };
};

/** The last day up to a month's end on which banks settle: Monday to Friday, no holiday of the Federal Reserve. */
export const lastBankDay = (lastDay: Day): Day => {
  let at = lastDay;
  while (!isBankDay(at)) at = addDays(at, -1);
  return at;
};

const kindOfPayment = (p: PaymentStanding): ItemKind => {
  const lacks = p.book - p.bank;
  if (lacks > 0) return "credit";
  if (p.outstanding === 0) return "unproven";
  return p.method;
};

const itemOfPayment = (p: PaymentStanding): Item => ({
  kind: kindOfPayment(p),
  paymentId: p.id,
  journalId: null,
  number: p.number,
  what: p.vendor,
  reference: p.reference,
  onDay: p.paidOn,
  cents: p.book - p.bank,
});

const itemOfReceipt = (r: ReceiptStanding): Item => ({
  kind: r.book - r.bank > 0 ? "transit" : "early",
  paymentId: null,
  journalId: r.id,
  number: r.number,
  what: r.title,
  reference: "",
  onDay: r.onDay,
  cents: r.book - r.bank,
});

const sum = (items: readonly Item[]) => items.reduce((n, i) => n + i.cents, 0);

/**
 * A month from both sides. The bank's closing balance with what is out, under way or too early is the
 * balance of the books: what they stood at when statements began, and every movement since. What was
 * cleared by hand without a line of the bank proves nothing and stays as difference.
 */
export const reconcile = (m: MonthKnown): Reconciliation => {
  const items = [...m.payments.map(itemOfPayment), ...m.receipts.map(itemOfReceipt)].filter(
    (i) => i.cents !== 0,
  );
  const bank = m.closing?.cents ?? 0;
  const adjusted = bank + sum(items.filter((i) => i.kind !== "unproven"));
  const movements = Object.entries(m.movements).map(([kind, cents]) => ({
    kind: kind as MovementKind,
    cents,
  }));
  const book = m.opening + movements.reduce((n, { cents }) => n + cents, 0);
  return {
    account: m.account,
    firstDay: m.firstDay,
    lastDay: m.lastDay,
    statement: m.closing?.number ?? null,
    bankOn: m.closing?.onDay ?? null,
    bank,
    items,
    adjusted,
    opening: m.opening,
    movements,
    book,
    difference: adjusted - book,
  };
};

const named = (items: readonly Item[]): string => {
  const first = items.slice(0, 3).map((i) => `${i.number} (${formatCents(Math.abs(i.cents))})`);
  return items.length > 3 ? `${first.join(", ")} and ${items.length - 3} more` : first.join(", ");
};

// While lines are open, one of them may be what such a payment waits for.
const unprovenBlock = (unproven: readonly Item[], linesOpen: boolean): string[] => {
  if (unproven.length === 0) return [];
  if (linesOpen)
    return [
      `${counted(unproven.length, "payment")} cleared by hand ${unproven.length === 1 ? "is" : "are"} not matched with a line of the bank yet.`,
    ];
  return [
    `${named(unproven)} ${unproven.length === 1 ? "was" : "were"} marked as cleared by hand, and no line of the bank stands behind it. Take the clearing back, or match the line.`,
  ];
};

/**
 * Everything that stops a month from being sent to review, each in a sentence that says what to do;
 * all of it at once, from the first day on.
 */
export const blocksOf = (m: MonthKnown, r: Reconciliation): string[] => {
  const unproven = r.items.filter((i) => i.kind === "unproven");
  const { openLines: open } = m;
  const rest = r.difference + sum(unproven);
  return [
    ...(m.over
      ? []
      : [`The month ends on ${formatDate(m.lastDay)}. It is reviewed once it is over.`]),
    ...(m.reaches
      ? []
      : [
          `Statements of ${m.account} end with ${m.closing ? formatDate(m.closing.onDay) : "none"}. Load them up to ${formatDate(lastBankDay(m.lastDay))}.`,
        ]),
    ...(open.alarms > 0
      ? [
          `${counted(open.alarms, "check")} must not have been paid so. Settle each with the bank, then say in words what it was.`,
        ]
      : []),
    ...(open.count > open.alarms
      ? [
          `${counted(open.count - open.alarms, "line")} of its statements ${open.count - open.alarms === 1 ? "is" : "are"} not matched. Match or name each.`,
        ]
      : []),
    ...unprovenBlock(unproven, open.count > 0),
    ...(open.count === 0 && m.reaches && rest !== 0
      ? [`The sides differ by ${formatCents(Math.abs(rest))} that no record explains.`]
      : []),
  ];
};
