import type { CashMovement, LedgerMovement } from "./movements.ts";
import type { PostingEvent } from "../rules/rules.labels.ts";
import { divided, NotPosted, type Happening } from "./entry-lines.model.ts";

/** What is open of bills, by bill and fund; cents, more than nothing where something is owed. */
export type OpenBills = Map<string, Map<string, number>>;

const add = (open: OpenBills, billId: string, fundId: string, cents: number): void => {
  const funds = open.get(billId) ?? new Map<string, number>();
  funds.set(fundId, (funds.get(fundId) ?? 0) + cents);
  open.set(billId, funds);
};

/** Notes what lines did to open items: a credit opens, a debit settles. */
export const noteItem = (open: OpenBills, billId: string, fundId: string, cents: number): void =>
  add(open, billId, fundId, -cents);

const budgetEvent = ({ class: of }: LedgerMovement): PostingEvent =>
  of === "revenue" || of === "transfer_in" ? "estimate" : "appropriation";

/** Which event an expenditure or a receipt is, by the document that caused it. */
export const expenseEvent = (
  { documentType, documentId }: Pick<LedgerMovement, "documentType" | "documentId">,
  journals: ReadonlyMap<string, string>,
): PostingEvent => {
  if (documentType === "invoice") return "invoice";
  // Stores and consumer are two lines: what was bought on one is charged to the other, as by a cost transfer.
  if (documentType === "stockMovement") return "transfer";
  const kind = journals.get(documentId);
  if (
    documentType === "journal" &&
    kind &&
    ["payroll", "transfer", "allocation", "receipt"].includes(kind)
  )
    return kind as PostingEvent;
  throw new NotPosted("Expenditure of a document that the books do not know.");
};

/**
 * What a movement of the budget ledger is for the books: its budget, its encumbrance, its expenditure.
 * `retained`: what of an expended bill is withheld, in cents.
 */
export const happeningsOf = (
  m: LedgerMovement,
  journals: ReadonlyMap<string, string>,
  retained: number,
): Happening[] => {
  const own = { accountStringId: m.accountStringId, accountId: m.accountId, code: m.code };
  const of = (event: PostingEvent, amounts: Happening["amounts"], billId: string | null) => ({
    event,
    fundId: m.fundId,
    amounts,
    own,
    billId,
  });
  const found: Happening[] = [];
  if (m.adjusted !== 0) found.push(of(budgetEvent(m), { amount: m.adjusted }, null));
  if (m.encumbered !== 0) found.push(of("encumbrance", { amount: m.encumbered }, null));
  if (m.expended === 0) return found;
  const event = expenseEvent(m, journals);
  if (event !== "invoice") return [...found, of(event, { amount: m.expended }, null)];
  const amounts = { gross: m.expended, retained, net: m.expended - retained };
  return [...found, of(event, amounts, m.documentId)];
};

/**
 * What of each movement of bills is withheld, in cents: what a bill withholds goes over the accounts that
 * it charges by their shares; what is taken back is what the books still have withheld of it in that
 * fund. `withheld`: by bill, in all; `open`: what the books have.
 */
export const retainedOf = (
  movements: readonly LedgerMovement[],
  withheld: ReadonlyMap<string, number>,
  open: OpenBills,
): Map<string, number> => {
  const retained = new Map<string, number>();
  const bills = movements.filter((m) => m.documentType === "invoice" && m.expended !== 0);
  let at = 0;
  while (at < bills.length) {
    const { documentId, kind } = bills[at]!;
    const end = bills.findIndex(
      (m, n) => n > at && (m.documentId !== documentId || m.kind !== kind),
    );
    const group = bills.slice(at, end === -1 ? bills.length : end);
    const parts = kind === "reverse" ? takenBack(group, open) : sharesOf(group, withheld);
    group.forEach((m, n) => {
      retained.set(m.id, parts[n]!);
      if (parts[n] !== 0) add(open, documentId, m.fundId, parts[n]!);
    });
    at += group.length;
  }
  return retained;
};

const sharesOf = (
  group: readonly LedgerMovement[],
  withheld: ReadonlyMap<string, number>,
): number[] =>
  divided(
    withheld.get(group[0]!.documentId) ?? 0,
    group.map((m) => m.expended),
  );

