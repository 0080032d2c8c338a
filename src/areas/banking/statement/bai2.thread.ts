import { readFile } from "node:fs/promises";
import { answerPieces } from "#server/reading/thread.ts";
import { readBai2, type AccountDay } from "./bai2.model.ts";

await answerPieces<string, AccountDay[]>(async function* (path) {
  // Banks write it in ASCII; a letter beyond it in a text is no reason to refuse the file.
  const bytes = await readFile(path);
  const unicode = new TextDecoder("utf-8", { fatal: true });
  let text: string;
  try {
    text = unicode.decode(bytes);
  } catch {
    text = bytes.toString("latin1");
  }
  yield readBai2(text);
});
