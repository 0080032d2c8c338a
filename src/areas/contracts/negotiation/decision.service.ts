import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { acceptors, type Acceptor, type Fallback } from "../clause/clause.labels.ts";
import { acceptorOf, sameText } from "../clause/clause.model.ts";
import { contractClause } from "../clause/clause.tables.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import { withAuthor } from "../contract/contract.service.ts";
import { contract } from "../contracts.tables.ts";
import type { DecisionInput } from "./negotiation.model.ts";
import { negotiationAnswer, negotiationRound } from "./negotiation.tables.ts";
import { lockRound, type RoundRecord } from "./round.service.ts";
import { tellVendorOfRound } from "./told.service.ts";

type AnswerRecord = typeof negotiationAnswer.$inferSelect;

/** The text that a decision makes, who must agree to it, and whether it is counsel's own writing. */
type Agreed = { text: string; by: Acceptor; rank: number | null; own: boolean };

const counterOf = (d: DecisionInput, ours: string, fallbacks: readonly Fallback[]): Agreed => {
  const chosen = d.fallbackRank === null ? null : fallbacks[d.fallbackRank - 1];
  if (d.fallbackRank !== null && !chosen)
    throw invalidField("fallbackRank", "This clause has no such fallback.");
  const text = chosen?.text ?? d.text;
  if (sameText(text, ours))
    throw invalidField("text", "This is what was sent. Refuse the change instead.");
  const { by, rank } = acceptorOf(fallbacks, text);
  return { text, by, rank, own: rank === null };
};

const agreedOf = (
  d: DecisionInput,
  answer: AnswerRecord,
  ours: string,
  fallbacks: readonly Fallback[],
): Agreed | null => {
  if (d.decision === "refused") return null;
  if (d.decision === "countered") return counterOf(d, ours, fallbacks);
  if (answer.answer !== "text")
    throw invalidField("decision", "A remark proposes no text. Answer it, or counter it.");
  return { text: answer.text, ...acceptorOf(fallbacks, answer.text), own: false };
};

/** 403 `not_yours` for whoever may not agree to such a text. */
const requireAcceptor = (actor: Actor, { by, rank }: Agreed): void => {
  const { label, permission } = acceptors[by];
  if (!actor.permissions.has(permission))
    throw notAllowed(
      rank === null
        ? "This text is none of our fallbacks: counsel decides on it."
        : `The fallback of rank ${rank} is agreed to by ${label.toLowerCase()} or above.`,
      "not_yours",
    );
};

const fallbacksOf = async (tx: Tx, clauseId: string): Promise<Fallback[]> =>
  (
    await tx.one<{ fallbacks: Fallback[] }>(sql`
      select fallbacks
      from clause
      where org_id = ${tx.scope.orgId} and id = ${clauseId}
    `)
  ).fallbacks;

// A text that counsel writes makes them an author: another person clears the contract then.
const apply = async (
  tx: Tx,
  actor: Actor,
  c: ContractRecord,
  clauseId: string,
  agreed: Agreed,
): Promise<void> => {
  await updateRow(tx, contractClause, clauseId, {
    text: agreed.text,
    source: agreed.rank === null ? "negotiated" : "fallback",
    fallbackRank: agreed.rank,
  });
  if (agreed.own)
    await updateRow(tx, contract, c.id, { draftedBy: withAuthor(c.draftedBy, actor) });
};

/** With the last answer decided the round is settled, and the vendor is told once. */
const settle = async (tx: Tx, round: RoundRecord, c: ContractRecord): Promise<void> => {
  const { open } = await tx.one<{ open: number }>(sql`
    select count(*)::int as open
    from negotiation_answer
    where org_id = ${round.orgId}
      and round_id = ${round.id}
      and answer <> 'accept'
      and decision is null
  `);
  if (open > 0) return;
  const after = await updateRow(tx, negotiationRound, round.id, {
    status: "settled",
    endedAt: businessNow(tx.scope).toISOString(),
  });
  await tellVendorOfRound(tx, after, c.ownerId, "settled", "");
};

/**
 * Decides one answer of the vendor: takes its text, keeps ours with a reason, or counters with a
 * fallback or a text of counsel's own. A text that is a fallback is agreed to by its named duty or
 * one above it, every other by counsel (403). The contract's clause says it from then on. 409 for an
 * answer that is decided, or a round that is over.
 */
export const decideAnswer = async (
  tx: Tx,
  actor: Actor,
  at: { roundId: string; answerId: string },
  input: DecisionInput,
  version: number | null,
): Promise<AnswerRecord> => {
  const { round, c } = await lockRound(tx, at.roundId);
  const answer = await lockRow(tx, negotiationAnswer, at.answerId, "answer");
  if (answer.roundId !== round.id) throw invalidField("id", "This answer is of another round.");
  requireVersion(answer.version, version);
  if (round.status !== "answered")
    throw conflict("round_over", `Round ${round.roundNo} does not wait for decisions.`);
  if (answer.answer === "accept" || answer.decision !== null)
    throw conflict("decided", "This answer is decided already.");
  const row = await lockRow(tx, contractClause, answer.contractClauseId, "clause");
  const ours = round.content.clauses.find((each) => each.id === row.id)!.text;
  const agreed = agreedOf(input, answer, ours, await fallbacksOf(tx, row.clauseId));
  if (agreed) {
    requireAcceptor(actor, agreed);
    await apply(tx, actor, c, row.id, agreed);
  }
  const after = await updateRow(tx, negotiationAnswer, answer.id, {
    decision: input.decision,
    counterText: input.decision === "countered" ? agreed!.text : null,
    fallbackRank: agreed?.rank ?? null,
    note: input.note,
    decidedBy: actor.personId,
    decidedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "contract", c, {
    action: "decideAnswer",
    before: { round: round.roundNo, text: ours, theirs: answer.text },
    after: { decision: input.decision, text: agreed?.text ?? ours, rank: agreed?.rank ?? null },
    note: input.note,
  });
  await settle(tx, round, c);
  return after;
};
