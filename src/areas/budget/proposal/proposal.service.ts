import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { transition } from "#server/lifecycle.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { requireAwardPeriodAt } from "../appropriation/award-period.service.ts";
import { accountFacts } from "../account/account.service.ts";
import {
  budgetCycle,
  budgetPackage,
  budgetProposal,
  budgetProposalLine,
} from "../planning.tables.ts";
import type { ProposalAction } from "./proposal.labels.ts";
import type {
  lineInput,
  linePatch,
  packageDecision,
  packageInput,
  reviewInput,
} from "./proposal.model.ts";
import { proposalNoun, type ProposalRecord } from "./proposal.noun.ts";
import { takeVersion } from "./version.service.ts";

type Person = Pick<Actor, "permissions" | "departmentIds">;

/** Whether a person writes a department's request: its own people, and the budget office. */
export const mayAsk = (actor: Person, departmentId: string): boolean =>
  actor.permissions.has("budget.edit") ||
  (actor.permissions.has("proposal.edit") && actor.departmentIds.includes(departmentId));

/** Why somebody of another department does not hand a proposal in. */
export const otherDepartment = "Only people of this department submit its proposal.";

const cycleOf = async (tx: Tx, proposal: ProposalRecord) => {
  // Shared, so that an adoption that is under way ends first.
  const cycle = await tx.one<Pick<typeof budgetCycle.$inferSelect, "status" | "fiscalYearId">>(sql`
    select status, fiscal_year_id
    from budget_cycle
    where org_id = ${proposal.orgId} and id = ${proposal.cycleId}
    for share
  `);
  if (cycle.status === "adopted" || cycle.status === "closed")
    throw conflict("adopted", "This budget is adopted: from now on only amendments change it.");
  return cycle;
};

/**
 * Locks a proposal that its department may write on now. 403 for another department's people, 409
 * while the cycle is not with departments or the proposal is with the reviewers.
 */
const lockAsked = async (tx: Tx, actor: Actor, id: string): Promise<ProposalRecord> => {
  const proposal = await lockRow(tx, budgetProposal, id, "budget proposal");
  if (!mayAsk(actor, proposal.departmentId))
    throw notAllowed("Only people of this department write its proposal.");
  const cycle = await cycleOf(tx, proposal);
  if (cycle.status === "preparation" && !actor.permissions.has("budget.edit"))
    throw conflict("not_open", "The cycle is not open to departments yet.");
  if (proposal.status !== "draft" && proposal.status !== "returned")
    throw conflict("with_reviewers", "The proposal is with the reviewers. They can return it.");
  return proposal;
};

const lockReviewed = async (tx: Tx, id: string): Promise<ProposalRecord> => {
  const proposal = await lockRow(tx, budgetProposal, id, "budget proposal");
  await cycleOf(tx, proposal);
  if (proposal.status !== "in_review")
    throw conflict("not_in_review", "Figures are changed while the proposal is in review.");
  return proposal;
};

const requireOwn = async (tx: Tx, proposal: ProposalRecord, ids: readonly string[]) => {
  const facts = await accountFacts(tx, ids);
  for (const { code, departmentId } of facts.values())
    if (departmentId !== proposal.departmentId)
      throw invalidField(
        "accountStringId",
        `${code} belongs to another department.`,
        "other_department",
      );
};

// A line of an award is asked for in years that its period touches.
const requireAwards = async (
  tx: Tx,
  proposal: ProposalRecord,
  ids: readonly string[],
  path: (at: number) => string,
) => {
  const { fiscalYearId } = await cycleOf(tx, proposal);
  const asked = ids.map((accountStringId) => ({ accountStringId, cents: 1 }));
  await requireAwardPeriodAt(tx, fiscalYearId, asked, path);
};

/** Adds a line of the department's own account to its request. 409 where the line exists. */
export const addLine = async (
  tx: Tx,
  actor: Actor,
  proposalId: string,
  input: z.output<typeof lineInput>,
) => {
  const proposal = await lockAsked(tx, actor, proposalId);
  await requireOwn(tx, proposal, [input.accountStringId]);
  await requireAwards(tx, proposal, [input.accountStringId], () => "accountStringId");
  const there = await tx.maybe(sql`
    select id
    from budget_proposal_line
    where org_id = ${tx.scope.orgId}
      and proposal_id = ${proposalId}
      and account_string_id = ${input.accountStringId}
      and source = 'entered'
  `);
  if (there) throw conflict("already_exists", "The proposal has this line already.");
  const row = await insertRow(tx, budgetProposalLine, {
    ...input,
    orgId: proposal.orgId,
    id: newId(),
    proposalId,
  });
  note(tx, actor, "budgetProposal", proposal, { action: "line", after: row });
  return { id: row.id, version: row.version };
};

const lineOf = async (tx: Tx, lineId: string, version: number | null) => {
  const line = await lockRow(tx, budgetProposalLine, lineId, "line");
  requireVersion(line.version, version);
  if (line.source !== "entered")
    throw conflict(
      "computed",
      "This line is computed: change its positions, or the capital plan that it comes from.",
    );
  return line;
};

