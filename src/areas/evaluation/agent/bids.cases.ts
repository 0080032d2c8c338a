import type { AgentCase } from "#server/agents/agent.ts";
import type { BidsCase } from "./bids.evaluation.ts";

const labelled = (name: string, right: string, given: BidsCase): AgentCase => ({
  name,
  right,
  given,
});
const totals = (...prices: string[]): BidsCase["bids"] =>
  prices.map((each) => ({ prices: [each] }));
const statements = (...all: string[]): BidsCase["bids"] => all.map((statement) => ({ statement }));
const asked = ["Guarantee of the delivery of road salt", "Names of references"];

/** Bids as panels have them before them, each with what a person sees in them. */
export const bidsCases: readonly AgentCase[] = [
  labelled("one price at a third of the others", "D", {
    asks: "outlier",
    bids: totals("1000", "1040", "980", "340"),
  }),
  labelled("one far price hides no other", "D; E", {
    asks: "outlier",
    bids: totals("1000", "1040", "980", "9400", "340", "1010"),
  }),
  labelled("three prices say nothing", "none", {
    asks: "outlier",
    bids: totals("1000", "1040", "340"),
  }),
  labelled("prices that are nearly the same", "none", {
    asks: "outlier",
    bids: totals("1000", "1000", "1000", "1020"),
  }),
  labelled("a wide field without one apart", "none", {
    asks: "outlier",
    bids: totals("1000", "1400", "1900", "2300"),
  }),
  labelled("a stated total that the prices do not give", "A", {
    asks: "total",
    bids: [
      { prices: ["100", "250"], note: "Our total is $370.00." },
      { prices: ["110", "250"], note: "Total: $360.00" },
    ],
  }),
  labelled("a discount in the note is no total", "none", {
    asks: "total",
    bids: [{ prices: ["100", "250"], note: "We give $20.00 off for early payment." }],
  }),
  labelled("the same misspelling of two", "A+B", {
    asks: "alike",
    asked,
    bids: statements(
      "We guarentee delivery in two days.",
      "Delivery is guarentee of ours.",
      "We guarantee delivery.",
    ),
  }),
  labelled("two that write the same right", "none", {
    asks: "alike",
    asked,
    bids: statements(
      "Retroreflectivity is measured weekly.",
      "Retroreflectivity is measured monthly.",
      "We deliver salt.",
    ),
  }),
  labelled("one and several of a word", "none", {
    asks: "alike",
    asked,
    bids: statements(
      "Our reference is a county.",
      "One reference is a city.",
      "References follow.",
    ),
  }),
  labelled("totals that are wrong by the same amount", "A+B", {
    asks: "alike",
    bids: [
      { prices: ["100", "250"], note: "Total $341.00" },
      { prices: ["130", "280"], note: "Total $401.00" },
      { prices: ["120", "260"], note: "Total $380.00" },
    ],
  }),
  labelled("every price the same multiple", "A+C", {
    asks: "alike",
    bids: [
      { prices: ["100", "250", "37.5", "12"] },
      { prices: ["90", "270", "36.4", "13"] },
      { prices: ["104", "260", "39", "12.48"] },
    ],
  }),
  labelled("an answer that is lacking", "B", {
    asks: "lacks",
    bids: [{ answers: ["Two", "Yes"] }, { answers: ["Three", " "] }],
  }),
  labelled("one addendum of two", "A", {
    asks: "lacks",
    bids: [
      { answers: [], addenda: [1] },
      { answers: [], addenda: [2, 1] },
    ],
  }),
];
