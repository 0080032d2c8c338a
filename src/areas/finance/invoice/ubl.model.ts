import type { Decimal } from "decimal.js";
import { isDate } from "#kernel/time.ts";
import { formatCents } from "#kernel/money.ts";
import {
  attribute,
  cents,
  child,
  children,
  decimal,
  Exact,
  number,
  oneLine,
  parseXml,
  rounded,
  text,
  wrong,
  type Node,
} from "./xml.model.ts";

/**
 * What a UBL 2.1 Invoice or CreditNote (EN 16931) says, in the product's terms; amounts in integer
 * cents.
 */
export type UblInvoice = {
  kind: "invoice" | "credit_note";
  vendorNumber: string;
  invoiceDate: string;
  currency: string;
  note: string;
  orderNumber: string | null;
  seller: { name: string | null; ids: string[] };
  allowances: number;
  charges: number;
  tax: number;
  rounding: number;
  payable: number | null;
  lines: {
    orderLineNo: number | null;
    description: string;
    quantity: string;
    unit: string;
    unitPrice: string;
    adjustment: number;
    statedAmount: number | null;
  }[];
};

const mostLines = 1000;

const indicator = (a: Node): boolean => {
  const value = text(a, "ChargeIndicator") ?? "";
  if (!["true", "1", "false", "0"].includes(value))
    throw wrong(
      `An allowance or charge does not say which it is: cbc:ChargeIndicator is "${value.slice(0, 20)}", not true or false.`,
    );
  return value === "true" || value === "1";
};

/** A correction repeats what it takes back with the other sign: a charge below zero takes off. */
export const addsTo = (charge: boolean, amount: number): boolean => charge === amount >= 0;

const adjustments = (node: Node, what = "") => {
  let allowances = 0;
  let charges = 0;
  for (const a of children(node, "AllowanceCharge")) {
    const charge = indicator(a);
    const name = `${what && `${what}: `}${charge ? "a charge" : "an allowance"}`;
    const said = name[0]!.toUpperCase() + name.slice(1);
    const amount = cents(text(a, "Amount"), said) ?? 0;
    if (addsTo(charge, amount)) charges += Math.abs(amount);
    else allowances += Math.abs(amount);
  }
  return { allowances, charges };
};

/** What a line says, before it is rounded to what is kept. */
type SaidLine = {
  quantity: Decimal;
  price: Decimal;
  base: Decimal;
  allowances: number;
  charges: number;
  orderLine: string | null;
  description: string | null;
  unit: string | null;
  stated: string | null;
};

/**
 * A line as it is kept: quantity and price with four decimals; what finer ones make of the amount, in
 * cents, stands beside them. 422 with its path for what cannot be kept.
 */
export const keptLine = (said: SaidLine, i: number): UblInvoice["lines"][number] => {
  const what = `Line ${i + 1}`;
  const at = (field: string) => `lines.${i}.${field}`;
  const { quantity, price, base, orderLine } = said;
  if (base.isZero()) throw wrong(`${what}: the base quantity is zero.`, at("unitPrice"));
  const kept = {
    quantity: decimal(quantity, `${what}: the quantity`, at("quantity")),
    unitPrice: decimal(price.dividedBy(base), `${what}: the price`, at("unitPrice")),
  };
  const times = (value: Decimal) =>
    rounded(value, `${what}: quantity times price`, at("unitPrice"));
  const finer =
    times(quantity.times(price).dividedBy(base)) -
    times(new Exact(kept.quantity).times(kept.unitPrice));
  return {
    orderLineNo: orderLine && /^\d{1,6}$/.test(orderLine) ? Number(orderLine) : null,
    description: (oneLine(said.description) ?? what).slice(0, 500),
    unit: (oneLine(said.unit) ?? "").slice(0, 20),
    ...kept,
    adjustment: said.charges - said.allowances + finer,
    statedAmount: cents(said.stated, `${what}: the amount`, at("statedAmount")),
  };
};

