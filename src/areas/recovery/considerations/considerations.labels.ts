/**
 * What FEMA asks on environment and historic preservation before a project is reviewed. The wording is ours;
 * the questions follow the project forms of Public Assistance (not verified against each form).
 */
export const ehpQuestions = {
  ground: "Does the work disturb ground that was not disturbed before?",
  footprint:
    "Does it change the footprint, the function, the size or the material of the facility?",
  age: "Is the facility, or one beside it, 45 years old or more, or listed as historic?",
  water: "Is the work in or beside a stream, a lake, a wetland or a coast?",
  floodplain: "Is it in a special flood hazard area or a floodway?",
  species: "Does it touch habitat of protected species, or clear vegetation?",
  hazardous: "Are asbestos, lead, fuel or other hazardous materials there or used?",
  debris: "Is debris or spoil brought to a site whose permit is not on file?",
  begun: "Was the work begun or done before FEMA's review?",
} as const;
export type EhpQuestion = keyof typeof ehpQuestions;
export const ehpAnswers = { yes: "Yes", no: "No", unknown: "Not known yet" } as const;
type EhpAnswer = { answer: keyof typeof ehpAnswers; detail: string };
export type EhpAnswers = Partial<Record<EhpQuestion, EhpAnswer>>;

/** What is said of mitigation under section 406 (44 CFR 206.226(e)). */
export const statements = {
  proposed: "Measures are proposed",
  none: "Looked at: no measure would pay here",
  declined: "We do not ask for mitigation",
} as const;
export type Statement = keyof typeof statements;
/** Measures of so much of the repair together need no analysis. */
export const measuresWithin = {
  percent: 15,
  citation: "Public Assistance Program and Policy Guide, mitigation; not verified",
} as const;
/** By what a measure counts as cost-effective, by the same guide. */
export const bases = {
  within15: `Within ${measuresWithin.percent}% of the repair`,
  listed: "On FEMA's list of measures, up to the cost of the repair",
  analysis: "A benefit-cost ratio of 1 or more",
} as const;
export type Measure = {
  description: string;
  cents: number;
  basis: keyof typeof bases;
  /** Of the analysis, in hundredths; null for the other bases. */
  ratio: number | null;
};
