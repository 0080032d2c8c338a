import { readFile } from "node:fs/promises";
import { invalidField } from "#kernel/errors.ts";
import { answerPieces } from "#server/reading/thread.ts";
import type { Sheet } from "./paper.labels.ts";
import { pagesShown } from "./read-back.service.ts";
import { openPaper, paperRefusals, sheetOf } from "./sheet.service.ts";

await answerPieces<string, Sheet>(async function* (path) {
  const bytes = await readFile(path);
  const sheet = sheetOf(await openPaper(bytes));
  // Whatever reads the filled copies back must read the empty one as well.
  if ((await pagesShown(bytes).catch(() => -1)) !== sheet.pages.length)
    throw invalidField("file", paperRefusals.damaged, "paper_refused");
  yield sheet;
});
