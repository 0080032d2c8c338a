import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { lineTotalCents } from "#kernel/money.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import {
  chargeable,
  chargedDepartments,
  fiscalYearOf,
  postCommitments,
  refuseByTerms,
  type AccountFacts,
} from "#areas/budget/budget.server.ts";
import type { Rule } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import {
  openApproval,
  planApproval,
  publishedPolicies,
  type ApprovalDocument,
  type ApprovalPlan,
  type Policy,
} from "#areas/workflow/workflow.server.ts";
import { checkPurchase, rulesOfPurchases, type Checked } from "../method/check.service.ts";
import { likenessOf } from "../method/lookback.service.ts";
import { crossesThreshold } from "../method/method.labels.ts";
import { refuseUnknownCodes } from "./commodity-codes.service.ts";
import type { BudgetOverride, RequisitionInput } from "./requisition.model.ts";
import {
  createRequisition,
  endAsking,
  refuseLongPast,
  requisitionNoun,
  type DraftedRequisition,
  type RequisitionRecord,
} from "./requisition.service.ts";
import { chargesOf, documentOf, preEncumber, sumsOf, type Charge } from "./reservation.service.ts";

/** What a submission goes by: what it charges, the rules and the policies. */
type Grounds = { charges: readonly Charge[]; rules: readonly Rule[]; policies: readonly Policy[] };
/** `year`: the fiscal year that pays; `cover`: the override that stands for exactly this. */
type Weighed = {
  charges: readonly Charge[];
  document: ApprovalDocument;
  plan: ApprovalPlan;
  method: Checked;
  year: { id: string; year: number };
  cover: Cover | null;
};
type Cover = { reason: string; missing: ReadonlyMap<string, number>; by: string };

/**
 * What a granted override lets pass, where it stands for exactly these cents by account and this
 * fiscal year; null where it does not, or none was granted.
 */
export const coverOf = (
  o: BudgetOverride | null | undefined,
  fiscalYearId: string,
  sums: ReadonlyMap<string, number>,
): Cover | null => {
  if (
    o?.status !== "granted" ||
    o.fiscalYearId !== fiscalYearId ||
    o.accounts.length !== sums.size ||
    o.accounts.some((a) => sums.get(a.accountStringId) !== a.amount)
  )
    return null;
  return {
    reason: o.decision,
    missing: new Map(
      o.accounts.flatMap((a) => (a.missing > 0 ? [[a.accountStringId, a.missing]] : [])),
    ),
    by: o.decidedBy!,
  };
};

const likeLines = (charges: readonly Charge[]) =>
  charges.map((c) => ({ commodityCode: c.commodityCode, splits: [c] }));

const groundsOf = async (tx: Tx, id: string): Promise<Grounds> => {
  const [charges, rules, policies] = await Promise.all([
    chargesOf(tx, id),
    listRules(tx, rulesOfPurchases),
    publishedPolicies(tx, "requisition"),
  ]);
  return { charges, rules, policies };
};

/**
 * Weighs a submission before anything of it is written: the year that pays, the method with its
 * like purchases, and who decides. All of it goes by the day of the submission, whenever the draft
 * was made.
 */
const weigh = async (
  tx: Tx,
  r: RequisitionRecord,
  { charges, rules, policies }: Grounds,
): Promise<Weighed> => {
  const like = likenessOf(likeLines(charges));
  const pathOf = (c: Charge) => `lines.${c.lineNo - 1}`;
  const [, facts, year] = await Promise.all([
    refuseUnknownCodes(
      tx,
      charges.map((c) => ({ commodityCode: c.commodityCode, path: pathOf(c) })),
    ),
    chargeable(
      tx,
      charges.map((c) => ({ id: c.accountStringId, path: `${pathOf(c)}.splits` })),
    ),
    fiscalYearOf(tx, businessDate(tx.scope)),
    refuseByTerms(tx, r.requesterId, charges, async () =>
      charges.map((c) => ({
        accountStringId: c.accountStringId,
        path: `${pathOf(c)}.splits`,
        cents: c.open,
        held: 0,
        incurredOn: r.neededOn ?? businessDate(tx.scope),
        unitCents: lineTotalCents("1", c.unitPrice),
      })),
    ),
  ]);
  await refuseLongPast(tx, r.neededOn, year.id);
  const cover = coverOf(r.budgetOverride, year.id, sumsOf(charges));
  const method = await checkPurchase(tx, r, like, rules);
  const asked = approvalDocument(r, [...facts.values()], [...like.codes], cover);
  const document = method.splitWarning
    ? { ...asked, facts: { ...asked.facts, warning: crossesThreshold } }
    : asked;
  const plan = await planApproval(tx, document, policies);
  return { charges, document, plan, method, year, cover };
};

