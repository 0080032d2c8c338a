import {
  addsTo,
  checkedHead,
  countedLines,
  isCredit,
  keptLine,
  orderSaid,
  prepaidOf,
  ublOf,
  type UblInvoice,
} from "./ubl.model.ts";
import {
  attribute,
  cents,
  child,
  children,
  Exact,
  number,
  oneLine,
  parseXml,
  text,
  wrong,
  type Node,
} from "./xml.model.ts";

const names = {
  number: "ram:ID",
  date: "ram:IssueDateTime",
  currency: "ram:InvoiceCurrencyCode",
};

/** Format 102 of UNTDID 2379: 20261130. */
const dayOf = (node: Node | undefined): string | null => {
  const said = text(node, "DateTimeString");
  const [, y, m, d] = /^(\d{4})(\d\d)(\d\d)$/.exec(said?.trim() ?? "") ?? [];
  return y ? `${y}-${m}-${d}` : said;
};

const adjusted = (settlement: Node | undefined, what: string) => {
  const sums = { allowances: 0, charges: 0 };
  for (const each of children(settlement, "SpecifiedTradeAllowanceCharge")) {
    const said = text(each, "ChargeIndicator", "Indicator") ?? "";
    if (!["true", "1", "false", "0"].includes(said))
      throw wrong(
        `${what}: an allowance or charge does not say which it is: ram:ChargeIndicator is "${said.slice(0, 20)}", not true or false.`,
      );
    const amount = cents(text(each, "ActualAmount"), `${what}: an allowance or charge`) ?? 0;
    sums[addsTo(said === "true" || said === "1", amount) ? "charges" : "allowances"] +=
      Math.abs(amount);
  }
  return sums;
};

const lineOf = (node: Node, i: number): UblInvoice["lines"][number] => {
  const what = `Line ${i + 1}`;
  const at = (field: string) => `lines.${i}.${field}`;
  const net = child(node, "SpecifiedLineTradeAgreement", "NetPriceProductTradePrice");
  const price = number(text(net, "ChargeAmount"), `${what}: the price`, at("unitPrice"));
  if (!price) throw wrong(`${what} has no price (ram:NetPriceProductTradePrice).`, at("unitPrice"));
  const billed = child(node, "SpecifiedLineTradeDelivery", "BilledQuantity");
  const settlement = child(node, "SpecifiedLineTradeSettlement");
  const per = text(net, "BasisQuantity");
  return keptLine(
    {
      quantity: number(text(billed), `${what}: the quantity`, at("quantity")) ?? new Exact(1),
      price,
      base: number(per, `${what}: the base quantity`, at("unitPrice")) ?? new Exact(1),
      ...adjusted(settlement, what),
      orderLine: text(
        node,
        "SpecifiedLineTradeAgreement",
        "BuyerOrderReferencedDocument",
        "LineID",
      ),
      description:
        text(node, "SpecifiedTradeProduct", "Name") ??
        text(node, "SpecifiedTradeProduct", "Description"),
      unit: attribute(billed, "unitCode"),
      stated: text(settlement, "SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount"),
    },
    i,
  );
};

const taxOf = (sums: Node | undefined, currency: string): number => {
  const all = children(sums, "TaxTotalAmount");
  const own = all.filter((each) => (attribute(each, "currencyID") ?? currency) === currency);
  if (own.length > 1)
    throw wrong(
      `The document states its tax ${own.length} times in ${currency} (ram:TaxTotalAmount). Ask the vendor to state it once.`,
      "tax",
    );
  if (all.length > 0 && own.length === 0)
    throw wrong(`The tax is not stated in ${currency}. Ask the vendor to state it so.`, "tax");
  return cents(text(own[0]), "The tax", "tax") ?? 0;
};

const sellerOf = (agreement: Node | undefined): UblInvoice["seller"] => {
  const party = child(agreement, "SellerTradeParty");
  const ids = [
    text(party, "ID"),
    ...children(party, "GlobalID").map((each) => text(each)),
    text(party, "SpecifiedLegalOrganization", "ID"),
    ...children(party, "SpecifiedTaxRegistration").map((each) => text(each, "ID")),
  ];
  return {
    name: oneLine(text(party, "Name")),
    ids: ids.map(oneLine).filter((id) => id !== null),
  };
};

const noteOf = (document: Node | undefined): string =>
  children(document, "IncludedNote")
    .map((each) => text(each, "Content") ?? "")
    .join("\n");

/**
 * Reads a Cross Industry Invoice (UN/CEFACT D16B, as Factur-X, ZUGFeRD 2 and XRechnung carry it); null
 * for another document. Profiles without lines (Minimum, Basic WL) give none. 422 as `ublOf`.
 */
const ciiOf = (parsed: Node): UblInvoice | null => {
  const root = child(parsed, "CrossIndustryInvoice");
  if (typeof root !== "object") return null;
  const document = child(root, "ExchangedDocument");
  const trade = child(root, "SupplyChainTradeTransaction");
  const agreement = child(trade, "ApplicableHeaderTradeAgreement");
  const settlement = child(trade, "ApplicableHeaderTradeSettlement");
  const sums = child(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation");
  const head = checkedHead(
    {
      number: text(document, "ID"),
      date: dayOf(child(document, "IssueDateTime")),
      currency: text(settlement, "InvoiceCurrencyCode"),
    },
    names,
  );
  const prepaid = prepaidOf(text(sums, "TotalPrepaidAmount"), head.currency);
  const { allowances, charges } = adjusted(settlement, "The document");
  return {
    kind: isCredit(text(document, "TypeCode")) ? "credit_note" : "invoice",
    ...head,
    note: `${prepaid.note}${noteOf(document)}`.trim().slice(0, 2000),
    orderNumber: orderSaid(text(agreement, "BuyerOrderReferencedDocument", "IssuerAssignedID")),
    seller: sellerOf(agreement),
    allowances: allowances + prepaid.allowances,
    charges: charges + prepaid.charges,
    tax: taxOf(sums, head.currency),
    rounding: cents(text(sums, "RoundingAmount"), "The rounding", "rounding") ?? 0,
    payable:
      cents(text(sums, "DuePayableAmount"), "The payable amount", "statedTotal") ??
      cents(text(sums, "GrandTotalAmount"), "The total", "statedTotal"),
    lines: countedLines(children(trade, "IncludedSupplyChainTradeLineItem")).map(lineOf),
  };
};

/**
 * Reads an invoice as data: UBL 2.1 or CII. 422 `bad_ubl` with what is wrong and where, also for a
 * document of another kind.
 */
export const parseInvoiceXml = (xml: string): UblInvoice => {
  const parsed = parseXml(xml);
  const read = ublOf(parsed) ?? ciiOf(parsed);
  if (!read)
    throw wrong("This is not a UBL Invoice or CreditNote, and not a Cross Industry Invoice (CII).");
  return read;
};
