import { expect, test } from "vitest";
import { crossReferenced, exclusionOf, samColumns, samLayout } from "./extract.model.ts";

test("names are read out of a cross-reference as the extract writes it", () => {
  expect(crossReferenced("(also ACME HOLDINGS, J. DOE)")).toEqual(["ACME HOLDINGS", "J. DOE"]);
  expect(crossReferenced("(also ACME HOLDINGS, LLC, JOHN DOE, JR., BOLT & SON, INC.)")).toEqual([
    "ACME HOLDINGS, LLC",
    "JOHN DOE, JR.",
    "BOLT & SON, INC.",
  ]);
  expect(crossReferenced("(also ACME HOLDINGS)(also a/k/a BOLT PAVING; dba NORTH ROADS)")).toEqual([
    "ACME HOLDINGS",
    "BOLT PAVING",
    "NORTH ROADS",
  ]);
  expect(
    crossReferenced(
      "(also ACME (MN, WI) PAVING, BOLT PAVING (formerly CINDER ROADS), ACME (MN, WI) PAVING)",
    ),
  ).toEqual(["ACME (MN, WI) PAVING", "BOLT PAVING", "CINDER ROADS"]);
  expect(crossReferenced("also Acme Holdings; Bolt Paving (Duluth, MN)")).toEqual([
    "Acme Holdings",
    "Bolt Paving (Duluth, MN)",
  ]);
});

test("what cannot be read gives no names: other words, open brackets, signs, scraps, endless names", () => {
  for (const odd of [
    "",
    "See SAM record S4MR1, ACME HOLDINGS",
    "(also ACME HOLDINGS, J. DOE",
    "(also ACME), BOLT)",
    "(also )",
    "(also , ;, ()",
    "(also LLC, JR)",
    "(also A, B1, 77)",
    `(also ${"ACME ".repeat(60)})`,
    "alsop ACME",
  ])
    expect([odd, crossReferenced(odd)]).toEqual([odd, []]);
});

test("a record keeps the text, the names that are not its own, and the words of all", () => {
  const line = (cross: string) =>
    exclusionOf(
      samColumns.map(
        (name) =>
          ({ Name: "Castor Paving LLC", "Cross-Reference": cross } as Record<string, string>)[
            name
          ] ?? "",
      ),
      samLayout(samColumns)!,
      1,
    )!;
  expect(line("(also CASTOR PAVING, INC., North Line Roads)")).toMatchObject({
    matchKey: "castor paving",
    crossReference: "(also CASTOR PAVING, INC., North Line Roads)",
    aliases: ["North Line Roads"],
    words: ["castor", "paving", "castorpaving", "north", "line", "roads", "northline", "lineroads"],
  });
  expect(line("see North Line Roads")).toMatchObject({
    crossReference: "see North Line Roads",
    aliases: [],
    words: ["castor", "paving", "castorpaving"],
  });
});
