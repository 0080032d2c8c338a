import ts from "typescript";
import { assertedOf, programOf, type Asserted } from "./asserted.ts";
import { wrongOf } from "./compare.ts";
import { openDescriber } from "./describe.ts";
import { Resolver } from "./resolve.ts";
import { Unresolved } from "./texts.ts";

export type Checked = {
  /** How many asserted statements there are. */
  asserted: number;
  /** Wrong names and types: `file:line what`. */
  wrong: string[];
  /** Statements that are not known before the program runs, with the reason: `name: reason`. */
  unchecked: { name: string; reason: string }[];
};

const textsOf = (resolver: Resolver, { statement }: Asserted): string[] | string => {
  try {
    return resolver.textsOf(statement);
  } catch (error) {
    if (error instanceof Unresolved) return error.message;
    throw error;
  }
};

/**
 * Prepares every asserted statement of the files on the database at `url` and compares what it
 * answers with what is asserted.
 */
export const checkStatements = async (
  url: string,
  roots: readonly string[],
  planted: Readonly<Record<string, string>> = {},
): Promise<Checked> => {
  const program = programOf(roots, planted);
  const checker = program.getTypeChecker();
  const resolver = new Resolver(program);
  const { describe, close } = await openDescriber(url);
  const checked: Checked = { asserted: 0, wrong: [], unchecked: [] };
  const files = [...roots, ...Object.keys(planted)];
  for (const source of files.map((file) => program.getSourceFile(file)!))
    for (const asserted of assertedOf(checker, source)) {
      checked.asserted++;
      const unchecked = (reason: string) => checked.unchecked.push({ name: asserted.name, reason });
      const texts = textsOf(resolver, asserted);
      if (typeof texts === "string") unchecked(texts);
      else if (asserted.row.flags & ts.TypeFlags.TypeParameter) unchecked("a type of its caller");
      else
        for (const text of texts) {
          const answer = await describe(text);
          if ("refused" in answer) {
            unchecked(`refused: ${answer.refused} in ${text.slice(0, 3000)}`);
            break;
          }
          const wrong = wrongOf(checker, asserted.row, answer.columns, asserted.statement);
          checked.wrong.push(...wrong.map((what) => `${asserted.file}:${asserted.line} ${what}`));
          if (wrong.length) break;
        }
    }
  await close();
  return checked;
};