/** Changes what the department asks for a line. 409 for another version, and for computed lines. */
export const askLine = async (
  tx: Tx,
  actor: Actor,
  lineId: string,
  patch: z.output<typeof linePatch>,
  version: number | null,
) => {
  const { proposalId } = await getRow(tx, budgetProposalLine, lineId, "line");
  const proposal = await lockAsked(tx, actor, proposalId);
  const before = await lineOf(tx, lineId, version);
  // What its department changed is its own from then on, not the import's.
  const after = await updateRow(tx, budgetProposalLine, lineId, { ...patch, imported: null });
  note(tx, actor, "budgetProposal", proposal, { action: "ask", before, after });
  return { id: lineId, version: after.version };
};

/**
 * Writes the reviewer's own column with its reason; the department's figure stays beside it. Null
 * takes the column back. 422 without a reason.
 */
export const reviewLine = async (
  tx: Tx,
  actor: Actor,
  lineId: string,
  { reviewed, reason }: z.output<typeof reviewInput>,
  version: number | null,
) => {
  const { proposalId } = await getRow(tx, budgetProposalLine, lineId, "line");
  const proposal = await lockReviewed(tx, proposalId);
  const before = await lineOf(tx, lineId, version);
  if (reviewed !== null && reason.length < 3)
    throw invalidField("reason", "Say why the figure changes.");
  const after = await updateRow(tx, budgetProposalLine, lineId, {
    reviewed,
    reviewReason: reviewed === null ? "" : reason,
    reviewedBy: reviewed === null ? null : actor.personId,
  });
  note(tx, actor, "budgetProposal", proposal, { action: "reviewLine", before, after });
  return { id: lineId, version: after.version };
};

/** Stores a decision package of a request, new (`id` null) or changed. */
export const keepPackage = async (
  tx: Tx,
  actor: Actor,
  { proposalId, id }: { proposalId: string; id: string | null },
  input: z.output<typeof packageInput>,
  version: number | null,
) => {
  const proposal = await lockAsked(tx, actor, proposalId);
  await requireOwn(
    tx,
    proposal,
    input.lines.map((line) => line.accountStringId),
  );
  await requireAwards(
    tx,
    proposal,
    input.lines.map((line) => line.accountStringId),
    (at) => `lines.${at}.accountStringId`,
  );
  const before = id ? await lockRow(tx, budgetPackage, id, "decision package") : null;
  if (before && before.proposalId !== proposalId)
    throw conflict("rule", "This package belongs to another proposal.");
  if (before) requireVersion(before.version, version);
  const values = { ...input, lines: input.lines.map((line) => ({ ...line, reviewed: null })) };
  const row = before
    ? await updateRow(tx, budgetPackage, before.id, values)
    : await insertRow(tx, budgetPackage, {
        ...values,
        orgId: proposal.orgId,
        id: newId(),
        proposalId,
      });
  note(tx, actor, "budgetProposal", proposal, { action: "package", before, after: row });
  return { id: row.id, version: row.version };
};

/** Recommends or cuts a decision package, with the reason. */
export const decidePackage = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { status, reason }: z.output<typeof packageDecision>,
  version: number | null,
) => {
  const { proposalId } = await getRow(tx, budgetPackage, id, "decision package");
  const proposal = await lockReviewed(tx, proposalId);
  const before = await lockRow(tx, budgetPackage, id, "decision package");
  requireVersion(before.version, version);
  const after = await updateRow(tx, budgetPackage, id, {
    status,
    decisionReason: reason,
    decidedBy: actor.personId,
  });
  note(tx, actor, "budgetProposal", proposal, { action: "decide", before, after });
  return { id, version: after.version };
};

const versionLabels: Partial<Record<ProposalAction, string>> = {
  submit: "Submitted",
  return: "Returned",
  accept: "Accepted",
};

/** Moves a proposal on; each step that hands it over keeps a version. Who submitted is told. */
export const moveProposal = async (
  tx: Tx,
  actor: Actor,
  action: ProposalAction,
  { id, version, reason = null }: { id: string; version: number | null; reason?: string | null },
) => {
  const row = await transition(tx, actor, proposalNoun, {
    id,
    action,
    version,
    reason,
    effect: async (proposal) => {
      const cycle = await cycleOf(tx, proposal);
      if (action === "submit") {
        if (!mayAsk(actor, proposal.departmentId)) throw notAllowed(otherDepartment);
        if (cycle.status !== "departments" && cycle.status !== "review")
          throw conflict("not_open", "The cycle does not take proposals now.");
      }
      return action === "submit" ? { patch: { submittedBy: actor.personId } } : {};
    },
  });
  const label = versionLabels[action];
  if (label) await takeVersion(tx, actor, id, label);
  if ((action === "return" || action === "accept") && row.submittedBy !== actor.personId)
    notify(tx, row.submittedBy ? [row.submittedBy] : [], {
      kind: "budgetProposal",
      title: `${row.number} was ${action === "return" ? "returned" : "accepted"}`,
      body: reason ?? "",
      link: `/budget-management/proposals/${id}`,
    });
  return row;
};
