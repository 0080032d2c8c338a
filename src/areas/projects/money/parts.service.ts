import type { ProjectDocument, ProjectLedger } from "#areas/budget/budget.server.ts";
import type { ChargedInvoice } from "#areas/finance/finance.server.ts";
import type { ChargedDocument } from "#areas/procurement/procurement.server.ts";
import { nothing, partOf, shareOut, type MoneyColumns } from "./money.model.ts";

/** What bears money of a segment: the ledger's documents, and those of procurement and finance. */
export type Charged = {
  ledger: ProjectLedger;
  expenses: ProjectDocument[];
  documents: ChargedDocument[];
  invoices: ChargedInvoice[];
  /** The cost codes of the order lines that the invoices bill. */
  codes: ReadonlyMap<string, string | null>;
};

/** What one document says of one cost code; null where its lines bear none. */
export type MoneyPart = MoneyColumns & {
  type: string;
  id: string;
  number: string;
  title: string;
  status: string | null;
  costCodeId: string | null;
  /** Still encumbered, in cents: what the ledger says of it too. */
  encumbered: number;
  /** Billed, and no part of what an order has. */
  direct: number;
};

const posted = ["approved", "scheduled", "paid"];

const documentParts = (d: ChargedDocument): MoneyPart[] =>
  d.parts.map(({ costCodeId, asked, encumbered, ordered, received }) => ({
    ...nothing,
    type: d.type,
    id: d.id,
    number: d.number,
    title: [d.title, d.vendor].filter(Boolean).join(", "),
    status: d.status,
    costCodeId,
    asked,
    ordered,
    received,
    encumbered,
    direct: 0,
  }));

type Weight = { costCodeId: string | null; billed: number; direct: number };

/**
 * What of an invoice falls on each code: lines as the order's lines that they bill, charges of the
 * invoice as a whole (tax, freight) as its lines.
 */
const weightsOf = (
  { orderId, parts }: ChargedInvoice,
  codes: ReadonlyMap<string, string | null>,
): Weight[] => {
  const found = new Map<string | null, Weight>();
  for (const { orderLineId, whole, billed } of parts) {
    if (whole) continue;
    const costCodeId = orderLineId === null ? null : (codes.get(orderLineId) ?? null);
    const before = found.get(costCodeId) ?? { costCodeId, billed: 0, direct: 0 };
    found.set(costCodeId, {
      costCodeId,
      billed: before.billed + billed,
      direct: before.direct + (orderId === null || orderLineId === null ? billed : 0),
    });
  }
  const lines = found.size ? [...found.values()] : [{ costCodeId: null, billed: 0, direct: 0 }];
  const over = parts.reduce((sum, { whole, billed }) => sum + (whole ? billed : 0), 0);
  const shares = shareOut(
    over,
    lines.map(({ billed }) => billed),
  );
  return lines.map((line, at) => ({
    ...line,
    billed: line.billed + shares[at]!,
    direct: line.direct + shares[at]!,
  }));
};

const expenseParts = (
  { documentType, documentId, documentNumber, expended }: ProjectDocument,
  { invoices, codes }: Charged,
): MoneyPart[] => {
  const head = { ...nothing, type: documentType, id: documentId, encumbered: 0 };
  const invoice = invoices.find((i) => i.id === documentId && posted.includes(i.status));
  if (!invoice)
    return [
      {
        ...head,
        number: documentNumber,
        title: "",
        status: null,
        costCodeId: null,
        billed: expended,
        direct: expended,
        // A journal or an entry of the books owes nobody anything.
        paid: documentType === "invoice" ? 0 : expended,
      },
    ];
  const weights = weightsOf(invoice, codes);
  const over = (amount: number) =>
    shareOut(
      amount,
      weights.map(({ billed }) => billed),
    );
  const [billed, paid, withheld] = [
    over(expended),
    over(partOf(invoice.paid, expended, invoice.total)),
    over(partOf(invoice.withheld, expended, invoice.total)),
  ];
  return weights.map(({ costCodeId, direct }, at) => ({
    ...head,
    number: invoice.number,
    title: invoice.vendor,
    status: invoice.status,
    costCodeId,
    billed: billed[at]!,
    paid: paid[at]!,
    withheld: withheld[at]!,
    direct,
  }));
};

/** What each document says of each code: the one source of every figure of a project's money. */
export const moneyParts = (charged: Charged): MoneyPart[] => [
  ...charged.documents.flatMap(documentParts),
  ...charged.expenses.flatMap((expense) => expenseParts(expense, charged)),
];
