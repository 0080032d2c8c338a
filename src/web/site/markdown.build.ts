import mdx from "@mdx-js/rollup";
import remarkGfm from "remark-gfm";
import type { Plugin } from "vite";
import { anchorOf } from "../../kernel/guide.ts";

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
    if (/^h[2-6]$/.test(node.tagName ?? ""))
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
