import fc from "fast-check";
import { expect, test } from "vitest";
import { wordsOf } from "./key.model.ts";

/** The rule as it is told, without looking first where accents or rare signs can be. */
const told = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1")
    .replace(/['’`]/g, "")
    .replace(/[&+]/g, " and ")
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .filter(Boolean);

test("words of a name are those of the rule, with accents, dots, quotes and signs or without", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "a.b.c",
      "L.L.C.",
      "O’Neil",
      "d'Or",
      "A&B",
      "x+y",
      " ",
      ".",
      "Ünal",
      "ﬁrm",
      "½",
      "K",
      "İ",
      "12",
      "-",
      "Co",
      "`",
    ),
    fc.string(),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      expect(wordsOf(pieces.join(""))).toEqual(told(pieces.join("")));
    }),
    { numRuns: 2000 },
  );
});
