import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import type { AttachedFile } from "#server/http/attachments.ts";
import type { Manifest } from "./package.model.ts";
import type { Part } from "./zip.service.ts";

/** A paper of a record, made when its package is. */
type Paper = { name: string; make: (app: App) => Promise<Uint8Array> };
type EvidencePapers = (db: Db, objectIds: readonly string[]) => Promise<readonly Paper[]>;

const makers: EvidencePapers[] = [];
/** An area tells which papers its records have: an order's PDF. */
export const evidencePapers = extensionPoint<EvidencePapers>("papers of evidence", (maker) => {
  makers.push(maker);
});

/** So many are made for one package: each takes a browser a second. */
const most = 50;

type Made = { name: string; sha256: string; part: Part };

/** The papers of these records; what could not be made is told with its reason. */
export const papersOf = async (
  app: App,
  db: Db,
  objectIds: readonly string[],
): Promise<{ made: Made[]; named: AttachedFile[]; leftOut: Manifest["leftOut"] }> => {
  const papers = (await Promise.all(makers.map((maker) => maker(db, objectIds)))).flat();
  const made: Made[] = [];
  const leftOut: Manifest["leftOut"] = papers
    .slice(most)
    .map(({ name }) => ({ name, reason: `A package holds ${most} papers at most.` }));
  for (const { name, make } of papers.slice(0, most))
    try {
      const bytes = Buffer.from(await make(app));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const part = { path: `papers/${name}`, open: async () => Readable.from([bytes]) };
      made.push({ name, sha256, part });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      leftOut.push({ name, reason: error.message });
    }
  return { made, named: made.map(({ name, sha256 }) => ({ name, sha256 })), leftOut };
};