const approvalDocument = (
  r: RequisitionRecord,
  accounts: readonly AccountFacts[],
  commodities: string[],
  cover: Cover | null,
): ApprovalDocument => {
  const parties = [...(r.formerAuthors ?? []), ...(cover ? [cover.by] : [])];
  return {
    type: "requisition",
    id: r.id,
    number: r.number,
    title: r.title,
    requesterId: r.requesterId,
    departmentId: r.departmentId,
    facts: {
      amount: r.amount,
      fundIds: [...new Set(accounts.map((a) => a.fundId))].sort(),
      departmentIds: chargedDepartments(r.departmentId, accounts),
      commodities,
      emergency: r.emergency,
      ...(parties.length > 0 && { parties }),
    },
  };
};

const refuseOverride = (overrideReason: string | null) => {
  if (overrideReason)
    throw notAllowed(
      "Nobody lets what they ask for exceed the budget. Ask for an override: another budget officer has to grant it.",
      "own_override",
    );
};

// Budget lines are what everyone waits for: their locks are taken last.
const sendOff = async (
  tx: Tx,
  actor: Actor,
  r: RequisitionRecord,
  { charges, plan, year, cover }: Weighed,
): Promise<void> => {
  await openApproval(tx, actor, plan);
  await endAsking(tx, actor, r);
  postCommitments(tx, actor, documentOf({ ...r, fiscalYearId: year.id }), preEncumber(charges, 1), {
    kind: "pre_encumber",
    override: cover,
  });
};

// What was asked or granted beyond the budget ends where it does not stand for this submission.
const submittedColumns = (tx: Tx, r: RequisitionRecord, { method, year, cover }: Weighed) => ({
  ...method,
  fiscalYearId: year.id,
  overrideReason: cover?.reason ?? null,
  submittedAt: businessNow(tx.scope).toISOString(),
  ...(r.budgetOverride && !cover && { budgetOverride: null }),
});

/**
 * Submits a requisition: checks accounts, fiscal year, method and split purchases as of today
 * against the dated rules, reserves the money (pre-encumbrance) and sends it to its approvers.
 * 409 over_budget names the account, unless a budget officer granted an override for exactly this.
 * 403 own_override with `overrideReason`.
 */
export const submitRequisition = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { overrideReason = null }: { overrideReason?: string | null } = {},
): Promise<RequisitionRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, requisitionNoun, {
    id,
    action: "submit",
    version,
    effect: async (record) => {
      const r = record as RequisitionRecord;
      refuseOverride(overrideReason);
      const weighed = await weigh(tx, r, await groundsOf(tx, id));
      approvalId = weighed.plan.id;
      await sendOff(tx, actor, r, weighed);
      return { patch: submittedColumns(tx, r, weighed) };
    },
  });
  return { ...row, approvalId };
};

/** Drafts and submits in one transaction, all or nothing: the errors of both. */
export const createAndSubmit = async (
  tx: Tx,
  actor: Actor,
  input: RequisitionInput,
): Promise<DraftedRequisition & { approvalId: string | null }> => {
  const { lines, ...drafted } = await createRequisition(tx, actor, input);
  const submitted = await submitRequisition(tx, actor, {
    id: drafted.id,
    version: drafted.version,
  });
  return { ...submitted, lines };
};
