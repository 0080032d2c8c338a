import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { rfiNoun, type RfiStored } from "../question/rfi.noun.ts";
import { holdAsked } from "../question/rfi.service.ts";
import { takeTurn as takeRfiTurn, ourHand } from "../question/turns.service.ts";
import { submittalNoun, type SubmittalStored } from "../submittal/submittal.noun.ts";
import { holdProject } from "../submittal/submittal.service.ts";
import { takeTurn } from "../submittal/turns.service.ts";
import type { DesignerInput } from "./designer.model.ts";
import { designerName, makeLink } from "./link.service.ts";

/**
 * Sends an open question to a designer outside, or anew: only the last link works. It is in the
 * designer's court until the answer comes. 404, 409, 412; 422 at `untilOn`.
 */
export const sendRfi = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: DesignerInput,
): Promise<RfiStored> =>
  transition(tx, actor, rfiNoun, {
    id,
    action: "toDesigner",
    version,
    effect: async (q) => {
      const p = await holdAsked(tx, q.projectId);
      const { number, title, dueOn, question: says } = q;
      const m = { of: { rfiId: id }, number, title, project: p.name, says, dueOn };
      const designerLinkId = await makeLink(tx, actor, m, input);
      const turn = await takeRfiTurn(tx, id, {
        kind: "sent_out",
        by: ourHand(actor),
        says: `To ${designerName(input)}`,
        court: "designer",
      });
      return { patch: { ...turn, designerLinkId }, note: designerName(input) };
    },
  });

/** Ends the link of a question at once; the question is ours again. 404, 409, 412. */
export const recallRfi = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<RfiStored> =>
  transition(tx, actor, rfiNoun, {
    id,
    action: "recall",
    version,
    effect: async () => {
      const by = ourHand(actor);
      const turn = await takeRfiTurn(tx, id, { kind: "recalled", by, court: "agency" });
      return { patch: { ...turn, designerLinkId: null } };
    },
  });

/** Sends a submittal under review to a designer outside, or anew. 404, 409, 412; 422 at `untilOn`. */
export const sendSubmittal = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: DesignerInput,
): Promise<SubmittalStored> =>
  transition(tx, actor, submittalNoun, {
    id,
    action: "toDesigner",
    version,
    effect: async (s) => {
      const p = await holdProject(tx, s.projectId);
      const { number, title, dueOn, revision, description: says } = s;
      const of = { submittalId: id, revision };
      const m = { of, number, title, project: p.name, says, dueOn };
      const designerLinkId = await makeLink(tx, actor, m, input);
      const turn = await takeTurn(tx, id, {
        kind: "sent_out",
        revision,
        by: ourHand(actor),
        says: `To ${designerName(input)}`,
        court: "designer",
      });
      return { patch: { ...turn, designerLinkId }, note: designerName(input) };
    },
  });

/** Ends the link of a submittal at once; the review is ours again. 404, 409, 412. */
export const recallSubmittal = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<SubmittalStored> =>
  transition(tx, actor, submittalNoun, {
    id,
    action: "recall",
    version,
    effect: async ({ revision }) => {
      const by = ourHand(actor);
      const turn = await takeTurn(tx, id, { kind: "recalled", revision, by, court: "agency" });
      return { patch: { ...turn, designerLinkId: null } };
    },
  });
