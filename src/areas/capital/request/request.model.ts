import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { conditions } from "./need.labels.ts";
import { requestStatuses } from "./request.labels.ts";

const cents = z.number("Enter an amount.").int().min(0).max(9e13);
/** A phase with its cost by year from the start of the project. */
const phase = z.object({
  name: z.string().trim().min(1, "Name the phase.").max(120),
  cents: z.array(cents).min(1).max(10),
});
export type Phase = z.output<typeof phase>;
/** What a source may pay at most, by year from the start of the project. */
const funding = z.object({
  sourceId: z.uuid("Choose a source."),
  cents: z.array(cents).min(1).max(10),
});
export type Funding = z.output<typeof funding>;
const criterion = z.object({
  key: z.string().regex(/^[a-z_]{2,40}$/, "Small letters and underscores."),
  name: z.string().trim().min(1, "Name the criterion.").max(120),
  about: z.string().trim().max(500).default(""),
  weight: z.number("Enter a weight.").int().min(1).max(100),
});
export type Criterion = z.output<typeof criterion>;
export const criteriaInput = z
  .object({ items: z.array(criterion).min(1, "Name a criterion.").max(20) })
  .refine((c) => c.items.reduce((sum, i) => sum + i.weight, 0) === 100, {
    path: ["items"],
    message: "The weights come to 100.",
  });

const degrees = (most: number) => z.coerce.number().min(-most).max(most).nullish();
const year = z.coerce.number("Enter a year such as 2028.").int().min(1990).max(2200);
export const requestInput = z
  .object({
    title: z.string().trim().min(3, "Say what is to be built.").max(200),
    description: z.string().trim().max(10_000).default(""),
    departmentId: z.uuid("Choose a department."),
    accountId: z.uuid("Choose an account."),
    earliest: year,
    latest: year,
    needBy: year
      .or(z.literal(""))
      .nullish()
      .transform((y) => y || null),
    condition: z.enum(names(conditions)).default("none"),
    waitingCents: z.number().int().min(0, "Waiting costs nothing, or more.").max(9e13).default(0),
    phases: z.array(phase).min(1, "Name a phase.").max(20),
    funding: z.array(funding).min(1, "Name a source that may pay.").max(20),
    operatingCents: z.number().int().min(-9e13).max(9e13).default(0),
    latitude: degrees(90),
    longitude: degrees(180),
    requires: z.array(z.uuid()).max(20).default([]),
    excludes: z.array(z.uuid()).max(20).default([]),
  })
  .refine((r) => r.latest >= r.earliest, {
    path: ["latest"],
    message: "The latest start lies before the earliest.",
  });
export type RequestInput = z.output<typeof requestInput>;

/** A request's cost by year from its start, in cents: its phases together. */
export const costOfPhases = (phases: readonly Phase[]): number[] => {
  const length = Math.max(0, ...phases.map((p) => p.cents.length));
  const all = Array.from({ length }, (_, at) =>
    phases.reduce((sum, p) => sum + (p.cents[at] ?? 0), 0),
  );
  while (all.length > 1 && all.at(-1) === 0) all.pop();
  return all;
};

export const scoreInput = z.object({
  points: z.record(z.string(), z.number("Enter 0 to 10.").int().min(0).max(10)),
  note: z.string().trim().max(2000).default(""),
});

/** Points of ten by their weights, in hundredths: 0 to 1000. */
export const weighted = (
  criteria: readonly Criterion[],
  points: Readonly<Record<string, number>>,
): number => criteria.reduce((sum, c) => sum + c.weight * (points[c.key] ?? 0), 0);

const status = z.enum(names(requestStatuses));
export const requestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    title: z.string(),
    departmentId: z.string(),
    earliest: z.number(),
    latest: z.number(),
    cents: z.number(),
    operatingCents: z.number(),
    score: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "CapitalRequest" });
export type CapitalRow = z.output<typeof requestRow>;

export const requestDetail = requestRow
  .extend({
    department: z.string(),
    description: z.string(),
    accountId: z.string(),
    needBy: z.number().nullable(),
    condition: z.enum(names(conditions)),
    waitingCents: z.number(),
    phases: z.array(phase),
    funding: z.array(funding.extend({ source: z.string() })),
    latitude: z.string().nullable(),
    longitude: z.string().nullable(),
    requires: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    excludes: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    requestedBy: z.string().nullable(),
    statusReason: z.string(),
    criteria: z.array(criterion),
    /** What this person said; others' scores are seen once the scoring is closed. */
    mine: z.object({ points: z.record(z.string(), z.number()), note: z.string() }).nullable(),
    scorers: z.number(),
    scores: z.array(
      z.object({
        person: z.string(),
        points: z.record(z.string(), z.number()),
        score: z.number(),
        note: z.string(),
      }),
    ),
    plan: z.array(z.object({ year: z.number(), planned: z.number(), actual: z.number() })),
    mayScore: z.boolean(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CapitalRequestDetail" });
export type RequestDetail = z.output<typeof requestDetail>;

export const sourceInput = z.object({
  code: z.string().trim().min(1).max(20),
  name: z.string().trim().min(1, "Name the source.").max(120),
  fundId: z.uuid("Choose the fund that it is spent from."),
});
export const sourceRow = sourceInput.extend({ id: z.string(), active: z.boolean() });
export type SourceRow = z.output<typeof sourceRow>;
