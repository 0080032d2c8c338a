import { readdirSync, readFileSync } from "node:fs";
import mdx from "@mdx-js/rollup";
import remarkGfm from "remark-gfm";
import type { Plugin } from "vite";

type Node = {
  type: string;
  tagName?: string;
  name?: string;
  value?: string;
  url?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

const walk = (
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null,
): void => {
  visit(node, parent);
  for (const child of node.children ?? []) walk(child, visit, node);
};

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join("");

/** The part of an address that names a heading: lower case, words joined by hyphens. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Links between guide files become links between their pages. */
const guideLinks = () => (tree: Node) =>
  walk(tree, (node) => {
    if (node.type === "link" && node.url)
      node.url = node.url.replace(
        /^(?!\w+:|\/)(?:\.\/)?([\w-]+)\.md(#.*)?$/,
        (_, name: string, hash = "") =>
          name === "README" ? "/documentation" : `/documentation/${name}${hash}`,
      );
  });

/**
 * Headings get an address of their own; tables and listings scroll within themselves and can be
 * reached by keyboard.
 */
const readable = () => (tree: Node) =>
  walk(tree, (node, parent) => {
    if (/^h[23]$/.test(node.tagName ?? ""))
      node.properties = { ...node.properties, id: anchorOf(textOf(node)) };
    if (node.tagName === "pre") node.properties = { ...node.properties, tabIndex: 0 };
    if (
      node.tagName !== "table" ||
      !parent?.children ||
      parent.properties?.className === "table-room"
    )
      return;
    parent.children[parent.children.indexOf(node)] = {
      type: "element",
      tagName: "div",
      properties: { className: "table-room", tabIndex: 0, role: "region", ariaLabel: "Table" },
      children: [node],
    };
  });

/** Markdown and MDX become React components: pages, articles, the user guide. */
export const markdown: Plugin = {
  enforce: "pre",
  ...(mdx({ remarkPlugins: [remarkGfm, guideLinks], rehypePlugins: [readable] }) as Plugin),
};

const guideFolder = new URL("../../../docs/guide/", import.meta.url);

/** Markdown without its marks, in one line. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^\|[-|: ]+\|$/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`>#|_]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** The guide cut at its headings, for the search. */
export const guideSections = (): {
  slug: string;
  page: string;
  heading: string;
  anchor: string;
  text: string;
}[] =>
  readdirSync(guideFolder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .flatMap((name) => {
      const [head = "", ...parts] = readFileSync(new URL(name, guideFolder), "utf8").split(
        /^#{2,3} /m,
      );
      const slug = name.replace(/\.md$/, "");
      const page = /^# (.*)$/m.exec(head)?.[1] ?? slug;
      return [
        { slug, page, heading: "", anchor: "", text: plain(head.replace(/^# .*$/m, "")) },
        ...parts.map((part) => {
          const [heading = "", ...lines] = part.split("\n");
          return {
            slug,
            page,
            heading: plain(heading),
            anchor: anchorOf(plain(heading)),
            text: plain(lines.join("\n")),
          };
        }),
      ];
    });

/** `virtual:guide-index`: the sections of the guide as data, made when the site is built. */
export const guideIndex: Plugin = {
  name: "guide-index",
  resolveId: (id) => (id === "virtual:guide-index" ? "\0guide-index" : null),
  load: (id) =>
    id === "\0guide-index" ? `export const sections = ${JSON.stringify(guideSections())};` : null,
};
