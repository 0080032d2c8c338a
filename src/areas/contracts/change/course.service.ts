import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { formatCents } from "#kernel/money.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { requestApproval, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import { withAuthor } from "../contract/contract.service.ts";
import { monthsOf } from "../contract/term.model.ts";
import { requireWithinLead } from "../cooperative/cooperative.read.service.ts";
import { contract } from "../contracts.tables.ts";
import { beyondCaps, percentOf, sumsOf } from "./caps.model.ts";
import { analysisDemanded, capsOn, measured, sumsOfContract } from "./caps.service.ts";
import { anew, keepLines, requireRunning, type Step } from "./change.service.ts";
import {
  objectionsTo,
  type BodyDecision,
  type Funds,
  type Price,
  type Review,
} from "./change.model.ts";
import { changeNoun, type ChangeRecord } from "./change.noun.ts";
import { linesOf } from "./lines.service.ts";
import { contractChange } from "./change.tables.ts";
import { tellVendorOfChange } from "./told.service.ts";

type At = Omit<Step, "reason">;

/**
 * The scope test. Within the scope it goes on; beyond it is refused: what is new is a new
 * procurement.
 */
export const reviewChange = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { inScope, scopeReason }: Review,
): Promise<ChangeRecord> => {
  const reason = inScope
    ? scopeReason
    : `Beyond the contract's scope, so it is a new procurement. ${scopeReason}`;
  const row = await transition(tx, actor, changeNoun, {
    id,
    action: "review",
    version,
    reason,
    effect: async () => ({
      to: inScope ? "reviewed" : "refused",
      patch: { inScope, scopeReason, statusReason: inScope ? null : reason },
    }),
  });
  if (!inScope && row.side === "vendor") await tellVendorOfChange(tx, row, "refused", reason);
  return row;
};

/**
 * Prices a change: its lines as negotiated, and the analysis. 422 without one above the simplified
 * acquisition threshold (2 CFR 200.324(a)). Whoever prices does not approve.
 */
export const priceChange = (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { lines, analysis }: Price,
): Promise<ChangeRecord> =>
  transition(tx, actor, changeNoun, {
    id,
    action: "price",
    version,
    effect: async (c) => {
      const sums = lines ? sumsOf(lines) : c;
      if (!analysis && (await analysisDemanded(tx, sums)))
        throw invalidField(
          "analysis",
          "The change is above the simplified acquisition threshold: write its cost or price analysis, or say where it is on file. 2 CFR 200.324(a)",
          "analysis_required",
        );
      if (lines) await keepLines(tx, id, lines);
      return {
        patch: {
          increase: sums.increase,
          decrease: sums.decrease,
          days: sums.days,
          analysis,
          draftedBy: withAuthor(c.draftedBy, actor),
        },
        note: `${formatCents(sums.increase)} more, ${formatCents(sums.decrease)} less, ${sums.days} days`,
      };
    },
  });

const requireSound = async (tx: Tx, c: ChangeRecord, of: ContractRecord): Promise<void> => {
  const [objection] = objectionsTo(c, of);
  if (objection) throw conflict("rule", objection);
  await requireWithinLead(tx, of, dayAfter(of.endsOn, c.days));
};

/** Says what pays for the net change, by fiscal year. 409 where the years do not come to it. */
export const checkFunds = (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { funding, yearPlan }: Funds,
): Promise<ChangeRecord> =>
  transition(tx, actor, changeNoun, {
    id,
    action: "checkFunds",
    version,
    effect: async (c) => {
      const of = await getRow(tx, contract, c.contractId, "contract");
      await requireSound(tx, { ...c, yearPlan }, of);
      return { patch: { funding, yearPlan }, note: funding };
    },
  });

/** Records what the governing body decided of a change: number, day, document. 422 for a day to come. */
export const recordDecision = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  decision: BodyDecision,
): Promise<ChangeRecord> => {
  return change(tx, actor, changeNoun, {
    id,
    version,
    action: "recordDecision",
    effect: async (before) => {
      if (!["priced", "funds_checked"].includes(before.status))
        throw conflict("not_in_this_status", "A decision is recorded between price and approval.");
      if (decision.bodyDay > businessDate(tx.scope))
        throw invalidField("bodyDay", "This day is still to come. Enter the day of the decision.");
      await requireSeenFile(tx, actor, decision.bodyFileId, "bodyFileId");
      return { patch: decision };
    },
  });
};

