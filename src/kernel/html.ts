const mark = Symbol("html");

/** Markup that is safe to send: made by `html` only. */
export type Html = { readonly [mark]: true; readonly text: string };

const make = (text: string): Html => ({ [mark]: true, text });
const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as HTML shows it, in content and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c]!);

type Part = Html | readonly Part[] | string | number | null | undefined | false;

const written = (part: Part): string => {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  return mark in part ? part.text : (part as readonly Part[]).map(written).join("");
};

/**
 * Markup with values in it: texts are escaped, markup goes in as it is, of a list each in turn, null
 * and false are left out. Attributes must be quoted.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  make(
    strings.reduce(
      (text, piece, at) => text + piece + (at < parts.length ? written(parts[at]) : ""),
      "",
    ),
  );

/** Data for a `<script type="application/…json">`, in which no markup counts but the end of the element. */
export const scriptData = (data: object): Html =>
  make(JSON.stringify(data).replaceAll("<", "\\u003c"));
