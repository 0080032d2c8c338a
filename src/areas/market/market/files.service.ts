import type { FileHolder } from "#server/files/holders.ts";

/** What holds files in this area. */
export const marketFiles: readonly FileHolder[] = [
  { column: "ocds_import.file_id", door: "the import of awards" },
];
