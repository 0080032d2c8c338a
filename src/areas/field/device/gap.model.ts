import { counted } from "#kernel/words.ts";

/** So many missing numbers are said; the rest is counted. */
const mostSaid = 5;

/** What came of what a device told, in words: "42 of 43, number 17 missing". */
export const gapWords = (
  { highest, received }: { highest: number; received: number },
  missing: readonly number[],
): string => {
  if (highest === 0) return "Nothing captured yet";
  if (received >= highest) return `${received} of ${highest}, none missing`;
  const said = missing.slice(0, mostSaid);
  const more = highest - received - said.length;
  const named = `number${highest - received === 1 ? "" : "s"} ${said.join(", ")}`;
  return `${received} of ${highest}, ${named}${more > 0 ? ` and ${counted(more, "more number", "more numbers")}` : ""} missing`;
};
