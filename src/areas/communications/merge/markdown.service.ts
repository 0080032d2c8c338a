import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

/** Markdown as HTML; markup in it is text, addresses are of the web or of mail. */
export const asHtml = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text)).trim();

// What stands between blocks and between the points of a list; no text holds them.
const block = "\uE000";
const point = "\uE001";
type Part = { children?: ReactNode };

const asBlock = ({ children }: Part) => createElement("i", null, block, children, block);
const asPoint = ({ children }: Part) => createElement("i", null, point, children);
const asLink = ({ children, href }: Part & { href?: string }) =>
  createElement("i", null, children, href ? ` (${href})` : "");
const words: Components = {
  ...Object.fromEntries(
    ["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "tr"].map((tag) => [
      tag,
      asBlock,
    ]),
  ),
  li: asPoint,
  a: asLink,
  ul: ({ children }: Part) => createElement("i", null, block, "•", children, block),
  ol: ({ children }: Part) => createElement("i", null, block, "1", children, block),
  br: () => "\n",
  img: ({ alt }: { alt?: string }) => alt ?? "",
};

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};
const textOf = (markup: string): string =>
  markup.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#x27);/g, (c) => entities[c]!);

const listOf = (text: string): string => {
  const [sign = "", ...points] = text.split(point).map((each) => each.trim());
  return points.map((each, at) => `${sign === "1" ? `${at + 1}.` : sign} ${each}`).join("\n");
};

/** Markdown as the paragraphs of a letter in plain text. */
export const asParagraphs = (text: string): string[] =>
  textOf(
    renderToStaticMarkup(
      createElement(Markdown, { remarkPlugins: [remarkGfm], components: words }, text),
    ),
  )
    .split(block)
    .map((each) => (each.includes(point) ? listOf(each) : each.trim()))
    .filter(Boolean);
