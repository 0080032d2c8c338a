import { expect, test } from "vitest";
import { sniff } from "#server/files/files.ts";
import { priceInvoice } from "./totals.model.ts";
import { parseUbl } from "./ubl.model.ts";
import { decodeXml } from "./xml.model.ts";

const schema = "urn:oasis:names:specification:ubl:schema:xsd";
const space = `xmlns:cac="${schema}:CommonAggregateComponents-2" xmlns:cbc="${schema}:CommonBasicComponents-2"`;
const line = (
  id: string,
  quantity: string,
  price: string,
  amount: string,
  more = "",
  name = "Stone",
) =>
  [
    `<cac:InvoiceLine><cbc:ID>${id}</cbc:ID><cbc:InvoicedQuantity unitCode="TNE">`,
    `${quantity}</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="USD">`,
    `${amount}</cbc:LineExtensionAmount>${more}<cac:Item><cbc:Name>`,
    `${name}</cbc:Name></cac:Item><cac:Price><cbc:PriceAmount currencyID="USD">`,
    `${price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
  ].join("");
const charge = (isCharge: boolean, amount: string) =>
  [
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>`,
    `<cbc:Amount currencyID="USD">${amount}</cbc:Amount></cac:AllowanceCharge>`,
  ].join("");
const invoice = (body: string, total = "") =>
  [
    `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ${space}>`,
    `<cbc:ID>0033-B</cbc:ID><cbc:IssueDate>2026-11-14</cbc:IssueDate>`,
    `<cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode><cac:OrderReference>`,
    `<cbc:ID>PO-2027-00213</cbc:ID></cac:OrderReference>\n<cac:AccountingSupplierParty>`,
    `<cac:Party><cac:PartyIdentification><cbc:ID>ABCDEFGHJKL1</cbc:ID>`,
    `</cac:PartyIdentification><cac:PartyLegalEntity><cbc:RegistrationName>Midland Pump &amp; Power</cbc:RegistrationName>`,
    `</cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>`,
    `${body}${total}</Invoice>`,
  ].join("");
const rounded = (amount: string) =>
  amount && `<cbc:PayableRoundingAmount currencyID="USD">${amount}</cbc:PayableRoundingAmount>`;
const payable = (amount: string, rounding = "") =>
  [
    `<cac:LegalMonetaryTotal>${rounded(rounding)}`,
    `<cbc:PayableAmount currencyID="USD">${amount}</cbc:PayableAmount></cac:LegalMonetaryTotal>`,
  ].join("");
const priced = (xml: string) => {
  const u = parseUbl(xml);
  return { u, p: priceInvoice({ ...u, statedTotal: u.payable }) };
};

test("an invoice with header allowance, charge, tax, rounding, a line charge and a negative line adds up to what it states", () => {
  const { u, p } = priced(
    invoice(
      `${charge(false, "10.00")}${charge(true, "25.50")}<cac:TaxTotal><cbc:TaxAmount currencyID="USD">8.25</cbc:TaxAmount></cac:TaxTotal>${line("1", "12", "940.00", "11285.00", charge(true, "5.00"))}${line("2", "-1", "940.00", "-940.00", "", "Returned day")}`,
      payable("10368.76", "0.01"),
    ),
  );
  expect(u).toMatchObject({
    kind: "invoice",
    vendorNumber: "0033-B",
    orderNumber: "PO-2027-00213",
    allowances: 10_00,
    charges: 25_50,
    tax: 8_25,
    rounding: 1,
    payable: 10_368_76,
    seller: { name: "Midland Pump & Power", ids: ["ABCDEFGHJKL1"] },
  });
  expect(u.lines).toMatchObject([
    { quantity: "12", unit: "TNE", adjustment: 5_00, statedAmount: 11_285_00 },
    { quantity: "-1", statedAmount: -940_00 },
  ]);
  expect(p).toEqual({
    lineAmounts: [11_285_00, -940_00],
    subtotal: 10_345_00,
    total: 10_368_76,
    differences: [],
  });
});

test("a price for more than one unit is taken per unit; what does not add up is said line by line", () => {
  const per = line("1", "250", "12.50", "31.25").replace(
    "</cac:Price>",
    '<cbc:BaseQuantity unitCode="TNE">100</cbc:BaseQuantity></cac:Price>',
  );
  expect(priced(invoice(per, payable("31.25"))).p).toMatchObject({ total: 31_25, differences: [] });
  const { p } = priced(invoice(line("1", "3", "10.00", "31.00"), payable("31.00")));
  expect(p.total).toBe(30_00);
  expect(p.differences).toEqual([
    "Line 1 states $31.00; quantity times price is $30.00.",
    "The document states $31.00 in all; its lines, allowances, charges and tax add up to $30.00 ($1.00 apart).",
  ]);
});

