import type { Instant } from "#kernel/time.ts";
import type { LeftOut } from "#server/agency-tables/snapshot.ts";

export const EXPORT_FORMAT = "levee.agency-export/1";

/** `manifest.json` of an export: what is in it, what stayed out, and every part with its SHA-256 (hex). */
export type ExportManifest = {
  format: typeof EXPORT_FORMAT;
  agency: { id: string; name: string };
  /** The moment that every row is of. */
  snapshotAt: Instant;
  tables: { table: string; path: string; rows: number }[];
  ledger: { path: string; entries: number; key: string } | null;
  files: { count: number; bytes: number };
  leftOut: LeftOut;
  parts: { path: string; sha256: string; size: number }[];
};
