// A day and an instant are two types. An instant becomes a day in a zone only: `dayIn(scope, instant)`
// on the server, `useDays()` in the browser, `at time zone` in SQL. Whatever cuts text, or casts without
// a zone, gives the day of UTC, which in the evening is tomorrow's.
import "./prepare.mjs";
import fs, { readFileSync } from "node:fs";

/** Where days are made: the arithmetic of days, their formats, the clock, the reader of rows. */
const MAKERS = new Set([
  "src/kernel/time.ts",
  "src/kernel/dates.ts",
  "src/server/clock.ts",
  "src/server/db/wire/row-reading.ts",
]);
const isTest = (file) => /\.test\.tsx?$|\.setup\.ts$/.test(file);

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const COLUMN = /(?<=[{,\s])(\w+):\s*(\w+)\(\s*(?:"([a-z_0-9]+)")?/g;

/** Names of columns that are of one type in every table: `{ days, instants }`, keys and SQL names. */
const columnNames = () => {
  const builders = new Map();
  const files = [...fs.globSync("src/**/*.tables.ts"), "src/server/definitions/columns.ts"];
  for (const file of files)
    for (const [, key, builder, name] of readFileSync(file, "utf8").matchAll(COLUMN))
      for (const each of new Set([key, name ?? snake(key)]))
        builders.set(each, (builders.get(each) ?? new Set()).add(builder));
  const only = (builder) =>
    new Set([...builders].filter(([, of]) => of.size === 1 && of.has(builder)).map(([n]) => n));
  return { days: only("day"), instants: only("instant") };
};

const CUTS = [
  [/\.(?:slice|substring|substr)\(0, ?10\)/g, "cuts ten characters"],
  [/\.split\("T"\)/g, "cuts text at its T"],
  [/\bcurrent_date\b/gi, "asks for the database's day"],
  [
    /\b(?:now|clock_timestamp|transaction_timestamp)\(\)::date\b/gi,
    "casts the clock without a zone",
  ],
  [/::timestamptz\s*\)*::date\b/gi, "casts an instant without a zone"],
  [
    /\b(?:date_trunc\('\w+', |generate_series\()[^()]*?::date\b/gi,
    "makes instants of days where the database stands: cast to timestamp, then at time zone",
  ],
];
const CAST = new RegExp(
  [
    String.raw`\b(?:[a-z]\w*\.)?([a-z_]+)::date\b`,
    String.raw`\bcast\(\s*(?:\w+\.)?([a-z_]+) as date\)`,
    String.raw`\b(?:date_trunc\('(?:day|week|month|quarter|year)',|to_char\(|date\()` +
      String.raw`\s*(?:[a-z]\w*\.)?([a-z_]+)\s*[,)]`,
  ].join("|"),
  "g",
);
const DECLARED =
  /(?<=[{(,;\s])(\w+)\??: (Day|Instant|dayField|instantField|z\.string\(\))(?=[\s,;.|})])/g;

// Too short to say by themselves what they name.
const EITHER = new Set(["at", "since", "until", "day"]);

const mend =
  "the agency's day of an instant is dayIn(scope, instant), in the browser useDays(), in SQL (x at time zone zone)::date; days of other systems are leadingDay(text)";

/** What one file holds against it: `[index, words]`. */
const faultsOf = (file, text, { days, instants }) => {
  const found = [];
  for (const [pattern, words] of CUTS)
    for (const hit of text.matchAll(pattern)) found.push([hit.index, `${words}: ${mend}`]);
  for (const hit of text.matchAll(CAST)) {
    const column = hit[1] ?? hit[2] ?? hit[3];
    if (instants.has(column)) found.push([hit.index, `casts ${column} without a zone: ${mend}`]);
  }
  for (const [, name, type, at] of [...text.matchAll(DECLARED)].map((h) => [...h, h.index])) {
    if (EITHER.has(name)) continue;
    const said = type.toLowerCase();
    if (instants.has(name) && said.startsWith("day"))
      found.push([at, `declares ${name} as a day, which is an instant in every table`]);
    if (days.has(name) && said.startsWith("instant"))
      found.push([at, `declares ${name} as an instant, which is a day in every table`]);
    if (said === "z.string()" && /(?:On|At)$/.test(name) && (days.has(name) || instants.has(name)))
      found.push([at, `declares ${name} as any text: dayField or instantField says which it is`]);
  }
  return found;
};

/** Instants that became days without a zone: `{ rule, file, text }`. */
export const checkDays = () => {
  const names = columnNames();
  if (names.days.size < 50 || names.instants.size < 50)
    throw new Error(
      `days: only ${names.days.size + names.instants.size} columns of time were read`,
    );
  return fs.globSync("src/**/*.{ts,tsx}").flatMap((path) => {
    const file = path.replaceAll("\\", "/");
    if (MAKERS.has(file) || isTest(file)) return [];
    const text = readFileSync(file, "utf8");
    return faultsOf(file, text, names).map(([index, words]) => ({
      rule: "days",
      file: `${file}:${text.slice(0, index).split("\n").length}`,
      text: words,
    }));
  });
};

if (process.argv[1]?.endsWith("check-days.mjs")) {
  const findings = checkDays();
  for (const { file, text } of findings) console.log(`${file} ${text}`);
  process.exitCode = findings.length ? 1 : 0;
}
