import { readFile } from "node:fs/promises";
import { answerPieces } from "#server/reading/thread.ts";
import { decodeXml, parseUbl, type UblInvoice } from "./ubl.model.ts";

await answerPieces<string, UblInvoice>(async function* (path) {
  yield parseUbl(decodeXml(await readFile(path)));
});
