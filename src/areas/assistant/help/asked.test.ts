import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guideSections } from "#kernel/guide.ts";
import type { AskedLines } from "./asked-line.model.ts";
import { elsewhere } from "./elsewhere.data.ts";
import { guideIndexOf, seek } from "./guide-index.model.ts";
import { wordsIn } from "./words.model.ts";

const folder = new URL("../../../../docs/guide/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const asked = JSON.parse(read("asked.json")) as AskedLines;
const sections = readdirSync(folder)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .flatMap((name) => guideSections(name.slice(0, -3), read(name)));
const keyOf = ({ slug, anchor }: { slug: string; anchor: string }) =>
  anchor ? `${slug}#${anchor}` : slug;

test("every section of the guide has what people ask of it, at least four questions; none without a section", () => {
  const keys = sections.map(keyOf);
  expect(Object.keys(asked).filter((key) => !keys.includes(key))).toEqual([]);
  expect(keys.filter((key) => (asked[key] ?? []).length < 4)).toEqual([]);
});

test("no question stands twice: it is asked where somebody should land first", () => {
  const said = Object.values(asked)
    .flat()
    .map((line) => line.toLowerCase().replace(/[^a-z0-9]+/g, " "));
  expect(said.filter((line, at) => said.indexOf(line) !== at)).toEqual([]);
});

test("what people ask of several sections is no longer said to be done elsewhere", () => {
  const lines = Object.values(asked)
    .flat()
    .map((line) => ` ${wordsIn(line).join(" ")} `);
  const done = elsewhere.filter((phrase) => {
    const said = ` ${wordsIn(phrase).join(" ")} `;
    return lines.filter((line) => line.includes(said)).length >= 3;
  });
  expect(done).toEqual([]);
});

const pages = [
  "# Orders\n\nAn order is mailed.\n\n## Receive\n\nEnter what came and what is rejected.\n\n## Change\n\nA quantity may grow.",
  "# Calendar\n\nDays of work.\n\n## Closures\n\nThe winter closure is entered with its name.",
].flatMap((page, at) => guideSections(["orders", "calendar"][at]!, page));
const index = guideIndexOf(pages, [], {
  "orders#receive": ["several pieces arrived smashed", "the truck is here"],
  "orders#change": ["we need ten more"],
  "calendar#closures": ["out for lunch on snow days"],
});
const first = (question: string) => seek(index, question).passages[0];

test("a section is found by words that people use and that do not stand in it, with its own sentence", () => {
  expect(first("some pieces were busted")).toMatchObject({
    href: "/documentation/orders#receive",
    sentence: "Enter what came and what is rejected.",
  });
  // Both things asked stand in a question of the section: it is said to be the answer.
  expect(seek(index, "some pieces were busted").sure).toBe(true);
  expect(seek(index, "some pieces were blue").sure).toBe(false);
  expect(first("ten more please")?.href).toBe("/documentation/orders#change");
});

test("a word of something else takes the answer away, but not where people ask just that", () => {
  expect(first("where do I get lunch")).toBe(undefined);
  expect(seek(index, "the payroll of the truck").passages).toEqual([]);
});
