import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import {
  awardLinesOutside,
  awardSegment,
  createSegment,
  fiscalYearOf,
  segmentInput,
  setSegmentDays,
} from "#areas/budget/budget.server.ts";
import { award, awardBudget } from "../grants.tables.ts";
import { planReports } from "../report/due.service.ts";
import type { AwardAction } from "./award.labels.ts";
import { awardInput, type AwardInput, type AwardPatch } from "./award.model.ts";
import { awardNoun, type AwardRecord } from "./award.noun.ts";
import { budgetOf } from "./books.service.ts";
import { requireSource } from "./wages.model.ts";

const checkDays = (w: Pick<AwardInput, "periodFrom" | "periodTo" | "preawardFrom">) => {
  if (w.periodTo < w.periodFrom)
    throw invalidField("periodTo", "The last day comes before the first.");
  if (w.preawardFrom && w.preawardFrom > w.periodFrom)
    throw invalidField("preawardFrom", "Pre-award costs lie before the period.");
};

const storeBudget = async (tx: Tx, awardId: string, budget: AwardInput["budget"]) => {
  await tx.rows(sql`
    delete from award_budget
    where org_id = ${tx.scope.orgId} and award_id = ${awardId}
  `);
  const rows = budget.filter((b) => b.cents > 0);
  if (rows.length)
    await insertRows(
      tx,
      awardBudget,
      rows.map((b) => ({ ...b, orgId: tx.scope.orgId!, awardId })),
    );
};

/** Enters an award as the grantor offers it. 422 with the field's path. */
export const createAward = async (
  tx: Tx,
  actor: Actor,
  { budget, ...input }: AwardInput,
  { ownerId = actor.personId, ...more }: { applicationId?: string; ownerId?: string | null } = {},
): Promise<AwardRecord> => {
  checkDays(input);
  requireSource(input);
  const year = await fiscalYearOf(tx, businessDate(tx.scope), "periodFrom");
  const id = newId();
  return create(tx, actor, awardNoun, {
    number: { kind: "AWD", year: year.year },
    row: {
      ...input,
      ...more,
      orgId: actor.orgId!,
      id,
      ownerId,
      createdBy: actor.personId,
    },
    content: { budget },
    from: more.applicationId ? [{ type: "grantApplication", id: more.applicationId }] : [],
    store: async () => void (await storeBudget(tx, id, budget)),
  });
};

/** A won application as an award that is offered. */
type OfferedAward = {
  applicationId: string;
  /** Who keeps it; else who records it. */
  ownerId?: string;
  grantor: string;
  grantorNumber?: string;
  assistanceListing: string;
  title: string;
  amountCents: number;
  periodFrom: string;
  periodTo: string;
  matchCents: number;
  /** Cents by object class; federal share and match together. */
  budget: readonly { objectClass: string; cents: number }[];
  program?: string;
  departmentId?: string | null;
};

/**
 * Makes the award of an application that the grantor decided for; its budget becomes the award's, and
 * the grantor's share is what of it the grantor pays. One application makes one award.
 */
export const offerAward = (tx: Tx, actor: Actor, offer: OfferedAward): Promise<AwardRecord> =>
  createAward(
    tx,
    actor,
    awardInput.parse({
      title: offer.title,
      program: offer.program ?? "",
      grantor: offer.grantor,
      grantorNumber: offer.grantorNumber ?? "",
      assistanceListing: offer.assistanceListing,
      departmentId: offer.departmentId ?? null,
      amount: offer.amountCents,
      match: offer.matchCents,
      shareRate: Math.min(
        10_000,
        Math.max(
          1,
          Math.round((offer.amountCents * 10_000) / (offer.amountCents + offer.matchCents)),
        ),
      ),
      periodFrom: offer.periodFrom,
      periodTo: offer.periodTo,
      budget: offer.budget,
    }),
    { applicationId: offer.applicationId, ...(offer.ownerId && { ownerId: offer.ownerId }) },
  );

const sameBudget = (
  budget: AwardInput["budget"],
  stored: readonly { objectClass: string; cents: number }[],
): boolean => {
  const of = (rows: readonly { objectClass: string; cents: number }[]) =>
    rows
      .flatMap((b) => (b.cents ? [`${b.objectClass} ${b.cents}`] : []))
      .sort()
      .join();
  return of(budget) === of(stored);
};

// How the grantor wants to be told, and what the law of its program demands, is learned late and
// changes no money.
const learnedLate = new Set([
  "reportEvery",
  "reportEnds",
  "basis",
  "prevailingWages",
  "prevailingWagesSource",
]);
const beyondLearnedLate = (before: AwardRecord, patch: Omit<AwardPatch, "budget">): boolean =>
  Object.entries(patch).some(
    ([field, value]) =>
      !learnedLate.has(field) &&
      value !== undefined &&
      (value ?? null) !== (before[field as keyof AwardRecord] ?? null),
  );

