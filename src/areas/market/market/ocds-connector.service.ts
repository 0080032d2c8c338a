import { counted } from "#kernel/words.ts";
import type { SourceTaker, Taken } from "#areas/connectors/connectors.server.ts";
import { enterOcds, loadOcds, lookAtOcds, readImport } from "./ocds-import.service.ts";

const tally = (read: number, newer: number, message: string): Taken => ({
  read,
  created: newer,
  updated: 0,
  skipped: read - newer,
  rejected: 0,
  message,
});

const leftOut = (findings: number): string =>
  findings === 0
    ? ""
    : ` ${counted(findings, "kind")} of entries was not understood and stands with the import.`;

/**
 * The connector of another agency's OCDS: releases, a release package or a record package at an
 * address come into market intelligence as an upload does. A process whose release is no newer
 * stays as it is; nothing is ever taken away.
 */
export const ocdsTaker: SourceTaker = {
  kind: "ocds",
  importer: "ocds-awards",
  permission: "market.import",
  heading: async () => [],
  look: async (app, _actor, { sha256 }) => {
    const { processes, awards, publisher, report } = await lookAtOcds(app, sha256);
    const said = `${counted(processes, "process", "processes")} with ${counted(awards, "award")} of ${publisher || "an unnamed publisher"}.`;
    return { ...tally(processes, processes, said + leftOut(report.length)) };
  },
  take: async (app, actor, file, { progress }) => {
    const { id, done } = await app.database.transaction(actor, (tx) => enterOcds(tx, actor, file));
    if (!done) await loadOcds(app, actor, id, progress);
    const { processes, newer, lines, report } = await readImport(app.database.read(actor), id);
    return done
      ? tally(processes, 0, "The same file came in before.")
      : tally(
          processes,
          newer,
          `${counted(newer, "process", "processes")} new or newer, with ${counted(lines, "line")}.${leftOut(report.length)}`,
        );
  },
};
