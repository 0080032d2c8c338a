// Every refusal is provoked by a test. A refusal is a Problem that is made (`conflict("code", "text")`,
// `invalidField(path, text)`, …) or a sentence of a rule: an `unless` of a lifecycle, or a function that gives
// `string | null`. A test names it when a string of it is the code, or holds a telling piece of the sentence (two
// words, eight letters; what is filled in does not count). `notFound` says nothing of its own and is not counted.
// Those that no test names yet stand in `unprovoked.txt`, which only shrinks: `node bin/check-refusals.mjs --prune`.
import fs, { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { default: ts } = await import("typescript");

const PRODUCT = "src/**/*.ts";
const TESTS = "{src,e2e}/**/*.{test,e2e}.{ts,tsx}";
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith("src/server/testing/");

/** Where the code and the text of each maker stand among its arguments. */
const MAKERS = {
  conflict: { code: 0, text: 1 },
  invalid: { code: 0, text: 1 },
  invalidField: { code: 2, text: 1 },
  notAllowed: { code: 1, text: 0 },
  notSignedIn: { code: 0, text: 1 },
  Problem: { code: 1, text: 2 },
};
/** Codes that say nothing of what is refused: the sentence does. */
const GENERAL = new Set(["rule", "invalid_field", "not_allowed", "not_signed_in", "invalid"]);

const parse = (file) =>
  ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

const MAY_REFUSE =
  /\b(conflict|invalid|invalidField|notAllowed|notSignedIn|Problem)\(|string \| null|\bunless\b/;
const HOLE = "\u0000";

/** The texts that an expression may give; `HOLE` where something is filled in. */
const textsOf = (node, names) => {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map((s) => HOLE + s.literal.text).join("")];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return textsOf(node.expression, names);
  if (ts.isConditionalExpression(node))
    return [...textsOf(node.whenTrue, names), ...textsOf(node.whenFalse, names)];
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textsOf(node.left, names), textsOf(node.right, names)];
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return [...left, ...right];
    return [(left[0] ?? HOLE) + (right[0] ?? HOLE)];
  }
  if (ts.isIdentifier(node)) return names.get(node.text) ?? [];
  return [];
};

/** Constants of a file that are texts, by name. */
const namedTexts = (source) => {
  const names = new Map();
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) {
          const texts = textsOf(initializer, names);
          if (texts.length) names.set(name.text, texts);
        }
  return names;
};

const isSentence = (text) =>
  /^["A-Z\u0000].*[.?]$/s.test(text.trim()) && text.trim().split(/\s+/).length >= 3;

const sentencesIn = (node, names) => {
  const found = [];
  const visit = (each) => {
    if (ts.isStringLiteralLike(each) || ts.isTemplateExpression(each)) {
      found.push(...textsOf(each, names).map((text) => ({ text, at: each })));
      return;
    }
    if (ts.isCallExpression(each) && makerOf(each)) return;
    ts.forEachChild(each, visit);
  };
  visit(node);
  return found.filter(({ text }) => isSentence(text));
};

const makerOf = (node) =>
  ts.isIdentifier(node.expression) ? MAKERS[node.expression.text] : undefined;

const givesReason = (node) => {
  if (!ts.isArrowFunction(node) && !ts.isFunctionDeclaration(node)) return false;
  return node.body && /^(Promise<)?string \| null>?$/.test(node.type?.getText() ?? "");
};
const isUnless = (node) =>
  (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
  node.name.getText() === "unless";

/** Functions of a file by name. */
const functionsOf = (source) => {
  const named = new Map();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      named.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer))
          named.set(name.text, initializer);
  }
  return named;
};

/** The functions of the file that a rule names, and those that they name. */
const rulesBehind = (node, functions, seen = new Set()) => {
  const visit = (each) => {
    const behind = ts.isIdentifier(each) && functions.get(each.text);
    if (behind && !seen.has(behind)) {
      seen.add(behind);
      visit(behind);
    }
    ts.forEachChild(each, visit);
  };
  visit(node);
  return seen;
};

/** The refusals of a file: `{ file, line, code, text }`, by code where it says something. */
const refusalsOf = (file, source = parse(file)) => {
  const names = namedTexts(source);
  const functions = functionsOf(source);
  const found = [];
  const rules = new Set();
  const add = (node, code, text) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push({ file, line, code, text });
  };
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const maker = makerOf(node);
      const given = node.arguments ?? [];
      const code = maker && textsOf(given[maker.code], names)[0];
      if (maker && code && !GENERAL.has(code) && !code.includes(HOLE))
        add(node, code, textsOf(given[maker.text], names)[0] ?? null);
      else if (maker) for (const text of textsOf(given[maker.text], names)) add(node, null, text);
    }
    if (givesReason(node)) rules.add(node);
    if (isUnless(node)) for (const rule of [node, ...rulesBehind(node, functions)]) rules.add(rule);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const sentences = new Map();
  for (const rule of rules)
    for (const { text, at } of sentencesIn(rule.initializer ?? rule.body, names))
      sentences.set(at, text);
  for (const [at, text] of sentences) add(at, null, text);
  return found;
};

