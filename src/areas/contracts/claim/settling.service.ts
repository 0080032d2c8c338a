import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { requestApproval, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { storeChange, type Step } from "../change/change.service.ts";
import { contract } from "../contracts.tables.ts";
import { keepClaimDays } from "./claim-deadlines.service.ts";
import type { Assessment, ClaimDecision, Issue, Settlement } from "./claim.model.ts";
import { claimNoun, type ClaimRecord } from "./claim.noun.ts";
import { claimStatuses, type ClaimStatus } from "./claim.labels.ts";
import { contractClaim } from "./claim.tables.ts";
import { tellVendorOfClaim } from "./told.service.ts";

type At = Omit<Step, "reason">;

/** The points of a claim, in their order. */
export const issuesOf = (db: Db, claimId: string) =>
  db.rows<Issue>(sql`
    select
      id, line_no, title, claimed, claimed_days, found, found_days, offered, offered_days, settled,
      settled_days
    from contract_claim_issue
    where org_id = ${db.scope.orgId} and claim_id = ${claimId}
    order by line_no
  `);

const requireOwn = async (
  tx: Tx,
  claimId: string,
  given: readonly { id: string }[],
): Promise<void> => {
  const known = new Set((await issuesOf(tx, claimId)).map((issue) => issue.id));
  const at = given.findIndex(({ id }) => !known.has(id));
  if (at >= 0) throw invalidField(`issues.${at}.id`, "This point is not one of the claim's.");
};

/** Enters what the agency found and offers, point by point. */
export const assessClaim = (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { issues }: Assessment,
): Promise<ClaimRecord> =>
  transition(tx, actor, claimNoun, {
    id,
    action: "assess",
    version,
    effect: async (c) => {
      await requireOwn(tx, id, issues);
      for (const issue of issues)
        await tx.rows(sql`
          update contract_claim_issue
          set
            found = ${issue.found}::bigint, found_days = ${issue.foundDays}::int,
            offered = ${issue.offered}::bigint, offered_days = ${issue.offeredDays}::int
          where org_id = ${tx.scope.orgId} and claim_id = ${id} and id = ${issue.id}
        `);
      const sum = (name: "found" | "offered") =>
        formatCents(issues.reduce((n, issue) => n + (issue[name] ?? 0), 0));
      return {
        to: c.status as ClaimStatus,
        note: `${sum("found")} found, ${sum("offered")} offered`,
      };
    },
  });

/** Decides a claim; the vendor is told with the reason, and may appeal. */
export const decideClaim = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { outcome, decision }: ClaimDecision,
): Promise<ClaimRecord> => {
  const row = await transition(tx, actor, claimNoun, {
    id,
    action: "decide",
    version,
    reason: decision,
    effect: async () => ({
      to: outcome,
      patch: { decision, decidedOn: businessDate(tx.scope) },
    }),
  });
  await tellVendorOfClaim(tx, row, outcome, decision);
  await keepClaimDays(tx, actor, id);
  return row;
};

// A settlement of more than is claimed is a slip of the pen: the claim is amended first.
const requireClaimed = async (tx: Tx, id: string, amount: number, days: number) => {
  const issues = await issuesOf(tx, id);
  const claimed = issues.reduce((n, issue) => n + issue.claimed, 0);
  const claimedDays = issues.reduce((n, issue) => n + issue.claimedDays, 0);
  if (amount > claimed)
    throw invalidField(
      "issues.0.amount",
      `${formatCents(amount)} is more than the ${formatCents(claimed)} that are claimed.`,
    );
  if (days > claimedDays)
    throw invalidField(
      "issues.0.days",
      `${days} days are more than the ${claimedDays} that are claimed.`,
    );
};

/**
 * Asks approvers for a settlement, point by point; nobody who proposed it decides. 409 no_policy
 * where none covers it.
 */
