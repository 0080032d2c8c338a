// Migrations run in the order of their names, so a name is the time at which one is brought in:
// none lies in the future, on a day or at an hour that there is not, or before what main has.
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import fs, { readFileSync } from "node:fs";
import { basename } from "node:path";

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)_[a-z0-9_]+\.sql$/;

/** The moment that a name says in UTC; null for none, NaN for a day or hour that there is not. */
const momentOf = (name) => {
  const parts = NAME.exec(name)?.slice(1);
  if (!parts) return null;
  const [year, month, day, hour, minute] = parts.map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const said = at.toISOString().replace(/[-:]/g, "").slice(0, 13);
  return said === `${parts.slice(0, 3).join("")}T${parts.slice(3).join("")}` ? at.getTime() : NaN;
};

// What an older version that works beside still uses, or cannot do any more.
const TAKES_AWAY = new RegExp(
  [
    String.raw`\bdrop\s+(?:table|column)\b`,
    String.raw`\brename\s+(?:to|column)\b`,
    String.raw`\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b`,
    String.raw`\bset\s+not\s+null\b`,
    String.raw`\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b`,
  ].join("|"),
  "i",
);

/** What is wrong with what it does: `[rule, text]`, or null. */
const wrongMark = (text) => {
  const marked = text.startsWith("-- contract");
  const taken = TAKES_AWAY.exec(text.replace(/--.*$/gm, ""))?.[0];
  if (taken && !marked)
    return [
      "migration-contract",
      `takes away what an older version uses (${taken.replace(/\s+/g, " ")}): begin it with "-- contract: why", apart from what adds`,
    ];
  return marked && /\bcreate\s+table\b|\badd\s+column\b/i.test(text)
    ? ["migration-contract", "takes away and adds: bring what adds in a migration of its own"]
    : null;
};

/** The migrations of the branch that others build on; nothing where there is no repository. */
const namesOnMain = () => {
  for (const branch of ["main", "origin/main"]) {
    const done = spawnSync("git", ["ls-tree", "-r", "--name-only", branch, "--", "db/migrations"], {
      encoding: "utf8",
    });
    if (done.status === 0)
      return done.stdout
        .split("\n")
        .filter(Boolean)
        .map((each) => basename(each));
  }
  return [];
};

/** What is wrong with a name: `[rule, text]`, or null. */
const wrongName = (name, newest, now) => {
  const at = momentOf(name);
  if (at === null)
    return ["migration-name", "is not named by its time and subject (20261125T0930_subject.sql)"];
  if (Number.isNaN(at)) return ["migration-day", "names a day or an hour that there is not"];
  if (at > now) return ["migration-future", "lies in the future: name it by the time in UTC"];
  if (name < newest)
    return ["migration-order", `sorts before ${newest}: name it by the time in UTC`];
  return null;
};

/** `[{ rule, file, text }]`: migrations out of their order, and a baseline that was changed. */
export const checkMigrations = (planted) => {
  const baseline = JSON.parse(readFileSync("db/baseline.json", "utf8"));
  const earlier = new Set(baseline.migrations.map(({ name }) => name));
  const known = new Set([baseline.name, ...namesOnMain().filter((name) => !earlier.has(name))]);
  const newest = [...known].sort().at(-1);
  const now = Date.now() + 60_000;
  const found = fs
    .globSync(`{db/migrations,${planted}}/*.sql`)
    .filter((file) => !known.has(basename(file)))
    .flatMap((file) => {
      const wrong = wrongName(basename(file), newest, now) ?? wrongMark(readFileSync(file, "utf8"));
      return wrong ? [{ rule: wrong[0], file, text: wrong[1] }] : [];
    });
  const file = `db/migrations/${baseline.name}`;
  if (createHash("sha256").update(readFileSync(file)).digest("hex") !== baseline.sha256)
    found.push({ rule: "migration-baseline", file, text: "was changed: bring a new migration" });
  return found;
};
