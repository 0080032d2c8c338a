const cii = "urn:un:unece:uncefact:data:standard";
const spaces = [
  `xmlns:rsm="${cii}:CrossIndustryInvoice:100"`,
  `xmlns:ram="${cii}:ReusableAggregateBusinessInformationEntity:100"`,
  `xmlns:udt="${cii}:UnqualifiedDataType:100"`,
].join(" ");

/** A line of a CII file. */
export const ciiLine = (quantity: string, price: string, amount: string, more = ""): string =>
  [
    "<ram:IncludedSupplyChainTradeLineItem>",
    "<ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID>",
    "</ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct>",
    "<ram:Name>Pipe fitting</ram:Name></ram:SpecifiedTradeProduct>",
    "<ram:SpecifiedLineTradeAgreement><ram:BuyerOrderReferencedDocument><ram:LineID>1</ram:LineID>",
    "</ram:BuyerOrderReferencedDocument><ram:NetPriceProductTradePrice>",
    `<ram:ChargeAmount>${price}</ram:ChargeAmount></ram:NetPriceProductTradePrice>`,
    "</ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery>",
    `<ram:BilledQuantity unitCode="H87">${quantity}</ram:BilledQuantity>`,
    `</ram:SpecifiedLineTradeDelivery><ram:SpecifiedLineTradeSettlement>${more}`,
    "<ram:SpecifiedTradeSettlementLineMonetarySummation>",
    `<ram:LineTotalAmount>${amount}</ram:LineTotalAmount>`,
    "</ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>",
    "</ram:IncludedSupplyChainTradeLineItem>",
  ].join("");

/** An allowance or charge of a CII file. */
export const ciiCharge = (charge: boolean, amount: string): string =>
  [
    "<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator>",
    `<udt:Indicator>${charge}</udt:Indicator></ram:ChargeIndicator>`,
    `<ram:ActualAmount>${amount}</ram:ActualAmount></ram:SpecifiedTradeAllowanceCharge>`,
  ].join("");

type Given = {
  number?: string;
  day?: string;
  type?: string;
  order?: string;
  lines?: string;
  head?: string;
  tax?: string;
  payable?: string;
  seller?: string;
};

/** A Cross Industry Invoice as Factur-X and XRechnung carry it. */
export const ciiFile = (given: Given = {}): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice ${spaces}>`,
    `<rsm:ExchangedDocument><ram:ID>${given.number ?? "R-7001"}</ram:ID>`,
    `<ram:TypeCode>${given.type ?? "380"}</ram:TypeCode><ram:IssueDateTime>`,
    `<udt:DateTimeString format="102">${given.day ?? "20261114"}</udt:DateTimeString>`,
    "</ram:IssueDateTime><ram:IncludedNote><ram:Content>Thank you</ram:Content></ram:IncludedNote>",
    "</rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction>",
    given.lines ?? ciiLine("4", "25.00", "100.00"),
    "<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:GlobalID>ABCDEFGHJKL1",
    `</ram:GlobalID><ram:Name>${given.seller ?? "Midland Pump &amp; Power"}</ram:Name>`,
    "</ram:SellerTradeParty><ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>",
    `${given.order ?? "PO-2026-0042"}</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>`,
    "</ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeSettlement>",
    `<ram:InvoiceCurrencyCode>USD</ram:InvoiceCurrencyCode>${given.head ?? ""}`,
    "<ram:SpecifiedTradeSettlementHeaderMonetarySummation>",
    `<ram:TaxTotalAmount currencyID="USD">${given.tax ?? "0.00"}</ram:TaxTotalAmount>`,
    `<ram:DuePayableAmount>${given.payable ?? "100.00"}</ram:DuePayableAmount>`,
    "</ram:SpecifiedTradeSettlementHeaderMonetarySummation>",
    "</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction>",
    "</rsm:CrossIndustryInvoice>",
  ].join("");
