import fc from "fast-check";
import { expect, test } from "vitest";
import { comparer, compareTexts } from "./compare.model.ts";

const changes = (before: string, after: string) =>
  compareTexts(before, after)!.changes.map((each) => [each.kind, each.before, each.after]);

test("changed amounts, dates and negations come before other words", () => {
  expect(
    changes(
      "The contractor promptly repairs faults. It shall not assign. It pays $1,000,000 within 30 days.",
      "The contractor soon repairs faults. It may not assign. It pays $100,000 within 60 days.",
    ),
  ).toEqual([
    ["amount", "$1,000,000", "$100,000"],
    ["date", "30", "60"],
    ["negation", "shall", "may"],
    ["words", "promptly", "soon"],
  ]);
});

test("a word that was dropped or slipped in is found; line ends and unseen letters are no change", () => {
  expect(changes("It may not end.", "It may end.")).toEqual([["negation", "not", ""]]);
  expect(changes("until July 1, 2027.", "until July 31, 2027.")).toEqual([["amount", "1", "31"]]);
  expect(changes("a cap of ten percent", "a cap of\n  ten\u00AD percent")).toEqual([]);
  // A Cyrillic letter that looks the same is not the same word.
  expect(changes("scope of work", "sc\u043Epe of work")).toEqual([
    ["words", "scope", "sc\u043Epe"],
  ]);
});

test("texts that take too long are one change from the first word that differs to the last", () => {
  const found = comparer(0)("It pays $5 in 30 days.", "It pays $6 in 30 days.");
  expect(found.changes).toEqual([{ kind: "amount", before: "$5", after: "$6", around: "It pays" }]);
  const [long, other] = [0, 1].map((n) =>
    Array.from({ length: 30_000 }, (_, at) => `w${(at * 7919 + n * 13) % 9973}`).join(" "),
  ) as [string, string];
  const start = performance.now();
  expect(comparer(100)(long, other).changes).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(2000);
});

test("what is same and gone gives the first text, what is same and new the second", () => {
  const texts = fc.array(fc.constantFrom("may", "not", "$5", "pay", "days", "30", "the"), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const { pieces } = compareTexts(a.join(" "), b.join(" "))!;
      const of = (kind: "gone" | "new") =>
        pieces
          .filter((each) => each.kind === "same" || each.kind === kind)
          .map((each) => each.text)
          .join(" ");
      expect([of("gone"), of("new")]).toEqual([a.join(" "), b.join(" ")]);
    }),
  );
});
