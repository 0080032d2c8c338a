import { readWhole } from "../reading/reader.ts";
import type { PlacedText } from "./pdf-layout.ts";

/** The pages of a PDF that are pictures, to be read as such. */
export type ScanQuestion = { from: string | Uint8Array; pages: readonly number[] };
/** What was read of pictures, with its places; pages that could not be read, and why. */
export type ScanAnswer = { seen: PlacedText[]; unread: { page: number; why: string }[] };

/** So many pictures of pages are read; the others are told. */
export const mostScanned = 5;
const seconds = 90;

const thread = new URL("./pdf-scan.thread.ts", import.meta.url);

/**
 * Reads pages that are pictures by recognising their letters, English ones, in a thread that begins
 * with the question and ends with it: nothing of it is loaded before. No address is asked, the
 * weights lie in a package. 422 `unreadable_file` beyond its time or memory.
 */
export const pdfScan = (question: ScanQuestion): Promise<ScanAnswer> =>
  readWhole<ScanQuestion, ScanAnswer>(thread, question, {
    path: "fileId",
    megabytes: 512,
    seconds,
  });
