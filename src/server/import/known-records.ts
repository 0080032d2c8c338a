import type { RowProblem, Verdict } from "./importer.ts";

/** What a row says of a record on file: the field's label, and both values as people read them. */
export type Compared = { column: string; onFile: string; inFile: string };

/**
 * What becomes of a row whose key is on file already: with the same content it is left alone; with other
 * content it is a question for a person, never left alone in silence. `of` names the record, `then` what
 * to do. What the row does not say is not compared.
 */
export const verdictOnKnown = (
  of: string,
  compared: readonly Compared[],
  then: string,
): Verdict<never> => {
  const other = compared.filter(({ onFile, inFile }) => inFile !== "" && inFile !== onFile);
  if (other.length === 0) return { action: "skip" };
  const said = (side: "onFile" | "inFile") =>
    other.map((each) => `${each.column} ${each[side] || "nothing"}`).join(", ");
  const problem: RowProblem = {
    column: other[0]!.column,
    expected: `${of}: ${said("onFile")}`,
    found: said("inFile"),
    fix: `A record of this key is on file with other content. ${then}`,
  };
  return { action: "reject", problem };
};
