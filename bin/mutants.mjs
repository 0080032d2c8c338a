// Faults are put into services of money, law and permission, one at a time, and the tests beside each are run:
// a fault that no test notices shows what is not proved. By hand, in a checkout without open changes:
// `node bin/mutants.mjs SEED [COUNT] [--list] [--only 3,17]`. The same seed draws the same faults of the same text.
import fs, { readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { basename, dirname } from "node:path";

const { default: ts } = await import("typescript");

const AREAS =
  "{finance,budget,grants,recovery,contracts,procurement,workflow,rights,sign-on,passthrough}";
const files = fs
  .globSync(`src/areas/${AREAS}/**/*.{service,model,labels}.ts`)
  .filter((file) => !/\.(test|seed|data)\./.test(file))
  .toSorted();

const OTHER = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" };
const throwOf = (node) =>
  ts.isThrowStatement(node)
    ? node
    : ts.isBlock(node) && node.statements.length === 1 && ts.isThrowStatement(node.statements[0])
      ? node.statements[0]
      : null;

/** Terms of a statement's where about a person or an amount. */
const TERM =
  /\band (?=[^\n]*(?:person|_by\b|cents|amount|paid|balance|total|due|limit))[^\n()]+(?=\n)/g;

/** The faults that can be put into a text: `{ kind, start, end, text }`. */
const faultsIn = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (kind, start, end, put) => found.push({ kind, file, start, end, text: put });
  const visit = (node) => {
    if (ts.isIfStatement(node) && throwOf(node.thenStatement)) {
      const { expression: e } = node;
      add("negate", e.getStart(), e.end, `!(${e.getText()})`);
      const thrown = throwOf(node.thenStatement);
      add("drop", thrown.getStart(), thrown.end, "void 0;");
    }
    const swapped = ts.isBinaryExpression(node) && OTHER[node.operatorToken.getText()];
    if (swapped) add("compare", node.operatorToken.getStart(), node.operatorToken.end, swapped);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql")
      for (const term of node.getText().matchAll(TERM)) {
        const start = node.getStart() + term.index;
        add("where", start, start + term[0].length, "and true");
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Numbers from 0 to 1 by a seed (mulberry32). */
const drawer = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

const drawn = (seed, count) => {
  const draw = drawer(seed);
  const all = Object.groupBy(
    files.flatMap((file) => faultsIn(file, readFileSync(file, "utf8"))),
    (fault) => fault.kind,
  );
  const kinds = Object.keys(all).toSorted();
  return Array.from({ length: count }, (_, n) => {
    const kind = all[kinds[Math.floor(draw() * kinds.length)]];
    return { n: n + 1, ...kind.splice(Math.floor(draw() * kind.length), 1)[0] };
  });
};

const tests = fs.globSync("src/**/*.test.ts");
const texts = new Map(tests.map((file) => [file, readFileSync(file, "utf8")]));

const product = fs.globSync("src/areas/**/*.ts").filter((file) => !texts.has(file));
const named = (by, of) => readFileSync(by, "utf8").includes(`/${basename(of)}"`);

/** First the tests beside a file and those that name it; then those of the area that name what imports it. */
const testsFor = (file) => {
  const area = file.split("/").slice(0, 3).join("/");
  const own = tests.filter((test) => test.startsWith(`${area}/`));
  const near = tests.filter(
    (test) => dirname(test) === dirname(file) || (own.includes(test) && named(test, file)),
  );
  const by = product.filter(
    (each) => each.startsWith(`${area}/`) && !each.endsWith(".server.ts") && named(each, file),
  );
  const far = own.filter((test) => !near.includes(test) && by.some((each) => named(test, each)));
  return near.length + far.length ? [near, far].filter((part) => part.length) : [own];
};

const notices = (part) => {
  const run = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--retry", "1", ...part],
    { encoding: "utf8", timeout: 600_000, env: { ...process.env, NO_COLOR: "1" } },
  );
  if (run.status === 0) return null;
  return /(?:FAIL|Error:).*/.exec(run.stdout + run.stderr)?.[0] ?? `ended with ${run.status}`;
};

const [seed, count] = process.argv
  .slice(2)
  .filter((arg, at, all) => !arg.startsWith("--") && all[at - 1] !== "--only")
  .map(Number);
const only = process.argv.includes("--only")
  ? process.argv[process.argv.indexOf("--only") + 1].split(",").map(Number)
  : null;
for (const fault of drawn(seed, count || 40)) {
  if (only && !only.includes(fault.n)) continue;
  const text = readFileSync(fault.file, "utf8");
  const line = text.slice(0, fault.start).split("\n").length;
  const said = `${fault.n} ${fault.kind} ${fault.file}:${line} ${text.slice(fault.start, fault.end).replace(/\s+/g, " ")}`;
  if (process.argv.includes("--list")) {
    console.log(said);
    continue;
  }
  let noticed = null;
  writeFileSync(fault.file, text.slice(0, fault.start) + fault.text + text.slice(fault.end));
  try {
    for (const part of testsFor(fault.file)) noticed ??= notices(part);
  } finally {
    writeFileSync(fault.file, text);
  }
  console.log(`${noticed ? "died" : "LIVES"} ${said} | ${noticed ?? ""}`);
}