export const settleClaim = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { settlement, issues }: Settlement,
): Promise<ClaimRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, claimNoun, {
    id,
    action: "settle",
    version,
    effect: async (c) => {
      await requireOwn(tx, id, issues);
      const amount = issues.reduce((n, issue) => n + issue.amount, 0);
      const days = issues.reduce((n, issue) => n + issue.days, 0);
      await requireClaimed(tx, id, amount, days);
      for (const issue of issues)
        await tx.rows(sql`
          update contract_claim_issue
          set settled = ${issue.amount}::bigint, settled_days = ${issue.days}::int
          where org_id = ${tx.scope.orgId} and claim_id = ${id} and id = ${issue.id}
        `);
      const of = await getRow(tx, contract, c.contractId, "contract");
      approvalId = await requestApproval(tx, actor, {
        type: "settlement",
        id,
        number: c.number,
        title: `Settlement of ${c.number}: ${c.title}`.slice(0, 200),
        requesterId: actor.personId,
        departmentId: of.departmentId,
        facts: {
          amount,
          fundIds: [],
          departmentIds: [of.departmentId],
          commodities: [],
          emergency: false,
          days,
          cumulative: of.ceiling + amount,
        },
      });
      return {
        to: c.status as ClaimStatus,
        patch: { settling: true, settlement, settledBy: actor.personId ? [actor.personId] : [] },
        note: `${formatCents(amount)} and ${days} days proposed`,
      };
    },
  });
  return { ...row, approvalId };
};

// Agreed: a change order carries it out, which takes its own way from the price on.
const agreed = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const who = asSystem(actor);
  const claim = await lockRow(tx, contractClaim, id, "claim");
  const [issues, of] = await Promise.all([
    issuesOf(tx, id),
    lockRow(tx, contract, claim.contractId, "contract"),
  ]);
  const lines = issues
    .filter((issue) => (issue.settled ?? 0) !== 0 || (issue.settledDays ?? 0) !== 0)
    .map((issue) => ({
      description: issue.title,
      amount: issue.settled ?? 0,
      days: issue.settledDays ?? 0,
    }));
  const change =
    lines.length > 0
      ? await storeChange(
          tx,
          who,
          of,
          {
            contractId: of.id,
            title: `Settlement of ${claim.number}`,
            reason: claim.settlement.slice(0, 4000),
            lines,
          },
          {
            side: "agency",
            claim: { id, number: claim.number, settledBy: claim.settledBy },
          },
        )
      : null;
  const row = await transition(tx, who, claimNoun, {
    id,
    action: "agree",
    effect: async () => ({
      patch: {
        settling: false,
        settledOn: businessDate(tx.scope),
        changeId: change?.id ?? null,
      },
      ...(change && { note: `${change.number} carries it out` }),
    }),
  });
  await tellVendorOfClaim(tx, row, "settled");
  await keepClaimDays(tx, who, id);
};

// Not agreed: the claim stays where it was, and nothing is settled.
const left = async (tx: Tx, actor: Actor, id: string, comment: string): Promise<void> => {
  await transition(tx, asSystem(actor), claimNoun, {
    id,
    action: "leave",
    reason: comment,
    effect: async (c) => {
      await tx.rows(sql`
        update contract_claim_issue
        set settled = null, settled_days = null
        where org_id = ${tx.scope.orgId} and claim_id = ${id}
      `);
      return { to: c.status as ClaimStatus, patch: { settling: false, settlement: "" } };
    },
  });
};

/** What the end of an approval does to a settlement. */
export const settlementApproval = { approved: agreed, returned: left, rejected: left };

/** What an approver sees of a settlement: claimed, found, offered and settled beside each other. */
export const settlementSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const c = await getRow(db, contractClaim, id, "claim");
  const [of, issues] = await Promise.all([
    getRow(db, contract, c.contractId, "contract"),
    issuesOf(db, id),
  ]);
  const sum = (name: "claimed" | "found" | "offered" | "settled") =>
    formatCents(issues.reduce((n, issue) => n + (issue[name] ?? 0), 0));
  const facts: [string, string][] = [
    ["Contract", `${of.number}, ${of.title}`],
    ["Claim", c.title],
    ["Status", claimStatuses[c.status as ClaimStatus].label],
    ["Claimed", sum("claimed")],
    ["Found", sum("found")],
    ["Offered", sum("offered")],
    ["Settled", sum("settled")],
    ["Days", String(issues.reduce((n, issue) => n + (issue.settledDays ?? 0), 0))],
    ["Agreement", c.settlement],
  ];
  return {
    facts: facts.map(([label, value]) => ({ label, value })),
    lines: issues.map((issue) => ({
      description: issue.title,
      quantity: issue.settledDays ? `${issue.settledDays} days` : "",
      unitPrice: "",
      amount: issue.settled ?? 0,
    })),
    budget: [],
    checks: [
      c.late
        ? {
            ok: false,
            text: `Notice came on ${formatDate(c.noticedOn)} and was due on ${formatDate(c.noticeDueOn!)}.`,
            citation: c.citation,
          }
        : { ok: true, text: "Notice came in time, or the contract sets no day." },
    ],
  };
};