/**
 * Sends a change to its approvers, of whom nobody proposed or priced it. The contract's row is
 * locked, so that of two changes the second is measured with the first. 409 `over_cap` beyond a cap
 * without the governing body's decision, whatever decreases there were.
 */
export const submitChange = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
): Promise<ChangeRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, changeNoun, {
    id,
    action: "submit",
    version,
    effect: async (c) => {
      const of = await lockRow(tx, contract, c.contractId, "contract");
      requireRunning(of);
      await requireSound(tx, c, of);
      const [sums, caps] = await Promise.all([sumsOfContract(tx, of.id, id), capsOn(tx)]);
      const growth = measured(sums);
      const [beyond] = beyondCaps(growth, c.increase, caps);
      if (beyond && !c.bodyNumber)
        throw conflict(
          "over_cap",
          `${beyond} Record the governing body's decision first. ${caps.citation}`,
        );
      const requesterId = c.draftedBy[0] ?? actor.personId;
      const hands = [...c.draftedBy, ...(actor.personId ? [actor.personId] : [])];
      approvalId = await requestApproval(tx, actor, {
        type: "changeOrder",
        id,
        number: c.number,
        title: `${of.number}: ${c.title}`.slice(0, 200),
        requesterId,
        departmentId: of.departmentId,
        facts: {
          amount: Math.max(c.increase, c.decrease),
          fundIds: [],
          departmentIds: [of.departmentId],
          commodities: [],
          emergency: false,
          change: true,
          termMonths: monthsOf(of.startsOn, dayAfter(of.endsOn, c.days)),
          cumulative: growth.up + c.increase,
          growthPercent: percentOf(growth.up + c.increase, growth.original),
          days: c.days,
          ...(beyond && { warning: beyond }),
          parties: [...new Set(hands)].filter((person) => person !== requesterId),
        },
      });
    },
  });
  return { ...row, approvalId };
};

const ended =
  (action: "approve" | "return" | "reject") =>
  async (tx: Tx, actor: Actor, id: string, comment?: string): Promise<void> => {
    const row = await transition(tx, asSystem(actor), changeNoun, {
      id,
      action,
      reason: comment ?? null,
      effect: async () =>
        action === "approve"
          ? undefined
          : { patch: action === "return" ? anew : { statusReason: comment ?? null } },
    });
    if (action === "approve") await tellVendorOfChange(tx, row, "approved");
    if (action === "reject" && row.side === "vendor")
      await tellVendorOfChange(tx, row, "refused", comment ?? null);
  };

/** What the end of an approval does to a change. */
export const changeApproval = {
  approved: ended("approve"),
  returned: ended("return"),
  rejected: ended("reject"),
};

/** What an approver sees of a change: up and down apart, what they come to in all, and the caps. */
export const changeSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const c = await getRow(db, contractChange, id, "change order");
  const of = await getRow(db, contract, c.contractId, "contract");
  const [sums, caps, lines] = await Promise.all([
    sumsOfContract(db, of.id, id),
    capsOn(db),
    linesOf(db, id),
  ]);
  const growth = measured(sums);
  const beyond = beyondCaps(growth, c.increase, caps);
  const up = growth.up + c.increase;
  const facts: [string, string][] = [
    ["Contract", `${of.number}, ${of.title}`],
    ["Why", c.reason],
    ["More", formatCents(c.increase)],
    ["Less", formatCents(c.decrease)],
    ["Days", `${c.days}; it ends on ${formatDate(dayAfter(of.endsOn, c.days))} then`],
    ["Increases in all", `${formatCents(up)}, ${percentOf(up, growth.original)}% of the original`],
    ["Decreases in all", formatCents(growth.down + c.decrease)],
    ["Scope", c.scopeReason],
    ...(c.analysis ? [["Cost or price analysis", c.analysis] as [string, string]] : []),
    ["Paid from", c.funding],
    ...(c.bodyNumber
      ? [["Governing body", `${c.bodyNumber}, ${formatDate(c.bodyDay!)}`] as [string, string]]
      : []),
  ];
  return {
    facts: facts.map(([label, value]) => ({ label, value })),
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.days ? `${line.days} days` : "",
      unitPrice: "",
      amount: line.amount,
    })),
    budget: [],
    checks: beyond.length
      ? beyond.map((text) => ({ ok: c.bodyNumber !== null, text, citation: caps.citation }))
      : [{ ok: true, text: "Within the caps of change orders.", citation: caps.citation }],
  };
};
