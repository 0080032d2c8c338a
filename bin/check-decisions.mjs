// A decision is named by a number of its own: whoever cites it means one text.
import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const NAME = /^(\d{4})-[a-z0-9-]+\.md$/;

/** `{ rule, file, text }` for decisions without a number, and for those whose number another one has. */
export const checkDecisions = (planted) => {
  const holders = new Map();
  return fs
    .globSync(`{docs/decisions,${planted}}/*.md`, { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const number = NAME.exec(basename(file))?.[1];
      if (!number)
        return { rule: "decision-number", file, text: "is not named by number and subject" };
      const other = holders.get(number);
      holders.set(number, other ?? file);
      return other
        ? { rule: "decision-number", file, text: `has the number of ${other}: take the next one` }
        : [];
    });
};
