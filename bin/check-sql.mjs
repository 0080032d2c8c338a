// SQL obeys the doors: an area writes its own tables only, and reads of another one's what their
// owner grants: table, columns, reader (`<area>.grants.json` beside the owner's door).
// `--prune` takes grants away that nobody uses any more.
import "./prepare.mjs";
import fs, { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { default: ts } = await import("typescript");

/**
 * Columns granted at the most: the number only shrinks. Where one area became several (sourcing,
 * contracts) the parts read of each other what they read before; releases read the zone of their agency.
 */
const MOST_GRANTS = 962;

const roomOf = (file) => (file.startsWith("src/areas/") ? file.split("/")[2] : "server");
const grantsFile = (owner) =>
  owner === "server" ? "src/server/server.grants.json" : `src/areas/${owner}/${owner}.grants.json`;

const TABLE = /pg(?:Table|View)\(\s*"([a-z_0-9]+)",\s*\{/g;
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
// A column is named in its builder, or by its key; what several tables share is spread.
const COLUMN = /(?<=[{,\s])(\w+):\s*\w+\(\s*(?:"([a-z_0-9]+)")?/g;
const SHARED = ["org_id", "id", "version", "created_at", "updated_at"];

/** Every table and view with its owner and columns, as `*.tables.ts` describe them. */
const describedTables = () => {
  const tables = new Map();
  for (const file of fs.globSync("src/**/*.tables.ts")) {
    const text = readFileSync(file, "utf8");
    const starts = [...text.matchAll(TABLE)];
    starts.forEach((start, at) => {
      const body = text.slice(start.index, starts[at + 1]?.index ?? text.length);
      const columns = [...body.matchAll(COLUMN)].map(([, key, name]) => name ?? snake(key));
      tables.set(start[1], { owner: roomOf(file), columns: new Set([...SHARED, ...columns]) });
    });
  }
  return tables;
};

/** Texts of a file that are SQL, or parts of it: templates with the tag, and statements without. */
const STATEMENT = /\b(select|insert into|update|delete from|from|join|using)\s/;
const isSentence = (text) => /[.!?]["'`]?$/.test(text) || /^["'`][A-Z][a-z]+[,:]? [a-z]/.test(text);
const sqlTexts = (file) => {
  const text = readFileSync(file, "utf8");
  if (!STATEMENT.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node) => {
    const written = node.getText(source).replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, " ? ");
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ text: written, line: line + 1 });
  };
  const visit = (node) => {
    const tagged =
      ts.isTaggedTemplateExpression(node) && node.tag.getText(source).split(".").at(-1) === "sql";
    if (tagged) add(node.template);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const parent = node.parent;
      const isTemplateOfTag = ts.isTaggedTemplateExpression(parent);
      const isImport = ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent);
      if (!isTemplateOfTag && !isImport && !isSentence(node.getText(source))) add(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const MENTION =
  /\b(insert into|update|delete from|from|join|using|,)\s+(?:only\s+|lateral\s+)?([a-z_][a-z_0-9]*)(?:\s+(?:as\s+)?([a-z_][a-z_0-9]*))?/g;
const NO_ALIAS = new Set(
  "where set on order group values select left right inner cross join using returning limit for union".split(
    " ",
  ),
);

/** What one text does with tables: `{ table, write, columns }`. */
const usesIn = (text, tables) => {
  const uses = [];
  for (const match of text.matchAll(MENTION)) {
    const [, verb, name, next] = match;
    const table = tables.get(name);
    if (!table) continue;
    const before = text.slice(0, match.index);
    const locks = verb === "update" && /\bfor\s+(no\s+key\s+)?$/.test(before);
    const upserts = verb === "update" && /\bdo\s+$/.test(before);
    if (locks || upserts) continue;
    const write = verb === "insert into" || verb === "delete from" || verb === "update";
    const alias = next && !NO_ALIAS.has(next) ? next : name;
    const columns = new Set();
    for (const column of table.columns)
      if (new RegExp(`\\b${alias}\\.${column}\\b`).test(text)) columns.add(column);
    // Alone in its statement its columns need no alias.
    if (!columns.size)
      for (const column of table.columns)
        if (new RegExp(`(?<![.\\w])${column}\\b`).test(text)) columns.add(column);
    if (new RegExp(`\\b${alias}\\.\\*`).test(text)) columns.add("*");
    uses.push({ table: name, write, columns });
  }
  return uses;
};

const areaFiles = () =>
  fs
    .globSync("src/{areas,server}/**/*.ts")
    .filter(
      (file) =>
        !/\.(test|setup|tables|labels|data|pages|area)\.ts$/.test(file) &&
        !file.startsWith("src/server/testing/"),
    );

/** Every use of another room's table: `{ file, line, reader, owner, table, write, columns }`. */
const foreignUses = (tables) =>
  areaFiles().flatMap((file) => {
    const reader = roomOf(file);
    return sqlTexts(file).flatMap(({ text, line }) =>
      usesIn(text, tables)
        .map((use) => ({ ...use, file, line, reader, owner: tables.get(use.table).owner }))
        .filter((use) => use.owner !== use.reader),
    );
  });

/** Tables that migrations make and nobody describes, or that are described twice. */
const undescribed = (tables) => {
  const made = new Map();
  for (const file of fs.globSync("{db/migrations,src/areas/planted}/*.sql").sort()) {
    const text = readFileSync(file, "utf8").toLowerCase();
    for (const [, name] of text.matchAll(MADE)) made.set(name, file);
    for (const [, name] of text.matchAll(DROPPED)) made.delete(name);
  }
  return [...made]
    .filter(([name]) => !tables.has(name))
    .map(([name, file]) => ({
      rule: "undescribed-table",
      file,
      text: `makes ${name}, which no *.tables.ts describes`,
    }));
};
const MADE =
  /create (?:or replace )?(?:unlogged )?(?:table|view)\s+(?:if not exists )?(?:public\.)?([a-z_0-9]+)/g;
const DROPPED = /drop (?:table|view)\s+(?:if exists )?([a-z_0-9]+)/g;

const grantsOf = (owners) =>
  new Map(
    owners.map((owner) => [
      owner,
      existsSync(grantsFile(owner)) ? JSON.parse(readFileSync(grantsFile(owner), "utf8")) : {},
    ]),
  );
const countOf = (grants) =>
  [...grants.values()]
    .flatMap((byTable) => Object.values(byTable))
    .flatMap((byReader) => Object.values(byReader))
    .reduce((sum, columns) => sum + columns.length, 0);

/** `{ findings: [{ rule, file, text }], granted }`: what breaks the doors, and how much is granted. */
export const checkSql = () => {
  const tables = describedTables();
  const grants = grantsOf([...new Set([...tables.values()].map((table) => table.owner))]);
  const findings = undescribed(tables);
  for (const use of foreignUses(tables)) {
    const file = `${use.file}:${use.line}`;
    if (use.write) {
      findings.push({
        rule: "foreign-write",
        file,
        text: `writes ${use.table}, which is ${use.owner}'s: call a function of its door`,
      });
      continue;
    }
    const granted = grants.get(use.owner)[use.table]?.[use.reader] ?? [];
    const lacking = [...use.columns].filter((column) => !granted.includes(column));
    if (lacking.length || !granted.length)
      findings.push({
        rule: "ungranted-read",
        file,
        text: `reads ${use.table} (${lacking.join(", ")}), which ${use.owner} does not grant ${use.reader}`,
      });
  }
  const granted = countOf(grants);
  if (granted > MOST_GRANTS)
    findings.push({
      rule: "more-grants",
      file: "bin/check-sql.mjs",
      text: `${granted} columns are granted, ${MOST_GRANTS} at the most: the number only shrinks`,
    });
  return { findings, granted };
};

/** Writes the grants that today's reads need; those that nobody uses go. */
const prune = (all) => {
  const tables = describedTables();
  const uses = foreignUses(tables).filter((use) => !use.write);
  const before = grantsOf([...new Set([...tables.values()].map((table) => table.owner))]);
  for (const [owner, granted] of before) {
    const next = {};
    for (const use of uses.filter((each) => each.owner === owner).toSorted(byTableAndReader)) {
      const had = granted[use.table]?.[use.reader] ?? [];
      const columns = [...use.columns].filter((column) => all || had.includes(column));
      if (!columns.length) continue;
      const readers = (next[use.table] ??= {});
      readers[use.reader] = [...new Set([...(readers[use.reader] ?? []), ...columns])].sort();
    }
    if (Object.keys(next).length || existsSync(grantsFile(owner)))
      writeFileSync(grantsFile(owner), `${JSON.stringify(next, null, 2)}\n`);
  }
};
const byTableAndReader = (a, b) =>
  a.table.localeCompare(b.table) || a.reader.localeCompare(b.reader);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--prune")) prune(process.argv.includes("--all"));
  const { findings, granted } = checkSql();
  for (const each of findings) console.log(`${each.file} ${each.text} (${each.rule})`);
  console.log(`${granted} columns granted to other areas`);
  process.exit(findings.length ? 1 : 0);
}
