import { expect, test } from "vitest";
import { priceInvoice } from "./totals.model.ts";
import { parseUbl } from "./ubl.model.ts";

const space = 'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';
const line = (id: string, quantity: string, price: string, amount: string, more = "", name = "Stone") =>
  `<cac:InvoiceLine><cbc:ID>${id}</cbc:ID><cbc:InvoicedQuantity unitCode="TNE">${quantity}</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="USD">${amount}</cbc:LineExtensionAmount>${more}<cac:Item><cbc:Name>${name}</cbc:Name></cac:Item><cac:Price><cbc:PriceAmount currencyID="USD">${price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`;
const charge = (isCharge: boolean, amount: string) => `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:Amount currencyID="USD">${amount}</cbc:Amount></cac:AllowanceCharge>`;
const invoice = (body: string, total = "") =>
  `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ${space}><cbc:ID>0033-B</cbc:ID><cbc:IssueDate>2026-11-14</cbc:IssueDate><cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode><cac:OrderReference><cbc:ID>PO-2027-00213</cbc:ID></cac:OrderReference>
<cac:AccountingSupplierParty><cac:Party><cac:PartyIdentification><cbc:ID>ABCDEFGHJKL1</cbc:ID></cac:PartyIdentification><cac:PartyLegalEntity><cbc:RegistrationName>Midland Pump &amp; Power</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>${body}${total}</Invoice>`;
const payable = (amount: string, rounding = "") => `<cac:LegalMonetaryTotal>${rounding && `<cbc:PayableRoundingAmount currencyID="USD">${rounding}</cbc:PayableRoundingAmount>`}<cbc:PayableAmount currencyID="USD">${amount}</cbc:PayableAmount></cac:LegalMonetaryTotal>`;
const priced = (xml: string) => {
  const u = parseUbl(xml);
  return { u, p: priceInvoice({ ...u, statedTotal: u.payable }) };
};

test("an invoice with header allowance, charge, tax, rounding, a line charge and a negative line adds up to what it states", () => {
  const { u, p } = priced(invoice(
    `${charge(false, "10.00")}${charge(true, "25.50")}<cac:TaxTotal><cbc:TaxAmount currencyID="USD">8.25</cbc:TaxAmount></cac:TaxTotal>${line("1", "12", "940.00", "11285.00", charge(true, "5.00"))}${line("2", "-1", "940.00", "-940.00", "", "Returned day")}`,
    payable("10368.76", "0.01")));
  expect(u).toMatchObject({ kind: "invoice", vendorNumber: "0033-B", orderNumber: "PO-2027-00213", allowances: 10_00, charges: 25_50, tax: 8_25, rounding: 1, payable: 10_368_76, seller: { name: "Midland Pump & Power", ids: ["ABCDEFGHJKL1"] } });
  expect(u.lines).toMatchObject([{ quantity: "12", unit: "TNE", adjustment: 5_00, statedAmount: 11_285_00 }, { quantity: "-1", statedAmount: -940_00 }]);
  expect(p).toEqual({ lineAmounts: [11_285_00, -940_00], subtotal: 10_345_00, total: 10_368_76, differences: [] });
});

test("a price for more than one unit is taken per unit; what does not add up is said line by line", () => {
  const per = line("1", "250", "12.50", "31.25").replace("</cac:Price>", '<cbc:BaseQuantity unitCode="TNE">100</cbc:BaseQuantity></cac:Price>');
  expect(priced(invoice(per, payable("31.25"))).p).toMatchObject({ total: 31_25, differences: [] });
  const { p } = priced(invoice(line("1", "3", "10.00", "31.00"), payable("31.00")));
  expect(p.total).toBe(30_00);
  expect(p.differences).toEqual(["Line 1 states $31.00; quantity times price is $30.00.", "The document states $31.00 in all; its lines, allowances, charges and tax add up to $30.00 ($1.00 apart)."]);
});

test("a credit note counts negative", () => {
  const xml = invoice(line("1", "5", "10.00", "50.00"), payable("50.00")).replaceAll("InvoiceLine", "CreditNoteLine").replaceAll("InvoicedQuantity", "CreditedQuantity").replace("<Invoice ", "<CreditNote ").replace("</Invoice>", "</CreditNote>").replace("Invoice-2", "CreditNote-2");
  expect(priced(xml)).toMatchObject({ u: { kind: "credit_note" }, p: { total: -50_00, differences: [] } });
});

const refused: readonly [string, string, RegExp][] = [
  ["a document type with entities", invoice(line("1", "1", "1.00", "1.00")).replace("?>", '?><!DOCTYPE x [<!ENTITY a "b">]>'), /document type/],
  ["an entity hidden in lower case", invoice(line("1", "1", "1.00", "1.00")).replace("?>", '?><!doctype x SYSTEM "file:///etc/passwd">'), /document type/],
  ["something else", "<html><body/></html>", /not a UBL/],
  ["broken XML", invoice(line("1", "1", "1.00", "1.00")).slice(0, -8), /not well-formed|not a UBL/],
  ["no lines", invoice(""), /no lines/],
  ["a quantity that is no number", invoice(line("1", "NaN", "1.00", "1.00")), /not a number: "NaN"/],
  ["an exponent", invoice(line("1", "1e9", "1.00", "1.00")), /not a number/],
  ["a price of nothing", invoice(line("1", "1", "", "1.00")), /no price/],
  ["a base quantity of zero", invoice(line("1", "1", "1.00", "1.00").replace("</cac:Price>", "<cbc:BaseQuantity>0</cbc:BaseQuantity></cac:Price>")), /base quantity is zero/],
  ["no number", invoice(line("1", "1", "1.00", "1.00")).replace("<cbc:ID>0033-B</cbc:ID>", ""), /no number|cbc:ID/],
];
test.each(refused)("%s is refused with what is wrong", (_name, xml, message) => {
  expect(() => parseUbl(xml)).toThrow(message);
});
