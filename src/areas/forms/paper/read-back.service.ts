import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Box } from "./paper.labels.ts";

/** What was drawn under a name: its text, and the box that holds it where there is one. */
export type Drawn = { label: string; text: string; box: Box | null };
/** Something that the page does not show as it should. */
export type Difference = { label: string; why: string };

type Item = { str: string; transform: number[]; width: number };
type Piece = { page: number; item: Item };

/** A text without what a page shows otherwise: spaces, line ends, ligatures, ways to compose. */
const compared = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, "");

const tolerance = 1.5;
const capital = 0.72;

const liesIn = ({ transform, width }: Item, { x, y, width: wide, height }: Box): boolean => {
  const [a = 0, b = 0, c = 0, d = 0, left = 0, low = 0] = transform;
  const along = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d);
  const corners = [
    [left, low],
    [left + (a / along) * width, low + (b / along) * width],
    [left + c * capital, low + d * capital],
  ] as const;
  return (
    size > 0 &&
    corners.every(
      ([px, py]) =>
        px >= x - tolerance &&
        px <= x + wide + tolerance &&
        py >= y - tolerance &&
        py <= y + height + tolerance,
    )
  );
};

const open = (bytes: Uint8Array) =>
  getDocument({
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });

/** The texts of a document's drawn pages by the name under which each was drawn. */
const readDrawn = async (bytes: Uint8Array): Promise<Map<string, Piece[]>> => {
  const task = open(bytes);
  const document = await task.promise;
  const found = new Map<string, Piece[]>();
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const tags: string[] = [];
    for (const item of items) {
      if ("str" in item) {
        const tag = tags.findLast((name) => found.has(name));
        if (tag !== undefined) found.get(tag)!.push({ page: n - 1, item: item as Item });
      } else if (item.type === "endMarkedContent") tags.pop();
      else {
        const tag = String((item as { tag?: string }).tag ?? "");
        tags.push(tag);
        if (tag.startsWith(ownTag) && !found.has(tag)) found.set(tag, []);
      }
    }
    page.cleanup();
  }
  await task.destroy();
  return found;
};

/** How many pages a reader of PDFs finds. @throws where it finds none. */
export const pagesShown = async (bytes: Uint8Array): Promise<number> => {
  const task = open(bytes);
  const { numPages } = await task.promise;
  await task.destroy();
  return numPages;
};

/** The text of each page, as it is drawn. */
export const readTexts = async (bytes: Uint8Array): Promise<string[]> => {
  const task = open(bytes);
  const document = await task.promise;
  const texts: string[] = [];
  for (let n = 1; n <= document.numPages; n++) {
    const { items } = await (await document.getPage(n)).getTextContent();
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  await task.destroy();
  return texts;
};

/** Names under which values are drawn begin so. */
export const ownTag = "Levee";

/**
 * Reads the drawn pages again, by another program than the one that drew them, and compares: what
 * each place shows, and that it stands within its box.
 */
export const readBack = async (
  bytes: Uint8Array,
  drawn: ReadonlyMap<string, Drawn>,
): Promise<Difference[]> => {
  const pages = await readDrawn(bytes);
  return [...drawn].flatMap(([tag, { label, text, box }]) => {
    const pieces = pages.get(tag);
    if (!pieces) return [{ label, why: "nothing of it is on the page" }];
    const shown = pieces.map(({ item }) => item.str).join("");
    if (compared(shown) !== compared(text))
      return [{ label, why: `the page shows “${shown.slice(0, 80)}”` }];
    const outside = pieces.some(
      ({ page, item }) =>
        box && item.str.trim() !== "" && (page !== box.page || !liesIn(item, box)),
    );
    return outside ? [{ label, why: "the text does not stay within its field" }] : [];
  });
};
