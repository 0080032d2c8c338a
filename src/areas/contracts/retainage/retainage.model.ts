import { z } from "zod";
import type { Rule } from "#areas/governance/governance.public.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { formatCents } from "#kernel/money.ts";
import { answerOf } from "#kernel/fields.ts";
import { heldAs } from "#kernel/record-form.ts";
import { day as dayOf, type Day } from "#kernel/time.ts";
import { dayField } from "#kernel/time-fields.ts";

/** The parts of a rule of retainage; a part that is absent sets no limit. */
type Held = Pick<Rule, "parameters" | "citation">;

/** What the rules of a contract's first day let be kept back of it; null where a rule sets nothing. */
export type RetainageLaw = {
  /** Of each payment at most, in percent. */ capPercent: number | null;
  /** Days from substantial completion to the release. */ releaseDays: number | null;
  /** The rules that say what may be held after it. */ after: readonly Held[];
  citation: string;
};

const numberOf = ({ parameters }: Held, name: string): number | null =>
  typeof parameters[name] === "number" ? parameters[name] : null;
const least = (rules: readonly Held[], name: string): number | null => {
  const found = rules.flatMap((rule) => numberOf(rule, name) ?? []);
  return found.length ? Math.min(...found) : null;
};
const parts = ["correctPercent", "paperPercent", "paperCents"] as const;

/** The law of a contract of this kind, of the rules that hold; null where none concerns it. */
export const lawOf = (rules: readonly Held[], kind: string): RetainageLaw | null => {
  const those = rules.filter((r) => r.parameters.construction !== true || kind === "construction");
  if (those.length === 0) return null;
  return {
    capPercent: least(those, "capPercent"),
    releaseDays: least(those, "releaseDays"),
    after: those.filter((rule) => parts.some((name) => numberOf(rule, name) !== null)),
    citation: those.map((rule) => rule.citation).join("; "),
  };
};

/** Why a contract may not keep back so many percent, or null. */
export const capRefusal = (percent: string, law: RetainageLaw | null): string | null =>
  law?.capPercent !== null && law !== null && Number(percent) > law.capPercent
    ? `Retainage of ${Number(percent)}% is above the ${law.capPercent}% that ${law.citation} allows. Enter ${law.capPercent}% or less.`
    : null;

/** What stands open at substantial completion: cents to correct or complete, and final papers. */
export type Completion = { completedOn: Day; costToCorrect: number; papersOpen: boolean };

const share = (cents: number, percent: number): number =>
  Number((BigInt(cents) * BigInt(percent)) / 100n);

/**
 * Cents that may be held of all payments together after substantial completion, by the strictest of
 * the rules; null where none limits it. `value`: cents of the whole contract.
 */
export const heldAtMost = (
  law: RetainageLaw | null,
  { costToCorrect, papersOpen }: Pick<Completion, "costToCorrect" | "papersOpen">,
  value: number,
): number | null => {
  if (!law || law.after.length === 0) return null;
  const most = law.after.map((rule) => {
    const papers = Math.max(
      share(value, numberOf(rule, "paperPercent") ?? 0),
      numberOf(rule, "paperCents") ?? 0,
    );
    return share(costToCorrect, numberOf(rule, "correctPercent") ?? 0) + (papersOpen ? papers : 0);
  });
  return Math.min(...most);
};

/** The last day for the release of what may not be held; null where no rule sets one. */
export const releaseBy = (law: RetainageLaw | null, completedOn: Day): Day | null =>
  law?.releaseDays == null ? null : dayAfter(completedOn, law.releaseDays);

type Standing = {
  withheld: number;
  atMost: number | null;
  releaseBy: Day | null;
  today: Day;
  shown: (day: Day) => string;
};

