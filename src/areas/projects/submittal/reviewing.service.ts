import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { requireFiles } from "../question/rfi.service.ts";
import { decisions, type Decision } from "./submittal.labels.ts";
import type { ReviewInput } from "./submittal.model.ts";
import { submittalNoun, type SubmittalStored } from "./submittal.noun.ts";
import { ourHand } from "./submittal.service.ts";
import { tellContractor } from "./told.service.ts";
import { takeTurn } from "./turns.service.ts";

/** Takes a submittal for review; whoever listed or submitted it does not. 404, 409, 412. */
export const takeForReview = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<SubmittalStored> =>
  transition(tx, actor, submittalNoun, {
    id,
    action: "review",
    version,
    effect: async ({ revision }) => ({
      patch: await takeTurn(tx, id, {
        kind: "taken",
        revision,
        by: ourHand(actor),
        court: "agency",
      }),
    }),
  });

const needWords: ReadonlySet<Decision> = new Set(["approveAsNoted", "reviseResubmit", "reject"]);

/**
 * Decides on a submittal under review; the contractor is told at once. 404, 409, 412; 422
 * `review_unsaid` for a decision other than a plain approval without words, `file_missing`.
 */
export const decide =
  (action: Decision) =>
  async (
    tx: Tx,
    actor: Actor,
    { id, version }: StepAt,
    { says, fileIds }: ReviewInput,
  ): Promise<SubmittalStored> => {
    const kind = decisions[action];
    const row = await transition(tx, actor, submittalNoun, {
      id,
      action,
      version,
      effect: async ({ revision }) => {
        if (needWords.has(action) && says.length < 3)
          throw invalidField("says", "Write down what the contractor is to do.", "review_unsaid");
        await requireFiles(tx, actor, fileIds, []);
        const court = action === "reviseResubmit" ? "contractor" : null;
        const by = ourHand(actor);
        const turn = await takeTurn(tx, id, { kind, revision, by, says, fileIds, court });
        return {
          patch: {
            ...turn,
            review: says,
            reviewFileIds: fileIds,
            reviewedByName: by.name,
            reviewedAt: businessNow(tx.scope).toISOString(),
          },
        };
      },
    });
    await tellContractor(tx, row, kind, says);
    return row;
  };
