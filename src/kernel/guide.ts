/** A section of the user guide: what stands below one heading, up to the next one of any level. */
export type GuideSection = {
  slug: string;
  /** The title of its page. */
  page: string;
  /** The headings above it, from the outermost to its own; none for the beginning of a page. */
  path: readonly string[];
  /** Empty for the beginning of a page. */
  anchor: string;
  href: string;
  /** Its text without marks: a paragraph, an item of a list or a row of a table each. */
  blocks: readonly string[];
};

/** The part of an address that names a heading: lower case, words joined by hyphens. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const plain = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]+|(?<!\w)_+|_+(?!\w)/g, "")
    .replace(/\s+/g, " ")
    .trim();

const row = (line: string): string =>
  line
    .split("|")
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(": ")
    .replace(/:+(?=: )/g, "");

/** Lines of Markdown as blocks: lines of one paragraph belong together, items and rows do not. */
const blocksOf = (lines: readonly string[]): string[] => {
  const blocks: string[] = [];
  let open = false;
  for (const line of lines) {
    const text = line.trim();
    const isRow = text.startsWith("|");
    if (text === "" || /^[|:\s-]+$/.test(text) || text.startsWith("```")) open = false;
    else if (isRow) blocks.push(row(text));
    else if (open && !/^(?:[-*]|\d+\.)\s/.test(text)) blocks.push(`${blocks.pop()} ${text}`);
    else blocks.push(text.replace(/^(?:[-*>]|\d+\.)\s+/, ""));
    open = text !== "" && !isRow && !text.startsWith("```");
  }
  return blocks.map(plain).filter(Boolean);
};

/** A page of the guide cut at its headings of every level. */
export const guideSections = (slug: string, markdown: string): GuideSection[] => {
  const page = /^# (.+)$/m.exec(markdown)?.[1]?.trim() ?? slug;
  const sections: { path: string[]; lines: string[] }[] = [{ path: [], lines: [] }];
  for (const line of markdown.split("\n")) {
    const [, marks, heading] = /^(#{1,6}) (.+)$/.exec(line) ?? [];
    if (!marks || !heading) sections.at(-1)!.lines.push(line);
    else if (marks.length > 1)
      sections.push({
        path: [...sections.at(-1)!.path.slice(0, marks.length - 2), plain(heading)],
        lines: [],
      });
  }
  return sections
    .map(({ path, lines }) => {
      const anchor = anchorOf(path.at(-1) ?? "");
      const href = `/documentation/${slug}${anchor && `#${anchor}`}`;
      return { slug, page, path, anchor, href, blocks: blocksOf(lines) };
    })
    .filter(({ blocks }) => blocks.length > 0);
};
