import type { FileHolder } from "#server/files/holders.ts";

/** What holds files in this area. */
export const letterFiles: readonly FileHolder[] = [
  { column: "written_letter.file_id", door: "attached to its record as well" },
];
