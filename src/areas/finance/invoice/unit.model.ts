import { unitNames } from "./unit.data.ts";

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.\-_]+/g, " ")
    .trim();
const rows = new Map(
  unitNames.flatMap((names, row) => names.map((name) => [plain(name), row] as const)),
);

/**
 * Whether two texts name one unit of measure: the same word or code, whatever its capitals and
 * dots, or two names of one unit by `unitNames`. A unit that
 * is not stated is no other one. Nothing is converted: a dozen is not twelve.
 */
export const sameUnit = (one: string, other: string): boolean => {
  const [a, b] = [plain(one), plain(other)];
  return a === b || a === "" || b === "" || (rows.has(a) && rows.get(a) === rows.get(b));
};
