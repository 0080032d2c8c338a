// Prints SQL: what does not fit on its line stands one clause a line, a list filled up to the width.
import { HEADS, byCase, byComma, byJunction, clausesOf, flatText, splitAt } from "./sql-words.mjs";

export const WIDTH = 100;
export const STEP = "  ";

const last = (text) => text.slice(text.lastIndexOf("\n") + 1).length;
const widest = (text, start) =>
  text.split("\n").reduce((most, line, n) => Math.max(most, line.length + (n ? 0 : start)), 0);
const fits = (text, start) => widest(text, start) <= WIDTH && !text.includes("\n");
const isQuery = (tokens) => HEADS.has(tokens[0]?.text);

/**
 * Prints tokens of a statement. `inner` gives the text of a word; `indent` is what its lines begin
 * with, `start` the column at which its first one does.
 */
export class SqlPrinter {
  constructor(inner) {
    this.inner = inner;
  }

  /** On one line, however long. */
  flat(tokens) {
    return flatText(tokens, this.inner);
  }

  /** In running text; groups that do not fit are opened. */
  running(tokens, indent, start) {
    const whole = this.flat(tokens);
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
              this.opened(
                part,
                indent + (part[0].text === "end" ? "" : STEP),
                n ? indent.length + 2 : start,
              ),
          )
          .join("");
    }
    return this.opened(tokens, indent, start);
  }

  /** Opened where it is too wide: first what has to, then its longest group. */
  opened(tokens, indent, start) {
    const text = this.written(tokens, indent, start, null);
    if (widest(text, start) <= WIDTH) return text;
    const groups = tokens.filter((token) => token.group?.length > 3);
    const longest = groups.sort((a, b) => this.flat(b.group).length - this.flat(a.group).length)[0];
    if (!longest) return text;
    const forced = this.written(tokens, indent, start, longest);
    return widest(forced, start) < widest(text, start) ? forced : text;
  }

  /** Word by word, groups as they fit; the `forced` one is opened. */
  written(tokens, indent, start, forced) {
    let text = "";
    tokens.forEach((token, n) => {
      const gap = n && token.space ? " " : "";
      const at = text.includes("\n") ? last(text) : start + text.length;
      if (!token.group) text += gap + this.inner(token.text);
      else {
        const rest = this.flat(tokens.slice(n + 1, n + 2));
        text +=
          gap +
          this.group(
            token.group,
            indent,
            at + gap.length,
            Math.min(rest.length, 8),
            token === forced,
          );
      }
    });
    return text;
  }

  /** One in parentheses: whole where it fits, else a query, a list, conditions or running text. */
  group(tokens, indent, start, tail, forced) {
    const whole = `(${this.flat(tokens)})`;
    if (!forced && fits(whole, start + tail)) return whole;
    const deeper = indent + STEP;
    if (isQuery(tokens)) return `(\n${deeper}${this.query(tokens, deeper)}\n${indent})`;
    const parts = byComma(tokens);
    if (parts.length > 1) return `(\n${deeper}${this.filled(parts, deeper)}\n${indent})`;
    const juncts = byJunction(tokens);
    if (juncts.length > 1)
      return `(\n${deeper}${juncts.map((part) => this.running(part, deeper, deeper.length)).join(`\n${deeper}`)}\n${indent})`;
    if (forced) return `(\n${deeper}${this.running(tokens, deeper, deeper.length)}\n${indent})`;
    return `(${this.running(tokens, indent, start + 1)})`;
  }

  /** A list, filled up to the width. */
  filled(parts, indent, start = indent.length) {
    let text = "";
    let at = start;
    parts.forEach((part, n) => {
      const own = this.flat(part);
      if (n && at + 1 + own.length <= WIDTH && !own.includes("\n")) {
        text += ` ${own}`;
        at += 1 + own.length;
        return;
      }
      const printed = this.running(part, indent, n ? indent.length : start);
      text += (n ? `\n${indent}` : "") + printed;
      at = printed.includes("\n") ? WIDTH : (n ? indent.length : start) + printed.length;
    });
    return text;
  }

  /** One clause behind the words that head it. */
  clause({ head, body }, indent) {
    const name = head.map((token) => token.text).join(" ");
    const lead = name && body.length ? `${name}${body[0].space || name ? " " : ""}` : name;
    const start = indent.length + lead.length;
    const whole = this.flat(body);
    if (fits(whole, start)) return lead + whole;
    const deeper = indent + STEP;
    if (name === "with")
      return (
        lead +
        byComma(body)
          .map((part) => this.opened(part, indent, start))
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
            .map((part, n) => this.running(part, deeper, n ? deeper.length : start))
            .join(`\n${deeper}`)
        );
      }
      return lead + this.running(body, indent, start);
    }
    const parts = byComma(body);
    if (parts.length === 1)
      return lead + this.running(body, name === "select" ? deeper : indent, start);
    return `${name}\n${deeper}${this.filled(parts, deeper)}`;
  }

  /** Clause by clause. */
  query(tokens, indent) {
    const clauses = clausesOf(tokens);
    return clauses.map((each) => this.clause(each, indent)).join(`\n${indent}`);
  }
}
