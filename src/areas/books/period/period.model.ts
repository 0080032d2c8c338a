import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { ledgerClasses } from "../chart/chart.labels.ts";
import { periodStatuses } from "./period.labels.ts";

/** A line of a trial balance; debit more than nothing, credit less; cents. */
const balanceRow = z.object({
  fundId: z.string(),
  fund: z.string(),
  accountId: z.string(),
  account: z.string(),
  name: z.string(),
  class: z.enum(names(ledgerClasses)),
  opening: z.number(),
  debit: z.number(),
  credit: z.number(),
  closing: z.number(),
});
export type BalanceRow = z.output<typeof balanceRow>;

/** The trial balance of a period as it was closed. */
export type FrozenPeriod = { rows: BalanceRow[] };

/** What waited when a period was closed, and why. */
const waiting = z.object({
  check: z.string(),
  label: z.string(),
  said: z.string(),
  reason: z.string(),
});
export type Waiting = z.output<typeof waiting>;

export const periodRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    year: z.number(),
    firstDay: dayField,
    lastDay: dayField,
    adjustment: z.boolean(),
    status: z.enum(names(periodStatuses)),
    entries: z.number(),
    /** Debits of the period, in cents. */
    moved: z.number(),
    version: z.number(),
  })
  .meta({ id: "AccountingPeriod" });
export type PeriodRow = z.output<typeof periodRow>;

const closeLine = z.object({
  name: z.string(),
  label: z.string(),
  owner: z.string(),
  page: z.string(),
  stops: z.boolean(),
  count: z.number(),
  cents: z.number(),
  said: z.string(),
});
export type CloseLine = z.output<typeof closeLine>;

export const periodDetail = periodRow
  .extend({
    /** What stops it, and what waits, by owner. */
    checks: z.array(closeLine),
    blocks: z.array(z.string()),
    waits: z.array(waiting),
    sha256: z.string().nullable(),
    preparedBy: z.string().nullable(),
    preparedAt: instantField.nullable(),
    closedBy: z.string().nullable(),
    closedAt: instantField.nullable(),
    /** As it was closed, or as it stands now. */
    balance: z.array(balanceRow),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AccountingPeriodDetail" });
export type PeriodDetail = z.output<typeof periodDetail>;

/** Why each of what waits is left behind: `wait.<check>` and the reason. */
export const softCloseInput = z.record(
  z.string().regex(/^wait\.[A-Za-z]{1,60}$/, "This is not asked."),
  z.string().trim().max(500),
);
export type SoftCloseInput = z.output<typeof softCloseInput>;
