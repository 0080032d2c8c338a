import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { parseUbl } from "../invoice/ubl.model.ts";
import { writeUbl, type UblOut } from "./ubl-out.model.ts";

const bill: UblOut = {
  kind: "invoice",
  number: "HB-2027-00003",
  issuedOn: day("2027-01-01"),
  dueOn: day("2027-01-31"),
  note: "Hosting & help",
  orderNumber: "PO-2027-00012",
  credits: null,
  period: { from: day("2027-01-01"), to: day("2027-01-31") },
  seller: { name: "Carver County", address: "604 East 4th Street\nChaska, MN 55318" },
  buyer: { name: "City of Northfork", address: "" },
  exemption: { number: "MN-8812", reason: "Local government" },
  lines: [{ description: 'Hosted, "January" <2027>', cents: 499_00, period: null }],
};

test("order, period, and category E with rate 0 and its reason stand in the file", () => {
  const xml = writeUbl(bill);
  expect(xml).toMatch(/<cac:OrderReference>\s*<cbc:ID>PO-2027-00012</);
  expect(xml).toMatch(/<cac:InvoicePeriod>\s*<cbc:StartDate>2027-01-01</);
  expect(xml).toMatch(/<cac:TaxCategory>\s*<cbc:ID>E<\/cbc:ID>\s*<cbc:Percent>0</);
  expect(xml).toContain("Local government (certificate MN-8812)");
  const plain = writeUbl({ ...bill, exemption: null });
  expect(plain).toMatch(/<cac:TaxCategory>\s*<cbc:ID>O<\/cbc:ID>\s*<cbc:TaxExemptionReason>/);
});

const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((text) => `Line ${text.replace(/\s+/g, " ").trim()}`.trim());

test("what our importer reads is what was written, of bills and credit notes alike", () => {
  const made = fc.record({
    kind: fc.constantFrom("invoice" as const, "credit_note" as const),
    order: fc.option(fc.integer({ min: 1, max: 99_999 }).map((n) => `PO-2027-${n}`)),
    on: fc.nat(2000).map((n) => addDays(day("2026-01-01"), n)),
    lines: fc.array(fc.record({ description: words, cents: fc.integer({ min: 1, max: 9e8 }) }), {
      minLength: 1,
      maxLength: 20,
    }),
  });
  fc.assert(
    fc.property(made, ({ kind, order, on, lines }) => {
      const read = parseUbl(
        writeUbl({
          ...bill,
          ...{ kind, orderNumber: order, issuedOn: on, note: "" },
          lines: lines.map((line) => ({ ...line, period: null })),
        }),
      );
      expect(read).toMatchObject({
        ...{ kind, orderNumber: order, invoiceDate: on, currency: "USD" },
        ...{ vendorNumber: bill.number, tax: 0, allowances: 0, charges: 0, rounding: 0 },
        payable: lines.reduce((sum, { cents }) => sum + cents, 0),
      });
      expect(read.seller.name).toBe("Carver County");
      expect(read.lines.map(({ statedAmount }) => statedAmount)).toEqual(
        lines.map(({ cents }) => cents),
      );
      expect(read.lines.map(({ adjustment, quantity }) => [adjustment, Number(quantity)])).toEqual(
        lines.map(() => [0, 1]),
      );
    }),
    { numRuns: 100 },
  );
  const { lines } = parseUbl(writeUbl(bill));
  expect(lines[0]!.description).toBe('Hosted, "January" <2027>');
});
