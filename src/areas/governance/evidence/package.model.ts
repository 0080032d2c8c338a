import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

export const PACKAGE_FORMAT = "levee-evidence-package/1";

/** What a package is asked for: its title, and the records of which everything goes in. */
export const packageInput = z.strictObject({
  title: z.string().trim().min(1, "Say what the package is of.").max(200),
  objectIds: z.array(z.uuid("Not a record id.")).min(1, "Name a record.").max(1000),
});
export type PackageInput = z.output<typeof packageInput>;

export const packageRow = z
  .object({
    id: z.string(),
    title: z.string(),
    sha256: z.string().nullable(),
    size: z.number().nullable(),
    entries: z.number().nullable(),
    files: z.number().nullable(),
    leftOut: z.number().nullable(),
    requestedBy: z.string().nullable(),
    createdAt: instantField,
  })
  .meta({ id: "EvidencePackage" });
export type EvidencePackage = z.output<typeof packageRow>;

/** A file of the package: its place in the ZIP, its bytes, and the SHA-256 of them in hex. */
export type Listed = { path: string; sha256: string; size: number };
/** `manifest.json`: every other file of the ZIP, and what is not in it with the reason. */
export type Manifest = {
  format: typeof PACKAGE_FORMAT;
  title: string;
  agency: string;
  createdAt: string;
  files: Listed[];
  leftOut: { name: string; reason: string }[];
};

/** A file's name as the ZIP holds it: numbered, so that none is twice, without what a path is made of. */
export const placeOf = (name: string, at: number): string =>
  `files/${String(at + 1).padStart(4, "0")}-${name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(-120)}`;
