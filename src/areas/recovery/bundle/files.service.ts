import type { FileHolder } from "#server/files/holders.ts";

/** What holds files in this area. */
export const recoveryFiles: readonly FileHolder[] = [
  { column: "pa_bundle.file_id", door: "the bundle of the request" },
  { column: "pa_donation.sign_in_file_id", door: "attached to the project as well" },
  { column: "pa_mutual_aid.agreement_file_id", door: "attached to the project as well" },
];
