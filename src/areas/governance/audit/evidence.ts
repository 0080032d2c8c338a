import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** Ids of records that belong to the evidence of the records named: their approvals. */
type EvidenceParts = (db: Db, objectIds: readonly string[]) => Promise<readonly string[]>;

const parts: EvidenceParts[] = [];

/** An area tells which records of its own belong to the evidence of others'. */
export const evidenceParts = extensionPoint<EvidenceParts>("evidence of records", (part) => {
  parts.push(part);
});

/** The records named and what belongs to their evidence, each once. */
export const withParts = async (db: Db, objectIds: readonly string[]): Promise<string[]> => {
  const found = await Promise.all(parts.map((part) => part(db, objectIds)));
  return [...new Set([...objectIds, ...found.flat()])];
};
