import type { FileHolder } from "#server/files/holders.ts";

/** What holds files in this area. */
export const lookFiles: readonly FileHolder[] = [
  { column: "agency_look.mark_file_id", door: "the mark that everybody sees" },
];
