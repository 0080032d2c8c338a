// README and site say the same of what works and of what is to come.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { questions } from "./landing/questions.ts";
import { coming, comingInWords, works } from "./works.ts";

const readme = readFileSync("README.md", "utf8");
const content = new URL("./content/", import.meta.url);
const contents = readdirSync(content).map((name) => [
  name,
  readFileSync(new URL(name, content), "utf8"),
]);

test("the README lists what works, row for row, and what is to come", () => {
  const part = readme.slice(readme.indexOf("## What works"), readme.indexOf("## Working on it"));
  const rows = part.split("\n").filter((line) => line.startsWith("| ") && line !== "| | |");
  expect(rows).toEqual(works.map(({ area, text }) => `| ${area} | ${text} |`));
  expect(part).toContain(comingInWords);
});

test("the landing page answers with the same list, and the products page shows it", () => {
  const { answer } = questions.find(({ question }) => question === "What works today?")!;
  for (const { area } of works) expect(answer.toLowerCase()).toContain(area.toLowerCase());
  for (const name of coming) expect(answer).toContain(name);
  expect(Object.fromEntries(contents)["Products.mdx"]).toContain("<WhatWorks />");
});

test("no page says of anything that it is being built or planned: it works, or it is not built yet", () => {
  const halfway = /being built|state="(Planned|Being built)"|\bis planned\b|\bare planned\b/i;
  expect(contents.filter(([, text]) => halfway.test(text!)).map(([name]) => name)).toEqual([]);
});
