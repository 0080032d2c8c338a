import { requireFiles } from "#server/files/named-files.ts";
import type { Actor } from "#kernel/access.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { designerName, requireStanding, takeOver } from "../designer/link.service.ts";
import type { AnswerInput } from "./rfi.model.ts";
import { rfiNoun, type RfiStored } from "./rfi.noun.ts";
import { dueOfProject, holdAsked } from "./rfi.service.ts";
import { tellContractor, tellOurs } from "./told.service.ts";
import { ourHand, takeTurn, type Hand } from "./turns.service.ts";

type Given = { answer: string; fileIds: string[]; byName: string };

// Our own words, or those of the designer whose answer is taken over.
const givenOf = async (
  tx: Tx,
  actor: Actor,
  before: RfiStored,
  { designerLinkId, answer, fileIds }: AnswerInput,
  by: Hand,
): Promise<Given> => {
  if (designerLinkId === null) {
    await requireFiles(tx, actor, fileIds, []);
    return { answer, fileIds, byName: by.name };
  }
  const link = await requireStanding(tx, designerLinkId, before.designerLinkId);
  await takeOver(tx, actor, link.id);
  return {
    answer: link.answer,
    fileIds: link.fileIds,
    byName: `${designerName(link)}; taken over by ${by.name}`,
  };
};

/**
 * Answers an open question, in words of ours or in the designer's; whoever asked or wrote it does not. It
 * goes back to the side that asked, and a designer's link ends. 404, 409, 412; 422 `file_missing`,
 * `answer_gone`.
 */
export const answerRfi = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: AnswerInput,
  by: Hand,
): Promise<RfiStored> => {
  const row = await transition(tx, actor, rfiNoun, {
    id,
    action: "answer",
    version,
    effect: async (before) => {
      const { answer, fileIds, byName } = await givenOf(tx, actor, before, input, by);
      const turn = await takeTurn(tx, id, {
        kind: "answered",
        by,
        says: answer,
        court: before.side,
      });
      return {
        patch: {
          ...turn,
          answer,
          answerFileIds: fileIds,
          answeredBy: actor.personId,
          answeredByName: byName,
          designerLinkId: null,
          answeredAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });
  if (row.side === "contractor") await tellContractor(tx, row, "answered");
  if (by.side !== "agency")
    await tellOurs(tx, row, `${by.name} answered ${row.number}`, row.answer);
  return row;
};

/** Gives an open question of ours back to the contractor, with what is not clear; a designer's link ends. 404, 409, 412, 422. */
export const askBack = async (tx: Tx, actor: Actor, at: TakenStep): Promise<RfiStored> => {
  const says = at.reason?.trim() ?? "";
  const row = await transition(tx, actor, rfiNoun, {
    ...at,
    action: "askBack",
    effect: async () => {
      const by = ourHand(actor);
      const turn = await takeTurn(tx, at.id, { kind: "asked_back", by, says, court: "contractor" });
      return { patch: { ...turn, designerLinkId: null } };
    },
  });
  await tellContractor(tx, row, "askedBack", says);
  return row;
};

/** Whoever asked takes the answer: nothing of the question is open. 404, 409, 412. */
export const closeRfi = (tx: Tx, actor: Actor, at: TakenStep, by: Hand): Promise<RfiStored> =>
  transition(tx, actor, rfiNoun, {
    ...at,
    action: "close",
    effect: async () => ({
      patch: await takeTurn(tx, at.id, {
        kind: "closed",
        by,
        says: at.reason?.trim() ?? "",
        court: null,
      }),
    }),
  });

/**
 * Opens it again, with what is not answered; its answer stays among the turns and its days begin anew.
 * 404, 409, 412, 422 without a reason.
 */
export const reopenRfi = async (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  by: Hand,
): Promise<RfiStored> => {
  const says = at.reason?.trim() ?? "";
  const row = await transition(tx, actor, rfiNoun, {
    ...at,
    action: "reopen",
    effect: async (before) => {
      const p = await holdAsked(tx, before.projectId);
      const turn = await takeTurn(tx, at.id, { kind: "reopened", by, says, court: before.askedOf });
      return {
        patch: {
          ...turn,
          dueOn: await dueOfProject(tx, p),
          answer: "",
          answerFileIds: [],
          answeredBy: null,
          answeredByName: "",
          answeredAt: null,
        },
      };
    },
  });
  if (by.side === "contractor") await tellOurs(tx, row, `${by.name} reopened ${row.number}`, says);
  else if (row.contractId !== null) await tellContractor(tx, row, "reopened", says);
  return row;
};
