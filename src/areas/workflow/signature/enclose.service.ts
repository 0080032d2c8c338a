import { PDFDocument } from "@cantoo/pdf-lib";
import { buffer } from "node:stream/consumers";
import type { App } from "#server/app.ts";
import type { Enclosure } from "./signable.service.ts";

// The pages of a PDF for whoever reads before they sign; none of one that cannot be read.
const addPages = async (pdf: PDFDocument, bytes: Uint8Array): Promise<void> => {
  const file = await PDFDocument.load(bytes).catch(() => null);
  if (!file) return;
  for (const page of await pdf.copyPages(file, file.getPageIndices())) pdf.addPage(page);
};

/**
 * A document with the files that belong to it: each is attached byte for byte, and the pages of those
 * that are PDFs stand behind its own. Without files it is as it came.
 */
export const enclose = async (
  app: App,
  document: Uint8Array,
  files: readonly Enclosure[],
): Promise<Uint8Array> => {
  if (files.length === 0) return document;
  const pdf = await PDFDocument.load(document);
  for (const [at, { title, name, mediaType, sha256 }] of files.entries()) {
    const bytes = new Uint8Array(await buffer((await app.files.open(sha256)).stream));
    await pdf.attach(bytes, `exhibit-${at + 1}-${name}`, {
      mimeType: mediaType,
      description: title,
    });
    if (mediaType === "application/pdf") await addPages(pdf, bytes);
  }
  return pdf.save();
};
