import { readWhole } from "../reading/reader.ts";

/** A box of a page in points, from its upper left corner, the page turned so that its text is upright. */
export type Box = { x: number; y: number; width: number; height: number };
export type PlacedText = Box & { page: number; text: string };
/** Why nobody sees a text. */
export type Unseen = PlacedText & { why: "invisible" | "ground" | "tiny" | "covered" | "outside" };
export type PdfLayout = { pages: number; seen: PlacedText[]; unseen: Unseen[] };

/** A document of more pages is refused. */
export const mostLayoutPages = 50;
export const mostPlaced = 20_000;

const thread = new URL("./pdf-layout.thread.ts", import.meta.url);

/**
 * The texts of a PDF with their places; what nobody sees stands apart. 422 `unreadable_file` for one
 * that is locked, damaged, of more than 50 pages, or takes too much memory or time.
 */
export const pdfLayout = (path: string): Promise<PdfLayout> =>
  readWhole<string, PdfLayout>(thread, path, { path: "fileId", megabytes: 384, seconds: 30 });