const lineOf = (node: Node, i: number): UblInvoice["lines"][number] => {
  const what = `Line ${i + 1}`;
  const at = (field: string) => `lines.${i}.${field}`;
  const measured = child(node, "InvoicedQuantity") ?? child(node, "CreditedQuantity");
  const quantity = number(text(measured), `${what}: the quantity`, at("quantity"));
  const price = number(text(node, "Price", "PriceAmount"), `${what}: the price`, at("unitPrice"));
  if (!price) throw wrong(`${what} has no price (cac:Price/cbc:PriceAmount).`, at("unitPrice"));
  const per = text(node, "Price", "BaseQuantity");
  return keptLine(
    {
      quantity: quantity ?? new Exact(1),
      price,
      base: number(per, `${what}: the base quantity`, at("unitPrice")) ?? new Exact(1),
      ...adjustments(node, what),
      orderLine: text(node, "OrderLineReference", "LineID"),
      description: text(node, "Item", "Name") ?? text(node, "Item", "Description"),
      unit: attribute(measured, "unitCode"),
      stated: text(node, "LineExtensionAmount"),
    },
    i,
  );
};

// EN 16931: the tax in the document's currency (BT-110) counts; a second one in the currency of the
// tax accounts (BT-111) is for information.
const taxOf = (root: Node, currency: string): number => {
  const all = children(root, "TaxTotal");
  const own = all.filter(
    (t) => (attribute(child(t, "TaxAmount"), "currencyID") ?? currency) === currency,
  );
  if (own.length > 1)
    throw wrong(
      `The document states its tax ${own.length} times in ${currency} (cac:TaxTotal). Ask the vendor to state it once.`,
      "tax",
    );
  if (all.length && !own.length)
    throw wrong(
      `The tax is stated in ${attribute(child(all[0], "TaxAmount"), "currencyID")} only; the document is in ${currency}. Ask the vendor to state it in ${currency}.`,
      "tax",
    );
  return cents(text(own[0], "TaxAmount"), "The tax", "tax") ?? 0;
};

// EN 16931: what is payable is the total less what was paid before (BT-113). It takes off as an
// allowance does; whoever approves is told to look for that payment.
/** What was paid before, in cents, as an allowance or charge with the note that says so. */
export const prepaidOf = (said: string | null, currency: string) => {
  const prepaid = cents(said, "The prepaid amount") ?? 0;
  return {
    allowances: Math.max(0, prepaid),
    charges: Math.max(0, -prepaid),
    note:
      prepaid === 0
        ? ""
        : `The document says ${formatCents(prepaid, { currency })} was prepaid; it is taken off as an allowance. Find that payment before you approve.\n`,
  };
};

// Peppol demands an order's reference of every invoice: NA is written where there is none, and people
// write "No PO", "none" or a dash.
const noOrder =
  /^(n\/?a|none|nil|no\.?\s*(p\.?\s?o\.?|order|purchase order)|without( (p\.?o\.?|order))?|not applicable|tbd|[-.]+|0+)$/i;
/** The number of the order; null where the file says that there is none. */
export const orderSaid = (said: string | null): string | null => {
  const id = oneLine(said);
  return id && noOrder.test(id) ? null : id;
};

const sellerOf = (root: Node): UblInvoice["seller"] => {
  const party = child(root, "AccountingSupplierParty", "Party");
  const ids = [
    ...children(party, "PartyIdentification").map((n) => text(n, "ID")),
    ...children(party, "PartyTaxScheme").map((n) => text(n, "CompanyID")),
    ...children(party, "PartyLegalEntity").map((n) => text(n, "CompanyID")),
    text(party, "EndpointID"),
  ];
  return {
    name: oneLine(
      text(children(party, "PartyLegalEntity")[0], "RegistrationName") ??
        text(children(party, "PartyName")[0], "Name"),
    ),
    ids: ids.map(oneLine).filter((id) => id !== null),
  };
};

