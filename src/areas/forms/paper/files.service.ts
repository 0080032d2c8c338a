import type { FileHolder } from "#server/files/holders.ts";

/** What holds files in this area. */
export const formsFiles: readonly FileHolder[] = [
  { column: "paper.file_id", door: "the papers of the agency" },
  { column: "paper_run.file_id", door: "the run that was asked for" },
  { column: "paper_copy.file_id", door: "the run that was asked for" },
  { column: "form_print_batch.file_id", door: "the delivery of the form" },
];
