/**
 * One text for one value: RFC 8785 (JSON Canonicalization Scheme). Keys sorted by UTF-16 code unit, no white space,
 * numbers as ECMAScript writes them. `undefined` members are left out, dates become ISO text, bigints decimal text.
 * Throws TypeError on NaN, infinities, functions and symbols.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case "string": return JSON.stringify(value);
    case "boolean": return value ? "true" : "false";
    case "bigint": return `"${value}"`;
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("a number in an audited value is not finite");
      return JSON.stringify(value);
    case "object": return value === null ? "null" : compound(value);
    default: throw new TypeError(`a ${typeof value} cannot be audited`);
  }
}

/** Names in the order of canonical JSON; those that are in order already are given back as they are. */
export function inOrder(keys: string[]): string[] {
  for (let i = 1; i < keys.length; i++) if (keys[i - 1]! > keys[i]!) return keys.sort();
  return keys;
}

function compound(value: object): string {
  if (Array.isArray(value)) return `[${value.map((item) => (item === undefined ? "null" : canonicalJson(item))).join(",")}]`;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  const members = value as Record<string, unknown>;
  let text = "";
  for (const key of inOrder(Object.keys(members))) {
    if (members[key] === undefined) continue;
    text += `${text ? "," : ""}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
  }
  return `{${text}}`;
}
