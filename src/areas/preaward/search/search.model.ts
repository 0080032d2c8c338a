import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import "#kernel/plain-words.ts";

export const searchInput = z.object({
  name: z.string().trim().min(2, "Name the search.").max(80),
  words: z.string().trim().max(200).default(""),
  alns: heldAs(
    "list",
    z
      .array(
        z
          .string()
          .trim()
          .regex(/^\d{2}\.\w{3}$/, "Write a listing as 93.045."),
      )
      .max(20),
  ).default([]),
  eligibleOnly: z.boolean().default(true),
  digest: z.enum(["daily", "weekly", "off"]).default("daily"),
});
export type SearchInput = z.output<typeof searchInput>;
export const searchRow = searchInput
  .extend({ id: z.string(), found: z.number(), version: z.number() })
  .meta({ id: "GrantSearch" });
export type SearchRow = z.output<typeof searchRow>;
