import { formatDate } from "#kernel/dates.ts";
import { muchOf } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import type { BesideValue, Picture } from "#kernel/picture.ts";
import { compareQuantity, shownPrice } from "#kernel/quantity.ts";
import type { InvoiceDetail } from "../invoice/invoice.model.ts";
import type { Line, Ordered } from "./explain.model.ts";

const mostLines = 12;

const ofLine = (line: Line, at: number, ordered: Ordered | null): BesideValue[] => {
  const of = ordered?.lines.find(({ id }) => id === line.purchaseOrderLineId);
  const name = line.description || `Line ${line.lineNo}`;
  return [
    {
      ...{ field: `lines.${at}.quantity`, label: `${name}: quantity` },
      said: muchOf(line, line.quantity),
      record: of
        ? compareQuantity(of.quantity, line.quantity) === 0 &&
          compareQuantity(of.receivedQuantity, line.quantity) === 0
          ? muchOf(line, line.quantity)
          : `${muchOf(of, of.quantity)} ordered, ${muchOf(of, of.receivedQuantity)} came`
        : "On no line of the order",
    },
    {
      ...{ field: `lines.${at}.unitPrice`, label: `${name}: price` },
      said: `$${shownPrice(line.unitPrice)}`,
      record: of ? `$${shownPrice(of.unitPrice)}` : "",
    },
  ];
};

/** A bill beside its order: the page of its document where one was read, its values, and what the order says. */
export const billBeside = (invoice: InvoiceDetail, ordered: Ordered | null): Picture => {
  const { reading, fileId, fileName, lines } = invoice;
  const total = invoice.statedTotal ?? invoice.total;
  return {
    kind: "beside",
    title: `${invoice.number} beside ${ordered?.number ?? "no order"}`,
    heads: ["The bill", ordered ? "The order" : "No order"],
    values: [
      {
        ...{ field: "vendorNumber", label: "Vendor’s number", said: invoice.vendorNumber },
        record: "",
      },
      {
        ...{ field: "invoiceDate", label: "Date", said: formatDate(invoice.invoiceDate) },
        record: "",
      },
      ...lines.slice(0, mostLines).flatMap((line, at) => ofLine(line, at, ordered)),
      {
        ...{ field: "statedTotal", label: "Total", said: formatCents(total) },
        record: invoice.total === total ? "" : `${formatCents(invoice.total)} by its lines`,
      },
    ],
    page:
      reading && fileId && reading.sheets.length > 0
        ? {
            ...{ fileId, name: fileName ?? invoice.number },
            ...{ sheets: reading.sheets, marks: reading.marks },
          }
        : null,
  };
};
