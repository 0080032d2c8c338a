/** Object classes of SF-424A, section B, in their order. */
export const objectClasses = {
  personnel: "a. Personnel",
  fringe: "b. Fringe benefits",
  travel: "c. Travel",
  equipment: "d. Equipment",
  supplies: "e. Supplies",
  contractual: "f. Contractual",
  construction: "g. Construction",
  other: "h. Other",
} as const;
export type ObjectClass = keyof typeof objectClasses;

/** What a line of the builder is; whether goods are equipment or supplies follows from the law. */
export const lineKinds = {
  personnel: "Personnel",
  travel: "Travel",
  goods: "Equipment or supplies",
  contractual: "Contract",
  subaward: "Subaward",
  construction: "Construction",
  other: "Other",
  excluded: "Other, outside of the indirect base",
} as const;

export const indirectKinds = {
  none: "No indirect costs",
  deMinimis: "De minimis rate",
  negotiated: "Negotiated rate",
} as const;

export const indirectBases = {
  mtdc: "Modified total direct costs",
  direct: "Total direct costs",
  salaries: "Salaries and fringe benefits",
} as const;

export const matchKinds = { cash: "Cash", inKind: "In kind" } as const;
export const matchOrigins = {
  applicant: "Applicant",
  state: "State",
  local: "Local",
  other: "Other",
} as const;

/** Lines of the SF-424C under which a cost of a construction project falls. */
export const constructionLines = {
  administration: "1. Administrative and legal",
  land: "2. Land and rights-of-way",
  relocation: "3. Relocation",
  architectural: "4. Architecture and engineering",
  otherArchitectural: "5. Other engineering fees",
  inspection: "6. Inspection",
  siteWork: "7. Site work",
  demolition: "8. Demolition and removal",
  construction: "9. Construction",
  equipment: "10. Equipment",
  miscellaneous: "11. Miscellaneous",
  contingencies: "13. Contingencies",
} as const;
export type ConstructionLine = keyof typeof constructionLines;
