import { readFile } from "node:fs/promises";
import { answerPieces } from "#server/reading/thread.ts";
import { readRoads, type ReadRoads } from "./read-roads.model.ts";

await answerPieces<string, ReadRoads>(async function* (path) {
  yield readRoads(await readFile(path, "utf8"));
});
