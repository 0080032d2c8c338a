import { expect, test } from "vitest";
import { parseInvoiceXml } from "./cii.model.ts";
import { ciiCharge, ciiFile, ciiLine } from "./document/cases/cii.ts";
import { priceInvoice } from "./totals.model.ts";

const priced = (xml: string) => {
  const read = parseInvoiceXml(xml);
  return { read, sums: priceInvoice({ ...read, statedTotal: read.payable }) };
};

test("a Cross Industry Invoice is read with its lines, allowances, charges and tax", () => {
  const { read, sums } = priced(
    ciiFile({
      lines: ciiLine("4", "25.00", "95.00", ciiCharge(false, "5.00")) + ciiLine("1", "7.5", "7.50"),
      head: ciiCharge(true, "12.00") + ciiCharge(false, "2.50"),
      tax: "8.00",
      payable: "120.00",
    }),
  );
  expect(read).toMatchObject({
    kind: "invoice",
    vendorNumber: "R-7001",
    invoiceDate: "2026-11-14",
    currency: "USD",
    orderNumber: "PO-2026-0042",
    seller: { name: "Midland Pump & Power", ids: ["ABCDEFGHJKL1"] },
    allowances: 2_50,
    charges: 12_00,
    tax: 8_00,
    payable: 120_00,
    note: "Thank you",
    lines: [
      { orderLineNo: 1, description: "Pipe fitting", unit: "H87", adjustment: -5_00 },
      { quantity: "1", unitPrice: "7.5", statedAmount: 7_50 },
    ],
  });
  expect(sums).toMatchObject({ total: 120_00, differences: [] });
});

test("type 381 is a credit note in both kinds of data, and counts negative", () => {
  expect(priced(ciiFile({ type: "381" }))).toMatchObject({
    read: { kind: "credit_note" },
    sums: { total: -100_00, differences: [] },
  });
  const ubl = (type: string) =>
    parseInvoiceXml(
      [
        `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"`,
        ` xmlns:c="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`,
        ` xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2">`,
        `<c:ID>C-1</c:ID><c:IssueDate>2026-11-14</c:IssueDate>`,
        `<c:InvoiceTypeCode>${type}</c:InvoiceTypeCode><a:InvoiceLine>`,
        `<c:InvoicedQuantity>1</c:InvoicedQuantity><a:Price><c:PriceAmount>5</c:PriceAmount>`,
        `</a:Price></a:InvoiceLine></Invoice>`,
      ].join(""),
    ).kind;
  expect([ubl("380"), ubl("381")]).toEqual(["invoice", "credit_note"]);
});

test("a profile without lines gives its head", () => {
  expect(parseInvoiceXml(ciiFile({ lines: "" }))).toMatchObject({ lines: [], payable: 100_00 });
});

test("elements of another vocabulary are no values, under whichever prefix they come", () => {
  const foreign = [
    `<evil:DuePayableAmount xmlns:evil="urn:evil">1.00</evil:DuePayableAmount>`,
    `<ram:DuePayableAmount xmlns:ram="urn:evil">2.00</ram:DuePayableAmount>`,
    `<nowhere:DuePayableAmount>3.00</nowhere:DuePayableAmount>`,
  ].join("");
  const xml = ciiFile().replace("<ram:DuePayableAmount>", `${foreign}<ram:DuePayableAmount>`);
  expect(parseInvoiceXml(xml).payable).toBe(100_00);
  const renamed = ciiFile()
    .replaceAll("rsm:", "a:")
    .replaceAll("ram:", "b:")
    .replaceAll("xmlns:rsm", "xmlns:a")
    .replaceAll("xmlns:ram", "xmlns:b");
  expect(parseInvoiceXml(renamed)).toMatchObject({ payable: 100_00, vendorNumber: "R-7001" });
});

const laughs = [
  `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">`,
  ...Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ""};`.repeat(10)}">`),
  `]><rsm:CrossIndustryInvoice>&lol9;</rsm:CrossIndustryInvoice>`,
].join("");
test.each([
  ["a billion laughs", laughs, /document type/],
  [
    "a file of the server as an entity",
    ciiFile().replace("?>", `?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>`),
    /document type/,
  ],
  ["an entity nobody declared", ciiFile({ number: "&pwd;" }), null],
  [
    "the right name in a wrong namespace",
    ciiFile().replace("CrossIndustryInvoice:100", "CrossIndustryInvoice:666"),
    /not a UBL Invoice .* not a Cross Industry Invoice/,
  ],
  ["ZUGFeRD of 2014", `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd"/>`, /not a UBL/],
  [
    "sixty-one elements deep",
    ciiFile({ head: "<ram:X>".repeat(61) + "</ram:X>".repeat(61) }),
    /not well-formed/,
  ],
  ["a day that is none", ciiFile({ day: "20260231" }), /ram:IssueDateTime/],
  ["a number that is none", ciiFile({ payable: "1e9" }), /not a number/],
  ["no number", ciiFile({ number: "" }), /ram:ID/],
  ["a line without a price", ciiFile({ lines: ciiLine("1", "", "1.00") }), /no price/],
  [
    "an indicator that says nothing",
    ciiFile({ head: ciiCharge(true, "1.00").replace("true", "maybe") }),
    /ram:ChargeIndicator is "maybe"/,
  ],
  [
    "tax in another currency only",
    ciiFile().replace('currencyID="USD"', 'currencyID="CAD"'),
    /not stated in USD/,
  ],
  [
    "tax stated twice",
    ciiFile().replace(/(<ram:TaxTotalAmount.*?<\/ram:TaxTotalAmount>)/, "$1$1"),
    /tax 2 times in USD/,
  ],
])("%s is refused or stays plain text", (_name, xml, message) => {
  if (message === null) return expect(parseInvoiceXml(xml).vendorNumber).toBe("&pwd;");
  expect(() => parseInvoiceXml(xml)).toThrow(
    expect.objectContaining({ code: "bad_ubl", message: expect.stringMatching(message) }),
  );
});

test("names that a program minds are names like others", () => {
  const xml = ciiFile({ head: "<ram:constructor>1</ram:constructor>" });
  expect(parseInvoiceXml(xml).payable).toBe(100_00);
  expect(() =>
    parseInvoiceXml(ciiFile({ head: "<ram:__proto__><ram:x>1</ram:x></ram:__proto__>" })),
  ).not.toThrow();
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});
