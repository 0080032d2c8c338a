// Reads SQL as words, signs and groups, and parts it into clauses.

/**
 * @typedef {{ text: string, space: boolean, group?: Token[] }} Token A word, sign, placeholder or a
 * group in parentheses; `space`: white space stood before it.
 */

const SIGNS =
  /^(::|<=|>=|<>|!=|\|\||->>|->|#>>|#>|@>|<@|\?\||\?&|=>|:=|~\*|!~\*|!~|&&|@@|<->|<%|%>)/;
const WORD =
  /^([A-Za-z_][A-Za-z0-9_$]*|\d+(\.\d+)?|[eE]?'(?:[^']|'')*'|"[^"]*"|\uE000\d+\uE001|\$\d+|\$\$[\s\S]*?\$\$)/;

/** The words of a statement; null where it cannot be read. */
export const words = (text) => {
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

/** The same with what stands in parentheses as groups; null where they do not close. */
export const grouped = (flat) => {
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
/** The words that begin a query. */
export const HEADS = new Set(["select", "with", "insert", "update", "delete", "values"]);

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

/** Statements as clauses: the words that head each, and what stands behind them. */
export const clausesOf = (tokens) => {
  const clauses = [];
  for (let at = 0; at < tokens.length;) {
    const head = clauseAt(tokens, at);
    if (head || !clauses.length) clauses.push({ head: tokens.slice(at, at + head), body: [] });
    if (!head) clauses.at(-1).body.push(tokens[at]);
    at += head || 1;
  }
  return clauses;
};

/** The tokens on one line. */
export const flatText = (tokens, inner) => {
  let text = "";
  tokens.forEach((token, n) => {
    const own = token.group ? `(${flatText(token.group, inner)})` : inner(token.text);
    text += (n && token.space ? " " : "") + own;
  });
  return text;
};

/** Parts of tokens; `cut` says where: before or after a token. */
export const splitAt = (tokens, cut) => {
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
/** What commas part, each with its comma. */
export const byComma = (tokens) =>
  splitAt(tokens, (token) => (token.text === "," ? "after" : null));
/** What `and` and `or` join, each with the word before it; not the `and` of a `between`. */
export const byJunction = (tokens) => {
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
/** A `case` by its `when`, `else` and `end`. */
export const byCase = (tokens) => {
  let depth = 0;
  return splitAt(tokens, (token) => {
    if (token.text === "case") depth += 1;
    const cut = depth === 1 && ["when", "else", "end"].includes(token.text) ? "before" : null;
    if (token.text === "end") depth -= 1;
    return cut;
  });
};
