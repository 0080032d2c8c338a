import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { ledgerClasses, ownClasses } from "./chart.labels.ts";

export const accountInput = z.object({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, "Letters, digits and hyphens, 20 at most."),
  name: z.string().trim().min(1, "Name the account.").max(120),
  class: z.enum(ownClasses),
});
export type AccountInput = z.output<typeof accountInput>;

export const accountRow = z
  .object({
    id: z.string(),
    kind: z.enum(["fund", "account"]),
    code: z.string(),
    name: z.string(),
    class: z.enum(["fund", ...names(ledgerClasses)]),
    role: z.string().nullable(),
    active: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "LedgerAccount" });
export type AccountRow = z.output<typeof accountRow>;
