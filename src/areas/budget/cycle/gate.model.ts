import { z } from "zod";
import { many } from "./gate.labels.ts";

/** What the adoption of a cycle asks at its end; counted anew at every step before. */
export type AdoptionFacts = {
  year: number;
  yearStatus: string;
  proposals: number;
  openProposals: number;
  openPackages: number;
  books: number;
  figures: number;
  /** Accounts whose figures come to less than nothing: no line can be adopted with them. */
  negative: readonly string[];
  /** Why accounts of awards are asked for in a year that their period does not touch. */
  outsideAwards: readonly string[];
  /** Lines that came into the year past its cycle. */
  strayLines: number;
  /** Transfers in less transfers out over all funds, in cents. */
  untied: number;
  funds: readonly { fundId: string; fund: string; breaches: readonly string[] }[];
};

export const gateFinding = z.object({
  code: z.string(),
  sentence: z.string(),
  /**
   * `stops`: it cannot be adopted so. `decides`: the governing body says something about it. `notes`: it
   * is to be known.
   */
  kind: z.enum(["stops", "decides", "notes"]),
});
export type GateFinding = z.output<typeof gateFinding>;

const stops = (f: AdoptionFacts): [string, string | false][] => [
  [
    "year_not_planned",
    f.yearStatus !== "planned" &&
      `Fiscal year ${f.year} is ${f.yearStatus}. A cycle adopts a year that is planned.`,
  ],
  [
    "lines_there",
    f.strayLines > 0 &&
      `${many(f.strayLines, "line stands", "lines stand")} in fiscal year ${f.year} past the cycle, from an import or by hand. Take them back, with the reason.`,
  ],
  [
    "nothing",
    (f.proposals === 0 || f.figures === 0) &&
      "There is nothing to adopt: no proposal has a figure yet.",
  ],
  [
    "open_proposals",
    f.openProposals > 0 &&
      `${many(f.openProposals, "proposal is", "proposals are")} not accepted yet.`,
  ],
  [
    "open_packages",
    f.openPackages > 0 &&
      `${many(f.openPackages, "decision package waits", "decision packages wait")} for a decision.`,
  ],
  [
    "negative",
    f.negative.length > 0 &&
      `${f.negative.slice(0, 3).join(", ")}${f.negative.length > 3 ? ` and ${f.negative.length - 3} more` : ""} would be adopted with less than nothing. Correct the figures.`,
  ],
  [
    "transfers_untied",
    f.untied !== 0 &&
      "What funds transfer out is not what others take in. Correct the transfer lines.",
  ],
  ["no_book", f.books === 0 && "The proposed book is not published yet."],
];

// A budget may count on an award that is renewed; what the old one pays ends with its period.
const notes = (f: AdoptionFacts): GateFinding[] =>
  f.outsideAwards.length === 0
    ? []
    : [
        {
          code: "award_period",
          sentence: `${f.outsideAwards.slice(0, 3).join(" ")}${f.outsideAwards.length > 3 ? ` ${f.outsideAwards.length - 3} more lines are like it.` : ""} Adopt it only for a renewal that is expected.`,
          kind: "notes",
        },
      ];

/**
 * Everything that would stop the adoption of a cycle as it stands, all of it at once, and what the
 * governing body has to say something about. The adoption itself asks the same.
 */
export const adoptionGate = (facts: AdoptionFacts): GateFinding[] => [
  ...stops(facts).flatMap(([code, sentence]): GateFinding[] =>
    sentence ? [{ code, sentence, kind: "stops" }] : [],
  ),
  ...facts.funds
    .filter((fund) => fund.breaches.length > 0)
    .map((fund): GateFinding => ({
      code: `fund:${fund.fundId}`,
      sentence: `${fund.fund}: ${fund.breaches.join(" ")}`,
      kind: "decides",
    })),
  ...notes(facts),
];
