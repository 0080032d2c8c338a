// Figures of the text of the house: `npm run figures`; with `--page` they go to docs/figures.md too.
import "./prepare.mjs";
import fs, { readFileSync, writeFileSync } from "node:fs";
import { formsOutside } from "./check-forms.mjs";
import { checkParts } from "./check-parts.mjs";
import { refusalFigures } from "./check-refusals.mjs";
import { checkSteps } from "./check-steps.mjs";
import { checkWrites } from "./check-writes.mjs";

const { default: ts } = await import("typescript");

const quantile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const ascending = (numbers) => numbers.toSorted((a, b) => a - b);

/** Lines of each function of a file, without those of the functions within it. */
const functionsOf = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const to = source.getLineAndCharacterOfPosition(node.end).line;
      found.push(to - from + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const page = [];
const say = (figures) => {
  page.push(figures);
  console.log(JSON.stringify(figures));
};

const report = (name, files) => {
  const texts = files.map((file) => [file, readFileSync(file, "utf8")]);
  const lines = texts.flatMap(([, text]) => text.trimEnd().split("\n"));
  const sizes = ascending(texts.map(([, text]) => text.trimEnd().split("\n").length));
  const widths = ascending(lines.map((line) => line.length));
  const functions = texts.flatMap(([file, text]) => functionsOf(file, text));
  say({
    text: name,
    files: files.length,
    lines: lines.length,
    medianFile: quantile(sizes, 0.5),
    p90File: quantile(sizes, 0.9),
    largestFile: sizes.at(-1),
    p95Line: quantile(widths, 0.95),
    linesOver120: widths.filter((width) => width > 120).length,
    functions: functions.length,
    functionsOver40: functions.filter((length) => length > 40).length,
    functionsOver60: functions.filter((length) => length > 60).length,
  });
};

const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith("e2e/");
const all = fs.globSync("{src,bin,bench,db,e2e}/**/*.{ts,tsx,mjs}");
report(
  "product",
  all.filter((file) => !isTest(file)),
);
report("tests", all.filter(isTest));
say({ text: "forms", outsideTheRoundTrip: formsOutside() });
say({
  text: "copies",
  handMadeEntries: checkWrites().length,
  stepBlocks: checkSteps().length,
  factsLists: checkParts().filter(({ rule }) => rule === "facts-by-hand").length,
});
say({ text: "refusals", ...refusalFigures() });
say({
  text: "asserted statements",
  unchecked: JSON.parse(readFileSync("db/statements.json", "utf8")).unchecked.length,
});

if (process.argv.includes("--page"))
  writeFileSync(
    "docs/figures.md",
    `# What the text is like

Written by \`npm run figures -- --page\`. A copy by hand, a form outside the round trip, an unprovoked refusal and an
unchecked statement are to become none.

| of | figure | |
|---|---|---|
${page
  .flatMap(({ text, ...figures }) =>
    Object.entries(figures).map(([name, value]) => `| ${text ?? ""} | ${name} | ${value} |`),
  )
  .join("\n")}
`,
  );
