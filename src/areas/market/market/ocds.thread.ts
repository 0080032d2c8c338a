import { readFile } from "node:fs/promises";
import { Problem } from "#kernel/errors.ts";
import { answerPieces } from "#server/reading/thread.ts";
import { parseDocument, understand } from "./ocds-document.service.ts";
import type { Finding, ReadOcds, ReadProcess } from "./ocds-read.model.ts";

/** What a document is, before its processes. */
export type OcdsHead = Omit<ReadOcds, "processes" | "findings"> & {
  processes: number;
  awards: number;
  report: Finding[];
};
export type OcdsPiece = { head: OcdsHead } | { processes: ReadProcess[] };

await answerPieces<string, OcdsPiece>(async function* (path) {
  const found = understand(parseDocument(await readFile(path, "utf8")));
  if (!found)
    throw new Problem(
      "invalid",
      "not_ocds",
      "This is no OCDS release, release package or record package.",
    );
  const { processes, findings: _findings, ...read } = found.read;
  const awards = processes.reduce((n, each) => n + each.awards, 0);
  yield { head: { ...read, processes: processes.length, awards, report: found.report } };
  for (let from = 0; from < processes.length; from += 500)
    yield { processes: processes.slice(from, from + 500) };
});
