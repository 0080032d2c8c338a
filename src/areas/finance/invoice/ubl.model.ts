import { XMLParser } from "fast-xml-parser";
import { Decimal } from "decimal.js";
import { isDate } from "#kernel/time.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatCents, maxCents } from "#kernel/money.ts";

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

type Node = string | { [name: string]: Node | Node[] };
const arrays = new Set([
  "InvoiceLine",
  "CreditNoteLine",
  "AllowanceCharge",
  "TaxTotal",
  "PartyIdentification",
  "PartyTaxScheme",
  "PartyLegalEntity",
  "PartyName",
  "Note",
]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  trimValues: true,
  isArray: (name: string) => arrays.has(name),
});

const wrong = (message: string, path = "file") => invalidField(path, message, "bad_ubl");
// Long enough for any product of what is taken here, so that amounts are exact before they are
// rounded once.
const Exact = Decimal.clone({ precision: 80 });
const mostLines = 1000;

/**
 * The text of an XML file by its byte order mark, or by the encoding that its first line declares;
 * UTF-8 without either. 422 for bytes that are not of that encoding.
 */
export const decodeXml = (bytes: Uint8Array): string => {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : bytes[0] === 0xef && bytes[1] === 0xbb
          ? "utf-8"
          : null;
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, 200)).trimStart(),
  )?.[1];
  const name = marked ?? declared ?? "utf-8";
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch {
    throw wrong(
      `The file declares the encoding ${name}, which is not known here. Send it in UTF-8.`,
    );
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw wrong(`The file is not in ${name}, the encoding that it declares. Send it in UTF-8.`);
  }
};

const named: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  "'": "&apos;",
};
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

// Characters by number (&#233; &#xE9;) as themselves, outside of CDATA, where they are plain text.
const withoutReferences = (xml: string): string =>
  xml.replace(
    /<!\[CDATA\[[\s\S]*?\]\]>|&#(?:x([0-9a-f]{1,8})|(\d{1,8}));/gi,
    (whole, hex: string | undefined, digits: string | undefined) => {
      if (hex === undefined && digits === undefined) return whole;
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        throw wrong(`The file is not well-formed XML: ${whole} is no character.`);
      const character = String.fromCodePoint(code);
      return named[character] ?? character;
    },
  );

/**
 * A text as one plain line: control characters, line breaks and marks that turn the direction of
 * writing are taken out.
 */
const oneLine = (value: string | null): string | null =>
  value
    ?.replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .trim() || null;
const child = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((n, name) => {
    if (n === undefined || typeof n === "string") return undefined;
    const found = n[name];
    return Array.isArray(found) ? found[0] : found;
  }, node);
const children = (node: Node | undefined, name: string): Node[] => {
  const found = node === undefined || typeof node === "string" ? undefined : node[name];
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
};
const text = (node: Node | undefined, ...path: string[]): string | null => {
  const found = child(node, ...path);
  const value =
    typeof found === "string"
      ? found
      : typeof found === "object" && typeof found["#text"] === "string"
        ? found["#text"]
        : null;
  return value === null || value === "" ? null : value;
};

const number = (value: string | null, what: string, path?: string): Decimal | null => {
  if (value === null) return null;
  if (!/^[+-]?\d{1,30}(\.\d{1,20})?$/.test(value))
    throw wrong(`${what} is not a number: "${value.slice(0, 40)}".`, path);
  return new Exact(value);
};
const rounded = (value: Decimal, what: string, path?: string): number => {
  const whole = value.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  if (whole.abs().greaterThan(maxCents))
    throw wrong(`${what} is too large to be kept: ${value.toFixed()}.`, path);
  return whole.toNumber() || 0;
};
const cents = (value: string | null, what: string, path?: string): number | null => {
  const found = number(value, what, path);
  return found && rounded(found, what, path);
};
const decimal = (value: Decimal, what: string, path: string): string => {
  if (value.abs().greaterThanOrEqualTo("1e12"))
    throw wrong(`${what} is too large to be kept: ${value.toFixed()}.`, path);
  const text = value.toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toFixed();
  return /^-0*\.?0*$/.test(text) ? "0" : text;
};

const indicator = (a: Node): boolean => {
  const value = text(a, "ChargeIndicator") ?? "";
  if (!["true", "1", "false", "0"].includes(value))
    throw wrong(
      `An allowance or charge does not say which it is: cbc:ChargeIndicator is "${value.slice(0, 20)}", not true or false.`,
    );
  return value === "true" || value === "1";
};

const adjustments = (node: Node, what = "") => {
  let allowances = 0;
  let charges = 0;
  for (const a of children(node, "AllowanceCharge")) {
    const charge = indicator(a);
    const name = `${what && `${what}: `}${charge ? "a charge" : "an allowance"}`;
    const said = name[0]!.toUpperCase() + name.slice(1);
    const amount = cents(text(a, "Amount"), said) ?? 0;
    // A correction repeats what it takes back with the other sign: a charge below zero takes off.
    if (charge === amount >= 0) charges += Math.abs(amount);
    else allowances += Math.abs(amount);
  }
  return { allowances, charges };
};