test("a negative charge takes off as an allowance does, and the reverse, as in a Peppol correction", () => {
  const { u, p } = priced(
    invoice(
      charge(true, "-25.00") + charge(false, "-5.00") + line("1", "-1", "100.00", "-100.00"),
      payable("-120.00"),
    ),
  );
  expect([u.charges, u.allowances, p.total, p.differences]).toEqual([5_00, 25_00, -120_00, []]);
});

test("what was prepaid takes off what is paid, and the note says so", () => {
  const { u, p } = priced(
    invoice(
      line("1", "1", "100.00", "100.00"),
      payable("90.00").replace(
        "<cbc:PayableAmount",
        '<cbc:PrepaidAmount currencyID="USD">10.00</cbc:PrepaidAmount><cbc:PayableAmount',
      ),
    ),
  );
  expect([u.allowances, p.total, p.differences]).toEqual([10_00, 90_00, []]);
  expect(u.note).toMatch(/^The document says \$10\.00 was prepaid/);
});

test("an order reference of NA names no order, as Peppol writes it", () => {
  const of = (id: string) =>
    parseUbl(invoice(line("1", "1", "1.00", "1.00")).replace("PO-2027-00213", id)).orderNumber;
  expect([of("NA"), of("n/a"), of("NA-7")]).toEqual([null, null, "NA-7"]);
});

test("a credit note counts negative", () => {
  const xml = invoice(line("1", "5", "10.00", "50.00"), payable("50.00"))
    .replaceAll("InvoiceLine", "CreditNoteLine")
    .replaceAll("InvoicedQuantity", "CreditedQuantity")
    .replace("<Invoice ", "<CreditNote ")
    .replace("</Invoice>", "</CreditNote>")
    .replace("Invoice-2", "CreditNote-2");
  expect(priced(xml)).toMatchObject({
    u: { kind: "credit_note" },
    p: { total: -50_00, differences: [] },
  });
});

const tax = (amount: string, currency = "USD") =>
  `<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">${amount}</cbc:TaxAmount></cac:TaxTotal>`;

test("the tax in the document's currency counts, whichever comes first; an indicator may be 1 or 0", () => {
  const { u, p } = priced(
    invoice(
      `${charge(true, "5.00").replace("true", "1")}${charge(false, "2.00").replace("false", "0")}${tax("11.00", "CAD")}${tax("8.25")}${line("1", "1", "10.00", "10.00")}`,
      payable("21.25"),
    ),
  );
  expect(u).toMatchObject({ tax: 8_25, charges: 5_00, allowances: 2_00 });
  expect(p).toMatchObject({ total: 21_25, differences: [] });
});

test("a price finer than is kept counts exactly, alone and per base quantity", () => {
  expect(priced(invoice(line("1", "1000", "0.012345", "12.35"), payable("12.35"))).p).toMatchObject(
    { lineAmounts: [12_35], differences: [] },
  );
  const third = line("1", "3000", "1", "1000.00").replace(
    "</cac:Price>",
    "<cbc:BaseQuantity>3</cbc:BaseQuantity></cac:Price>",
  );
  const { u, p } = priced(invoice(third, payable("1000.00")));
  expect(u.lines[0]).toMatchObject({ unitPrice: "0.3333", quantity: "3000" });
  expect(p).toMatchObject({ total: 1_000_00, differences: [] });
});

test("characters by number are read, except where they are plain text; marks that nobody sees are taken out of a number", () => {
  const { u } = priced(
    invoice(
      line("1", "1", "1.00", "1.00", "", "Caf&#233; &#xE9; &amp;#233; &#38;lt;<![CDATA[&#233;]]>"),
    ).replace("0033-B", "00\u202e33\n &#x200B;-B"),
  );
  expect(u.lines[0]!.description).toBe("Café é &#233; &lt;&#233;");
  expect(u.vendorNumber).toBe("0033 -B");
});

test("a file is read in the encoding that it declares or marks", () => {
  const xml = invoice(line("1", "1", "1.00", "1.00", "", "Café"));
  const declared = (name: string) =>
    xml.replace('<?xml version="1.0"?>', `<?xml version="1.0" encoding="${name}"?>`);
  const name = (bytes: Buffer) => parseUbl(decodeXml(bytes)).lines[0]!.description;
  expect(name(Buffer.from(xml))).toBe("Café");
  expect(name(Buffer.from(declared("ISO-8859-1"), "latin1"))).toBe("Café");
  expect(name(Buffer.from(`\uFEFF${declared("UTF-8")}`))).toBe("Café");
  const sixteen = Buffer.from(`\uFEFF${declared("UTF-16")}`, "utf16le");
  expect(name(sixteen)).toBe("Café");
  expect(sniff(sixteen)).toBe("application/xml");
  expect(name(Buffer.from(sixteen).swap16())).toBe("Café");
  expect(sniff(Buffer.from("\uFEFF<svg xmlns='x'/>", "utf16le"))).toBeNull();
  expect(() => decodeXml(Buffer.from(xml, "latin1"))).toThrow(/not in utf-8/);
  expect(() => decodeXml(Buffer.from(declared("KLINGON-1")))).toThrow(/KLINGON-1/);
  expect(() =>
    parseUbl(
      decodeXml(
        Buffer.from(
          declared("UTF-16").replace("?>", "?><!DOCTYPE x>").replace(/^/, "\uFEFF"),
          "utf16le",
        ),
      ),
    ),
  ).toThrow(/document type/);
});

