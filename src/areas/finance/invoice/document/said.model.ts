import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { invoiceNumberKey } from "../invoice.model.ts";
import { priceInvoice } from "../totals.model.ts";
import type { UblInvoice } from "../ubl.model.ts";
import type { Mark, ReadLine, Reading } from "./reading.model.ts";

/** How a document was read: the text of its pages, data inside it, or a picture of its pages. */
type Way = "text" | "xml" | "scan";
/** Where data inside a document and its page do not say the same, in words. */
export type Difference = { what: string; data: string; page: string };
/** What a document says, whichever way it was read; amounts in cents, null is what was not found. */
export type Said = {
  way: Way;
  standing: Reading["standing"];
  kind: Reading["kind"];
  vendorNumber: string | null;
  invoiceDate: string | null;
  orderNumber: string | null;
  currency: string | null;
  seller: UblInvoice["seller"] | null;
  lines: (ReadLine & { orderLineNo: number | null })[];
  allowances: number;
  charges: number;
  tax: number;
  rounding: number;
  total: number | null;
  note: string;
  marks: Mark[];
  differences: Difference[];
};

const kinds = { invoice: "an invoice", credit_note: "a credit note" } as const;
const freeOf = (currency: string | null) => (currency ? { currency } : {});
const dayWords = (day: string) => formatDate(day as Day);

/** Values of a page are marked by the names that the form of an invoice gives them. */
const formNames: Readonly<Record<string, string>> = {
  total: "statedTotal",
  freight: "charges",
  discount: "allowances",
  orderNumber: "purchaseOrderId",
};

/** What a page says alone; a picture of a page proves nothing. */
export const saidByPage = (page: Reading, way: "text" | "scan"): Said => ({
  way,
  standing: way === "scan" ? "read" : page.standing,
  kind: page.kind,
  vendorNumber: page.vendorNumber,
  invoiceDate: page.invoiceDate,
  orderNumber: page.orderNumber,
  currency: page.currency,
  seller: null,
  lines: page.lines.map((line) => ({ ...line, orderLineNo: null })),
  allowances: Math.abs(page.discount ?? 0),
  charges: page.freight ?? 0,
  tax: page.tax ?? 0,
  rounding: 0,
  total: page.total,
  note: "",
  marks: page.marks.map((mark) => ({ ...mark, field: formNames[mark.field] ?? mark.field })),
  differences: [],
});

type Compared = { what: string; data: string | null; page: string | null; same: boolean };

const differencesOf = (data: UblInvoice, page: Reading): Difference[] => {
  const money = (cents: number | null) =>
    cents === null ? null : formatCents(cents, freeOf(data.currency));
  const all: Compared[] = [
    { what: "kind", data: kinds[data.kind], page: kinds[page.kind], same: data.kind === page.kind },
    {
      what: "number",
      data: data.vendorNumber,
      page: page.vendorNumber,
      same: invoiceNumberKey(data.vendorNumber) === invoiceNumberKey(page.vendorNumber ?? ""),
    },
    {
      what: "date",
      data: dayWords(data.invoiceDate),
      page: page.invoiceDate && dayWords(page.invoiceDate),
      same: data.invoiceDate === page.invoiceDate,
    },
    {
      what: "currency",
      data: data.currency,
      page: page.currency,
      same: data.currency === page.currency,
    },
    {
      what: "total",
      data: money(data.payable),
      page: money(page.total),
      same: data.payable === null || Math.abs(data.payable) === Math.abs(page.total ?? 0),
    },
  ];
  return all.flatMap(({ what, data: inside, page: shown, same }) =>
    !same && inside && shown ? [{ what, data: inside, page: shown }] : [],
  );
};

const agrees = (data: UblInvoice): boolean => {
  try {
    const priced = priceInvoice({ ...data, statedTotal: data.payable });
    return data.payable !== null && priced.differences.length === 0;
  } catch {
    return false;
  }
};

const linesOf = (data: UblInvoice): Said["lines"] => {
  const { lineAmounts } = priceInvoice({ ...data, kind: "invoice", statedTotal: null });
  return data.lines.map(({ statedAmount, ...line }, i) => ({
    ...line,
    amount: statedAmount ?? lineAmounts[i]!,
  }));
};

/**
 * What the data inside a document says; the data wins, and where the page says otherwise stands
 * beside it. Data without lines (Factur-X Minimum) takes those of the page.
 */
export const saidByData = (data: UblInvoice, page: Reading | null): Said => {
  const seen = page && saidByPage(page, "text");
  const own = data.lines.length > 0;
  const pageAgrees = page?.standing === "proved" && page.total === data.payable;
  return {
    way: "xml",
    standing: (own ? agrees(data) : pageAgrees) ? "proved" : "read",
    kind: data.kind,
    vendorNumber: data.vendorNumber,
    invoiceDate: data.invoiceDate,
    orderNumber: data.orderNumber ?? page?.orderNumber ?? null,
    currency: data.currency,
    seller: data.seller,
    lines: own ? linesOf(data) : (seen?.lines ?? []),
    allowances: own ? data.allowances : (seen?.allowances ?? data.allowances),
    charges: own ? data.charges : (seen?.charges ?? data.charges),
    tax: data.tax,
    rounding: data.rounding,
    total: data.payable,
    note: data.note,
    marks: seen?.marks ?? [],
    differences: page ? differencesOf(data, page) : [],
  };
};

/** One sentence that names both sides of each difference; null where there is none. */
export const differenceWords = (differences: readonly Difference[]): string | null =>
  differences.length === 0
    ? null
    : `The data inside the document and its page do not say the same: ${differences
        .map(({ what, data, page }) => `${what} ${data} in the data, ${page} on the page`)
        .join("; ")}. The data counts.`;

const readAs: Readonly<Record<Way, string>> = {
  text: "Every line and the sums agree to the cent. Compare number and date with the document.",
  xml: "Read from the data inside the document; every line and the sums agree to the cent.",
  scan: "",
};

/** How far what was read can be relied on, in one sentence. */
export const standingWords = ({ way, standing }: Pick<Said, "way" | "standing">): string =>
  standing === "proved"
    ? readAs[way]
    : way === "scan"
      ? "Read from a picture, so nothing is proved. Compare every value with the document."
      : "Read, not proved: lines and sums do not agree to the cent, or some are missing. Compare every value with the document.";
