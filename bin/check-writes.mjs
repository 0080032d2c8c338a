// What happened to a record is written by `create`, `transition`, `change` and `note` of the server: the
// history and the event of one write stand together there, so that neither is forgotten.
import fs, { readFileSync } from "node:fs";

const byHand = /^import \{[^}]*\baudit\b[^}]*\} from "#server\/audit\/audit\.ts";/m;
const entry = /(?<![.\w])audit\(/g;

/** Each entry of the history that an area writes by hand: `{ rule, file, text }`. */
export const checkWrites = () =>
  fs
    .globSync("src/areas/**/*.{ts,tsx}")
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return byHand.test(text)
        ? Array.from({ length: (text.match(entry) ?? []).length }, () => ({
            rule: "history-by-hand",
            file,
            text: "writes an entry of the history by hand: create, transition, change or note does it",
          }))
        : [];
    });
