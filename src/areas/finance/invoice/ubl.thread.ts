import { readFile } from "node:fs/promises";
import { answerPieces } from "#server/reading/thread.ts";
import { parseInvoiceXml } from "./cii.model.ts";
import type { UblInvoice } from "./ubl.model.ts";
import { decodeXml, wrong } from "./xml.model.ts";

/** A file by its path stands alone and needs lines; data out of a PDF may have none. */
await answerPieces<string | Uint8Array, UblInvoice>(async function* (from) {
  const alone = typeof from === "string";
  const read = parseInvoiceXml(decodeXml(alone ? await readFile(from) : from));
  if (alone && read.lines.length === 0) throw wrong("The invoice has no lines.", "lines");
  yield read;
});
