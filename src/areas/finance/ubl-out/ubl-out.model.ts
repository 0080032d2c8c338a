import { XMLBuilder } from "fast-xml-parser";
import type { Day } from "#kernel/time.ts";

type Span = { from: Day; to: Day };
type Party = { name: string; address: string };

/** A bill or credit note that goes out as data. Money in integer cents of US dollars, without tax. */
export type UblOut = {
  kind: "invoice" | "credit_note";
  number: string;
  issuedOn: Day;
  dueOn: Day | null;
  note: string;
  /** The buyer's purchase order (BT-13). */
  orderNumber: string | null;
  /** The number of the bill that a credit note corrects (BT-25). */
  credits: string | null;
  period: Span | null;
  seller: Party;
  buyer: Party;
  /** The buyer's certificate of exemption; null where no tax is charged for another reason. */
  exemption: { number: string; reason: string } | null;
  lines: readonly { description: string; cents: number; period: Span | null }[];
};

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  format: true,
  suppressEmptyNode: true,
});
const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";

const dollars = (cents: number): string =>
  `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
const amount = (cents: number) => ({ "#text": dollars(cents), "@currencyID": "USD" });

// Control characters have no place in XML 1.0, whatever was typed.
const clean = (text: string): string =>
  text.replace(/[^\t\n\r -\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");

const spanOf = (period: Span | null) =>
  period && {
    "cac:InvoicePeriod": { "cbc:StartDate": period.from, "cbc:EndDate": period.to },
  };

const partyOf = ({ name, address }: Party) => ({
  "cac:Party": {
    "cac:PartyName": { "cbc:Name": clean(name) },
    "cac:PostalAddress": {
      ...(address && {
        "cac:AddressLine": { "cbc:Line": clean(address).replace(/\s*\n\s*/g, ", ") },
      }),
      "cac:Country": { "cbc:IdentificationCode": "US" },
    },
    "cac:PartyLegalEntity": { "cbc:RegistrationName": clean(name) },
  },
});

const scheme = { "cac:TaxScheme": { "cbc:ID": "VAT" } };
// UNTDID 5305: E is exempt, with rate and reason; O is outside the scope of the tax and has no rate.
const categoryOf = (exemption: UblOut["exemption"]) =>
  exemption ? { "cbc:ID": "E", "cbc:Percent": "0" } : { "cbc:ID": "O" };
const reasonOf = (exemption: UblOut["exemption"]): string =>
  exemption
    ? `${clean(exemption.reason)} (certificate ${clean(exemption.number)})`
    : "No tax is charged";

const taxOf = ({ exemption }: UblOut, total: number) => ({
  "cac:TaxTotal": {
    "cbc:TaxAmount": amount(0),
    "cac:TaxSubtotal": {
      "cbc:TaxableAmount": amount(total),
      "cbc:TaxAmount": amount(0),
      "cac:TaxCategory": {
        ...categoryOf(exemption),
        "cbc:TaxExemptionReason": reasonOf(exemption),
        ...scheme,
      },
    },
  },
});

const lineOf = (of: UblOut, line: UblOut["lines"][number], at: number) => {
  const credit = of.kind === "credit_note";
  return {
    "cbc:ID": String(at + 1),
    [credit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity"]: {
      ...{ "#text": "1", "@unitCode": "C62" },
    },
    "cbc:LineExtensionAmount": amount(line.cents),
    ...spanOf(line.period),
    "cac:Item": {
      "cbc:Name": clean(line.description),
      "cac:ClassifiedTaxCategory": { ...categoryOf(of.exemption), ...scheme },
    },
    "cac:Price": { "cbc:PriceAmount": amount(line.cents) },
  };
};

const headOf = (of: UblOut, credit: boolean) => ({
  "cbc:CustomizationID": "urn:cen.eu:en16931:2017",
  "cbc:ID": clean(of.number),
  "cbc:IssueDate": of.issuedOn,
  ...(!credit && of.dueOn && { "cbc:DueDate": of.dueOn }),
  [credit ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode"]: credit ? "381" : "380",
  ...(of.note && { "cbc:Note": clean(of.note) }),
  "cbc:DocumentCurrencyCode": "USD",
  ...spanOf(of.period),
  ...(of.orderNumber && { "cac:OrderReference": { "cbc:ID": clean(of.orderNumber) } }),
  ...(of.credits && {
    "cac:BillingReference": { "cac:InvoiceDocumentReference": { "cbc:ID": clean(of.credits) } },
  }),
});

/**
 * Writes a bill or credit note as UBL 2.1 (OASIS) in the order of its schema, with the terms of EN 16931: BT-13 the
 * buyer's order, BG-14 the period, BG-23 the tax at rate 0 with its reason (category E where the buyer is exempt, else
 * O). What `ublOf` reads of it is what was written.
 */
export const writeUbl = (of: UblOut): string => {
  const credit = of.kind === "credit_note";
  const root = credit ? "CreditNote" : "Invoice";
  const total = of.lines.reduce((sum, { cents }) => sum + cents, 0);
  const body = {
    "@xmlns": `${ubl}${root}-2`,
    "@xmlns:cac": `${ubl}CommonAggregateComponents-2`,
    "@xmlns:cbc": `${ubl}CommonBasicComponents-2`,
    ...headOf(of, credit),
    "cac:AccountingSupplierParty": partyOf(of.seller),
    "cac:AccountingCustomerParty": partyOf(of.buyer),
    ...taxOf(of, total),
    "cac:LegalMonetaryTotal": {
      "cbc:LineExtensionAmount": amount(total),
      "cbc:TaxExclusiveAmount": amount(total),
      "cbc:TaxInclusiveAmount": amount(total),
      "cbc:PayableAmount": amount(total),
    },
    [credit ? "cac:CreditNoteLine" : "cac:InvoiceLine"]: of.lines.map((line, at) =>
      lineOf(of, line, at),
    ),
  };
  return builder.build({ "?xml": { "@version": "1.0", "@encoding": "UTF-8" }, [root]: body });
};
