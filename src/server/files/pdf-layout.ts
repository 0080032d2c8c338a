import { readWhole } from "../reading/reader.ts";
import type { Embedded } from "./pdf-embedded.ts";

/** A box of a page in points, from its upper left corner, the page turned so that its text is upright. */
export type Box = { x: number; y: number; width: number; height: number };
export type PlacedText = Box & { page: number; text: string };
/** Why nobody sees a text. */
export type Unseen = PlacedText & { why: "invisible" | "ground" | "tiny" | "covered" | "outside" };
/** The size of a page as it is read, in points, and how far it was turned for that, in degrees. */
export type Sheet = { width: number; height: number; turn: number };
export type PdfLayout = {
  pages: number;
  sheets: Sheet[];
  seen: PlacedText[];
  unseen: Unseen[];
  /** Pages that show a picture and no text. */
  pictures: number[];
  embedded: Embedded;
};

/** A document of more pages is refused. */
export const mostLayoutPages = 50;
export const mostPlaced = 20_000;

const thread = new URL("./pdf-layout.thread.ts", import.meta.url);

/**
 * The texts of a PDF, by its path or its bytes, with their places; what nobody sees stands apart, and
 * so do XML files inside it. 422 `unreadable_file` for one
 * that is locked, damaged, of more than 50 pages, or takes too much memory or time.
 */
export const pdfLayout = (from: string | Uint8Array): Promise<PdfLayout> =>
  readWhole<string | Uint8Array, PdfLayout>(thread, from, {
    path: "fileId",
    megabytes: 384,
    seconds: 30,
  });
