// The evidence bundle: JSON Lines. Line 1 a signed header, then checkpoints, then for every entry
// its text, its content
// (or `null` once erased) and, in a bundle of chosen records, its inclusion proof. Every byte is
// covered by a check.
import { canonicalJson } from "./canonical-json.ts";
import type { Checkpoint, VerifierKey } from "./checkpoint.ts";
import { originOf, signNote, openNote, type Sign } from "./checkpoint.ts";
import type { Hash } from "./merkle.ts";

export const BUNDLE_FORMAT = "levee-audit-bundle/1";
export const ERASE_ACTION = "audit.erase-content";

/** An attached file: its SHA-256 (hex) must stand in the content of entry `index`. */
export interface BundleFile {
  index: number;
  name: string;
  sha256: string;
}

/**
 * `indexes` is null in a bundle of the whole ledger. `size` is the newest checkpoint's tree size.
 * Times are ISO 8601 UTC.
 */
export interface BundleHeader {
  format: typeof BUNDLE_FORMAT;
  origin: string;
  orgId: string;
  agency: string;
  createdAt: string;
  size: number;
  checkpoints: number[];
  indexes: number[] | null;
  files: BundleFile[];
}

/**
 * The first thing that is wrong. `line` counts from 1, `byte` from 0; `index` names the entry, if
 * it is one.
 */
export interface Finding {
  part: "header" | "checkpoint" | "entry" | "content" | "proof" | "file" | "bundle";
  index: number | null;
  line: number;
  byte: number;
  message: string;
}

/** What a verification found. `ok` only when nothing at all is wrong. */
export interface Report {
  ok: boolean;
  finding: Finding | null;
  header: BundleHeader | null;
  newest: Checkpoint | null;
  entries: number;
  erased: number;
  files: number;
}

/** A checkpoint that the auditor accepted before. */
export type LastSeen = Pick<Checkpoint, "origin" | "size" | "root">;

const HEADER_TEXT = (header: BundleHeader): string => `${canonicalJson(header)}\n`;

export function encodeHeader(header: BundleHeader, key: VerifierKey, sign: Sign): string {
  return JSON.stringify({ bundle: signNote(key, HEADER_TEXT(header), sign) });
}

export function encodeCheckpointLine(note: string, consistency: readonly Hash[]): string {
  return JSON.stringify({ checkpoint: note, consistency });
}

/** Reads the first line without its signature; the signature's verdict is the promise. */
export function decodeHeader(
  line: string,
  key: VerifierKey,
): { header: BundleHeader; signed: Promise<string | null> } | undefined {
  try {
    const { bundle } = JSON.parse(line) as { bundle: string };
    const header = JSON.parse(bundle.slice(0, bundle.indexOf("\n"))) as BundleHeader;
    if (
      JSON.stringify({ bundle }) !== line ||
      header.format !== BUNDLE_FORMAT ||
      !wellFormed(header)
    )
      return undefined;
    const signed = openNote(bundle, key).then((opened) =>
      "problem" in opened
        ? opened.problem
        : opened.text === HEADER_TEXT(header)
          ? null
          : "its text is not canonical",
    );
    return { header, signed };
  } catch {
    return undefined;
  }
}

function ascending(numbers: unknown): numbers is number[] {
  return (
    Array.isArray(numbers) &&
    numbers.every((n, i) => Number.isSafeInteger(n) && n >= 0 && (i === 0 || n > numbers[i - 1]))
  );
}

function wellFormed(header: BundleHeader): boolean {
  return (
    header.origin === originOf(header.orgId) &&
    ascending(header.checkpoints) &&
    Number.isSafeInteger(header.size) &&
    header.size === (header.checkpoints.at(-1) ?? 0) &&
    Array.isArray(header.files) &&
    (header.indexes === null ||
      (ascending(header.indexes) && (header.indexes.at(-1) ?? -1) < header.size))
  );
}
