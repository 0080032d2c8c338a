import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { instantField } from "#kernel/time-fields.ts";

/** Who gets a part of a pool: by stated percent in hundredths, or by a department's people. */
const target = z.object({
  accountStringId: z.uuid("Choose an account."),
  share: heldAs("basisPoints", z.number().int().min(0).max(10_000)).default(0),
});
export type Target = z.output<typeof target>;

/** The fields of a pool. */
export const poolFields = {
  code: z.string().trim().toUpperCase().min(1, "Give it a code.").max(20),
  name: z.string().trim().min(1, "Name the pool.").max(120),
  accountStringId: z.uuid("Choose the account whose cost is shared out."),
  basis: z.enum(["percent", "fte"]),
  targets: z.array(target).min(1, "Say who gets a part.").max(200),
};
export const poolInput = z
  .object(poolFields)
  .refine((p) => p.basis === "fte" || p.targets.reduce((sum, t) => sum + t.share, 0) === 10_000, {
    path: ["targets"],
    message: "The shares come to 100 percent.",
  })
  .refine((p) => !p.targets.some((t) => t.accountStringId === p.accountStringId), {
    path: ["targets"],
    message: "The pool's own account gets no part.",
  })
  .refine((p) => new Set(p.targets.map((t) => t.accountStringId)).size === p.targets.length, {
    path: ["targets"],
    message: "An account stands here twice.",
  });

export const runInput = z.object({
  period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Write a month as 2027-03."),
});
export type RunLine = { accountStringId: string; code: string; cents: number; weight: number };

/** The last day of a month such as 2027-03. */
export const lastDayOf = (period: string): string => {
  const [year, month] = period.split("-").map(Number) as [number, number];
  return `${period}-${String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, "0")}`;
};

const runRow = z.object({
  id: z.string(),
  poolId: z.string(),
  period: z.string(),
  cents: z.number(),
  lines: z.array(
    z.object({
      accountStringId: z.string(),
      code: z.string(),
      cents: z.number(),
      weight: z.number(),
    }),
  ),
  journalId: z.string(),
  journal: z.string(),
  status: z.string(),
  madeBy: z.string().nullable(),
  createdAt: instantField,
});
export type RunRow = z.output<typeof runRow>;
export const poolRow = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    accountStringId: z.string(),
    account: z.string(),
    basis: z.enum(["percent", "fte"]),
    targets: z.array(target.extend({ code: z.string() })),
    runs: z.array(runRow),
    version: z.number(),
  })
  .meta({ id: "AllocationPool" });
export type PoolRow = z.output<typeof poolRow>;
