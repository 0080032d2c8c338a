import { formatCents } from "#kernel/money.ts";
import type { Change, Proposal } from "#kernel/proposal.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import type { InvoiceDetail } from "../invoice/invoice.model.ts";
import type { Correction, Explained, Line, OrderChange, Ordered } from "./explain.model.ts";
import type { OrderedNow } from "./invoice-reads.ts";

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

/** A change of the order that the bill rests on: asked for as any, so what grows waits for its approval. */
const changeOf = (
  { id, field, to, reason }: OrderChange,
  { id: orderId, version, number, lines }: OrderedNow,
): Proposal => {
  const params = { id: orderId };
  const line = lines.find((each) => each.id === id)!;
  const shown = (value: string) => shownDecimal(value, field === "unitPrice" ? 2 : 0);
  return {
    label: `Ask for a change of ${number}`,
    endpoint: changeEndpoint,
    params,
    record: { reading: "order", params, version },
    body: { reason, lines: [{ id, [field]: to }] },
    changes: [
      {
        label: `${fieldLabels[field]!} of line ${line.lineNo} of the order`,
        path: `lines.0.${field}`,
        from: shown(line[field]),
        to: shown(to),
      },
      { label: "Reason", path: "reason", from: "", to: reason },
    ],
  };
};

export const changeEndpoint = "POST /api/v1/purchase-orders/{id}/actions/change" as const;

/** What an explained exception proposes; null where somebody does it by hand. */
export const proposalOf = (
  invoice: InvoiceDetail,
  explained: Explained,
  ordered: OrderedNow | null,
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
    case "change_order":
      return ordered && changeOf(explained.change, ordered);
    default:
      return null;
  }
};
