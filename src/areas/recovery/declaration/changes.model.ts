import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import type { AmendmentInput } from "./declaration.model.ts";

/** A declaration as far as an amendment changes it. */
export type Before = {
  periodTo: Day | null;
  areas: readonly { county: string; categories: readonly string[] }[];
};

const percent = (rate: number): string => `${rate / 100}%`;

/** What an amendment changes, one sentence each; nothing where it says what holds already. */
export const changesOf = (before: Before, input: AmendmentInput): string[] => [
  ...(input.periodTo && input.periodTo !== before.periodTo
    ? [
        `The incident period ends on ${formatDate(input.periodTo)}${before.periodTo ? `, not on ${formatDate(before.periodTo)}` : ""}.`,
      ]
    : []),
  ...input.areas.flatMap((area) => {
    const known = before.areas.find((a) => a.county === area.county);
    if (!known) return [`${area.county} is added, categories ${area.categories.join(", ")}.`];
    const more = area.categories.filter((c) => !known.categories.includes(c));
    return more.length ? [`${area.county} is given categories ${more.join(", ")} too.`] : [];
  }),
  ...input.shares.map(
    (s) =>
      `The federal share of ${s.categories.join(", ")} is ${percent(s.rate)} from ${formatDate(s.fromDay)}${s.toDay ? ` to ${formatDate(s.toDay)}` : ""}.`,
  ),
];

/** The papers of the request for public assistance with the days that follow from the declaration. */
export const papersOf = (d: {
  declaredOn: string;
  designatedOn: string;
  plusDays: (day: string, days: number) => string;
  plusMonths: (day: string, months: number) => string;
}): { key: string; title: string; dueOn: string | null; citation: string }[] => [
  {
    key: "rpa",
    title: "Request for Public Assistance, sent to the recipient",
    dueOn: d.plusDays(d.designatedOn, 30),
    citation: "44 CFR 206.202(c): 30 days from the designation of the area",
  },
  {
    key: "identity",
    title: "Identifiers of the applicant: UEI, FIPS code, tax number on file with the state",
    dueOn: d.plusDays(d.designatedOn, 30),
    citation: "With the request for public assistance",
  },
  {
    key: "policy",
    title: "Pay policy and insurance policies from before the incident",
    dueOn: null,
    citation: "44 CFR 206.228; 206.250 to 206.253",
  },
  {
    key: "scoping",
    title: "Recovery scoping meeting held; its day is written down",
    dueOn: null,
    citation: "The damage list is due 60 days after it (44 CFR 206.202(d); not verified)",
  },
  {
    key: "damage",
    title: "Damage list, complete",
    dueOn: null,
    citation: "60 days after the scoping meeting (44 CFR 206.202(d); not verified)",
  },
  {
    key: "emergency",
    title: "Emergency work done (A, B)",
    dueOn: d.plusMonths(d.declaredOn, 6),
    citation: "44 CFR 206.204(c): 6 months from the declaration",
  },
  {
    key: "permanent",
    title: "Permanent work done (C to G)",
    dueOn: d.plusMonths(d.declaredOn, 18),
    citation: "44 CFR 206.204(c): 18 months from the declaration",
  },
];
