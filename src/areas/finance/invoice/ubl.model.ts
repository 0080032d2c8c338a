import { XMLParser } from "fast-xml-parser";
import { Decimal } from "decimal.js";
import { invalidField } from "../../../kernel/errors.ts";

/** What a UBL 2.1 Invoice or CreditNote (EN 16931) says, in the product's terms; amounts in integer cents. */
export type UblInvoice = {
  kind: "invoice" | "credit_note";
  vendorNumber: string; invoiceDate: string; currency: string; note: string;
  orderNumber: string | null;
  seller: { name: string | null; ids: string[] };
  allowances: number; charges: number; tax: number; rounding: number; payable: number | null;
  lines: { orderLineNo: number | null; description: string; quantity: string; unit: string; unitPrice: string; adjustment: number; statedAmount: number | null }[];
};

type Node = string | { [name: string]: Node | Node[] };
const arrays = new Set(["InvoiceLine", "CreditNoteLine", "AllowanceCharge", "TaxTotal", "PartyIdentification", "PartyTaxScheme", "PartyLegalEntity", "PartyName", "Note"]);

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", removeNSPrefix: true, parseTagValue: false, parseAttributeValue: false, processEntities: true, trimValues: true, isArray: (name: string) => arrays.has(name) });

const wrong = (message: string) => invalidField("file", message, "bad_ubl");
const child = (node: Node | undefined, ...path: string[]): Node | undefined => path.reduce<Node | undefined>((n, name) => {
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
  const value = typeof found === "string" ? found : typeof found === "object" && typeof found["#text"] === "string" ? found["#text"] : null;
  return value === null || value === "" ? null : value;
};

const number = (value: string | null, what: string): Decimal | null => {
  if (value === null) return null;
  if (!/^[+-]?\d{1,15}(\.\d{1,10})?$/.test(value)) throw wrong(`${what} is not a number: "${value.slice(0, 40)}".`);
  return new Decimal(value);
};
const cents = (value: string | null, what: string): number | null => number(value, what)?.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber() ?? null;
const decimal = (value: Decimal) => value.toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toFixed();

const adjustments = (node: Node) => {
  let allowances = 0, charges = 0;
  for (const a of children(node, "AllowanceCharge")) {
    const amount = cents(text(a, "Amount"), "An allowance or charge") ?? 0;
    if (text(a, "ChargeIndicator") === "true") charges += amount;
    else allowances += amount;
  }
  return { allowances, charges };
};

const lineOf = (node: Node, i: number): UblInvoice["lines"][number] => {
  const what = `Line ${i + 1}`;
  const quantity = number(text(node, "InvoicedQuantity") ?? text(node, "CreditedQuantity"), `${what}: the quantity`) ?? new Decimal(1);
  const price = number(text(node, "Price", "PriceAmount"), `${what}: the price`);
  if (!price) throw wrong(`${what} has no price (cac:Price/cbc:PriceAmount).`);
  const base = number(text(node, "Price", "BaseQuantity"), `${what}: the base quantity`) ?? new Decimal(1);
  if (base.isZero()) throw wrong(`${what}: the base quantity is zero.`);
  const { allowances, charges } = adjustments(node);
  const reference = text(node, "OrderLineReference", "LineID");
  const measured = child(node, "InvoicedQuantity") ?? child(node, "CreditedQuantity");
  const unit = typeof measured === "object" && typeof measured["@unitCode"] === "string" ? measured["@unitCode"] : "each";
  return {
    orderLineNo: reference && /^\d{1,6}$/.test(reference) ? Number(reference) : null, description: (text(node, "Item", "Name") ?? text(node, "Item", "Description") ?? what).slice(0, 500), quantity: decimal(quantity), unit: unit.slice(0, 20),
    unitPrice: decimal(price.dividedBy(base)), adjustment: charges - allowances, statedAmount: cents(text(node, "LineExtensionAmount"), `${what}: the amount`),
  };
};

const sellerOf = (root: Node): UblInvoice["seller"] => {
  const party = child(root, "AccountingSupplierParty", "Party");
  const ids = [...children(party, "PartyIdentification").map((n) => text(n, "ID")), ...children(party, "PartyTaxScheme").map((n) => text(n, "CompanyID")), ...children(party, "PartyLegalEntity").map((n) => text(n, "CompanyID")), text(party, "EndpointID")];
  return { name: text(children(party, "PartyLegalEntity")[0], "RegistrationName") ?? text(children(party, "PartyName")[0], "Name"), ids: ids.filter((id) => id !== null) };
};

/**
 * Reads a UBL 2.1 Invoice or CreditNote. Document types (DTDs) are refused before parsing, so that no entity can be declared.
 * 422 with what is wrong and where when it is not UBL, misses what an invoice must have, or holds something that is not a number.
 */
export const parseUbl = (xml: string): UblInvoice => {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw wrong("The file declares a document type (DTD). Send it without one.");
  let parsed: Record<string, Node>;
  try {
    parsed = parser.parse(xml, true) as Record<string, Node>;
  } catch (error) {
    throw wrong(`The file is not well-formed XML: ${(error as Error).message.slice(0, 160)}`);
  }
  const kind = parsed.Invoice ? "invoice" : parsed.CreditNote ? "credit_note" : null;
  const root = parsed.Invoice ?? parsed.CreditNote;
  if (!kind || typeof root !== "object") throw wrong("This is not a UBL Invoice or CreditNote.");
  const vendorNumber = text(root, "ID"), invoiceDate = text(root, "IssueDate");
  if (!vendorNumber) throw wrong("The invoice has no number (cbc:ID).");
  if (!invoiceDate || !/^\d{4}-\d{2}-\d{2}$/.test(invoiceDate)) throw wrong("The invoice has no date (cbc:IssueDate) of the form YYYY-MM-DD.");
  const lines = children(root, kind === "invoice" ? "InvoiceLine" : "CreditNoteLine");
  if (lines.length === 0) throw wrong("The invoice has no lines.");
  const total = child(root, "LegalMonetaryTotal");
  const tax = children(root, "TaxTotal").map((t) => cents(text(t, "TaxAmount"), "The tax"))[0] ?? 0;
  return {
    kind, vendorNumber: vendorNumber.slice(0, 60), invoiceDate, currency: text(root, "DocumentCurrencyCode") ?? "USD", note: (text(children(root, "Note")[0]) ?? "").slice(0, 2000), orderNumber: text(root, "OrderReference", "ID"), seller: sellerOf(root), ...adjustments(root), tax: tax ?? 0,
    rounding: cents(text(total, "PayableRoundingAmount"), "The rounding") ?? 0, payable: cents(text(total, "PayableAmount"), "The payable amount"), lines: lines.map(lineOf),
  };
};
