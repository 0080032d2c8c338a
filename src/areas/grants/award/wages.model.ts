import { invalidField } from "#kernel/errors.ts";
import type { WageDemand } from "#areas/governance/governance.public.ts";
import { wageLaws } from "./wage-law.data.ts";
import type { wageAnswers } from "./award.labels.ts";

type Answered = {
  prevailingWages: keyof typeof wageAnswers;
  prevailingWagesSource: string;
};

/** 422 for a yes or a no of which nobody can read where it is written. */
export const requireSource = (w: Answered): void => {
  if (w.prevailingWages !== "notKnown" && w.prevailingWagesSource.trim() === "")
    throw invalidField(
      "prevailingWagesSource",
      "Name the law, or the page of the award, that says so.",
    );
};

/** What an award says of prevailing wages, as clauses and payrolls follow it. */
export const demandOf = (w: Answered & { number: string; federal: boolean }): WageDemand =>
  w.prevailingWages === "notKnown"
    ? w.federal
      ? {
          demanded: "notKnown",
          because: `${w.number} does not say yet whether the law of its program demands them`,
        }
      : { demanded: "no", because: `${w.number} is no federal money` }
    : w.prevailingWages === "yes"
      ? { demanded: "yes", because: `${w.number} demands them (${w.prevailingWagesSource})` }
      : {
          demanded: "no",
          because: `${w.number} does not demand them (${w.prevailingWagesSource})`,
        };

/** What the law of an assistance listing says on a day, in a sentence; null where none is known. */
export const wageLawOf = (listing: string, on: string): string | null => {
  const held = wageLaws
    .filter((each) => each.listing === listing.trim() && each.from <= on)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];
  if (!held) return null;
  const says = held.demanded
    ? `${held.listing}: demanded of construction (${held.citation})`
    : `${held.listing}: not demanded (${held.citation})`;
  return held.verified ? `${says}.` : `${says}. Not confirmed: read the award.`;
};
