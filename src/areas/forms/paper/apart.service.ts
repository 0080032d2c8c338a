import type { App } from "#server/app.ts";
import { readApart, readWhole } from "#server/reading/reader.ts";
import type { Paper, PaperValues } from "./fill.service.ts";
import type { FillAnswer, FillQuestion } from "./fill.thread.ts";
import type { Sheet } from "./paper.labels.ts";

const sheetThread = new URL("./sheet.thread.ts", import.meta.url);
const fillThread = new URL("./fill.thread.ts", import.meta.url);
const mergeThread = new URL("./merge.thread.ts", import.meta.url);

/** Reads an uploaded PDF in a thread of its own. 422 at `file` for one that cannot be filled. */
export const readSheet = (path: string): Promise<Sheet> =>
  readWhole<string, Sheet>(sheetThread, path, { path: "file", megabytes: 512, seconds: 60 });

/**
 * Fills a stored PDF for each record, in their order, in a thread; for one that is refused comes the
 * reason. `beat` is asked meanwhile and ends it by throwing.
 */
export async function* fillApart(
  { files, config }: Pick<App, "files" | "config">,
  sha256: string,
  paper: Paper,
  records: readonly PaperValues[],
  beat?: () => Promise<unknown>,
): AsyncGenerator<FillAnswer> {
  const path = await files.pathOf(sha256, beat);
  yield* readApart<FillQuestion, FillAnswer>(
    fillThread,
    { path, fonts: config.LEVEE_FONTS ?? null, paper, records },
    { path: "file", megabytes: 512, seconds: 60 + records.length * 5, beat },
  );
}

/** Stored PDFs behind each other, as one. */
export const mergeApart = async (
  { files }: Pick<App, "files">,
  all: readonly string[],
  beat?: () => Promise<unknown>,
): Promise<Uint8Array> => {
  const paths: string[] = [];
  for (const sha256 of all) paths.push(await files.pathOf(sha256, beat));
  return readWhole<readonly string[], Uint8Array>(mergeThread, paths, {
    path: "file",
    megabytes: 1024,
    seconds: 60 + all.length,
    beat,
  });
};
