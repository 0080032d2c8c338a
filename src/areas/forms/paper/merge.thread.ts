import { readFile } from "node:fs/promises";
import { PDFDocument } from "@cantoo/pdf-lib";
import { answerPieces } from "#server/reading/thread.ts";

await answerPieces<readonly string[], Uint8Array>(async function* (paths) {
  const whole = await PDFDocument.create();
  for (const path of paths) {
    const one = await PDFDocument.load(await readFile(path), { updateMetadata: false });
    for (const page of await whole.copyPages(one, one.getPageIndices())) whole.addPage(page);
  }
  yield await whole.save({ updateFieldAppearances: false });
});
