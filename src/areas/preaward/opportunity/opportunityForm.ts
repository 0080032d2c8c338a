import type { OpportunityInput, OpportunityRecord } from "./opportunity.model.ts";

/** An opportunity as its form holds it: lists are texts, yes or no is a choice. */
export type OpportunityValues = Omit<
  OpportunityInput,
  "alns" | "expectedAwards" | "costSharing" | "eligibility"
> & {
  alns: string;
  expectedAwards: string;
  costSharing: "" | "yes" | "no";
  eligibility: Record<string, boolean>;
};

/** Values of a known opportunity, or of a new one. */
export const valuesOf = (of: OpportunityRecord | null): OpportunityValues => ({
  number: of?.number ?? "",
  title: of?.title ?? "",
  agency: of?.agency ?? "",
  postedStatus: of?.postedStatus ?? "posted",
  alns: of?.alns.join(", ") ?? "",
  eligibility: Object.fromEntries((of?.eligibility ?? []).map((code) => [`c${code}`, true])),
  summary: of?.summary ?? "",
  floorCents: of?.floorCents ?? null,
  ceilingCents: of?.ceilingCents ?? null,
  totalCents: of?.totalCents ?? null,
  expectedAwards: of?.expectedAwards?.toString() ?? "",
  costSharing: of?.costSharing == null ? "" : of.costSharing ? "yes" : "no",
  postedOn: of?.postedOn ?? "",
  closesOn: of?.closesOn ?? "",
  url: of?.url ?? "",
});

/** What is sent of them. */
export const bodyOf = (values: OpportunityValues): OpportunityInput => ({
  ...values,
  alns: values.alns.split(/[\s,;]+/).filter(Boolean),
  eligibility: Object.keys(values.eligibility)
    .filter((code) => values.eligibility[code])
    .map((code) => code.slice(1))
    .toSorted() as OpportunityInput["eligibility"],
  expectedAwards: values.expectedAwards === "" ? null : Number(values.expectedAwards),
  costSharing: values.costSharing === "" ? null : values.costSharing === "yes",
  postedOn: values.postedOn || null,
  closesOn: values.closesOn || null,
});

/** The form of an opportunity. */
export const opportunityForm = {
  path: "/api/v1/grant-opportunities",
  blank: () => valuesOf(null),
  toForm: valuesOf,
  toInput: bodyOf,
};
