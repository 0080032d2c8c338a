import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { awardSegmentsOf, fiscalYearOf } from "#areas/budget/budget.server.ts";
import { requireAward } from "#areas/grants/grants.server.ts";
import { vendorFacts } from "#areas/vendors/vendors.server.ts";
import { type Fact } from "../passthrough.tables.ts";
import { factCitation, factFields, type Facts } from "./facts.model.ts";
import type { SubawardInput } from "./subaward.model.ts";
import { subawardNoun, type SubawardRecord } from "./subaward.noun.ts";

type Award = Awaited<ReturnType<typeof requireAward>>;
type Vendor = NonNullable<Awaited<ReturnType<typeof vendorFacts>>>;

const vendorOf = async (tx: Tx, id: string): Promise<Vendor> => {
  const vendor = await vendorFacts(tx, id);
  if (!vendor) throw invalidField("vendorId", "There is no such subrecipient.");
  return vendor;
};

/** Cents of an award that other live subawards pass on already. */
const passedOn = async (tx: Tx, awardId: string, besides: string): Promise<number> =>
  (
    await tx.one<{ passed: number }>(sql`
      select coalesce(sum(amount), 0)::bigint as passed
      from subaward
      where org_id = ${tx.scope.orgId}
        and award_id = ${awardId}
        and id <> ${besides}
        and status not in ('cancelled', 'terminated')
    `)
  ).passed;

/** Refuses a subaward that its award cannot carry: account, days, amount. 422 at the field. */
export const requireCarried = async (
  tx: Tx,
  s: Pick<SubawardInput, "awardId" | "accountStringId" | "startsOn" | "endsOn" | "amount">,
  id: string,
): Promise<Award> => {
  const w = await requireAward(tx, s.awardId);
  const segments = await awardSegmentsOf(tx, [s.accountStringId]);
  if (!w.segmentId || [...segments.values()][0] !== w.segmentId)
    throw invalidField("accountStringId", `This account does not spend ${w.number}.`);
  if (s.endsOn < s.startsOn) throw invalidField("endsOn", "The last day comes before the first.");
  if (s.startsOn < w.periodFrom)
    throw invalidField(
      "startsOn",
      `${w.number} begins on ${formatDate(w.periodFrom)} (2 CFR 200.403(h)).`,
    );
  if (s.endsOn > w.periodTo)
    throw invalidField("endsOn", `${w.number} ends on ${formatDate(w.periodTo)}.`);
  const left = w.amount - (await passedOn(tx, w.id, id));
  if (s.amount > left)
    throw invalidField("amount", `${formatCents(Math.max(0, left))} of ${w.number} are left.`);
  return w;
};

/** Refuses a budget by class that is not amount and match together. 422. */
export const checkBudget = (s: Pick<SubawardInput, "budget" | "amount" | "match">): void => {
  const sum = s.budget.reduce((n, b) => n + b.cents, 0);
  if (sum && sum !== s.amount + s.match)
    throw invalidField(
      "budget",
      `The budget comes to ${formatCents(sum)}; amount and match to ${formatCents(s.amount + s.match)}.`,
    );
};

const given = (value: string | null | undefined): Fact => ({ value: value ?? "", known: true });
/** What of the law's fields follows from the records; the rest is typed, or marked as not known. */
const factsOf = (
  s: Pick<SubawardInput, "amount" | "startsOn" | "endsOn">,
  w: Award,
  v: Vendor,
  obligated: number,
): Record<string, Fact> => ({
  ...Object.fromEntries(factFields.map(({ key }) => [key, given("")])),
  name: given(v.name),
  uei: given(v.uei),
  fain: given(w.grantorNumber),
  performance: given(`${formatDate(s.startsOn)} to ${formatDate(s.endsOn)}`),
  budgetPeriod: given(`${formatDate(s.startsOn)} to ${formatDate(s.endsOn)}`),
  obligated: given(formatCents(s.amount)),
  totalObligated: given(formatCents(obligated + s.amount)),
  totalCommitted: given(formatCents(obligated + s.amount)),
  description: given(w.title),
  listing: given(
    w.assistanceListing ? `${w.assistanceListing} ${w.program}, ${formatCents(s.amount)}` : "",
  ),
});

