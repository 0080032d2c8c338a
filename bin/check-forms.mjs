// Forms outside the round trip: a screen that makes or changes a record (POST to /api/v1/<noun>,
// PATCH or PUT below it) draws it with <RecordForm>, from the noun's fields. What does not yet stands
// in `forms-outside.txt`, which may only shrink; what is no record stands there with its reason.
import fs, { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const LIST = "bin/forms-outside.txt";

const drawn = /<(Form|FormDialog|PostDialog)\b/;
const address = /\bpath(:|=\{?)(?:[^,;"`]|"[^"/]*")*["`]\/api\/v1\/([\w-]+)(\/\$\{[^}]*\})?["`]/g;
const method = /\bmethod(?::|=\{?)\s*[^,\n]*"(PATCH|PUT|DELETE)"/;

// The object or the tag that an address stands in.
const around = (text, at) => text.slice(Math.max(0, at - 160), at + 250);

/** Nouns whose form this text draws by hand, sorted. */
export const nounsByHand = (text) => {
  if (!drawn.test(text)) return [];
  const found = [...text.matchAll(address)].filter(({ 1: how, 3: below, index }) => {
    // A list to choose from is read, not written.
    const said = around(text, index);
    if (!(how === ":" ? /\bbody\b/.test(said) : /<PostDialog\b[^<]*$/.test(text.slice(0, index))))
      return false;
    const way = said.match(method)?.[1];
    return below ? way === "PATCH" || way === "PUT" : way !== "DELETE";
  });
  return [...new Set(found.map(([, , noun]) => noun))].toSorted();
};

/** What the list says: `file noun` to the reason why it is no record, "" for one that is to come. */
const listed = () =>
  new Map(
    readFileSync(join(root, LIST), "utf8")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => {
        const [form, reason = ""] = line.split(" – ");
        return [form, reason];
      }),
  );

const byHand = () =>
  fs
    .globSync("src/areas/**/*.tsx", { cwd: root })
    .toSorted()
    .flatMap((file) =>
      nounsByHand(readFileSync(join(root, file), "utf8")).map((noun) => `${file} ${noun}`),
    );

/** How many forms of records stand outside the round trip. */
export const formsOutside = () => [...listed().values()].filter((reason) => !reason).length;

/** Forms drawn by hand that the list does not name, and names of the list that are none any more. */
export const checkForms = () => {
  const list = listed();
  const found = byHand();
  const problem = (form, text) => ({ rule: "form-by-hand", file: form.split(" ")[0], text });
  return [
    ...found
      .filter((form) => !list.has(form))
      .map((form) =>
        problem(form, `draws the form of ${form.split(" ")[1]} by hand: use RecordForm`),
      ),
    ...[...list.keys()]
      .filter((form) => !found.includes(form))
      .map((form) => problem(form, `draws no form of its own any more: take it out of ${LIST}`)),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(byHand().join("\n"));
