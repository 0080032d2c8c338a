/**
 * One text for one value: RFC 8785 (JSON Canonicalization Scheme). Keys sorted by UTF-16 code unit,
 * no white space,
 * numbers as ECMAScript writes them. `undefined` members are left out, dates become ISO text,
 * bigints decimal text.
 * Throws TypeError on NaN, infinities, functions and symbols.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return `"${value}"`;
    case "number":
      if (!Number.isFinite(value))
        throw new TypeError("a number in an audited value is not finite");
      return String(value);
    case "object":
      return value === null ? "null" : compound(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be audited`);
  }
}

const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;
/** A text as JSON; most need nothing but the quotes. */
const quoted = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

/**
 * The names of a record in the order of canonical JSON: which of them comes when, each as JSON, and
 * how each begins its member.
 */
export interface Order {
  keys: readonly string[];
  sorted: readonly number[];
  names: readonly string[];
  members: readonly string[];
}
const orders = new Map<string, Order[]>();
const mostOrders = 1000;
let keptOrders = 0;

const isOrderOf = (order: Order, keys: readonly string[]): boolean => {
  if (order.keys.length !== keys.length) return false;
  for (let i = keys.length - 1; i >= 0; i--) if (order.keys[i] !== keys[i]) return false;
  return true;
};

/**
 * The order of a record's names, worked out once for those that stand in the same sequence: the
 * rows of one statement do.
 */
export function orderOf(keys: readonly string[]): Order {
  const last = keys.at(-1) ?? "";
  const found = orders.get(last);
  if (found) for (const order of found) if (isOrderOf(order, keys)) return order;
  const sorted = keys.map((_, i) => i).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
  const names = keys.map(quoted);
  const order = { keys, sorted, names, members: names.map((name) => `,${name}:`) };
  if (keptOrders++ < mostOrders) {
    if (found) found.push(order);
    else orders.set(last, [order]);
  }
  return order;
}

/**
 * Names in the order of canonical JSON; those that are in order already are given back as they are.
 */
function inOrder(keys: string[]): string[] {
  for (let i = 1; i < keys.length; i++) if (keys[i - 1]! > keys[i]!) return keys.sort();
  return keys;
}

function compound(value: object): string {
  if (Array.isArray(value))
    return `[${value.map((item) => (item === undefined ? "null" : canonicalJson(item))).join(",")}]`;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  const members = value as Record<string, unknown>;
  let text = "";
  for (const key of inOrder(Object.keys(members))) {
    if (members[key] === undefined) continue;
    text += `${text ? "," : ""}${quoted(key)}:${canonicalJson(members[key])}`;
  }
  return `{${text}}`;
}