/** How a contract's retainage stands, in a sentence. */
export const standingOf = ({ withheld, atMost, releaseBy: by, today, shown }: Standing): string => {
  if (withheld === 0) return "Nothing is withheld.";
  if (atMost === null) return `${formatCents(withheld)} is withheld.`;
  const over = withheld - atMost;
  if (over <= 0)
    return `${formatCents(withheld)} is withheld; ${formatCents(atMost)} may be held after substantial completion.`;
  const late = by !== null && by < today;
  return `${formatCents(over)} of ${formatCents(withheld)} withheld is to be released${
    by ? ` by ${shown(by)}` : ""
  }${late ? ", which has passed" : ""}; ${formatCents(atMost)} may be held.`;
};

/** The fields of substantial completion, said once. */
const completionFields = {
  completedOn: z.iso
    .date("Enter the day of substantial completion.")
    .meta({ title: "Substantially complete on" }),
  costToCorrect: heldAs(
    "cents",
    z
      .number("Enter an amount such as 1,234.56.")
      .int()
      .min(0, "It cannot be below zero.")
      .max(9e14),
  )
    .default(0)
    .meta({ title: "Cost to correct or complete" }),
  remaining: z.string().trim().max(4000).default("").meta({ title: "What remains" }),
  papersOpen: z.boolean().default(true).meta({ title: "Final papers are still to come" }),
  fileId: z.uuid().nullish().meta({ title: "Certificate" }),
};
export const completionInput = z
  .object(completionFields)
  .refine((c) => c.costToCorrect === 0 || c.remaining.length > 2, {
    path: ["remaining"],
    message: "Say what is to be corrected or completed.",
  });
export type CompletionInput = z.output<typeof completionInput>;

const completion = z.object({
  ...answerOf(completionFields),
  id: z.string(),
  completedOn: dayField,
  version: z.number(),
});
export const retainageAnswer = z
  .object({
    percent: z.string(),
    capPercent: z.number().nullable(),
    citation: z.string(),
    finding: z.string(),
    withheld: z.number(),
    atMost: z.number().nullable(),
    over: z.number(),
    releaseBy: dayField.nullable(),
    completion: completion.nullable(),
    /** What is left to correct is added up from a list of its items, not typed. */
    byList: z.boolean(),
    /** The oldest first; `releasable`: it is approved. */
    invoices: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        withheld: z.number(),
        releasable: z.boolean(),
      }),
    ),
    canRecord: z.boolean(),
  })
  .meta({ id: "ContractRetainage" });
export type Retainage = z.output<typeof retainageAnswer>;

/** What is released of a contract in one step; left out, all that law lets nobody hold any more. */
export const releaseInput = z.object({
  amount: heldAs(
    "cents",
    z
      .number("Enter an amount such as 1,234.56.")
      .int("Amounts are whole cents.")
      .min(1, "Enter more than nothing.")
      .max(9e14, "This amount is too large."),
  ).meta({ title: "Amount to release" }),
  reason: z.string().trim().min(3, "Say why it is released.").max(2000).meta({ title: "Reason" }),
});
export type ReleaseInput = z.output<typeof releaseInput>;

export const releaseAnswer = z
  .object({
    parts: z.array(z.object({ id: z.string(), number: z.string(), amount: z.number() })),
  })
  .meta({ id: "RetainageRelease" });

type Part = { id: string; number: string; withheld: number; releasable: boolean };

/** An amount in cents over the invoices that withhold, the oldest first; null when they withhold less. */
export const spreadRelease = (
  invoices: readonly Part[],
  amount: number,
): { id: string; number: string; amount: number }[] | null => {
  let left = amount;
  const parts = invoices
    .filter((i) => i.releasable)
    .flatMap(({ id, number, withheld }) => {
      const part = Math.min(left, withheld);
      left -= part;
      return part > 0 ? [{ id, number, amount: part }] : [];
    });
  return left > 0 ? null : parts;
};

/** Why this day cannot be that of substantial completion, or null. */
export const completionFault = (
  completedOn: string,
  { startsOn }: { startsOn: Day },
  today: Day,
): string | null => {
  const on = dayOf(completedOn);
  if (on > today) return "This day is still to come. Enter it when the work is complete.";
  return on < startsOn ? "The contract had not begun. Enter a later day." : null;
};