test("a credit note's negative line takes off what it gives; one that asks for money is refused", () => {
  const credit = (body: string) =>
    invoice(body)
      .replaceAll("InvoiceLine", "CreditNoteLine")
      .replaceAll("InvoicedQuantity", "CreditedQuantity")
      .replace("<Invoice ", "<CreditNote ")
      .replace("</Invoice>", "</CreditNote>");
  expect(
    priced(credit(line("1", "5", "10.00", "50.00") + line("2", "-1", "10.00", "-10.00"))).p.total,
  ).toBe(-40_00);
  expect(() => priced(credit(line("1", "-5", "10.00", "-50.00")))).toThrow(
    /Enter it as an invoice/,
  );
});

const refused: readonly [string, string, RegExp][] = [
  [
    "a document type with entities",
    invoice(line("1", "1", "1.00", "1.00")).replace("?>", '?><!DOCTYPE x [<!ENTITY a "b">]>'),
    /document type/,
  ],
  [
    "an entity hidden in lower case",
    invoice(line("1", "1", "1.00", "1.00")).replace(
      "?>",
      '?><!doctype x SYSTEM "file:///etc/passwd">',
    ),
    /document type/,
  ],
  ["something else", "<html><body/></html>", /not a UBL/],
  ["broken XML", invoice(line("1", "1", "1.00", "1.00")).slice(0, -8), /not well-formed|not a UBL/],
  ["no lines", invoice(""), /no lines/],
  [
    "a quantity that is no number",
    invoice(line("1", "NaN", "1.00", "1.00")),
    /not a number: "NaN"/,
  ],
  ["an exponent", invoice(line("1", "1e9", "1.00", "1.00")), /not a number/],
  ["a price of nothing", invoice(line("1", "1", "", "1.00")), /no price/],
  [
    "a base quantity of zero",
    invoice(
      line("1", "1", "1.00", "1.00").replace(
        "</cac:Price>",
        "<cbc:BaseQuantity>0</cbc:BaseQuantity></cac:Price>",
      ),
    ),
    /base quantity is zero/,
  ],
  [
    "no number",
    invoice(line("1", "1", "1.00", "1.00")).replace("<cbc:ID>0033-B</cbc:ID>", ""),
    /no number|cbc:ID/,
  ],
  [
    "tax stated twice",
    invoice(tax("1.00") + tax("2.00") + line("1", "1", "1.00", "1.00")),
    /tax 2 times in USD/,
  ],
  [
    "tax in another currency only",
    invoice(tax("1.00", "CAD") + line("1", "1", "1.00", "1.00")),
    /in CAD only/,
  ],
  [
    "an indicator that says nothing",
    invoice(charge(true, "1.00").replace("true", "yes") + line("1", "1", "1.00", "1.00")),
    /ChargeIndicator/,
  ],
  ["a control character", invoice(line("1", "1", "1.00", "1.00", "", "&#1;")), /control character/],
  ["half of a pair", invoice(line("1", "1", "1.00", "1.00", "", "&#xD800;")), /no character/],
];
test.each([
  [
    "invoiceDate",
    "a day that does not exist",
    invoice(line("1", "1", "1.00", "1.00")).replace("2026-11-14", "2026-02-31"),
  ],
  [
    "currency",
    "a currency in small letters",
    invoice(line("1", "1", "1.00", "1.00")).replace(
      "<cbc:DocumentCurrencyCode>USD",
      "<cbc:DocumentCurrencyCode>usd",
    ),
  ],
  ["lines.0.quantity", "fifteen digits", invoice(line("1", "9".repeat(15), "1.00", "1.00"))],
  [
    "lines.1.unitPrice",
    "an amount beyond what is kept",
    invoice(line("1", "1", "1.00", "1.00") + line("2", "999999999999", "999999999999", "1.00")),
  ],
  [
    "statedTotal",
    "a total beyond what is kept",
    invoice(line("1", "1", "1.00", "1.00"), payable("9".repeat(20))),
  ],
  ["lines", "1001 lines", invoice(line("1", "1", "1.00", "1.00").repeat(1001))],
  ["lines.0.quantity", "both negative", invoice(line("1", "-1", "-1.00", "1.00"))],
])("the refusal names %s for %s", (path, _name, xml) => {
  expect(() => priced(xml)).toThrow(
    expect.objectContaining({ status: 422, errors: [expect.objectContaining({ path })] }),
  );
});
test.each(refused)("%s is refused with what is wrong", (_name, xml, message) => {
  expect(() => parseUbl(xml)).toThrow(
    expect.objectContaining({ code: "bad_ubl", message: expect.stringMatching(message) }),
  );
});
