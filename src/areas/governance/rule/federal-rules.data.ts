import type { Rule } from "./rule.model.ts";

type FederalRule = Omit<Rule, "id" | "jurisdiction" | "version">;

const rule = (key: string, citation: string, text: string, effectiveFrom: string, effectiveTo: string | null, parameters: Rule["parameters"], source: string, verified: boolean): FederalRule => ({ key, citation, text, effectiveFrom, effectiveTo, parameters, source, verified });

const far2025 = "90 FR 41872 (inflation adjustment of acquisition thresholds, effective 2025-10-01)";
const ug2024 = "2 CFR part 200 as revised for awards from 2024-10-01";

/** Federal rules that purchases and payments are checked against. `verified: false` means that the source was not read again; the screens say so. */
export const federalRules: readonly FederalRule[] = [
  rule("microPurchase", "2 CFR 200.1, 200.320(a)(1)", "Below this amount a purchase needs no quotes when the price is reasonable and documented; spread such purchases among suppliers.", "2020-08-31", "2025-10-01", { cents: 10_000_00 }, "2 CFR 200.1 (definition) with 48 CFR 2.101 before 2025-10-01", false),
  rule("microPurchase", "2 CFR 200.1, 200.320(a)(1)", "Below this amount a purchase needs no quotes when the price is reasonable and documented; spread such purchases among suppliers.", "2025-10-01", null, { cents: 15_000_00 }, far2025, true),
  rule("simplifiedAcquisition", "2 CFR 200.1, 200.320(a)(2)", "Up to this amount, quotes from an adequate number of qualified sources suffice; above it, sealed bids or proposals.", "2020-08-31", "2025-10-01", { cents: 250_000_00, quotes: 3 }, "2 CFR 200.1 (definition) with 48 CFR 2.101 before 2025-10-01", false),
  rule("simplifiedAcquisition", "2 CFR 200.1, 200.320(a)(2)", "Up to this amount, quotes from an adequate number of qualified sources suffice; above it, sealed bids or proposals.", "2025-10-01", null, { cents: 350_000_00, quotes: 3 }, far2025, true),
  rule("sealedBid", "2 CFR 200.320(b)(1)", "Publicly advertised sealed bids; a firm fixed price to the lowest responsive and responsible bidder; at least two bidders and a public opening.", "2024-10-01", null, { minimumBids: 2 }, ug2024, false),
  rule("proposal", "2 CFR 200.320(b)(2)", "Proposals where sealed bids do not fit: evaluation factors published, a written method of evaluation, award to the most advantageous responsible offeror.", "2024-10-01", null, {}, ug2024, false),
  rule("noncompetitive", "2 CFR 200.320(c)", "Without competition only for a micro-purchase, a single source, public exigency or emergency, written permission of the awarding agency, or inadequate competition after solicitation.", "2024-10-01", null, {}, ug2024, false),
  rule("exclusionScreening", "2 CFR 180.220, 180.300; 200.214", "Verify before a covered transaction of this amount or more that the other party is not excluded or disqualified.", "2006-08-15", null, { cents: 25_000_00 }, "2 CFR 180.220 and 180.300", true),
  rule("recoveredMaterials", "2 CFR 200.323", "Items above this amount: procure those with the highest practicable percentage of recovered materials.", "2024-10-01", null, { cents: 10_000_00 }, ug2024, false),
  rule("costPriceAnalysis", "2 CFR 200.324", "Above the simplified acquisition threshold, modifications included: a cost or price analysis, and an independent estimate before bids.", "2024-10-01", null, {}, ug2024, false),
  rule("promptPayment", "Agency payment terms", "Payment is due this many days after the later of receipt of a proper invoice and acceptance. State law may set another period or an interest rate; enter it as a state rule.", "2000-01-01", null, { days: 30 }, "Default of the product; replace by the state's prompt payment act", false),
  rule("splitLookback", "2 CFR 200.320(a)(1)", "Purchases of the same commodity by the same department within this many months are added up, so that splitting cannot stay below a threshold.", "2000-01-01", null, { months: 12 }, "Guard of the product; the regulation forbids splitting without naming a period", false),
  rule("bankChangeHold", "Agency payment controls", "After new bank details of a vendor are verified, payments to them wait this many hours; the call-back uses a phone number known this many days before the request.", "2000-01-01", null, { hours: 48, quietDays: 30 }, "Guard of the product against diverted payments; no statute read for it", false),
  rule("recordRetention", "2 CFR 200.334", "Records are kept this many years after the final financial report.", "2024-10-01", null, { years: 3 }, ug2024, true),
];
