import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { announce } from "#server/lifecycle.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { openedBids } from "#areas/sourcing/sourcing.server.ts";
import { panelShort } from "./evaluation.lifecycle.model.ts";
import type { bidderDeclarationInput, declarationInput } from "./evaluation.fields.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { loadEvaluation, memberOf, type Member } from "./evaluation.noun.ts";
import { evaluation, evaluationMember } from "./evaluation.tables.ts";
import { refreshConsensus } from "./consensus.service.ts";
import { takeBids } from "./setup.service.ts";

const ownSeat = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ row: EvaluationRecord; member: Member }> => {
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const member = await memberOf(tx, id, actor.personId);
  if (!member) throw notAllowed("You do not take part in this evaluation.", "not_inside");
  if (member.recusedAt) throw notAllowed("You are recused from this evaluation.", "not_inside");
  if (row.status === "ended") throw conflict("not_in_this_status", "The evaluation has ended.");
  return { row, member };
};

const locked = new Set(["locked", "consensus", "price_opened", "ranked", "recommended"]);
const shortAfter = async (tx: Tx, row: EvaluationRecord): Promise<string | null> =>
  locked.has(row.status) ? panelShort(await loadEvaluation(tx, row)) : null;

// Who approved a recommendation did so of the panel as it was: nobody takes themselves out of it
// afterwards. What they disclose is asked of those who may still withdraw the intent.
const disclose = async (tx: Tx, actor: Actor, row: EvaluationRecord, reason: string) => {
  note(tx, actor, "evaluation", row, {
    action: "disclose",
    after: { person: actor.name },
    note: reason,
    event: null,
  });
  const asked = [row.coordinatorId, row.approvedBy, ...(await peopleWhoMay(tx, "award.approve"))];
  notify(
    tx,
    [...new Set(asked)].filter((id): id is string => id !== null && id !== actor.personId),
    {
      kind: "evaluation",
      title: `${actor.name} tells of a conflict after ${row.number} was approved`,
      body: `Decide whether the intent to award is withdrawn; the evaluation then begins anew. ${reason}`,
      link: `/bid-evaluation/${row.id}`,
    },
  );
};

const recuseSeat = async (
  tx: Tx,
  actor: Actor,
  row: EvaluationRecord,
  member: Member,
  reason: string,
): Promise<void> => {
  if (row.status === "approved") return disclose(tx, actor, row, reason);
  await updateRow(tx, evaluationMember, member.id, {
    recusedAt: businessNow(tx.scope).toISOString(),
    recusalReason: reason,
  });
  if (row.scored && (row.status === "consensus" || row.status === "price_opened"))
    await refreshConsensus(tx, row.id);
  note(tx, actor, "evaluation", row, {
    action: "recuse",
    before: { recused: false },
    after: { recused: true, person: actor.name },
    event: null,
  });
  notify(
    tx,
    [row.coordinatorId].filter((id) => id !== actor.personId),
    {
      kind: "evaluation",
      title: `${actor.name} is recused from ${row.number}`,
      body: (await shortAfter(tx, row)) ?? "The quorum was counted again.",
      link: `/bid-evaluation/${row.id}`,
    },
  );
};

const touched = async (
  tx: Tx,
  actor: Actor,
  id: string,
  what: string,
): Promise<EvaluationRecord> => {
  announce(tx, actor.orgId!, `evaluation.${what}`, id);
  return updateRow(tx, evaluation, id, {});
};

/** The declaration before any name and any content; a conflict recuses at once. */
export const declareInterests = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof declarationInput>,
): Promise<EvaluationRecord> => {
  const { row, member } = await ownSeat(tx, actor, id);
  if (row.status === "setup" && row.coordinatorId !== actor.personId)
    throw conflict("not_in_this_status", "The evaluation is still being set up.");
  await updateRow(tx, evaluationMember, member.id, {
    declaredAt: businessNow(tx.scope).toISOString(),
    declaration: input.text,
  });
  note(tx, actor, "evaluation", id, {
    number: row.number,
    action: "declare",
    after: { person: actor.name, conflict: input.conflict },
    event: null,
  });
  if (input.conflict) await recuseSeat(tx, actor, row, member, input.text);
  return touched(tx, actor, id, "declare");
};

/**
 * The declaration for every actual bidder, once they are known; a conflict with any of them
 * recuses.
 */
export const declareBidders = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof bidderDeclarationInput>,
): Promise<EvaluationRecord> => {
  const { row, member } = await ownSeat(tx, actor, id);
  if (!member.declaredAt)
    throw conflict("declare_first", "Declare your interests in general first.");
  const bids = await openedBids(tx, row.solicitationId);
  const known = new Set(bids.map((bid) => bid.vendorId));
  const given = new Map(input.bidders.map((each) => [each.vendorId, each]));
  if (known.size === 0) throw conflict("not_opened", "The bidders are not known yet.");
  const missing = bids.find((bid) => !given.has(bid.vendorId));
  if (missing) throw invalidField("bidders", `Declare for ${missing.vendorName} too.`);
  const unexplained = input.bidders.findIndex((each) => each.conflict && each.note.length < 5);
  if (unexplained >= 0)
    throw invalidField(`bidders.${unexplained}.note`, "Describe the conflict in a sentence.");
  await updateRow(tx, evaluationMember, member.id, {
    biddersDeclaredAt: businessNow(tx.scope).toISOString(),
    bidders: input.bidders.filter((each) => known.has(each.vendorId)),
  });
  note(tx, actor, "evaluation", id, {
    number: row.number,
    action: "declareBidders",
    after: {
      person: actor.name,
      bidders: input.bidders.map((each) => ({
        vendorId: each.vendorId,
        conflict: each.conflict,
      })),
    },
    event: null,
  });
  await takeBids(tx, row);
  const conflicts = input.bidders.filter((each) => each.conflict && known.has(each.vendorId));
  if (conflicts.length)
    await recuseSeat(tx, actor, row, member, conflicts.map((each) => each.note).join("; "));
  return touched(tx, actor, id, "declareBidders");
};

/** Steps out; after the approval it is a disclosure, which others decide on. */
export const recuse = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<EvaluationRecord> => {
  const { row, member } = await ownSeat(tx, actor, id);
  await recuseSeat(tx, actor, row, member, reason);
  return touched(tx, actor, id, "recuse");
};