/**
 * Corrects an award before it is accepted; afterwards a revision changes it, but for what
 * its program demands of wages, and for how and when it reports: what is not prepared yet is planned
 * anew.
 */
export const changeAward = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { budget, ...patch }: AwardPatch,
  version: number | null,
): Promise<AwardRecord> => {
  const stored = budget ? await budgetOf(tx, id) : [];
  const reshaped = budget !== undefined && !sameBudget(budget, stored);
  return change(tx, actor, awardNoun, {
    id,
    version,
    action: "grant.edit",
    unless: (before) =>
      before.status !== "offered" && (reshaped || beyondLearnedLate(before, patch))
        ? "An accepted award is changed by a revision."
        : null,
    effect: async (before) => {
      if (before.status !== "offered") await planReports(tx, { ...before, ...patch });
      checkDays({
        periodFrom: patch.periodFrom ?? before.periodFrom,
        periodTo: patch.periodTo ?? before.periodTo,
        preawardFrom: patch.preawardFrom === undefined ? before.preawardFrom : patch.preawardFrom,
      });
      requireSource({
        prevailingWages: patch.prevailingWages ?? before.prevailingWages,
        prevailingWagesSource: patch.prevailingWagesSource ?? before.prevailingWagesSource,
      });
      if (budget && reshaped) await storeBudget(tx, id, budget);
      return {
        patch,
        held: { ...(reshaped && { budget: stored }) },
        content: { ...(reshaped && { budget }) },
      };
    },
  });
};

const budgetSum = async (tx: Tx, awardId: string) =>
  (
    await tx.one<{ sum: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as sum
      from award_budget
      where org_id = ${tx.scope.orgId} and award_id = ${awardId}
    `)
  ).sum;

const segmentFor = async (tx: Tx, actor: Actor, w: AwardRecord, code: string): Promise<string> => {
  const startsOn = w.preawardFrom ?? w.periodFrom;
  const found = await awardSegment(tx, code);
  if (found) {
    const other = await tx.maybe<{ number: string }>(sql`
      select number
      from grant_award
      where org_id = ${w.orgId} and segment_id = ${found.id} and id <> ${w.id}
    `);
    if (other)
      throw invalidField(
        "segmentCode",
        `${code} is the code of ${other.number}. Enter another one for this award.`,
      );
    await setSegmentDays(tx, found.id, { startsOn, endsOn: w.periodTo });
    const [outside] = await awardLinesOutside(tx, found.id);
    if (outside)
      throw invalidField(
        "segmentCode",
        `${outside.code} has a budget that is not this award's. ${outside.why} Enter another code, or take that budget out first.`,
        "award_period",
      );
    return found.id;
  }
  const made = await createSegment(
    tx,
    actor,
    segmentInput.parse({
      kind: "award",
      code,
      name: w.title.slice(0, 120),
      federal: w.federal,
      ...(w.assistanceListing && { assistanceListing: w.assistanceListing }),
      startsOn,
      endsOn: w.periodTo,
    }),
  );
  return made.id;
};

/**
 * Accepts an award: its budget adds up to what the grantor and the agency pay, and a segment of the
 * accounts is its own from now on, an existing one by its code or a new one. Its reports are planned.
 */
export const acceptAward = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { segmentCode: code }: { segmentCode: string },
): Promise<AwardRecord> =>
  transition(tx, actor, awardNoun, {
    id,
    action: "accept",
    version,
    effect: async (w) => {
      const sum = await budgetSum(tx, id);
      if (sum !== w.amount + w.match)
        throw conflict(
          "rule",
          `The budget by object class comes to ${formatCents(sum)}; amount and match come to ${formatCents(w.amount + w.match)}.`,
        );
      const segmentId = await segmentFor(tx, actor, w, code);
      await planReports(tx, w);
      return { patch: { segmentId, acceptedOn: businessDate(tx.scope) } };
    },
  });

/** The steps of an award that need nothing but themselves. */
export const stepAward = (
  tx: Tx,
  actor: Actor,
  action: Exclude<AwardAction, "accept" | "close" | "amend">,
  of: TakenStep,
): Promise<AwardRecord> =>
  transition(tx, actor, awardNoun, {
    ...of,
    action,
    effect: async () => ({
      patch: action === "end" ? { endedOn: businessDate(tx.scope) } : {},
      ...(of.reason && { note: of.reason }),
    }),
  });

/** An award that money can be passed on from. 404; 409 while it is not open for spending. */
export const requireAward = async (tx: Tx, id: string): Promise<AwardRecord> => {
  const w = await getRow(tx, award, id, "award");
  if (w.status === "declined" || w.status === "closed")
    throw conflict("rule", `${w.number} is ${w.status}: nothing is passed on from it.`);
  return w;
};
