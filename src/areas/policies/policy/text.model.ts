/** A piece of formatted text. */
export type TextBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "bullets" | "steps"; items: string[] };

const heading = /^#{1,4}\s+(.+)$/;
const bullet = /^[-*•]\s+(.+)$/;
const step = /^\d{1,3}[.)]\s+(.+)$/;

const blockOf = (line: string): TextBlock => {
  const [head, point, number] = [heading, bullet, step].map((form) => form.exec(line)?.[1]);
  if (head) return { kind: "heading", text: head };
  if (point) return { kind: "bullets", items: [point] };
  return number ? { kind: "steps", items: [number] } : { kind: "paragraph", text: line };
};

/**
 * Formatted text as people type it: `# ` begins a heading, `- ` a point, `1. ` a step of a numbered list;
 * an empty line ends a paragraph. Whatever else stands there is text as it stands.
 */
export const textBlocks = (text: string): TextBlock[] => {
  const blocks: TextBlock[] = [];
  let open = false;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const last = open ? blocks.at(-1) : undefined;
    const next = line === "" ? null : blockOf(line);
    open = next !== null && next.kind !== "heading";
    if (next === null) continue;
    if (last && "items" in last && "items" in next && last.kind === next.kind)
      last.items.push(...next.items);
    else if (last?.kind === "paragraph" && next.kind === "paragraph") last.text += `\n${next.text}`;
    else blocks.push(next);
  }
  return blocks;
};