const lineOf = (node: Node, i: number): UblInvoice["lines"][number] => {
  const what = `Line ${i + 1}`;
  const at = (field: string) => `lines.${i}.${field}`;
  const quantity =
    number(
      text(node, "InvoicedQuantity") ?? text(node, "CreditedQuantity"),
      `${what}: the quantity`,
      at("quantity"),
    ) ?? new Exact(1);
  const price = number(text(node, "Price", "PriceAmount"), `${what}: the price`, at("unitPrice"));
  if (!price) throw wrong(`${what} has no price (cac:Price/cbc:PriceAmount).`, at("unitPrice"));
  const base =
    number(text(node, "Price", "BaseQuantity"), `${what}: the base quantity`, at("unitPrice")) ??
    new Exact(1);
  if (base.isZero()) throw wrong(`${what}: the base quantity is zero.`, at("unitPrice"));
  const { allowances, charges } = adjustments(node, what);
  const reference = text(node, "OrderLineReference", "LineID");
  const measured = child(node, "InvoicedQuantity") ?? child(node, "CreditedQuantity");
  const unit =
    typeof measured === "object" && typeof measured["@unitCode"] === "string"
      ? measured["@unitCode"]
      : null;
  const kept = {
    quantity: decimal(quantity, `${what}: the quantity`, at("quantity")),
    unitPrice: decimal(price.dividedBy(base), `${what}: the price`, at("unitPrice")),
  };
  // Quantity and price are kept with four decimals; what finer ones make of the amount, in cents,
  // is kept beside them.
  const finer =
    rounded(
      quantity.times(price).dividedBy(base),
      `${what}: quantity times price`,
      at("unitPrice"),
    ) -
    rounded(
      new Exact(kept.quantity).times(kept.unitPrice),
      `${what}: quantity times price`,
      at("unitPrice"),
    );
  return {
    orderLineNo: reference && /^\d{1,6}$/.test(reference) ? Number(reference) : null,
    description: (
      oneLine(text(node, "Item", "Name")) ??
      oneLine(text(node, "Item", "Description")) ??
      what
    ).slice(0, 500),
    unit: (oneLine(unit) ?? "").slice(0, 20),
    ...kept,
    adjustment: charges - allowances + finer,
    statedAmount: cents(
      text(node, "LineExtensionAmount"),
      `${what}: the amount`,
      at("statedAmount"),
    ),
  };
};

const attribute = (node: Node | undefined, name: string): string | null =>
  typeof node === "object" && typeof node[`@${name}`] === "string"
    ? (node[`@${name}`] as string)
    : null;

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
const prepaidOf = (total: Node | undefined, currency: string) => {
  const prepaid = cents(text(total, "PrepaidAmount"), "The prepaid amount") ?? 0;
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
const orderOf = (root: Node): string | null => {
  const id = oneLine(text(root, "OrderReference", "ID"));
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

/**
 * Reads a UBL 2.1 Invoice or CreditNote. Document types (DTDs) are refused before parsing, so that
 * no entity can be declared.
 * 422 with what is wrong and where when it is not UBL, misses what an invoice must have, or holds
 * something that is not a number.
 */
export const parseUbl = (xml: string): UblInvoice => {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw wrong("The file declares a document type (DTD). Send it without one.");
  const plain = withoutReferences(xml.replace(/^\uFEFF/, ""));
  if (notInXml.test(plain))
    throw wrong("The file is not well-formed XML: it contains a control character.");
  let parsed: Record<string, Node>;
  try {
    parsed = parser.parse(plain, true) as Record<string, Node>;
  } catch (error) {
    throw wrong(`The file is not well-formed XML: ${(error as Error).message.slice(0, 160)}`);
  }
  const kind = parsed.Invoice ? "invoice" : parsed.CreditNote ? "credit_note" : null;
  const root = parsed.Invoice ?? parsed.CreditNote;
  if (!kind || typeof root !== "object") throw wrong("This is not a UBL Invoice or CreditNote.");
  const vendorNumber = oneLine(text(root, "ID"));
  const invoiceDate = text(root, "IssueDate");
  const currency = text(root, "DocumentCurrencyCode") ?? "USD";
  if (!vendorNumber) throw wrong("The invoice has no number (cbc:ID).", "vendorNumber");
  if (vendorNumber.length > 60)
    throw wrong("The invoice's number (cbc:ID) is longer than 60 characters.", "vendorNumber");
  if (!invoiceDate || !isDate(invoiceDate))
    throw wrong(
      `The invoice has no date (cbc:IssueDate) of the form YYYY-MM-DD${invoiceDate ? `: "${invoiceDate.slice(0, 20)}" is not a day of the calendar` : ""}.`,
      "invoiceDate",
    );
  if (!/^[A-Z]{3}$/.test(currency))
    throw wrong(
      `The currency (cbc:DocumentCurrencyCode) is "${currency.slice(0, 20)}"; it is written in three capital letters, such as USD.`,
      "currency",
    );
  const lines = children(root, kind === "invoice" ? "InvoiceLine" : "CreditNoteLine");
  if (lines.length === 0) throw wrong("The invoice has no lines.", "lines");
  if (lines.length > mostLines)
    throw wrong(
      `The invoice has ${lines.length} lines; at most ${mostLines} are taken. Ask the vendor to divide it.`,
      "lines",
    );
  const total = child(root, "LegalMonetaryTotal");
  const prepaid = prepaidOf(total, currency);
  const adjusted = adjustments(root);
  return {
    kind,
    vendorNumber,
    invoiceDate,
    currency,
    note: `${prepaid.note}${text(children(root, "Note")[0]) ?? ""}`.trim().slice(0, 2000),
    orderNumber: orderOf(root),
    seller: sellerOf(root),
    allowances: adjusted.allowances + prepaid.allowances,
    charges: adjusted.charges + prepaid.charges,
    tax: taxOf(root, currency),
    rounding: cents(text(total, "PayableRoundingAmount"), "The rounding", "rounding") ?? 0,
    payable: cents(text(total, "PayableAmount"), "The payable amount", "statedTotal"),
    lines: lines.map(lineOf),
  };
};
