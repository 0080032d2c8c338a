import { z } from "zod";
import { costOf, parted, type Priced } from "./cost.model.ts";

/** A share of a position's pay or benefits that an account string bears, in hundredths of a percent. */
const split = z.object({
  accountStringId: z.uuid("Choose an account."),
  part: z.enum(["pay", "benefits"]),
  share: z.number().int().min(1, "Enter a share.").max(10_000),
  /** What it bears, computed. */
  cents: z.number().int().default(0),
});
export type Split = z.output<typeof split>;

const cents = z.number("Enter an amount.").int().min(0).max(1e12);
const whole = (splits: readonly Split[], part: Split["part"]) =>
  splits.filter((s) => s.part === part).reduce((sum, s) => sum + s.share, 0) === 10_000;

export const positionInput = z
  .object({
    departmentId: z.uuid("Choose a department."),
    packageId: z.uuid().nullish(),
    number: z.string().trim().min(1, "Give it a number.").max(40).meta({ title: "Number" }),
    title: z.string().trim().min(1, "Say what the position is.").max(120).meta({ title: "Title" }),
    annualPay: cents.meta({ title: "Annual pay" }),
    annualBenefits: cents.meta({ title: "Annual benefits" }),
    fteThousandths: z.number().int().min(1).max(1000).default(1000),
    months: z.coerce.number().int().min(1).max(12).default(12),
    filled: z.boolean().default(true),
    raiseHundredths: z.number().int().min(0).max(10_000).default(0),
    raiseFromMonth: z.coerce.number().int().min(1).max(12).default(1),
    splits: z.array(split).min(1, "Say which account bears it.").max(40),
  })
  .refine((p) => whole(p.splits, "pay") && whole(p.splits, "benefits"), {
    path: ["splits"],
    message: "The shares of pay, and those of benefits, come to 100 percent each.",
  });
type PositionInput = z.output<typeof positionInput>;
type Costed = Priced & Pick<PositionInput, "splits">;

/** What each account string bears of a position, in cents; the sums are those of `costOf`. */
export const sharesOf = (p: Costed): Split[] => {
  const cost = costOf(p);
  return (["pay", "benefits"] as const).flatMap((part) => {
    const splits = p.splits.filter((s) => s.part === part);
    const amounts = parted(
      cost[part],
      splits.map((s) => s.share),
    );
    return splits.map((each, at) => ({ ...each, cents: amounts[at]! }));
  });
};

export const positionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    year: z.number(),
    departmentId: z.string(),
    department: z.string(),
    annualPay: z.number(),
    annualBenefits: z.number(),
    fteThousandths: z.number(),
    months: z.number(),
    filled: z.boolean(),
    raiseHundredths: z.number(),
    raiseFromMonth: z.number(),
    packageId: z.string().nullable(),
    package: z.string().nullable(),
    splits: z.array(split),
    cents: z.number(),
    version: z.number(),
  })
  .meta({ id: "BudgetPosition" });
export type PositionRow = z.output<typeof positionRow>;