const takenBack = (group: readonly LedgerMovement[], open: OpenBills): number[] => {
  const funds = new Map(open.get(group[0]!.documentId) ?? []);
  return group.map((m) => {
    const left = funds.get(m.fundId) ?? 0;
    funds.set(m.fundId, 0);
    return left === 0 ? 0 : -left;
  });
};

type Share = { billId: string; fundId: string; cents: number };

const shares = (billId: string, cents: number, funds: ReadonlyMap<string, number>): Share[] => {
  const named = [...funds].filter(([, open]) => open !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = divided(
    cents,
    named.map(([, open]) => open),
  );
  return named.map(([fundId], n) => ({ billId, fundId, cents: parts[n]! }));
};

/** What the books know of the bills that cash moves for. */
export type BillsBehind = {
  /** What is owed of bills by fund. */
  payable: OpenBills;
  /** What is withheld of bills by fund. */
  retained: OpenBills;
  /** What bills charged by fund, where the books do not have them (they are older than the books). */
  charged: OpenBills;
  /** What each payment took of its bills by fund so far: debits of what was owed. */
  paid: ReadonlyMap<string, readonly Share[]>;
  /** Bills that are not posted yet. */
  pending: ReadonlySet<string>;
};

const fundsOf = (billId: string, open: OpenBills, { charged, pending }: BillsBehind) => {
  if (pending.has(billId)) throw new NotPosted("Its bill is not posted yet.");
  const funds = open.get(billId);
  if (funds && [...funds.values()].some((cents) => cents !== 0)) return funds;
  const older = charged.get(billId);
  if (older && older.size > 0) return older;
  throw new NotPosted("Its bill charges no fund that the books know.");
};

// What a payment settles of its bills by fund: money and discounts.
const paymentShares = (m: CashMovement, behind: BillsBehind): Share[] =>
  m.bills.flatMap(({ invoiceId, cents, discount }) => {
    const settled = cents + discount;
    const funds = fundsOf(invoiceId, behind.payable, behind);
    return shares(invoiceId, m.book < 0 ? settled : -settled, funds);
  });

// What comes back goes where it was taken from.
const returnedShares = (m: CashMovement, behind: BillsBehind): Share[] => {
  const taken = (behind.paid.get(m.documentId) ?? []).filter((s) => s.cents !== 0);
  return taken.length > 0 ? taken : paymentShares({ ...m, book: -m.book }, behind);
};

const cashEvents = {
  issued: "payment",
  moved: "payment",
  voided: "void",
  returned: "return",
  retainage: "release",
  withheld: "release",
} as const;

const happening = (event: PostingEvent, { billId, fundId }: Share, cents: number): Happening => ({
  event,
  fundId,
  amounts: { amount: cents },
  own: null,
  billId,
});

// What of a bill was settled goes over money and discount, and its interest over its funds, in the same
// proportions out and back.
const withExtras = (m: CashMovement, found: readonly Share[], event: PostingEvent): Happening[] => {
  const out = event === "payment";
  const sign = out && m.book > 0 ? -1 : 1;
  return m.bills.flatMap(({ invoiceId, discount, interest }) => {
    const of = found
      .filter((share) => share.billId === invoiceId)
      .toSorted((a, b) => (a.fundId < b.fundId ? -1 : 1));
    const weights = of.map(({ cents }) => cents);
    const [off, on] = [divided(sign * discount, weights), divided(sign * interest, weights)];
    return of.flatMap((share, at) => [
      happening(event, share, share.cents - off[at]!),
      ...(discount === 0 ? [] : [happening("discount", share, out ? off[at]! : -off[at]!)]),
      ...(interest === 0 ? [] : [happening("interest", share, out ? on[at]! : -on[at]!)]),
    ]);
  });
};

/**
 * What a movement of cash or of retainage is for the books, by bill and fund. Discounts and interest of a
 * payment stand on accounts of their own, and go back with it.
 */
export const cashHappenings = (m: CashMovement, behind: BillsBehind): Happening[] => {
  const event = cashEvents[m.kind];
  if (event === "release")
    return shares(m.documentId, m.retainage, fundsOf(m.documentId, behind.retained, behind)).map(
      (share) => happening(event, share, share.cents),
    );
  const found = event === "payment" ? paymentShares(m, behind) : returnedShares(m, behind);
  return withExtras(m, found, event);
};
