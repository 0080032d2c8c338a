import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notAllowed, notFound, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, updateRow } from "#server/db/rows.ts";
import type { ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { asSystem } from "#server/lifecycle.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { sameText } from "../clause/clause.model.ts";
import type { AnswerInput } from "./negotiation.model.ts";
import { negotiationAnswer, negotiationRound } from "./negotiation.tables.ts";
import { digestOf, isIntact, lockRound, type RoundRecord } from "./round.service.ts";
import { keepRoundDays } from "./round-deadlines.service.ts";
import { tellOwnerOfRound } from "./told.service.ts";

type Answer = AnswerInput["answers"][number];

/** A round of this vendor's, with its contract, both locked. 404 for another vendor's. */
export const ownRound = async (tx: Tx, vendor: ActingVendor, id: string) => {
  const found = await lockRound(tx, id);
  if (found.round.vendorId !== vendor.id) throw notFound("round");
  return found;
};

/** Nobody negotiates for both sides. 403 for a member of the agency. */
export const refuseMember = async (tx: Tx, actor: Actor): Promise<void> => {
  const [member] = await membersNamed(tx, { ids: [actor.personId!] });
  if (member?.active)
    throw notAllowed(
      "You are a member of this agency, so another person answers for the vendor.",
      "own_member",
    );
};

/** 409 where what is stored is not what was sent: nobody answers it then. */
export const requireIntact = (round: RoundRecord): void => {
  if (!isIntact(round))
    throw conflict(
      "hash_broken",
      "The content of this round no longer has the hash with which it was sent. Nothing can be answered; ask the agency to withdraw it and send it anew.",
    );
};

// A proposal that says what we sent, but for white space, accepts it.
const plain = (given: Answer, text: string): Answer =>
  given.answer === "text" && sameText(given.text, text)
    ? { ...given, answer: "accept", text: "" }
    : given;

/** The answers in the order of the clauses; 422 by path for what does not fit the round. */
const fitting = (round: RoundRecord, given: readonly Answer[]): Answer[] => {
  const { clauses } = round.content;
  const errors: FieldError[] = given.flatMap(({ clauseId, answer }, at) => {
    const clause = clauses.find((each) => each.id === clauseId);
    const twice = given.findIndex((each) => each.clauseId === clauseId) !== at;
    if (!clause || twice)
      return [{ path: `answers.${at}.clauseId`, message: "Answer each clause of the round once." }];
    return answer === "text" && !clause.changeable
      ? [
          {
            path: `answers.${at}.text`,
            message: `The text of “${clause.name}” cannot be changed. Accept it, or write a remark.`,
          },
        ]
      : [];
  });
  const open = clauses.filter((clause) => !given.some((each) => each.clauseId === clause.id));
  if (open.length > 0)
    errors.push({
      path: "answers",
      message: `Answer every clause. Without an answer: ${open.map((each) => each.name).join(", ")}.`,
    });
  if (errors.length > 0)
    throw invalid("answers", errors.map((each) => each.message).join(" "), errors);
  return clauses.map((clause) =>
    plain(
      given.find((each) => each.clauseId === clause.id)!,
      clause.text,
    ),
  );
};

const storeAnswers = (tx: Tx, round: RoundRecord, answers: readonly Answer[]) =>
  insertRows(
    tx,
    negotiationAnswer,
    answers.map(({ clauseId, answer, text, remark }) => ({
      orgId: round.orgId,
      id: newId(),
      roundId: round.id,
      contractClauseId: clauseId,
      answer,
      text: answer === "text" ? text : "",
      remark,
    })),
  );

/**
 * The vendor answers a round, clause by clause, once. The same answer sent again gives the same and
 * changes nothing. 404 for another vendor's round; 409 for one that is over, and where it answers
 * another text than was sent; 422 by path. Where everything is accepted the round is settled.
 */
export const answerRound = async (
  tx: Tx,
  vendor: ActingVendor,
  who: Actor,
  id: string,
  input: AnswerInput,
): Promise<RoundRecord> => {
  const [{ round, c }] = await Promise.all([ownRound(tx, vendor, id), refuseMember(tx, who)]);
  requireIntact(round);
  if (input.sha256 !== round.sha256)
    throw conflict(
      "other_text",
      "You answer another text than the agency sent in this round. Open the round again and answer what stands there.",
    );
  const answers = fitting(round, input.answers);
  const digest = digestOf({ sha256: round.sha256, remark: input.remark, answers });
  if (round.answerSha256 === digest) return round;
  if (round.status !== "sent")
    throw conflict(
      "round_over",
      round.status === "withdrawn"
        ? `The agency took round ${round.roundNo} back. It need not be answered.`
        : `Round ${round.roundNo} is answered already. An answer is not changed; say more in the next round.`,
    );
  const open = answers.filter((each) => each.answer !== "accept").length;
  const now = businessNow(tx.scope).toISOString();
  await storeAnswers(tx, round, answers);
  const after = await updateRow(tx, negotiationRound, round.id, {
    status: open === 0 ? "settled" : "answered",
    answeredBy: who.personId,
    answeredAt: now,
    remark: input.remark,
    answerSha256: digest,
    ...(open === 0 && { endedAt: now }),
  });
  note(tx, who, "contract", c, {
    action: "answerRound",
    after: { round: round.roundNo, sha256: round.sha256, answer: digest },
    note: `${vendor.name} answered round ${round.roundNo}`,
  });
  await keepRoundDays(tx, asSystem(who), round.id);
  await tellOwnerOfRound(
    tx,
    after,
    c.ownerId,
    `${c.number}: ${vendor.name} answered round ${round.roundNo}`,
    open === 0
      ? "Every clause is accepted."
      : `${counted(open, "clause")} to decide. ${input.remark}`.trim(),
  );
  return after;
};
