import type { FileHolder } from "#server/files/holders.ts";

/** What holds files in this area. */
export const governanceFiles: readonly FileHolder[] = [
  { column: "evidence_package.file_id", door: "the evidence packages" },
];
