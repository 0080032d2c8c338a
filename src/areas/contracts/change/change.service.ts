import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { voidSignatures, withdrawApproval } from "#areas/workflow/workflow.server.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import { withAuthor } from "../contract/contract.service.ts";
import { contract } from "../contracts.tables.ts";
import { sumsOf } from "./caps.model.ts";
import type { ChangeInput, ChangeLine, ChangePatch } from "./change.model.ts";
import { changeNoun, type ChangeRecord } from "./change.noun.ts";
import { contractChangeLine } from "./change.tables.ts";
import { tellKeepers, tellVendorOfChange } from "./told.service.ts";

/** 409 for a contract that is not in force. */
export const requireRunning = (c: ContractRecord): void => {
  if (c.status !== "active" && c.status !== "suspended")
    throw conflict(
      "contract_not_in_force",
      `${c.number} is not in force: only contracts in force are changed.`,
    );
};

/** Writes a change's lines over. */
export const keepLines = async (
  tx: Tx,
  changeId: string,
  lines: readonly ChangeLine[],
): Promise<void> => {
  await tx.rows(sql`
    delete from contract_change_line
    where org_id = ${tx.scope.orgId} and change_id = ${changeId}
  `);
  await insertRows(
    tx,
    contractChangeLine,
    lines.map((line, at) => ({
      ...line,
      orgId: tx.scope.orgId!,
      id: newId(),
      changeId,
      lineNo: at + 1,
    })),
  );
};

type From = {
  side: "agency" | "vendor";
  /** The vendor's person, by name. */
  proposedBy?: string;
  /** A settled claim that it carries out: within the scope, and reviewed. */
  claim?: { id: string; number: string; settledBy: readonly string[] };
  /** The record that opened it: a question, a daily log. */
  record?: { type: string; id: string };
};

/** Stores a change of a contract whose row the caller holds. */
export const storeChange = async (
  tx: Tx,
  actor: Actor,
  c: ContractRecord,
  { contractId: _c, lines, ...input }: ChangeInput,
  { side, proposedBy = "", claim, record }: From,
): Promise<ChangeRecord> => {
  const { last } = await tx.one<{ last: number }>(sql`
    select coalesce(max(sequence), 0) as last
    from contract_change
    where org_id = ${c.orgId} and contract_id = ${c.id}
  `);
  const id = newId();
  return create(tx, actor, changeNoun, {
    number: { kind: "CO" },
    row: {
      ...input,
      ...sumsOf(lines),
      orgId: c.orgId,
      id,
      contractId: c.id,
      sequence: last + 1,
      side,
      proposedBy,
      draftedBy: claim
        ? [...claim.settledBy]
        : side === "agency" && actor.personId
          ? [actor.personId]
          : [],
      ...(claim && {
        status: "reviewed",
        inScope: true,
        scopeReason: `Settlement of ${claim.number}`,
        claimId: claim.id,
      }),
    },
    content: { lines },
    from: [
      { type: "contract", id: c.id },
      ...(claim ? [{ type: "claim", id: claim.id }] : []),
      ...(record ? [record] : []),
    ],
    store: () => keepLines(tx, id, lines),
  });
};

/** Proposes a change of a contract in force; 409 for one that is not. The other side's is told of. */
export const proposeChange = async (
  tx: Tx,
  actor: Actor,
  input: ChangeInput,
  from: From = { side: "agency" },
): Promise<ChangeRecord> => {
  const c = await lockRow(tx, contract, input.contractId, "contract");
  requireRunning(c);
  const made = await storeChange(tx, actor, c, input, from);
  if (from.side === "vendor")
    await tellKeepers(tx, c, {
      title: `${made.number}: the vendor proposes a change of ${c.number}`,
      body: `${made.title}. ${made.reason}`.slice(0, 300),
      link: `/claims-change-orders/changes/${made.id}`,
    });
  return made;
};

/** Writes a proposal of ours over; whoever does is one of its authors then. 409 afterwards. */
export const editChange = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { lines, ...patch }: ChangePatch,
  version: number | null,
): Promise<ChangeRecord> => {
  return change(tx, actor, changeNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (before.status !== "proposed")
        throw conflict("not_in_this_status", "Only a proposal can be changed. Take it back first.");
      if (before.side === "vendor")
        throw conflict("rule", "This is the vendor's proposal. Price it anew once it is reviewed.");
      if (lines) await keepLines(tx, id, lines);
      return {
        patch: {
          ...patch,
          ...(lines && sumsOf(lines)),
          draftedBy: withAuthor(before.draftedBy, actor),
        },
        content: { ...(lines && { lines }) },
      };
    },
  });
};

export type Step = { id: string; version: number | null; reason: string | null };

/** Nobody is asked for a decision or a signature any more. */
const letGo = async (tx: Tx, actor: Actor, id: string, why: string): Promise<void> => {
  await withdrawApproval(tx, actor, id);
  await voidSignatures(tx, actor, { type: "changeOrder", id }, why);
};

/** Takes a change back to its proposal: it is judged, priced and paid for anew. */
export const takeBackChange = (tx: Tx, actor: Actor, { id, version, reason }: Step) =>
  transition(tx, actor, changeNoun, {
    id,
    action: "takeBack",
    version,
    reason,
    effect: async () => {
      await letGo(tx, actor, id, `It was taken back. ${reason ?? ""}`.trim());
      return { patch: anew };
    },
  });

/** What a change has lost when it is a proposal again. */
export const anew = {
  inScope: null,
  scopeReason: "",
  funding: "",
  yearPlan: [],
  bodyNumber: null,
  bodyDay: null,
  bodyFileId: null,
};

/** Ends a change: refused by the agency, or withdrawn by whoever proposed it. The vendor is told. */
export const endChange = async (
  tx: Tx,
  actor: Actor,
  action: "refuse" | "withdraw",
  { id, version, reason }: Step,
): Promise<ChangeRecord> => {
  const row = await transition(tx, actor, changeNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => {
      await letGo(tx, actor, id, `It was ${action === "refuse" ? "refused" : "withdrawn"}.`);
      return { patch: { statusReason: reason } };
    },
  });
  if (action === "refuse" && row.side === "vendor")
    await tellVendorOfChange(tx, row, "refused", reason);
  return row;
};
