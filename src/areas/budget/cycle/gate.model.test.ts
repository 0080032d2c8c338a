// The last gate of a cycle names everything at once, each with what to do.
import { expect, test } from "vitest";
import { gateTitle } from "./gate.labels.ts";
import { adoptionGate, type AdoptionFacts } from "./gate.model.ts";

const clear: AdoptionFacts = {
  year: 2028,
  yearStatus: "planned",
  proposals: 2,
  openProposals: 0,
  openPackages: 0,
  books: 1,
  figures: 10,
  negative: [],
  outsideAwards: [],
  strayLines: 0,
  untied: 0,
  funds: [{ fundId: "f", fund: "402 Utilities", breaches: [] }],
};
const told = (over: Partial<AdoptionFacts>) =>
  adoptionGate({ ...clear, ...over }).map((f) => `${f.kind} ${f.code}: ${f.sentence}`);

test("a budget that is ready is stopped by nothing", () => {
  expect(adoptionGate(clear)).toEqual([]);
  expect(gateTitle([])).toBe("Nothing stops the adoption");
});

test("each reason has its sentence", () => {
  expect(told({ yearStatus: "open" })).toEqual([
    "stops year_not_planned: Fiscal year 2028 is open. A cycle adopts a year that is planned.",
  ]);
  expect(told({ strayLines: 1928 })).toEqual([
    "stops lines_there: 1928 lines stand in fiscal year 2028 past the cycle, from an import or by hand. Take them back, with the reason.",
  ]);
  expect(told({ figures: 0 })).toEqual([
    "stops nothing: There is nothing to adopt: no proposal has a figure yet.",
  ]);
  expect(told({ openProposals: 1 })).toEqual([
    "stops open_proposals: 1 proposal is not accepted yet.",
  ]);
  expect(told({ openPackages: 2 })).toEqual([
    "stops open_packages: 2 decision packages wait for a decision.",
  ]);
  expect(told({ negative: ["a", "b", "c", "d"] })).toEqual([
    "stops negative: a, b, c and 1 more would be adopted with less than nothing. Correct the figures.",
  ]);
  expect(told({ outsideAwards: ["420-1: Award G1 runs to Sep 30, 2027; …"] })).toEqual([
    "notes award_period: 420-1: Award G1 runs to Sep 30, 2027; … Adopt it only for a renewal that is expected.",
  ]);
  expect(told({ untied: -1 })).toEqual([
    "stops transfers_untied: What funds transfer out is not what others take in. Correct the transfer lines.",
  ]);
  expect(told({ books: 0 })).toEqual(["stops no_book: The proposed book is not published yet."]);
});

test("all of it is named at once, and what needs a decision apart", () => {
  const all = adoptionGate({
    ...clear,
    strayLines: 1,
    openProposals: 3,
    funds: [{ fundId: "f", fund: "402 Utilities", breaches: ["It spends $1.00 more."] }],
  });
  expect(all.map((f) => f.code)).toEqual(["lines_there", "open_proposals", "fund:f"]);
  expect(gateTitle(all)).toBe(
    "2 things will stop the adoption, 1 fund needs a word of the governing body",
  );
});
