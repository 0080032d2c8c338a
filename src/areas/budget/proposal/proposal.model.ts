import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  lineSources,
  packageKinds,
  packageStatuses,
  proposalStatuses,
  type ProposalStatus,
} from "./proposal.labels.ts";
const status = z.enum(names<ProposalStatus>(proposalStatuses));
const cents = z.number("Enter an amount.").int().min(0).max(9e14);

const packageLine = z.object({
  accountStringId: z.uuid("Choose an account."),
  cents,
  /** What the reviewer lets stand of it; null as asked. */
  reviewed: cents.nullable().default(null),
});
export type PackageLine = z.output<typeof packageLine>;
export const packageInput = z.object({
  title: z.string().trim().min(1, "Name the package.").max(200),
  kind: z.enum(names<keyof typeof packageKinds>(packageKinds)),
  rank: z.coerce.number().int().min(1).max(999),
  reason: z.string().trim().min(3, "Say why it is needed.").max(10_000),
  lines: z
    .array(packageLine.omit({ reviewed: true }))
    .min(1, "Name an account.")
    .max(100),
});
export const packageDecision = z.object({
  status: z.enum(["recommended", "cut"]),
  reason: z.string().trim().min(3, "Say why.").max(4000),
});
/** What a department asks for a line; `version` is the line's, so that nothing is overwritten. */
export const lineInput = z.object({
  accountStringId: z.uuid("Choose an account."),
  requested: cents,
  note: z.string().trim().max(2000).default(""),
});
export const linePatch = z.object({
  requested: cents.optional(),
  note: z.string().trim().max(2000).optional(),
});
/** The reviewer's own column; null takes it back. */
export const reviewInput = z.object({
  reviewed: cents.nullable(),
  reason: z.string().trim().max(2000).default(""),
});

/** A line as the sheet of its proposal holds it; `id` and `version` find it again. */
export const sheetRow = z
  .object({
    id: z.string(),
    version: z.number(),
    proposal: z.string(),
    department: z.string(),
    code: z.string(),
    label: z.string(),
    source: z.string(),
    revised: z.number(),
    projection: z.number().nullable(),
    base: z.number(),
    requested: z.number(),
    reviewed: z.number().nullable(),
    note: z.string(),
  })
  .meta({ id: "BudgetProposalLine" });

const versionLine = z.object({
  key: z.string(),
  code: z.string(),
  what: z.string(),
  base: z.number(),
  requested: z.number(),
  recommended: z.number(),
});
export type VersionLine = z.output<typeof versionLine>;

const partRow = z.object({ label: z.string(), cents: z.number(), href: z.string().nullable() });
const basePart = z.object({
  kind: z.enum(["contracts", "commitments", "rest", "inflation"]),
  cents: z.number(),
  rows: z.array(partRow),
});
const proposalLineRow = z.object({
  id: z.string(),
  accountStringId: z.string(),
  code: z.string(),
  label: z.string(),
  fund: z.string(),
  class: z.string(),
  category: z.string(),
  source: z.enum(names<keyof typeof lineSources>(lineSources)),
  actuals: z.array(z.object({ year: z.number(), cents: z.number() })),
  revised: z.number(),
  projection: z.number().nullable(),
  parts: z.array(basePart),
  base: z.number(),
  requested: z.number(),
  reviewed: z.number().nullable(),
  reviewReason: z.string(),
  note: z.string(),
  version: z.number(),
});
export type ProposalLine = z.output<typeof proposalLineRow>;
const packageRow = z.object({
  id: z.string(),
  rank: z.number(),
  title: z.string(),
  kind: z.enum(names<keyof typeof packageKinds>(packageKinds)),
  reason: z.string(),
  status: z.enum(names<keyof typeof packageStatuses>(packageStatuses)),
  decisionReason: z.string(),
  lines: z.array(packageLine.extend({ code: z.string() })),
  positions: z.number(),
  cents: z.number(),
  version: z.number(),
});
export type PackageRow = z.output<typeof packageRow>;

export const proposalRow = z
  .object({
    id: z.string(),
    number: z.string(),
    year: z.number(),
    status,
    departmentId: z.string(),
    department: z.string(),
    base: z.number(),
    requested: z.number(),
    recommended: z.number(),
    target: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "BudgetProposal" });
export type ProposalRow = z.output<typeof proposalRow>;

export const proposalDetail = proposalRow
  .extend({
    cycleId: z.string(),
    cycleStatus: z.string(),
    narrative: z.string(),
    lines: z.array(proposalLineRow),
    packages: z.array(packageRow),
    versions: z.array(
      z.object({
        versionNo: z.number(),
        label: z.string(),
        takenBy: z.string().nullable(),
        createdAt: instantField,
      }),
    ),
    mayAsk: z.boolean(),
    mayReview: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "BudgetProposalDetail" });
export type ProposalDetail = z.output<typeof proposalDetail>;

export const comparison = z.object({
  from: z.number(),
  to: z.number(),
  lines: z.array(
    z.object({
      key: z.string(),
      code: z.string(),
      what: z.string(),
      before: z.number().nullable(),
      after: z.number().nullable(),
      recommendedBefore: z.number().nullable(),
      recommendedAfter: z.number().nullable(),
    }),
  ),
});
export type Comparison = z.output<typeof comparison>;

/** Two versions line by line: what differs, and lines that only one of them has. */
export const compared = (
  before: readonly VersionLine[],
  after: readonly VersionLine[],
): Comparison["lines"] => {
  const was = new Map(before.map((line) => [line.key, line]));
  const is = new Map(after.map((line) => [line.key, line]));
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((key) => {
    const [a, b] = [was.get(key), is.get(key)];
    if (a && b && a.requested === b.requested && a.recommended === b.recommended) return [];
    const { code, what } = (b ?? a)!;
    return [
      {
        key,
        code,
        what,
        before: a?.requested ?? null,
        after: b?.requested ?? null,
        recommendedBefore: a?.recommended ?? null,
        recommendedAfter: b?.recommended ?? null,
      },
    ];
  });
};
