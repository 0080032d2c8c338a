import type { FormField } from "#areas/forms/forms.public.ts";
import { amount, ask, restOrBlank, sumOrBlank } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";

/** Lines 1 to 11 and 13, each with the element that its schema calls it. */
export const costLines = [
  [1, "Administrative and legal expenses", "AdministrationCost"],
  [2, "Land, structures, rights-of-way, appraisals", "LandCost"],
  [3, "Relocation expenses and payments", "RelocationCost"],
  [4, "Architectural and engineering fees", "ArchitecturalCost"],
  [5, "Other architectural and engineering fees", "OtherArchitecturalCost"],
  [6, "Project inspection fees", "InspectionFeesCost"],
  [7, "Site work", "SiteWorkCost"],
  [8, "Demolition and removal", "DemolitionCost"],
  [9, "Construction", "ConstructionCost"],
  [10, "Equipment", "EquipmentCost"],
  [11, "Miscellaneous", "Miscellaneous"],
  [13, "Contingencies", "Contingencies"],
] as const;

const money = (key: string, label: string, more: Partial<FormField> = {}) =>
  ask(key, "money", label, more);
const columns = [
  ["a", "total cost"],
  ["b", "not allowable"],
  ["c", "allowable"],
] as const;

const typed = (n: number, name: string) => ({
  title: `${n}. ${name}`,
  help: "",
  fields: [
    money(`l${n}a`, `${n}a. ${name}: total cost`, { least: 0 }),
    money(`l${n}b`, `${n}b. ${name}: not allowable`, { least: 0 }),
    money(`l${n}c`, `${n}c. ${name}: allowable`, {
      compute: restOrBlank(`l${n}a`, `l${n}b`),
    }),
  ],
});
const worked = (n: number, name: string, compute: (letter: string) => FormField["compute"]) => ({
  title: `${n}. ${name}`,
  help: "",
  fields: columns.map(([letter, of]) =>
    money(`l${n}${letter}`, `${n}${letter}. ${name}: ${of}`, { compute: compute(letter) }),
  ),
});
const above = costLines.filter(([n]) => n < 12);

/** Budget information for construction programs, version 2.0. */
export const sf424c: FederalForm = {
  code: "SF-424C",
  name: "Budget Information, Construction Programs",
  version: "2.0",
  schema: "SF424C_2_0-V2.0.xsd",
  pages: [
    { title: "Costs", sections: above.map(([n, name]) => typed(n, name)) },
    {
      title: "Totals and federal share",
      sections: [
        worked(12, "Subtotal of lines 1 to 11", (letter) =>
          sumOrBlank(above.map(([n]) => `l${n}${letter}`)),
        ),
        typed(13, "Contingencies"),
        worked(14, "Subtotal", (letter) => sumOrBlank([`l12${letter}`, `l13${letter}`])),
        typed(15, "Project (program) income"),
        worked(16, "Total project costs", (letter) => restOrBlank(`l14${letter}`, `l15${letter}`)),
        {
          title: "17. Federal assistance requested",
          help: "The form takes a whole number of percent.",
          fields: [
            ask("percent", "number", "17. Federal share of the allowable costs, in percent", {
              required: true,
              least: 0,
              most: 100,
            }),
            money("share", "17. Federal share", {
              compute: { "/": [{ "*": [amount("percent"), amount("l16c")] }, 100] },
            }),
          ],
        },
      ],
    },
  ],
};
