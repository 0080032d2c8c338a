import { readWhole } from "../reading/reader.ts";

/** `scripts`: it runs JavaScript, or carries other files. */
export type PdfText = { pages: number; text: string; scripts: boolean };

/** So much of a PDF is searched. */
export const mostPages = 500;
export const mostCharacters = 200_000;

const thread = new URL("./pdf.thread.ts", import.meta.url);

/**
 * The text of a PDF, read in a thread with limits of pages, letters, memory and time. 422
 * `unreadable_file` for a locked or damaged one. Scanned pages hold no text.
 */
export const pdfText = (path: string): Promise<PdfText> =>
  readWhole<string, PdfText>(thread, path, { path: "file", megabytes: 384, seconds: 60 });
