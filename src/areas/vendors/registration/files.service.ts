import type { FileHolder } from "#server/files/holders.ts";

/** What holds files in this area. */
export const vendorFiles: readonly FileHolder[] = [
  {
    column: "vendor_document.file_id",
    door: "the vendor's documents, tax forms for who may read them",
  },
  { column: "exclusion_list.file_id", door: "the list of exclusions" },
];
