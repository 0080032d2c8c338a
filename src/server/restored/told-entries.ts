import { createReadStream } from "node:fs";
import { decodeEntry, type Change, type Content, type Entry } from "#kernel/audit-proof.ts";
import { BundleVerifier } from "#kernel/audit-verify.ts";
import type { Instant } from "#kernel/time.ts";
import { hasher } from "../audit/hash.ts";
import { BackupRefused } from "../backup/manifest.ts";
import type { AuditKeys } from "../keys.ts";

/** An entry of the audit record, as a bundle that somebody kept tells it. */
export type ToldEntry = {
  id: string;
  index: number;
  at: Instant;
  action: string;
  objectType: string;
  objectId: string;
  objectNumber: string | null;
  actorName: string;
  changes: readonly Change[];
};

/** A whole audit record that somebody kept: whose, how far, and its entries of some nouns. */
export type KeptRecord = {
  file: string;
  orgId: string;
  agency: string;
  size: number;
  until: Instant;
  entries: ToldEntry[];
};

const toldBy = (held: Entry, { actorName, changes }: Content): ToldEntry => {
  const { id, index, at, action, objectType, objectId, objectNumber } = held;
  return {
    ...{ id, index, at: at as Instant, action, objectType, objectId, objectNumber },
    actorName: actorName ?? "somebody",
    changes,
  };
};

/** Lines of a file as their bytes: only a newline ends one, whatever else a text holds. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield rest.subarray(0, end);
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length) yield rest;
}

/**
 * Reads a bundle of a whole audit record, checked line by line with this installation's own key, and
 * gives its entries about these nouns.
 * @throws BackupRefused for what is none, was altered, or is of chosen records.
 */
export const readKeptRecord = async (
  file: string,
  keys: AuditKeys,
  nouns: ReadonlySet<string>,
): Promise<KeptRecord> => {
  const verifier = new BundleVerifier(keys.verifier, hasher);
  const entries: ToldEntry[] = [];
  let held: ReturnType<typeof decodeEntry>;
  for await (const bytes of linesOf(file)) {
    verifier.push(bytes);
    const line = bytes.toString("utf8");
    if (line.startsWith('{"index":')) held = decodeEntry(line);
    else if (held && nouns.has(held.objectType) && line.startsWith('{"actorName":'))
      entries.push(toldBy(held, JSON.parse(line) as Content));
  }
  const { ok, finding, header, newest } = await verifier.finish();
  if (header && header.indexes !== null)
    throw new BackupRefused(
      `${file} is a bundle of chosen records: it says nothing of the others. Name one of the whole audit record (Audit ledger, Evidence bundle).`,
    );
  if (!ok || !header || !newest)
    throw new BackupRefused(
      `${file} cannot be believed: ${finding?.message ?? "it has no checkpoint"}.`,
    );
  const { orgId, agency, size } = header;
  return { file, orgId, agency, size, until: newest.at, entries };
};
