import type { Day } from "#kernel/time.ts";
import { missingPapers, missingParts } from "./asked.model.ts";
import { otherwise, type Known } from "./narrative.model.ts";

/** What a labelled case gives: a text and what it is held against. */
export type GrantCase =
  | { kind: "narrative"; text: string }
  | { kind: "papers"; text: string; files: readonly string[] }
  | { kind: "parts"; text: string; sections: readonly string[] };

/** The application of the cases: a project of $200,000, of which the grantor pays three quarters. */
export const known: Known = {
  figures: [
    { key: "total", label: "All costs", cents: 200_000_00 },
    { key: "federal", label: "Federal", cents: 150_000_00 },
    { key: "match", label: "Match", cents: 50_000_00 },
    { key: "equipment", label: "Equipment", cents: 32_500_00 },
  ],
  startsOn: "2027-07-01" as Day,
  endsOn: "2029-06-30" as Day,
  aln: "97.029",
  uei: "CRVRDEMO0001",
  announced: [500_000_00],
};

const listed = (names: readonly string[]) => names.join("; ") || "none";

/** What the agent says of a case. */
export const grantAnswer = (given: GrantCase): string => {
  if (given.kind === "papers")
    return listed(missingPapers([given.text], given.files).map(({ name }) => name));
  if (given.kind === "parts")
    return listed(missingParts(given.text, given.sections).map(({ title }) => title));
  return listed(otherwise(given.text, known).map(({ of, said }) => `${of} ${said}`));
};

/** The obvious way: every amount that the budget does not have, and no file or section at all. */
export const grantBaseline = (given: GrantCase): string => {
  if (given.kind === "papers") return given.files.length === 0 ? "Letters of support" : "none";
  if (given.kind === "parts") return given.sections.length === 0 ? "Work plan" : "none";
  const strange = [...given.text.matchAll(/\$[\d,]*\d/g)]
    .map(([text]) => text)
    .filter(
      (text) =>
        !known.figures.some(({ cents }) => cents === Number(text.replace(/[$,]/g, "")) * 100),
    );
  return listed(strange.map((text) => `All costs ${text}`));
};
