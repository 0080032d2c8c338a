/** Shipped templates of a new agency: each area says what it brings of one. */
export const templates = [
  { id: "county", label: "County" },
  { id: "city", label: "City" },
  { id: "utility", label: "Utility" },
] as const;
export type TemplateId = (typeof templates)[number]["id"];

type Department = readonly [code: string, name: string];

/** The departments that most of a kind have; an administrator renames, adds and closes them. */
export const templateDepartments: Readonly<Record<TemplateId, readonly Department[]>> = {
  county: [
    ["ADM", "Administration"],
    ["RDB", "Roads and Bridges"],
    ["SHF", "Sheriff"],
    ["PHL", "Public Health"],
    ["EMG", "Emergency Management"],
    ["PRK", "Parks"],
  ],
  city: [
    ["ADM", "Administration"],
    ["PWK", "Public Works"],
    ["POL", "Police"],
    ["FIR", "Fire"],
    ["PRK", "Parks and Recreation"],
    ["FIN", "Finance"],
  ],
  utility: [
    ["ADM", "Administration"],
    ["OPS", "Operations"],
    ["ENG", "Engineering"],
    ["CUS", "Customer Service"],
  ],
};
