// Formats the SQL of `sql` templates: what does not fit on its line stands one clause a line, a list
// filled up to the width.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const WIDTH = 100;
const STEP = "  ";

/**
 * @typedef {{ text: string, space: boolean, group?: Token[] }} Token A word, sign, placeholder or a
 * group in parentheses; `space`: white space stood before it.
 */

const SIGNS =
  /^(::|<=|>=|<>|!=|\|\||->>|->|#>>|#>|@>|<@|\?\||\?&|=>|:=|~\*|!~\*|!~|&&|@@|<->|<%|%>)/;
const WORD =
  /^([A-Za-z_][A-Za-z0-9_$]*|\d+(\.\d+)?|[eE]?'(?:[^']|'')*'|"[^"]*"|\uE000\d+\uE001|\$\d+|\$\$[\s\S]*?\$\$)/;

const words = (text) => {
  const found = [];
  let rest = text;
  let space = false;
  while (rest.length) {
    const blank = /^\s+/.exec(rest);
    if (blank) {
      space = true;
      rest = rest.slice(blank[0].length);
      continue;
    }
    if (rest.startsWith("--") || rest.startsWith("/*")) return null;
    const match = WORD.exec(rest) ?? SIGNS.exec(rest);
    const word = match ? match[0] : rest[0];
    found.push({ text: word, space });
    space = false;
    rest = rest.slice(word.length);
  }
  return found;
};

const grouped = (flat) => {
  const stack = [[]];
  for (const token of flat) {
    if (token.text === "(") stack.push(Object.assign([], { opened: token }));
    else if (token.text === ")") {
      const inner = stack.pop();
      if (!stack.length) return null;
      stack.at(-1).push({ text: "(", space: inner.opened.space, group: inner });
    } else stack.at(-1).push(token);
  }
  return stack.length === 1 ? stack[0] : null;
};

const CLAUSES = [
  "with",
  "select",
  "from",
  "where",
  "group by",
  "having",
  "order by",
  "limit",
  "offset",
  "union all",
  "union",
  "except",
  "intersect",
  "insert into",
  "values",
  "on conflict",
  "do update set",
  "do nothing",
  "update",
  "set",
  "delete from",
  "using",
  "returning",
  "window",
  "for update",
  "for share",
  "for no key update",
  "for key share",
  "left join",
  "left outer join",
  "right join",
  "full join",
  "inner join",
  "cross join",
  "natural join",
  "join",
].map((name) => name.split(" "));
const HEADS = new Set(["select", "with", "insert", "update", "delete", "values"]);

const clauseAt = (tokens, at) => {
  if (tokens[at]?.text === "from" && ["distinct"].includes(tokens[at - 1]?.text)) return 0;
  if (tokens[at]?.text === "using" && tokens[at - 1]?.text === "index") return 0;
  if (tokens[at]?.text === "values" && tokens[at + 1]?.text === ".") return 0;
  if (tokens[at - 1]?.text === "." || tokens[at + 1]?.text === ".") return 0;
  if (tokens[at - 1]?.text === "as") return 0;
  let most = 0;
  for (const clause of CLAUSES) {
    if (
      clause.length > most &&
      clause.every((word, n) => tokens[at + n]?.text === word && !tokens[at + n].group)
    )
      most = clause.length;
  }
  return most;
};

const clausesOf = (tokens) => {
  const clauses = [];
  for (let at = 0; at < tokens.length;) {
    const head = clauseAt(tokens, at);
    if (head || !clauses.length) clauses.push({ head: tokens.slice(at, at + head), body: [] });
    if (!head) clauses.at(-1).body.push(tokens[at]);
    at += head || 1;
  }
  return clauses;
};

const flatText = (tokens, inner) => {
  let text = "";
  tokens.forEach((token, n) => {
    const own = token.group ? `(${flatText(token.group, inner)})` : inner(token.text);
    text += (n && token.space ? " " : "") + own;
  });
  return text;
};

const splitAt = (tokens, cut) => {
  const parts = [[]];
  tokens.forEach((token, at) => {
    const where = cut(token, at);
    if (where === "before") parts.push([token]);
    else {
      parts.at(-1).push(token);
      if (where === "after") parts.push([]);
    }
  });
  return parts.filter((part) => part.length);
};
const byComma = (tokens) => splitAt(tokens, (token) => (token.text === "," ? "after" : null));
const byJunction = (tokens) => {
  let between = false;
  let cases = 0;
  return splitAt(tokens, (token, at) => {
    if (token.text === "case") cases += 1;
    if (token.text === "end") cases -= 1;
    if (token.text === "between") between = true;
    if (token.text === "and" && between) {
      between = false;
      return null;
    }
    return !cases && at && (token.text === "and" || token.text === "or") ? "before" : null;
  });
};
const byCase = (tokens) => {
  let depth = 0;
  return splitAt(tokens, (token) => {
    if (token.text === "case") depth += 1;
    const cut = depth === 1 && ["when", "else", "end"].includes(token.text) ? "before" : null;
    if (token.text === "end") depth -= 1;
    return cut;
  });
};

