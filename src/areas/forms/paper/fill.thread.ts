import { readFile } from "node:fs/promises";
import { Problem } from "#kernel/errors.ts";
import { answerPieces } from "#server/reading/thread.ts";
import { fillPaper, type Filled, type Paper, type PaperValues } from "./fill.service.ts";
import { facesOf } from "#server/pdf/fonts.ts";

/** The empty PDF's place on the disk, what is filled into it, and once for each record its values. */
export type FillQuestion = {
  path: string;
  fonts: string | null;
  paper: Paper;
  records: readonly PaperValues[];
};
/** A filled copy, or why there is none. */
export type FillAnswer = Filled | { refused: { message: string; errors: Problem["errors"] } };

const answerOf = async (work: () => Promise<Filled>): Promise<FillAnswer> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: { message: error.message, errors: error.errors } };
  }
};

await answerPieces<FillQuestion, FillAnswer>(async function* ({ path, fonts, paper, records }) {
  const [bytes, faces] = await Promise.all([readFile(path), facesOf(fonts)]);
  for (const values of records) yield await answerOf(() => fillPaper(bytes, paper, values, faces));
});
