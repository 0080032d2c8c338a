import { encodeEntry, type Entry, type EntryFacts } from "#kernel/audit-proof.ts";
import { raw } from "../db/sql.ts";

/** A stored entry as `entryColumns` reads it. */
export type StoredEntry = EntryFacts & { at: string; mac: string; text: string | null };

/**
 * Columns of `audit_entry` (alias e) under the names of StoredEntry; the time with all six digits,
 * as it is sealed.
 */
export const entryColumnsText = [
  `e.org_id as "orgId", e.id, e.actor_id as "actorId", e.session_id as "sessionId", e.action`,
  `e.object_type as "objectType", e.object_id as "objectId", e.object_number as "objectNumber"`,
  "e.before_digest as before, e.after_digest as after, e.content_digest as content, e.mac",
  `to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.content as text`,
].join(", ");
export const entryColumns = raw(entryColumnsText);

/** The text that is sealed for a stored entry at its place. */
export const sealedText = (stored: StoredEntry, index: number, prev: string): string =>
  encodeEntry({ ...stored, index, prev } as Entry);
