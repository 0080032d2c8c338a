import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import {
  certificateStatuses,
  coverageKinds,
  endsSoonDays,
  isBond,
  standings,
  type CertificateStatus,
  type CoverageKind,
  type Standing,
} from "./coverage.labels.ts";
const kind = z.enum(names<CoverageKind>(coverageKinds));

/** What a contract demands: cents of insurance, or percent of the current price for a bond. */
export const demandInput = z.object({
  kind,
  amount: z.number().int().positive().nullish(),
  percent: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, "Enter percent, such as 100.")
    .nullish(),
  citation: z.string().trim().max(200).default(""),
});
export type DemandInput = z.output<typeof demandInput>;

export const certificateInput = z.object({
  kind,
  issuer: z.string().trim().min(2, "Name the insurer, or the surety.").max(200),
  policyNumber: z.string().trim().min(1, "Enter the number of the policy or bond.").max(100),
  amount: z.number().int().positive("Enter the amount that it covers."),
  fromOn: z.iso.date("Enter its first day."),
  toOn: z.iso.date().nullish(),
  fileId: z.uuid("Attach the certificate or the bond."),
});
export type CertificateInput = z.output<typeof certificateInput>;

/** What is demanded: `percent` of the current price, or cents, or only that there is one. */
export type Demand = {
  kind: CoverageKind;
  amount: number | null;
  percent: string | null;
  citation: string;
};
/** A certificate that was accepted. */
export type Held = {
  kind: CoverageKind;
  amount: number;
  fromOn: Day;
  toOn: Day | null;
};

export const standingRow = z.object({
  kind,
  standing: z.enum(names<Standing>(standings)),
  /** Cents that are demanded now; null where no amount is. */
  needed: z.number().nullable(),
  held: z.number(),
  until: dayField.nullable(),
  citation: z.string(),
  text: z.string(),
});
export type StandingRow = z.output<typeof standingRow>;

/** Cents that a demand asks for at a price; a part of a cent counts as one. */
const neededOf = ({ amount, percent }: Demand, price: number): number | null =>
  percent === null ? amount : Math.ceil((price * Math.round(Number(percent) * 100)) / 10_000);

const latest = (held: readonly Held[]): Day | null =>
  held.some((each) => each.toOn === null)
    ? null
    : (held
        .flatMap((each) => each.toOn ?? [])
        .toSorted()
        .at(-1) ?? null);

const asked = (d: Demand, needed: number | null): string =>
  needed === null
    ? "one is demanded"
    : `${formatCents(needed)} ${d.percent === null ? "is" : `(${Number(d.percent)}% of the current price) is`} demanded`;

/**
 * How a demand stands on a day at the contract's current price (cents). Bonds of one kind add up;
 * of insurance the largest certificate counts.
 */
export const standingOf = (
  d: Demand,
  all: readonly Held[],
  price: number,
  today: string,
): StandingRow => {
  const mine = all.filter((each) => each.kind === d.kind && each.fromOn <= today);
  const inForce = mine.filter((each) => each.toOn === null || each.toOn >= today);
  const amounts = inForce.map((each) => each.amount);
  const held = isBond(d.kind) ? amounts.reduce((a, b) => a + b, 0) : Math.max(0, ...amounts);
  const needed = neededOf(d, price);
  const until = latest(inForce.length ? inForce : mine);
  const what = coverageKinds[d.kind];
  const base = { kind: d.kind, needed, held, until, citation: d.citation };
  if (inForce.length === 0)
    return until
      ? {
          ...{ ...base, standing: "lapsed" as const },
          text: `${what} ran out on ${formatDate(until)}; ${asked(d, needed)}.`,
        }
      : {
          ...{ ...base, standing: "missing" as const },
          text: `${what}: none is on record; ${asked(d, needed)}.`,
        };
  if (needed !== null && held < needed)
    return {
      ...{ ...base, standing: "short" as const },
      text: `${what} covers ${formatCents(held)}; ${asked(d, needed)}.`,
    };
  const soon = until !== null && until <= dayAfter(today, endsSoonDays);
  return {
    ...{ ...base, standing: soon ? ("ending" as const) : ("met" as const) },
    text: `${what} covers ${formatCents(held)}${until ? ` until ${formatDate(until)}` : ""}.`,
  };
};

/** What stops orders and payments where the insurance policy blocks. */
export const isGap = ({ standing }: Pick<StandingRow, "standing">): boolean =>
  standing === "lapsed" || standing === "short" || standing === "missing";

export const certificateRow = z.object({
  id: z.string(),
  contractId: z.string(),
  contract: z.string(),
  vendor: z.string(),
  kind,
  status: z.enum(names<CertificateStatus>(certificateStatuses)),
  issuer: z.string(),
  policyNumber: z.string(),
  amount: z.number(),
  fromOn: dayField,
  toOn: dayField.nullable(),
  statusReason: z.string().nullable(),
  version: z.number(),
});
export type Certificate = z.output<typeof certificateRow>;

/** A contract's demands, how they stand, and what was handed in. */
export const coverageAnswer = z
  .object({
    price: z.number(),
    standings: z.array(standingRow),
    demands: z.array(
      z.object({
        id: z.string(),
        kind,
        amount: z.number().nullable(),
        percent: z.string().nullable(),
        citation: z.string(),
        version: z.number(),
      }),
    ),
    certificates: z.array(
      certificateRow.omit({ contract: true, vendor: true }).extend({
        fileId: z.string(),
        side: z.enum(["agency", "vendor"]),
        submittedBy: z.string().nullable(),
        decidedBy: z.string().nullable(),
        actions: z.array(offeredAction),
      }),
    ),
    canEdit: z.boolean(),
  })
  .meta({ id: "ContractCoverage" });
export type Coverage = z.output<typeof coverageAnswer>;