const pieces = (text) => (text ?? "").split(HOLE).map((piece) => piece.trim());
const isTelling = (piece) => piece.length >= 8 && /\S\s+\S/.test(piece);

/** What stands between the wildcards of a regular expression. */
const piecesOfPattern = (pattern) =>
  pattern
    .slice(1, pattern.lastIndexOf("/"))
    .split(/\.[*+]\??|[()|^]|\\[dws][*+]?|(?<!\\)\$/)
    .map((piece) => piece.replace(/\\(.)/g, "$1"));

// What a test is called provokes nothing.
const isTitle = (node) =>
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
  ts.isCallExpression(node.parent ?? node) &&
  node.parent?.arguments[0] === node &&
  /^(test|it|describe)\b/.test(node.parent.expression.getText());

/** What tests say: every string, and every piece of a regular expression; `codes` that are compared as such. */
const wordsOfTests = (files) => {
  const said = new Set();
  const codes = new Set();
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "code")
      for (const code of textsOf(node.initializer, new Map())) codes.add(code);
    if (isTitle(node)) return;
    if (ts.isStringLiteralLike(node)) said.add(node.text);
    else if (ts.isTemplateExpression(node)) {
      said.add(node.head.text);
      for (const span of node.templateSpans) said.add(span.literal.text);
    } else if (ts.isRegularExpressionLiteral(node))
      for (const piece of piecesOfPattern(node.text)) said.add(piece);
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(parse(file));
  // What `refusalOf` gives is `code: sentence`.
  for (const text of said) {
    const [before, first] = /^\^?([a-z][a-z0-9_]*): /.exec(text) ?? [];
    if (first) codes.add(first);
    if (first) said.add(text.slice(before.length));
    for (const code of text.match(/[a-z][a-z0-9]*(_[a-z0-9]+)+/g) ?? []) codes.add(code);
  }
  return { said, codes };
};

const keyOf = ({ code, text }) => code ?? text.replaceAll(HOLE, "…");

/** Every refusal of the product, each code and each sentence once. */
const allRefusals = () => {
  const found = new Map();
  for (const file of fs.globSync(PRODUCT).toSorted()) {
    if (isTest(file) || !MAY_REFUSE.test(readFileSync(file, "utf8"))) continue;
    for (const each of refusalsOf(file))
      if ((each.code || pieces(each.text).some(isTelling)) && !found.has(keyOf(each)))
        found.set(keyOf(each), each);
  }
  return [...found.values()];
};

/** The refusals that no test names. */
const unnamedRefusals = () => {
  const { said, codes } = wordsOfTests(fs.globSync(TESTS));
  const all = allRefusals();
  const whole = [...said].join("\n");
  const texts = all.flatMap(({ text }) => pieces(text)).join("\n");
  const heard = [...said]
    .map((text) => text.trim())
    .filter((text) => isTelling(text) && texts.includes(text));
  const isHeard = (piece) =>
    isTelling(piece) && (whole.includes(piece) || heard.some((each) => piece.includes(each)));
  const unnamed = all.filter(({ code, text }) => !codes.has(code) && !pieces(text).some(isHeard));
  return { all, unnamed };
};

const LIST = fileURLToPath(new URL("unprovoked.txt", import.meta.url));
const listed = () => readFileSync(LIST, "utf8").split("\n").filter(Boolean);

/** How many refusals there are, and how many wait for their test. */
export const refusalFigures = () => ({
  refusals: allRefusals().length,
  unprovoked: listed().length,
});

/** Findings: a refusal that no test names and the list does not hold, and a line of the list that a test names now. */
export const checkRefusals = () => {
  const known = new Set(listed());
  const { unnamed } = unnamedRefusals();
  const open = new Set(unnamed.map(keyOf));
  return [
    ...unnamed
      .filter((each) => !known.has(keyOf(each)))
      .map((each) => ({
        rule: "unprovoked",
        file: `${each.file}:${each.line}`,
        text: `refuses by "${keyOf(each)}", which no test names`,
      })),
    ...[...known]
      .filter((key) => !open.has(key))
      .map((key) => ({
        rule: "unprovoked",
        file: "bin/unprovoked.txt",
        text: `holds "${key}", which a test names or nothing says any more: --prune`,
      })),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { all, unnamed } = unnamedRefusals();
  for (const each of unnamed)
    console.log(`${each.file}:${each.line} ${each.code ?? ""} ${pieces(each.text).join(" … ")}`);
  console.log(`${unnamed.length} of ${all.length} refusals are named by no test`);
  if (process.argv.includes("--prune")) {
    const open = new Set(unnamed.map(keyOf));
    writeFileSync(
      LIST,
      listed()
        .filter((key) => open.has(key))
        .map((key) => `${key}\n`)
        .join(""),
    );
  }
}
