import { answerPieces } from "../reading/thread.ts";
import { headOf, rowsOf } from "./rows.ts";

await answerPieces<string, string[][]>(async function* (path) {
  yield* rowsOf(path, await headOf(path));
});
