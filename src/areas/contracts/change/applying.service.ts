import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { asSystem, transition, type StepAt } from "#server/lifecycle.ts";
import { planAfter } from "../amendment/amendment.model.ts";
import { moveCeiling } from "../ceiling/ceiling.service.ts";
import { tellAwardOf } from "../contract/award.service.ts";
import { keepContractDays } from "../contract/contract-deadlines.service.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import {
  keepSigning,
  keepVersion,
  signedWords,
  versionsSoFar,
  type Signatures,
} from "../contract/signing.service.ts";
import { requireWithinLead } from "../cooperative/cooperative.read.service.ts";
import { contract } from "../contracts.tables.ts";
import { objectionsTo } from "./change.model.ts";
import { changeNoun, type ChangeRecord } from "./change.noun.ts";
import { requireRunning } from "./change.service.ts";
import { tellApplied } from "./heard.service.ts";
import { tellVendorOfChange } from "./told.service.ts";

// Changes the contract under its lock: its ceiling through the ledger, its plan, its last day.
const applyTo = async (tx: Tx, actor: Actor, c: ChangeRecord): Promise<ContractRecord> => {
  const of = await lockRow(tx, contract, c.contractId, "contract");
  requireRunning(of);
  const [objection] = objectionsTo(c, of);
  if (objection) throw conflict("rule", objection);
  const endsOn = dayAfter(of.endsOn, c.days);
  if (endsOn < of.startsOn) throw conflict("rule", "The contract would end before it begins.");
  await requireWithinLead(tx, of, endsOn);
  const net = c.increase - c.decrease;
  const moved = await moveCeiling(tx, actor, of, net, {
    kind: "change_order",
    note: c.number,
    changeId: c.id,
  });
  const after = await updateRow(tx, contract, of.id, {
    endsOn,
    yearPlan: planAfter(of.yearPlan, c.yearPlan),
    ...moved,
  });
  note(tx, actor, "contract", of, {
    action: "changeOrder",
    before: of,
    after,
    note: `${c.number}: ${c.title}`,
  });
  return after;
};

/**
 * Records the signatures of both sides and applies the change to its contract in the same
 * transaction: ceiling, plan and last day, as the contract's next version. Errors of `keepSigning`;
 * 409 where the contract has changed so that it does not fit any more.
 */
export const signChange = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  ink: Signatures,
): Promise<ChangeRecord> => {
  const signed = await transition(tx, actor, changeNoun, {
    id,
    action: "sign",
    version,
    effect: async (c) => {
      await keepSigning(tx, actor, ink, {
        contractId: c.contractId,
        amendmentId: null,
        changeId: id,
        authors: c.draftedBy,
      });
      return { note: signedWords(ink) };
    },
  });
  const after = await applyTo(tx, actor, signed);
  await keepVersion(tx, actor, after, {
    versionNo: (await versionsSoFar(tx, after.id)) + 1,
    reason: `${signed.number}: ${signed.title}`,
  });
  const applied = await transition(tx, asSystem(actor), changeNoun, {
    id,
    action: "apply",
    effect: async () => ({ patch: { appliedAt: businessNow(tx.scope).toISOString() } }),
  });
  await tellAwardOf(tx, actor, after, "contractAmended");
  await tellVendorOfChange(tx, applied, "applied");
  await keepContractDays(tx, actor, after.id);
  await tellApplied(tx, actor, applied);
  return applied;
};
