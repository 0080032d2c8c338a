/** A field that the law asks a subaward to show, with what stands in it. */
export type FactField = { key: string; label: string; paragraph: string; hint?: string };

/**
 * What every subaward states, 2 CFR 200.332(b)(1) as revised in 2024 (89 FR 30046, in force from 1
 * October 2024), in its order.
 */
export const factFields: readonly FactField[] = [
  { key: "name", label: "Subrecipient's name", paragraph: "(i)", hint: "As its UEI has it." },
  { key: "uei", label: "Subrecipient's unique entity identifier", paragraph: "(ii)" },
  { key: "fain", label: "Federal award identification number", paragraph: "(iii)" },
  { key: "federalDate", label: "Federal award date", paragraph: "(iv)" },
  { key: "performance", label: "Period of performance of the subaward", paragraph: "(v)" },
  { key: "budgetPeriod", label: "Budget period of the subaward", paragraph: "(vi)" },
  { key: "obligated", label: "Federal funds obligated by this subaward", paragraph: "(vii)" },
  {
    key: "totalObligated",
    label: "Federal funds obligated to the subrecipient in all, this one included",
    paragraph: "(viii)",
  },
  {
    key: "totalCommitted",
    label: "Federal award committed to the subrecipient in all",
    paragraph: "(ix)",
  },
  { key: "description", label: "Federal award project description", paragraph: "(x)" },
  {
    key: "agency",
    label: "Federal agency, pass-through entity, and contact of its awarding official",
    paragraph: "(xi)",
  },
  {
    key: "listing",
    label: "Assistance listing number and title, with the amount under each",
    paragraph: "(xii)",
  },
  { key: "research", label: "Whether it is research and development", paragraph: "(xiii)" },
  {
    key: "indirect",
    label: "Indirect cost rate for the federal award",
    paragraph: "(xiv)",
    hint: "Also where it is the de minimis rate of 2 CFR 200.414(f).",
  },
];
export const factCitation = "2 CFR 200.332(b)(1)";

type Fact = { value: string; known: boolean };
export type Facts = Readonly<Record<string, Fact>>;

/** Fields that are neither filled nor marked as not known yet. */
export const openFacts = (facts: Facts): FactField[] =>
  factFields.filter(({ key }) => {
    const fact = facts[key];
    return !fact || (fact.known && fact.value.trim() === "");
  });
/** Fields that are marked as not known yet; a task asks for each. */
export const unknownFacts = (facts: Facts): FactField[] =>
  factFields.filter(({ key }) => facts[key]?.known === false);
