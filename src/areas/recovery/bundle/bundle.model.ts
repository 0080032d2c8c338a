import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

export const bundleRow = z
  .object({
    id: z.string(),
    sha256: z.string().nullable(),
    manifest: z.string().nullable(),
    size: z.number().nullable(),
    files: z.number().nullable(),
    entries: z.number().nullable(),
    cents: z.number().nullable(),
    requestedBy: z.string().nullable(),
    createdAt: instantField,
  })
  .meta({ id: "PaBundle" });
export type Bundle = z.output<typeof bundleRow>;

/** What the manifest says of the money: the verifier adds it up anew from `trace.csv`. Cents. */
export type BundleSums = {
  number: string;
  project: string;
  declaration: string;
  lines: number;
  total: number;
  insured: number;
  federal: number;
  match: number;
};
