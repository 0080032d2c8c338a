import { z } from "zod";

/** How a document names its vendor that went out before the vendor's record was merged. */
export const asIssued = z
  .object({ number: z.string(), name: z.string(), address: z.string() })
  .nullable();
export type AsIssuedVendor = z.output<typeof asIssued>;
