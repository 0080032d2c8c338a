import { z } from "zod";
import { counted } from "#kernel/words.ts";
import { lineWords } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import { addQuantity, shownDecimal } from "#kernel/quantity.ts";
import { orderDetail } from "#areas/procurement/procurement.server.ts";
import type { Change, Proposal } from "#kernel/proposal.ts";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { listPage } from "#server/http/list.ts";
import { exceptionNames } from "../invoice/invoice.labels.ts";
import { invoiceList } from "../invoice/invoice.list.ts";
import { invoiceDetail, listedException, type InvoiceDetail } from "../invoice/invoice.model.ts";
import {
  explain,
  type Correction,
  type Explained,
  type Line,
  type Ordered,
} from "./explain.model.ts";
import { explainCases } from "./explain.cases.ts";
import { causeOf, nearest } from "./explain.evaluation.ts";

const historyAnswer = z.object({
  items: z.array(
    z.object({
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
});

const reads = {
  exceptions: reading("/api/v1/invoice-exceptions", listPage(listedException)),
  invoice: reading("/api/v1/invoices/{id}", invoiceDetail),
  order: reading("/api/v1/purchase-orders/{id}", orderDetail),
  orderHistory: reading("/api/v1/purchase-orders/{id}/history", historyAnswer),
};
type At = Reader<typeof reads>;
type Exception = InvoiceDetail["exceptions"][number];

type PricedLine = { id?: string; lineNo?: number; unitPrice?: string };
const linesIn = (value: unknown): PricedLine[] =>
  Array.isArray(value) ? value.filter((each) => typeof each?.unitPrice === "string") : [];

const orderedOf = async (at: At, id: string): Promise<Ordered | null> => {
  const order = await at.maybe("order", { params: { id } });
  if (!order) return null;
  const history = order.revision > 0 ? await at.maybe("orderHistory", { params: { id } }) : null;
  const before = (history?.items ?? []).flatMap(({ changes }) =>
    changes.filter(({ field }) => field === "lines").flatMap((change) => linesIn(change.before)),
  );
  const rejected = (lineId: string): string => {
    const lines = order.receipts
      .filter(({ status }) => status === "posted")
      .flatMap((receipt) => receipt.lines)
      .filter(({ purchaseOrderLineId }) => purchaseOrderLineId === lineId);
    return lines.reduce((sum, line) => addQuantity(sum, line.rejectedQuantity), "0");
  };
  return {
    number: order.number,
    lines: order.lines.map((line) => ({
      ...line,
      rejected: rejected(line.id),
      earlierPrices: before
        .filter((each) => each.id === line.id || each.lineNo === line.lineNo)
        .map(({ unitPrice }) => unitPrice!)
        .filter((price) => price !== line.unitPrice),
    })),
  };
};

const bodyLine = (line: Line) => ({
  purchaseOrderLineId: line.purchaseOrderLineId,
  accountStringId: line.accountStringId,
  description: line.description,
  quantity: line.quantity,
  unit: line.unit,
  unitPrice: line.unitPrice,
  adjustment: line.adjustment,
  statedAmount: line.statedAmount,
});

const fieldLabels: Record<string, string> = {
  quantity: "Quantity",
  unit: "Unit",
  unitPrice: "Unit price",
  purchaseOrderLineId: "Line of the order",
  statedAmount: "Amount on the bill",
};

const corrected = (
  invoice: InvoiceDetail,
  { lineId, fields }: Correction,
  ordered: Ordered | null,
): Pick<Proposal, "body" | "changes"> => {
  const place = invoice.lines.findIndex(({ id }) => id === lineId);
  const line = invoice.lines[place]!;
  const named = (field: string, value: unknown) =>
    field === "purchaseOrderLineId"
      ? (ordered?.lines.find(({ id }) => id === value)?.description ?? "None")
      : field === "unit"
        ? String(value ?? "")
        : shownDecimal(String(value ?? "0"), field === "unitPrice" ? 2 : 0);
  const changes = Object.entries(fields).map(([field, to]): Change => ({
    label: `${fieldLabels[field] ?? field} of line ${line.lineNo}`,
    path: field === "purchaseOrderLineId" ? null : `lines.${place}.${field}`,
    from: named(field, line[field as keyof Line]),
    to: named(field, to),
  }));
  return {
    changes,
    body: {
      lines: invoice.lines.map((each) => ({
        ...bodyLine(each),
        ...(each.id === lineId && fields),
      })),
    },
  };
};

const proposalOf = (
  invoice: InvoiceDetail,
  explained: Explained,
  ordered: Ordered | null,
): Proposal | null => {
  if (explained.does.startsWith("correct") && !invoice.canEdit) return null;
  const params = { id: invoice.id };
  const record = { reading: "invoice", params, version: invoice.version };
  const correct = {
    label: "Correct the invoice",
    endpoint: "PATCH /api/v1/invoices/{id}",
  } as const;
  switch (explained.does) {
    case "correct":
      return { ...correct, params, record, ...corrected(invoice, explained.correction, ordered) };
    case "correct_total":
      return {
        ...{ ...correct, params, record, body: { statedTotal: explained.statedTotal } },
        changes: [
          {
            label: "Total on the invoice",
            path: null,
            from: formatCents(invoice.statedTotal ?? 0),
            to: formatCents(explained.statedTotal),
          },
        ],
      };
    case "dispute":
      return {
        ...{ label: "Dispute with the vendor", params, record },
        endpoint: "POST /api/v1/invoices/{id}/actions/dispute",
        body: { reason: explained.reason },
        changes: [
          { label: "What the vendor is told", path: "reason", from: "", to: explained.reason },
        ],
      };
    default:
      return null;
  }
};

const foundOf = (
  invoice: InvoiceDetail,
  e: Exception,
  explained: Explained,
  ordered: Ordered | null,
): Found => ({
  key: `exception:${e.id}`,
  subject: { id: invoice.id, number: invoice.number, href: `/invoices/${invoice.id}` },
  what: explained.what,
  why: explained.why,
  since: invoice.receivedOn,
  dueOn: invoice.dueOn,
  cents: Math.abs(e.amount),
  sources: [
    {
      kind: "record",
      label: `Invoice ${invoice.number}`,
      href: `/invoices/${invoice.id}`,
      says: `${exceptionNames[e.kind]}: ${e.message}`,
    },
    ...(ordered && invoice.purchaseOrderId
      ? [
          {
            kind: "record" as const,
            label: `Order ${ordered.number}`,
            href: `/purchase-orders/${invoice.purchaseOrderId}`,
            says: ordered.lines
              .slice(0, 5)
              .map((line) => `${line.lineNo}. ${line.description}: ${lineWords(line)}`)
              .join("; "),
          },
        ]
      : []),
  ],
  proposal: proposalOf(invoice, explained, ordered),
});

/** What is disputed already waits for the vendor: it is not said to be disputed again. */
const waitsForVendor = (invoice: InvoiceDetail, { does }: Explained): boolean =>
  does === "dispute" && !invoice.actions.find(({ name }) => name === "dispute")?.enabled;

/** Lines of which nothing came are one thing to do: somebody posts the receipt. */
const asOne = (invoice: InvoiceDetail, found: readonly Found[]): Found | null => {
  const [first, ...others] = found;
  if (!first || others.length === 0) return first ?? null;
  return {
    ...first,
    key: `not_received:${invoice.id}`,
    what: `Nothing of ${counted(found.length, "line")} is received: whoever took the goods posts a receipt.`,
    why: found.map(({ why }) => why).join(" "),
    cents: found.reduce((sum, { cents }) => sum + cents, 0),
  };
};

const findIn = async (at: At, invoiceId: string): Promise<Found[]> => {
  const invoice = await at.maybe("invoice", { params: { id: invoiceId } });
  if (!invoice) return [];
  const ordered = invoice.purchaseOrderId ? await orderedOf(at, invoice.purchaseOrderId) : null;
  const explained = invoice.exceptions
    .filter(({ status }) => status === "open")
    .flatMap((e) => {
      const why = explain(e, invoice, ordered);
      return why && !waitsForVendor(invoice, why)
        ? [{ why, found: foundOf(invoice, e, why, ordered) }]
        : [];
    });
  const lacking = explained.filter(({ why }) => why.cause === "not_received");
  const others = explained.filter(({ why }) => why.cause !== "not_received");
  const one = asOne(
    invoice,
    lacking.map(({ found }) => found),
  );
  return [...others.map(({ found }) => found), ...(one ? [one] : [])];
};

/** Invoices with open exceptions that this person reads, oldest first. */
const waiting = async (at: At): Promise<string[]> => {
  const ids = new Set<string>();
  for (let page = 1; page <= 10; page++) {
    const { items, nextCursor } = await at.read("exceptions", {
      query: { standing: "open", sort: "arose", limit: 100, page },
    });
    for (const { invoiceId } of items) ids.add(invoiceId);
    if (!nextCursor && items.length < 100) break;
  }
  return [...ids];
};

/** Explains exceptions of invoices by the arithmetic that fits, and proposes how each ends. */
export const invoiceAgent = defineAgent({
  id: "invoice",
  version: 1,
  name: "Invoice agent",
  task: "Explains each exception of an invoice by the arithmetic that fits it to the cent, and proposes a correction or what to tell the vendor.",
  how: [
    "It reads open exceptions, their invoices, the orders with their receipts, and what stood on an order before it was changed.",
    "It tries in this order: another unit with a whole factor, quantity and price exchanged, a price entered wrong, the price from before a change, goods that were rejected, goods that did not come.",
    "It says nothing where no arithmetic fits to the cent, and it accepts no exception.",
    "A correction makes the invoice match again; a dispute stops its clock and tells the vendor the sentence that you read.",
  ],
  subject: { list: invoiceList, permission: "invoice.read", label: "invoices" },
  reads,
  proposes: ["PATCH /api/v1/invoices/{id}", "POST /api/v1/invoices/{id}/actions/dispute"],
  find: async (at) => {
    const ids = at.subjectId ? [at.subjectId] : await waiting(at);
    const found: Found[] = [];
    for (const [place, id] of ids.entries()) {
      await at.progress(place, ids.length, "invoices");
      found.push(...(await findIn(at, id)));
    }
    return found;
  },
  evaluation: {
    cases: explainCases,
    answer: causeOf,
    baseline: nearest,
    beside: "the name of the exception alone",
  },
});