type Head = Pick<UblInvoice, "vendorNumber" | "invoiceDate" | "currency">;
/** Number, day and currency; 422 with `names`, what the file calls them, for one that is missing. */
export const checkedHead = (
  said: { number: string | null; date: string | null; currency: string | null },
  names: { number: string; date: string; currency: string },
): Head => {
  const vendorNumber = oneLine(said.number);
  const { date: invoiceDate } = said;
  const currency = said.currency ?? "USD";
  if (!vendorNumber) throw wrong(`The invoice has no number (${names.number}).`, "vendorNumber");
  if (vendorNumber.length > 60)
    throw wrong(
      `The invoice's number (${names.number}) is longer than 60 characters.`,
      "vendorNumber",
    );
  if (!invoiceDate || !isDate(invoiceDate))
    throw wrong(
      `The invoice has no date (${names.date}) of the form YYYY-MM-DD${invoiceDate ? `: "${invoiceDate.slice(0, 20)}" is not a day of the calendar` : ""}.`,
      "invoiceDate",
    );
  if (!/^[A-Z]{3}$/.test(currency))
    throw wrong(
      `The currency (${names.currency}) is "${currency.slice(0, 20)}"; it is written in three capital letters, such as USD.`,
      "currency",
    );
  return { vendorNumber, invoiceDate, currency };
};

/** 422 for more lines than are taken. */
export const countedLines = (lines: readonly Node[]): readonly Node[] => {
  if (lines.length > mostLines)
    throw wrong(
      `The invoice has ${lines.length} lines; at most ${mostLines} are taken. Ask the vendor to divide it.`,
      "lines",
    );
  return lines;
};

// EN 16931, BT-3: the types of a document that give money back.
const credits = new Set("81 83 261 262 296 308 381 396 420 458 502 503 532".split(" "));
/** Whether a document of this type (UNTDID 1001) is a credit note: 381 and its like. */
export const isCredit = (type: string | null): boolean => credits.has(type?.trim() ?? "");

const names = { number: "cbc:ID", date: "cbc:IssueDate", currency: "cbc:DocumentCurrencyCode" };

/**
 * Reads a UBL 2.1 Invoice or CreditNote; null for another document. 422 with what is wrong and where when
 * it misses what an invoice must have, or holds something that is not a number.
 */
export const ublOf = (parsed: Node): UblInvoice | null => {
  const invoice = child(parsed, "Invoice");
  const root = invoice ?? child(parsed, "CreditNote");
  if (typeof root !== "object") return null;
  const head = checkedHead(
    {
      number: text(root, "ID"),
      date: text(root, "IssueDate"),
      currency: text(root, "DocumentCurrencyCode"),
    },
    names,
  );
  const lines = countedLines(children(root, invoice ? "InvoiceLine" : "CreditNoteLine"));
  if (lines.length === 0) throw wrong("The invoice has no lines.", "lines");
  const total = child(root, "LegalMonetaryTotal");
  const prepaid = prepaidOf(text(total, "PrepaidAmount"), head.currency);
  const adjusted = adjustments(root);
  return {
    kind: invoice && !isCredit(text(root, "InvoiceTypeCode")) ? "invoice" : "credit_note",
    ...head,
    note: `${prepaid.note}${text(children(root, "Note")[0]) ?? ""}`.trim().slice(0, 2000),
    orderNumber: orderSaid(text(root, "OrderReference", "ID")),
    seller: sellerOf(root),
    allowances: adjusted.allowances + prepaid.allowances,
    charges: adjusted.charges + prepaid.charges,
    tax: taxOf(root, head.currency),
    rounding: cents(text(total, "PayableRoundingAmount"), "The rounding", "rounding") ?? 0,
    payable: cents(text(total, "PayableAmount"), "The payable amount", "statedTotal"),
    lines: lines.map(lineOf),
  };
};

/** Reads the text of a UBL file. 422 `bad_ubl` for what is none. */
export const parseUbl = (xml: string): UblInvoice => {
  const read = ublOf(parseXml(xml));
  if (!read) throw wrong("This is not a UBL Invoice or CreditNote.");
  return read;
};