const printer = (inner) => {
  const flat = (tokens) => flatText(tokens, inner);
  const last = (text) => text.slice(text.lastIndexOf("\n") + 1).length;
  const widest = (text, start) =>
    text.split("\n").reduce((most, line, n) => Math.max(most, line.length + (n ? 0 : start)), 0);
  const fits = (text, start) => widest(text, start) <= WIDTH && !text.includes("\n");

  const isQuery = (tokens) => HEADS.has(tokens[0]?.text);

  /** Prints tokens in running text; groups that do not fit are opened. */
  const running = (tokens, indent, start) => {
    const whole = flat(tokens);
    if (fits(whole, start)) return whole;
    if (
      tokens.some((token) => token.text === "case") &&
      tokens.some((token) => token.text === "end")
    ) {
      const parts = byCase(tokens);
      if (parts.length > 1)
        return parts
          .map(
            (part, n) =>
              (n ? `\n${indent}${part[0].text === "end" ? "" : STEP}` : "") +
              opened(
                part,
                indent + (part[0].text === "end" ? "" : STEP),
                n ? indent.length + 2 : start,
              ),
          )
          .join("");
    }
    return opened(tokens, indent, start);
  };
  const opened = (tokens, indent, start) => {
    const text = written(tokens, indent, start, null);
    if (widest(text, start) <= WIDTH) return text;
    const groups = tokens.filter((token) => token.group?.length > 3);
    const longest = groups.sort((a, b) => flat(b.group).length - flat(a.group).length)[0];
    if (!longest) return text;
    const forced = written(tokens, indent, start, longest);
    return widest(forced, start) < widest(text, start) ? forced : text;
  };
  const written = (tokens, indent, start, forced) => {
    let text = "";
    tokens.forEach((token, n) => {
      const gap = n && token.space ? " " : "";
      const at = text.includes("\n") ? last(text) : start + text.length;
      if (!token.group) text += gap + inner(token.text);
      else {
        const rest = flat(tokens.slice(n + 1, n + 2));
        text +=
          gap +
          group(token.group, indent, at + gap.length, Math.min(rest.length, 8), token === forced);
      }
    });
    return text;
  };
  const group = (tokens, indent, start, tail, forced) => {
    const whole = `(${flat(tokens)})`;
    if (!forced && fits(whole, start + tail)) return whole;
    const deeper = indent + STEP;
    if (isQuery(tokens)) return `(\n${deeper}${query(tokens, deeper)}\n${indent})`;
    const parts = byComma(tokens);
    if (parts.length > 1) return `(\n${deeper}${filled(parts, deeper)}\n${indent})`;
    const juncts = byJunction(tokens);
    if (juncts.length > 1)
      return `(\n${deeper}${juncts.map((part) => running(part, deeper, deeper.length)).join(`\n${deeper}`)}\n${indent})`;
    if (forced) return `(\n${deeper}${running(tokens, deeper, deeper.length)}\n${indent})`;
    return `(${running(tokens, indent, start + 1)})`;
  };
  const filled = (parts, indent, start = indent.length) => {
    let text = "";
    let at = start;
    parts.forEach((part, n) => {
      const own = flat(part);
      if (n && at + 1 + own.length <= WIDTH && !own.includes("\n")) {
        text += ` ${own}`;
        at += 1 + own.length;
        return;
      }
      const printed = running(part, indent, n ? indent.length : start);
      text += (n ? `\n${indent}` : "") + printed;
      at = printed.includes("\n") ? WIDTH : (n ? indent.length : start) + printed.length;
    });
    return text;
  };

  const clause = ({ head, body }, indent) => {
    const name = head.map((token) => token.text).join(" ");
    const lead = name && body.length ? `${name}${body[0].space || name ? " " : ""}` : name;
    const start = indent.length + lead.length;
    const whole = flat(body);
    if (fits(whole, start)) return lead + whole;
    const deeper = indent + STEP;
    if (name === "with")
      return (
        lead +
        byComma(body)
          .map((part) => opened(part, indent, start))
          .join(`\n${indent}`)
      );
    if (["where", "having"].includes(name) || name.endsWith("join")) {
      const juncts = name.endsWith("join")
        ? splitAt(body, (token, at) => (at && token.text === "on" ? "before" : null)).flatMap(
            (part) => byJunction(part),
          )
        : byJunction(body);
      if (juncts.length > 1) {
        return (
          lead +
          juncts
            .map((part, n) => running(part, deeper, n ? deeper.length : start))
            .join(`\n${deeper}`)
        );
      }
      return lead + running(body, indent, start);
    }
    const parts = byComma(body);
    if (parts.length === 1) return lead + running(body, name === "select" ? deeper : indent, start);
    return `${name}\n${deeper}${filled(parts, deeper)}`;
  };

  const query = (tokens, indent) => {
    const clauses = clausesOf(tokens);
    return clauses.map((each) => clause(each, indent)).join(`\n${indent}`);
  };
  return { flat, query, isQuery, running, clausesOf };
};

/** Formats the text of one template, its expressions given as they stand; null where it cannot be read. */
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
  const { flat: one, query, clausesOf } = printer(inner);
  const whole = one(tokens);
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
  return `\n${deeper}${query(tokens, deeper)}\n${indent}`;
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
const sources = () => globSync("{src,e2e,bench,db,bin}/**/*.{ts,tsx}");

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
