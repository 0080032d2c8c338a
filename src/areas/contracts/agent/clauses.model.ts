import { clauseWords } from "./clause-words.data.ts";
import { passagesOf, type Line, type Passage } from "./prose.model.ts";

/** Where a paper has the words of a clause; null where it has none, undefined where no words are known. */
export const clauseIn = (ruleKey: string, lines: readonly Line[]): Passage | null | undefined => {
  const words = clauseWords[ruleKey];
  if (!words) return undefined;
  return (
    passagesOf(lines).find(
      ({ text }) =>
        !/^\d*\.? ?not applicable|does not apply/i.test(text) && words.some((w) => w.test(text)),
    ) ?? null
  );
};
