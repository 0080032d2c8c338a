// What has a part in the kit is not made by hand beside it.
import fs, { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Parts with the file that makes them, how a copy made by hand looks, and what to use instead. */
const parts = [
  {
    rule: "facts-by-hand",
    home: "src/web/kit/record/Facts.tsx",
    copy: /className=["'{`]+facts[\s"'`]/g,
    text: "lists facts by hand: <Facts> of web/kit/record",
  },
  {
    rule: "link-by-colour",
    home: "src/web/styles/base.css",
    copy: /text-link[^"'`]*\b(?:hover:underline|no-underline)|(?:hover:underline|no-underline)\b[^"'`]*text-link/g,
    text: "shows a link by its colour until it is pointed at: text-link alone, which is underlined (WCAG 2.2, 1.4.1)",
  },
];

/** Copies made by hand of what the kit has: `{ rule, file, text }` each. */
export const checkParts = () =>
  fs.globSync("src/**/*.tsx", { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return parts
      .filter(({ home }) => home !== file)
      .flatMap(({ rule, copy, text }) =>
        Array.from(source.matchAll(copy), () => ({ rule, file, text })),
      );
  });
