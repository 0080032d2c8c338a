/** An element with its children in their order; empty ones are left out. */
export type Node = string | null;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
// Letters that XML 1.0 forbids are left out.
const text = (value: string): string =>
  // eslint-disable-next-line no-control-regex
  value
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
    .replace(/[&<>"]/g, (c) => escapes[c]!);

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${text(value)}"`)
    .join("");

/** An element that holds text; null without any. */
export const leaf = (name: string, value: unknown): Node =>
  value === undefined || value === null || value === ""
    ? null
    : `<${name}>${text(String(value))}</${name}>`;

/** Cents as dollars with two places. */
export const dollars = (name: string, cents: unknown): Node =>
  typeof cents === "number"
    ? leaf(
        name,
        `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`,
      )
    : null;

export const yesNo = (name: string, value: unknown): Node =>
  typeof value === "boolean" ? leaf(name, value ? "Y: Yes" : "N: No") : null;

/** An element around others; null where it would be empty and has no attributes. */
export const group = (
  name: string,
  children: readonly Node[],
  attributes: Readonly<Record<string, string>> = {},
): Node => {
  const inner = children.filter((child) => child !== null).join("");
  return inner === "" && Object.keys(attributes).length === 0
    ? null
    : `<${name}${attributesOf(attributes)}>${inner}</${name}>`;
};

export const document = (root: Node): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
