import { requireFiles } from "#server/files/named-files.ts";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import {
  designerName,
  requireStanding,
  standingAnswer,
  takeOver,
  type StoredLink,
} from "../designer/link.service.ts";
import { decisions, submittalStatuses, type Decision } from "./submittal.labels.ts";
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

// Against what the designer recommends nobody decides without a word.
const refuseUnsaid = (action: Decision, says: string, stands: StoredLink | null): void => {
  if (says.length >= 3) return;
  const advised = stands?.recommendation;
  if (advised && advised !== action)
    throw invalidField(
      "says",
      `The designer recommends ${submittalStatuses[decisions[advised]].label.toLowerCase()}: say why it is decided otherwise.`,
      "recommendation_unanswered",
    );
  if (needWords.has(action))
    throw invalidField("says", "Write down what the contractor is to do.", "review_unsaid");
};

// Our own review, or the designer's recommendation taken over: its words unless we have others, its files.
const reviewOf = async (
  tx: Tx,
  actor: Actor,
  action: Decision,
  before: SubmittalStored,
  { says, fileIds, designerLinkId }: ReviewInput,
) => {
  const by = ourHand(actor);
  await requireFiles(tx, actor, fileIds, []);
  if (designerLinkId === null) {
    refuseUnsaid(action, says, await standingAnswer(tx, before.designerLinkId));
    return { by, says, fileIds, byName: by.name };
  }
  const link = await requireStanding(tx, designerLinkId, before.designerLinkId);
  if (link.recommendation !== action)
    throw invalidField(
      "designerLinkId",
      "The designer recommends something else: decide in your own words.",
      "recommends_otherwise",
    );
  await takeOver(tx, actor, link.id);
  return {
    by,
    says: says || link.answer,
    fileIds: [...new Set([...link.fileIds, ...fileIds])],
    byName: `${by.name}, as ${designerName(link)} recommends`,
  };
};

/**
 * Decides on a submittal under review; the contractor is told at once, and a designer's link ends. 404,
 * 409, 412; 422 `review_unsaid` for a decision other than a plain approval without words,
 * `recommendation_unanswered`, `recommends_otherwise`, `answer_gone`, `file_missing`.
 */
export const decide =
  (action: Decision) =>
  async (
    tx: Tx,
    actor: Actor,
    { id, version }: StepAt,
    input: ReviewInput,
  ): Promise<SubmittalStored> => {
    const kind = decisions[action];
    const row = await transition(tx, actor, submittalNoun, {
      id,
      action,
      version,
      effect: async (before) => {
        const { byName, ...said } = await reviewOf(tx, actor, action, before, input);
        const court = action === "reviseResubmit" ? "contractor" : null;
        const { revision } = before;
        const turn = await takeTurn(tx, id, { kind, revision, ...said, court });
        return {
          patch: {
            ...turn,
            review: said.says,
            reviewFileIds: said.fileIds,
            reviewedByName: byName,
            designerLinkId: null,
            reviewedAt: businessNow(tx.scope).toISOString(),
          },
        };
      },
    });
    await tellContractor(tx, row, kind, row.review);
    return row;
  };
