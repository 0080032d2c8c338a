// How the text of the house is kept: format, width, size, boundaries, nothing unused. A tool that
// reads nothing passes too, so a violation of each kind is planted, and every tool must report it.
import "./prepare.mjs";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkBoundaries } from "./check-boundaries.mjs";
import { checkDays } from "./check-days.mjs";
import { checkDecisions } from "./check-decisions.mjs";
import { checkForms } from "./check-forms.mjs";
import { wideLines } from "./check-lines.mjs";
import { checkMigrations } from "./check-migrations.mjs";
import { checkPages } from "./check-pages.mjs";
import { checkParts } from "./check-parts.mjs";
import { checkRefusals } from "./check-refusals.mjs";
import { checkSql } from "./check-sql.mjs";
import { checkSteps } from "./check-steps.mjs";
import { checkWrites } from "./check-writes.mjs";
import { unformattedSql } from "./format-sql.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Output of a tool of a package, whatever it ended with. */
const said = (tool, args) => {
  const done = spawnSync(process.execPath, [join(root, "node_modules", tool), ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.error) throw done.error;
  return done.stdout;
};

const thisMinute = new Date().toISOString().replace(/[-:]/g, "").slice(0, 13);
const PLANTED = "src/areas/planted";
const PLANTED_KERNEL = "src/kernel/planted.ts";
const lines = (count, line) => Array.from({ length: count }, (_, n) => line(n)).join("\n");
const files = {
  [`${PLANTED}/Planted.tsx`]:
    'import { runMatch } from "#areas/finance/invoice/match.service.ts";\n' +
    "export const planted = runMatch;\n",
  [`${PLANTED}/Parts.tsx`]: 'export const planted = <dl className="facts" />;\n',
  [`${PLANTED}/planted.model.ts`]:
    'import type { Tx } from "#server/db/db.ts";\n' +
    'export { planted } from "./circle.ts";\n' +
    "export type Planted = Tx;\n",
  [`${PLANTED}/circle.ts`]:
    'export type { Planted } from "./planted.model.ts";\n' +
    'export type { Absent } from "./absent.ts";\n' +
    "export const planted = 1;\n",
  [`${PLANTED}/PlantedForm.tsx`]:
    "export const Planted = ({ save }) => (\n" +
    '  <Form onSubmit={(body) => save({ path: "/api/v1/assets", body })} />\n);\n',
  [`${PLANTED}/planted.api.ts`]:
    'export const planted = { path: "/api/v1/planted/{id}/actions/approve" };\n',
  [`${PLANTED}/planted.pages.ts`]:
    'export const planted = {\n  projects: {\n    path: "/planted",\n  },\n};\n',
  [`${PLANTED}/format.ts`]: "export const planted  =  1\n",
  [`${PLANTED}/statement.ts`]:
    'import { sql } from "#server/db/sql.ts";\n' +
    "export const planted = sql`select number, title, status, amount, vendor_id from purchase_order where org_id = ${1} order by number`;\n",
  [`${PLANTED}/planted.service.ts`]:
    'import { sql } from "#server/db/sql.ts";\n' +
    "export const write = sql`update purchase_order set title = 'x'`;\n" +
    "export const read = sql`select p.close_reason from purchase_order p`;\n",
  [`${PLANTED}/outgoing.service.ts`]:
    'import { get } from "node:https";\n' +
    'import { request } from "undici";\n' +
    "export const planted = [get, request, fetch, globalThis.fetch];\n",
  [`${PLANTED}/days.service.ts`]:
    'import { sql } from "#server/db/sql.ts";\n' +
    "export const planted = (at: string) => at.slice(0, 10);\n" +
    "export const cast = sql`select p.created_at::date as day from planted_table p`;\n",
  [`${PLANTED}/refusal.service.ts`]:
    'import { conflict } from "#kernel/errors.ts";\n' +
    'export const planted = () => conflict("planted_refusal", "Nothing provokes this.");\n',
  [`${PLANTED}/history.service.ts`]:
    'import { audit } from "#server/audit/audit.ts";\n' +
    "export const planted = (tx, actor, entry) => audit(tx, actor, entry);\n",
  [`${PLANTED}/planted.sql`]: "create table planted_table (org_id uuid not null);\n",
  [`${PLANTED}/decisions/0001-planted.md`]: "# Planted\n",
  [`${PLANTED}/migrations/planted.sql`]: "",
  [`${PLANTED}/migrations/20261126T2510_no_hour.sql`]: "",
  [`${PLANTED}/migrations/20270230T0800_no_day.sql`]: "",
  [`${PLANTED}/migrations/99981231T0000_to_come.sql`]: "",
  [`${PLANTED}/migrations/20261124T0000_before.sql`]: "",
  [`${PLANTED}/migrations/${thisMinute}_takes_away.sql`]: "alter table vendor drop column name;\n",
  [`${PLANTED}/wide.ts`]: `export const planted = [${lines(40, (n) => `${n}_000`).replaceAll("\n", ", ")}];\n`,
  [`${PLANTED}/long.ts`]: `${lines(401, (n) => `export const planted${n} = ${n};`)}\n`,
  [`${PLANTED}/function.ts`]: `export const planted = (n: number) => {\n${lines(61, () => "  n += 1;")}\n  return n;\n};\n`,
  [PLANTED_KERNEL]:
    'import { financePages } from "#areas/finance/finance.pages.ts";\n' +
    "export const planted = financePages;\n",
};

const plant = () => {
  for (const folder of ["migrations", "decisions"])
    mkdirSync(join(root, PLANTED, folder), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
};
const unplant = () => {
  rmSync(join(root, PLANTED), { recursive: true, force: true });
  rmSync(join(root, PLANTED_KERNEL), { force: true });
};

/** What a rule found: `{ rule, file, text }`; files relative to the root. */
const formatting = () =>
  said("oxfmt/bin/oxfmt", ["--list-different", "."])
    .split("\n")
    .filter(Boolean)
    .map((file) => ({ rule: "format", file, text: "is not formatted: npm run format" }));

const statements = () =>
  unformattedSql().map((file) => ({
    rule: "format-sql",
    file,
    text: "holds SQL that is not formatted: npm run format",
  }));

const widths = () => wideLines().map((file) => ({ rule: "width", file, text: "is too wide" }));

const lint = () =>
  JSON.parse(said("oxlint/bin/oxlint", ["--quiet", "-f", "json"])).diagnostics.map((found) => ({
    rule: found.code,
    file: `${found.filename}:${found.labels?.[0]?.span?.line ?? 1}`,
    text: found.message,
  }));

const sqlDoors = () => {
  const { findings, granted } = checkSql();
  console.log(`  ${granted} columns are granted to other areas`);
  return findings;
};

const migrations = () => checkMigrations(`${PLANTED}/migrations`);

const decisions = () => checkDecisions(`${PLANTED}/decisions`);

/** Every folder of `src/areas` is an area of the list, with a manifest and a door. */
const manifests = () => {
  const list = readFileSync(join(root, "src/areas.ts"), "utf8");
  return readdirSync(join(root, "src/areas"))
    .filter((name) => !list.includes(`"#areas/${name}/${name}.area.ts"`))
    .map((name) => ({
      rule: "manifest",
      file: `src/areas/${name}`,
      text: `is not in src/areas.ts by its manifest ${name}.area.ts`,
    }));
};

const unused = () =>
  JSON.parse(said("knip/bin/knip.js", ["--no-progress", "--reporter", "json"])).issues.flatMap(
    (issue) => [
      ...issue.files.map(() => ({ rule: "unused", file: issue.file, text: "is used by nothing" })),
      ...[...issue.exports, ...issue.types].map((found) => ({
        rule: "unused",
        file: `${issue.file}:${found.line}`,
        text: `exports ${found.name}, which no other file names`,
      })),
    ],
  );

const RULES = [
  { name: "format", find: formatting, planted: ["format"] },
  { name: "SQL", find: statements, planted: ["format-sql"] },
  { name: "width", find: widths, planted: ["width"] },
  {
    name: "lint",
    find: lint,
    planted: [
      "eslint(max-lines)",
      "eslint(max-lines-per-function)",
      "eslint(no-restricted-globals)",
      "eslint(no-restricted-imports)",
      "eslint(no-restricted-properties)",
    ],
  },
  {
    name: "boundaries",
    find: checkBoundaries,
    planted: [
      "areas-meet-at-doors",
      "browser-never-reaches-server",
      "kernel-and-kit-know-no-area",
      "models-stay-pure",
      "names-what-exists",
      "no-cycles",
    ],
  },
  {
    name: "SQL behind the doors",
    find: sqlDoors,
    planted: ["foreign-write", "ungranted-read", "undescribed-table"],
  },
  { name: "forms", find: checkForms, planted: ["form-by-hand"] },
  {
    name: "migrations",
    find: migrations,
    planted: [
      "migration-name",
      "migration-day",
      "migration-future",
      "migration-order",
      "migration-contract",
    ],
  },
  { name: "decisions", find: decisions, planted: ["decision-number"] },
  { name: "parts of the kit", find: checkParts, planted: ["facts-by-hand"] },
  { name: "pages", find: checkPages, planted: ["page-twice"] },
  { name: "steps", find: checkSteps, planted: ["step-by-hand"] },
  { name: "days and instants", find: checkDays, planted: ["days"] },
  { name: "refusals", find: checkRefusals, planted: ["unprovoked"] },
  { name: "writes", find: checkWrites, planted: ["history-by-hand"] },
  { name: "manifests", find: manifests, planted: ["manifest"] },
  { name: "unused", find: unused, planted: ["unused"] },
];

const isPlanted = ({ file }) => file.startsWith(PLANTED) || file.startsWith(PLANTED_KERNEL);

/** Throws with every finding, or with the rule that does not report what was planted for it. */
export const checkHouse = (rules = RULES) => {
  const found = [];
  plant();
  try {
    for (const { name, find, planted } of rules) {
      const started = Date.now();
      const all = find();
      for (const rule of planted)
        if (!all.some((each) => each.rule === rule && isPlanted(each)))
          throw new Error(`${name}: the planted violation of ${rule} was not reported`);
      const real = all.filter((each) => !isPlanted(each));
      found.push(...real);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`  ${name}: ${real.length ? `${real.length} findings` : "holds"}, ${seconds} s`);
    }
  } finally {
    unplant();
  }
  if (found.length)
    throw new Error(found.map((each) => `${each.file} ${each.text} (${each.rule})`).join("\n"));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    checkHouse();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
