import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { claimStatuses } from "../claim/claim.labels.ts";
import { changeStatuses } from "./change.labels.ts";
const of = {
  id: z.string(),
  agency: z.string(),
  number: z.string(),
  title: z.string(),
  contract: z.string(),
  contractTitle: z.string(),
  vendor: z.string(),
};

/** What everybody sees of a change order: up and down apart, and their share of the original. */
export const publicChange = z
  .object({
    ...of,
    status: z.enum(names(changeStatuses)),
    increase: z.number(),
    decrease: z.number(),
    net: z.number(),
    days: z.number(),
    /** Increases in force of the whole contract, in percent of the original. */
    percent: z.number(),
  })
  .meta({ id: "PublicChangeOrder" });
export type PublicChange = z.output<typeof publicChange>;

/** What everybody sees of a claim. */
export const publicClaim = z
  .object({
    ...of,
    status: z.enum(names(claimStatuses)),
    claimed: z.number(),
    claimedDays: z.number(),
    settled: z.number().nullable(),
  })
  .meta({ id: "PublicClaim" });
export type PublicClaim = z.output<typeof publicClaim>;

export const publicQuery = z.object({
  q: z.string().trim().max(200).default(""),
  page: z.coerce.number().int().min(1).max(400).default(1),
});
export const pageSize = 25;
