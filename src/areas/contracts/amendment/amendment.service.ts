import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import {
  requestApproval,
  voidSignatures,
  withdrawApproval,
} from "#areas/workflow/workflow.server.ts";
import { contractNoun } from "../contract/contract.noun.ts";
import { leadEndOf } from "../cooperative/cooperative.read.service.ts";
import { jointOf, moveJoint } from "../master/joint.service.ts";
import { moveCeiling } from "../ceiling/ceiling.service.ts";
import { amendmentClauses, lackingWords } from "../clause/required.service.ts";
import { tellAwardOf } from "../contract/award.service.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import { withAuthor } from "../contract/contract.service.ts";
import {
  keepSigning,
  keepVersion,
  signedWords,
  versionsSoFar,
  type Signatures,
} from "../contract/signing.service.ts";
import { monthsOf } from "../contract/term.model.ts";
import { keepContractDays } from "../contract/contract-deadlines.service.ts";
import { ratesOfAmendment } from "../rates/own-rates.service.ts";
import { tellVendor } from "../contract/told.service.ts";
import { contract } from "../contracts.tables.ts";
import {
  endAfter,
  objectionsTo,
  planAfter,
  type AmendmentInput,
  type AmendmentPatch,
} from "./amendment.model.ts";
import { amendmentKinds } from "./amendment.labels.ts";
import { amendmentNoun, type AmendmentRecord } from "./amendment.noun.ts";

const requireRunning = (c: ContractRecord): void => {
  if (c.status !== "active" && c.status !== "suspended")
    throw conflict(
      "contract_not_in_force",
      `${c.number} is not in force: only contracts in force are amended.`,
    );
};
const requireSound = async (tx: Tx, a: AmendmentRecord, c: ContractRecord): Promise<void> => {
  const rates = await ratesOfAmendment(tx, a.id);
  const leadEndsOn = await leadEndOf(tx, c.id);
  const joint = await jointOf(tx, c.masterId);
  const [objection] = objectionsTo(a, { ...c, rates, leadEndsOn, joint });
  if (objection) throw conflict("rule", objection);
};

/** 409 `clause_missing` where it crosses a threshold and the contract lacks a clause then. */
const requireClauses = async (tx: Tx, a: AmendmentRecord, c: ContractRecord): Promise<void> => {
  const [lacking] = lackingWords(await amendmentClauses(tx, c, a));
  if (lacking) throw conflict("clause_missing", lacking);
};

/** Drafts a change of a contract in force. 409 for one that is not. */
export const createAmendment = async (
  tx: Tx,
  actor: Actor,
  input: AmendmentInput,
): Promise<AmendmentRecord> => {
  const c = await lockRow(tx, contract, input.contractId, "contract");
  requireRunning(c);
  const [year, { last }] = await Promise.all([
    fiscalYearOf(tx, businessDate(tx.scope), "title"),
    tx.one<{ last: number }>(sql`
      select coalesce(max(sequence), 0) as last
      from contract_amendment
      where org_id = ${c.orgId} and contract_id = ${c.id}
    `),
  ]);
  return create(tx, actor, amendmentNoun, {
    number: { kind: "CA", year: year.year },
    row: {
      ...input,
      orgId: c.orgId,
      id: newId(),
      sequence: last + 1,
      draftedBy: actor.personId ? [actor.personId] : [],
    },
    from: [{ type: "contract", id: c.id }],
  });
};

/** Writes a draft over; whoever does is one of its authors then. 409 afterwards. */
export const changeAmendment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: AmendmentPatch,
  version: number | null,
): Promise<AmendmentRecord> => {
  return change(tx, actor, amendmentNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      return { patch: { ...patch, draftedBy: withAuthor(before.draftedBy, actor) } };
    },
  });
};

/**
 * Sends an amendment to its approvers, of whom nobody wrote it. They see the term and the
 * cumulative value that the contract would have. 409 with what is missing, or no_policy.
 */
