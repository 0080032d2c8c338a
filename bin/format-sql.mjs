// Formats the SQL of `sql` templates: what does not fit on its line stands one clause a line, a list
// filled up to the width.
import fs, { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { SqlPrinter, STEP, WIDTH } from "./sql-printer.mjs";
import { clausesOf, grouped, words } from "./sql-words.mjs";

/**
 * Formats the text of one template, its expressions given as they stand; null where it cannot be
 * read.
 */
export const formatted = (chunks, expressions, indent, column) => {
  const text = chunks
    .map((chunk, n) => chunk + (n < expressions.length ? `\uE000${n}\uE001` : ""))
    .join("");
  const flat = words(text);
  const tokens = flat && grouped(flat);
  if (!tokens) return null;
  if (!tokens.length) return text;
  const inner = (word) =>
    word.replace(/\uE000(\d+)\uE001/g, (_, n) => `\${${expressions[Number(n)]}}`);
  const printer = new SqlPrinter(inner);
  const whole = printer.flat(tokens);
  const before =
    /^ /.test(text) || /^\n\s*(and|or|,|order|where|for|limit)\b/.test(text) ? " " : "";
  const after = / $/.test(text) && !/\n *$/.test(text) ? " " : "";
  if (!whole.includes("\n") && column + whole.length + before.length + after.length + 2 <= WIDTH)
    return before + whole + after;
  const deeper = indent + STEP;
  if (
    clausesOf(tokens).length === 1 &&
    !clausesOf(tokens)[0].head.length &&
    !whole.includes("\n") &&
    deeper.length + whole.length <= WIDTH &&
    tokens.length < 4
  )
    return before + whole + after;
  return `\n${deeper}${printer.query(tokens, deeper)}\n${indent}`;
};

/** Statements in templates without the tag: what tests and tools send as text. */
const STATEMENT =
  /^`\s*(select\s[\s\S]*\sfrom\s|insert into [a-z_$]|update [a-z_$][\s\S]* set |delete from |with (recursive )?[a-z_]+ as \()/;

const sqlTemplates = (source) => {
  const found = [];
  const visit = (node) => {
    const tagged =
      ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === "sql";
    if (tagged) found.push(node.template);
    const plain = ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
    if (
      plain &&
      !(ts.isTaggedTemplateExpression(node.parent) && node.parent.template === node) &&
      STATEMENT.test(node.getText(source))
    )
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** The same text with the SQL of its templates formatted, the inner ones first. */
export const formatSql = (text, name = "file.ts") => {
  let now = text;
  const count = sqlTemplates(ts.createSourceFile(name, now, ts.ScriptTarget.Latest, true)).length;
  for (let turn = 0; turn < count; turn += 1) {
    // Each change moves what stands behind it: from the last to the first, so that inner templates come before the ones around them.
    const source = ts.createSourceFile(name, now, ts.ScriptTarget.Latest, true);
    const template = sqlTemplates(source)[count - 1 - turn];
    if (!template) break;
    const start = template.getStart(source) + 1;
    const end = template.end - 1;
    const chunks = [];
    const expressions = [];
    if (ts.isNoSubstitutionTemplateLiteral(template)) chunks.push(now.slice(start, end));
    else {
      chunks.push(now.slice(start, template.head.end - 2));
      for (const span of template.templateSpans) {
        expressions.push(
          now.slice(span.expression.getFullStart(), span.literal.getStart(source)).trim(),
        );
        chunks.push(
          now.slice(
            span.literal.getStart(source) + 1,
            span.literal.end - (ts.isTemplateTail(span.literal) ? 1 : 2),
          ),
        );
      }
    }
    const lineStart = now.lastIndexOf("\n", start - 1) + 1;
    const indent = /^ */.exec(now.slice(lineStart))[0];
    const made = formatted(chunks, expressions, indent, start - lineStart);
    if (made !== null && made !== now.slice(start, end))
      now = now.slice(0, start) + made + now.slice(end);
  }
  return now;
};

const named = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const sources = () => fs.globSync("{src,e2e,bench,db,bin}/**/*.{ts,tsx}");

/** Files whose SQL is not formatted; with `write` they are formatted. */
export const unformattedSql = (files = sources(), write = false) =>
  files.filter((file) => {
    const text = readFileSync(file, "utf8");
    const made = formatSql(text, file);
    if (made !== text && write) writeFileSync(file, made);
    return made !== text;
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes("--check");
  const found = unformattedSql(named.length ? named : sources(), !check);
  for (const file of found) console.log(file);
  process.exit(check && found.length ? 1 : 0);
}
