import { createHash } from "node:crypto";
import { counted } from "#kernel/words.ts";
import { invalidField, Problem } from "#kernel/errors.ts";
import { sniff } from "#server/files/files.ts";
import type { PdfLayout, Sheet, Unseen } from "#server/files/pdf-layout.ts";
import { pdfLayout } from "#server/files/pdf-layout.ts";
import { pdfScan } from "#server/files/pdf-scan.ts";
import { readWhole } from "#server/reading/reader.ts";
import type { UblInvoice } from "../ubl.model.ts";
import { readInvoiceText } from "./read.model.ts";
import { differenceWords, saidByData, saidByPage, type Said } from "./said.model.ts";

export const mostDocument = 10 * 1024 * 1024;
const thread = new URL("../ubl.thread.ts", import.meta.url);

/** A document as it was read: what it says, its pages, what nobody sees, and what is to be known of it. */
export type ReadDocument = {
  said: Said;
  sheets: Sheet[];
  unseen: Unseen[];
  notes: string[];
};

type Data = { invoice: UblInvoice | null; note: string | null };

const dataOf = async ({ embedded }: PdfLayout): Promise<Data> => {
  let note = embedded.unread;
  for (const bytes of embedded.xml)
    try {
      const invoice = await readWhole<Uint8Array, UblInvoice>(thread, bytes, {
        path: "fileId",
        seconds: 20,
      });
      return { invoice, note };
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      note = `The data inside this PDF was not read: ${error.message}`;
    }
  return { invoice: null, note };
};

/** That a document holds texts that nobody sees, with the first of them; empty where it holds none. */
export const hiddenWords = (unseen: readonly Unseen[]): string[] =>
  unseen.length === 0
    ? []
    : [
        `${counted(unseen.length, "text that nobody sees was", "texts that nobody sees were")} left out: “${unseen[0]!.text.slice(0, 80)}”.`,
      ];

type From = string | Uint8Array;

const pagesWords = (pages: readonly number[], rest: string) =>
  `${pages.length === 1 ? `Page ${pages[0]}` : `Pages ${pages.join(", ")}`} ${rest}`;

type Seen = Pick<PdfLayout, "seen"> & { way: "text" | "scan"; notes: string[] };

/** Text, and letters of pictures where the text alone does not prove the document. */
const seenIn = async (from: From, { seen, pictures }: PdfLayout): Promise<Seen> => {
  const text = { seen, way: "text" as const };
  if (pictures.length === 0) return { ...text, notes: [] };
  if (seen.length > 0 && readInvoiceText(seen).standing === "proved")
    return { ...text, notes: [pagesWords(pictures, "shows a picture, which was not read.")] };
  try {
    const scan = await pdfScan({ from, pages: pictures });
    const notes = scan.unread.map(({ page, why }) => `Page ${page} was not read: ${why}.`);
    return { seen: [...seen, ...scan.seen], way: scan.seen.length > 0 ? "scan" : "text", notes };
  } catch (error) {
    if (!(error instanceof Problem) || ![422, 503].includes(error.status)) throw error;
    return { ...text, notes: [pagesWords(pictures, `was not read: ${error.message}`)] };
  }
};

/** The page beside data is compared by its text; a picture of it is not read for that. */
const besideData = ({ seen, pictures }: PdfLayout): Seen => ({
  seen,
  way: "text",
  notes:
    pictures.length > 0
      ? [pagesWords(pictures, "shows a picture: it was not compared with the data.")]
      : [],
});

const readPdf = async (from: From): Promise<ReadDocument> => {
  const layout = await pdfLayout(from);
  const { invoice, note } = await dataOf(layout);
  const { seen, way, notes } = invoice ? besideData(layout) : await seenIn(from, layout);
  if (seen.length === 0 && !invoice)
    throw invalidField(
      "fileId",
      ["Nothing that one sees in this PDF could be read.", ...notes, "Type it in."].join(" "),
      "no_text",
    );
  const page = seen.length > 0 ? readInvoiceText(seen) : null;
  const said = invoice ? saidByData(invoice, page) : saidByPage(page!, way);
  const differ = differenceWords(said.differences);
  return {
    said,
    sheets: layout.sheets,
    unseen: layout.unseen,
    notes: [...(note ? [note] : []), ...(differ ? [differ] : []), ...notes],
  };
};

const mostKept = 40;
const kept = new Map<string, ReadDocument>();

/**
 * Reads an invoice in a PDF: data inside it first, else the text that one sees, and letters of pages
 * that are pictures. What nobody sees
 * enters no value and is told. The same bytes are read once while they are among the last forty.
 * 422 `unreadable_file`, and `no_text` for pictures without data.
 */
export const readDocument = async (from: From, sha256: string): Promise<ReadDocument> => {
  const before = kept.get(sha256);
  if (before) return before;
  const read = await readPdf(from);
  kept.set(sha256, read);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  return read;
};

const readData = async (bytes: Uint8Array): Promise<ReadDocument> => {
  const invoice = await readWhole<Uint8Array, UblInvoice>(thread, bytes, {
    path: "file",
    seconds: 20,
  });
  if (invoice.lines.length === 0)
    throw invalidField("file", "The invoice has no lines.", "bad_ubl");
  return { said: saidByData(invoice, null), sheets: [], unseen: [], notes: [] };
};

/**
 * Reads the bytes of an invoice that somebody sends: a PDF, or data (UBL, CII). Nothing is stored. 422
 * `file_type` for anything else or more than 10 MB, and the errors of `readDocument`.
 */
export const readSent = async (bytes: Buffer): Promise<ReadDocument> => {
  if (bytes.length > mostDocument)
    throw invalidField("file", "An invoice is at most 10 MB.", "file_type");
  const type = sniff(bytes.subarray(0, 512));
  if (type === "application/pdf")
    return readDocument(bytes, createHash("sha256").update(bytes).digest("hex"));
  if (type === "application/xml") return readData(bytes);
  throw invalidField("file", "Send a PDF, or an XML file (UBL or CII).", "file_type");
};
