import { answerPieces } from "../reading/thread.ts";
import { headOf, rowsOf, type FileHow } from "./rows.ts";

await answerPieces<{ path: string; how: FileHow }, string[][]>(async function* ({ path, how }) {
  yield* rowsOf(path, await headOf(path), how);
});