export const submitAmendment = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<AmendmentRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, amendmentNoun, {
    id,
    action: "submit",
    version,
    effect: async (a) => {
      const c = await getRow(tx, contract, a.contractId, "contract");
      requireRunning(c);
      await requireSound(tx, a, c);
      await requireClauses(tx, a, c);
      const requesterId = a.draftedBy[0] ?? actor.personId;
      const hands = [...a.draftedBy, ...(actor.personId ? [actor.personId] : [])];
      approvalId = await requestApproval(tx, actor, {
        type: "contractAmendment",
        id,
        number: a.number,
        title: `${amendmentKinds[a.kind]} of ${c.number}: ${a.title}`,
        requesterId,
        departmentId: c.departmentId,
        facts: {
          amount: Math.max(Math.abs(a.ceilingChange), Math.abs(a.jointChange)),
          fundIds: [],
          departmentIds: [c.departmentId],
          commodities: [],
          emergency: false,
          change: true,
          termMonths: monthsOf(c.startsOn, endAfter(a, c)),
          cumulative: c.ceiling + a.ceilingChange,
          parties: [...new Set(hands)].filter((person) => person !== requesterId),
        },
      });
    },
  });
  return { ...row, approvalId };
};

type Step = TakenStep;

/** Takes an amendment back to its draft, or ends it; nobody is asked any more. */
export const withdrawAmendment = (
  tx: Tx,
  actor: Actor,
  action: "takeBack" | "cancel",
  { id, version, reason }: Step,
): Promise<AmendmentRecord> =>
  transition(tx, actor, amendmentNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => {
      await withdrawApproval(tx, actor, id);
      await voidSignatures(
        tx,
        actor,
        { type: "contractAmendment", id },
        `It was ${action === "cancel" ? "cancelled" : "taken back"}. ${reason ?? ""}`.trim(),
      );
      return action === "cancel" ? { patch: { statusReason: reason } } : undefined;
    },
  });

// Changes the contract under its lock: end, options, plan, and the ceiling through its ledger.
const applyTo = async (tx: Tx, actor: Actor, a: AmendmentRecord): Promise<ContractRecord> => {
  return change(tx, actor, contractNoun, {
    id: a.contractId,
    action: "amend",
    effect: async (c) => {
      requireRunning(c);
      await requireSound(tx, a, c);
      const moved = await moveCeiling(tx, actor, c, a.ceilingChange, {
        kind: "amendment",
        note: a.number,
        amendmentId: a.id,
      });
      await moveJoint(tx, actor, c.masterId, a.jointChange, `${a.number}: ${a.title}`);
      return {
        patch: {
          endsOn: endAfter(a, c),
          optionsUsed: c.optionsUsed + (a.kind === "option" ? 1 : 0),
          yearPlan: planAfter(c.yearPlan, a.yearPlan),
          ...moved,
        },
        note: `${a.number}: ${a.title}`,
      };
    },
  });
};

/**
 * Records the signatures of both sides, and applies the amendment to its contract in the
 * same transaction: the next version of the contract. Errors of `keepSigning`; 409 where the
 * contract has changed so that it does not fit any more.
 */
export const signAmendment = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  ink: Signatures,
): Promise<AmendmentRecord> => {
  const signed = await transition(tx, actor, amendmentNoun, {
    id,
    action: "sign",
    version,
    effect: async (a) => {
      await keepSigning(tx, actor, ink, {
        contractId: a.contractId,
        amendmentId: id,
        authors: a.draftedBy,
      });
      return { note: signedWords(ink) };
    },
  });
  const after = await applyTo(tx, actor, signed);
  await keepVersion(tx, actor, after, {
    versionNo: (await versionsSoFar(tx, after.id)) + 1,
    reason: `${signed.number}: ${signed.title}`,
    amendmentId: id,
  });
  const applied = await transition(tx, asSystem(actor), amendmentNoun, {
    id,
    action: "apply",
    effect: async () => ({ patch: { appliedAt: businessNow(tx.scope).toISOString() } }),
  });
  await tellAwardOf(tx, actor, after, "contractAmended");
  await tellVendor(tx, after, "amend");
  await keepContractDays(tx, actor, after.id);
  return applied;
};

const ended =
  (action: "approve" | "return" | "reject") =>
  async (tx: Tx, actor: Actor, id: string, comment?: string): Promise<void> =>
    void (await transition(tx, asSystem(actor), amendmentNoun, {
      id,
      action,
      reason: comment ?? null,
      effect: async () =>
        action === "reject" ? { patch: { statusReason: comment ?? null } } : undefined,
    }));

/** What the end of an approval does to an amendment. */
export const amendmentApproval = {
  approved: ended("approve"),
  returned: ended("return"),
  rejected: ended("reject"),
};
