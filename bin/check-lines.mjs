// No line of code is wider than 120 columns. Texts for people may be: a sentence in quotes is not broken.
import fs, { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WIDEST = 120;
const CODE = "{src,e2e,bench,db,bin}/**/*.{ts,tsx,mjs,css}";

const LITERAL =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?|(?<=^\s*|>)[^<>{}`"]{40,}(?=$|<)/g;
const STATEMENT =
  /^.\s*(select\s.*\sfrom\s|insert into |update \w+ .*set |delete from |alter |create )/i;

const isStyle = (text) => {
  const words = text.slice(1, -1).trim().split(/\s+/);
  return words.filter((word) => /^[a-z[\]:./0-9-]+-[^\s]*$|:/.test(word)).length > words.length / 2;
};
const isText = (literal) =>
  literal.split(/\s+/).length >= 3 && !STATEMENT.test(literal) && !isStyle(literal);

/** The width of a line of code without the sentences in it. */
export const widthOf = (line) =>
  line.replace(LITERAL, (literal) => (isText(literal) ? '""' : literal)).length;

/** `file:line (width)` of each line of code that is too wide. */
export const wideLines = (files = fs.globSync(CODE)) =>
  files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) =>
        line.length > WIDEST && widthOf(line) > WIDEST
          ? [`${file}:${at + 1} (${line.length})`]
          : [],
      ),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = wideLines();
  for (const line of found) console.log(line);
  process.exit(found.length ? 1 : 0);
}