const obligatedTo = async (tx: Tx, awardId: string, vendorId: string): Promise<number> =>
  (
    await tx.one<{ cents: number }>(sql`
      select coalesce(sum(amount), 0)::bigint as cents
      from subaward
      where org_id = ${tx.scope.orgId}
        and award_id = ${awardId}
        and vendor_id = ${vendorId}
        and status in ('executed', 'active', 'on_hold', 'ended', 'closed')
    `)
  ).cents;

const requireSelected = async (tx: Tx, s: SubawardInput): Promise<void> => {
  if (!s.applicationId) return;
  const found = await tx.maybe<{
    status: string;
    vendorId: string;
    number: string;
    program: string;
    told: boolean;
  }>(sql`
    select a.status, a.vendor_id, a.number, p.number as program, p.told_at is not null as told
    from program_application a
    join grant_program p on p.org_id = a.org_id and p.id = a.program_id
    where a.org_id = ${tx.scope.orgId} and a.id = ${s.applicationId}
  `);
  if (!found || found.vendorId !== s.vendorId)
    throw invalidField("applicationId", "This is no application of this subrecipient.");
  if (found.status !== "selected")
    throw invalidField("applicationId", `${found.number} is not selected.`);
  if (!found.told)
    throw invalidField(
      "applicationId",
      `Send the notices of ${found.program} first: the applicants do not know yet.`,
    );
};

/** Drafts a subaward; what of the law's fields the records tell is filled in. Amounts in cents. */
export const draftSubaward = async (
  tx: Tx,
  actor: Actor,
  input: SubawardInput,
): Promise<SubawardRecord> => {
  const id = newId();
  checkBudget(input);
  const [w, vendor] = [await requireCarried(tx, input, id), await vendorOf(tx, input.vendorId)];
  await requireSelected(tx, input);
  const obligated = await obligatedTo(tx, input.awardId, input.vendorId);
  const year = await fiscalYearOf(tx, businessDate(tx.scope));
  return create(tx, actor, subawardNoun, {
    number: { kind: "SUB", year: year.year },
    row: {
      ...input,
      applicationId: input.applicationId ?? null,
      facts: factsOf(input, w, vendor, obligated),
      orgId: actor.orgId!,
      id,
      ownerId: actor.personId,
      createdBy: actor.personId,
    },
    from: [
      { type: "grantAward", id: input.awardId },
      ...(input.applicationId ? [{ type: "programApplication", id: input.applicationId }] : []),
    ],
  });
};

/** Corrects a draft. */
export const changeSubaward = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: SubawardInput,
  version: number | null,
): Promise<SubawardRecord> => {
  return change(tx, actor, subawardNoun, {
    id,
    version,
    action: "edit",
    unless: (before) => (before.status !== "draft" ? "Only a draft is changed." : null),
    effect: async () => {
      checkBudget(input);
      await requireCarried(tx, input, id);
      await requireSelected(tx, input);
      return { patch: { ...input, applicationId: input.applicationId ?? null } };
    },
  });
};

const factsOpen = new Set(["draft", "assessed", "approved", "executed", "active", "on_hold"]);
/**
 * Fills what the law asks a subaward to state, or marks it as not known yet. After execution only
 * what was not known is filled in; what the subrecipient was told stays.
 */
export const saveFacts = async (
  tx: Tx,
  actor: Actor,
  id: string,
  facts: Facts,
  version: number | null,
): Promise<SubawardRecord> => {
  return change(tx, actor, subawardNoun, {
    id,
    version,
    action: "facts",
    unless: (before) => (!factsOpen.has(before.status) ? "This subaward has ended." : null),
    effect: async (before) => {
      if (before.executedOn)
        for (const [key, fact] of Object.entries(facts)) {
          const stood = before.facts[key];
          if (stood?.known && (fact.value !== stood.value || !fact.known))
            throw invalidField(
              `facts.${key}.value`,
              `The subrecipient was told this. Only what was not known is filled in (${factCitation}).`,
            );
        }
      return { patch: { facts: { ...before.facts, ...facts } } };
    },
  });
};
