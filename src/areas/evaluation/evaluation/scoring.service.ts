import { hundredthsOf } from "#kernel/scoring.ts";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import type { interviewInput, scoresInput } from "./evaluation.fields.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { inside, isBlind, managing, type Member } from "./evaluation.noun.ts";
import {
  evaluation,
  evaluationBid,
  evaluationMember,
  evaluationRound,
} from "./evaluation.tables.ts";
import { refreshConsensus } from "./consensus.service.ts";

type Criterion = { id: string; name: string; maxScore: number };
type BidRow = typeof evaluationBid.$inferSelect;
export const written = async (
  tx: Tx,
  actor: Actor,
  id: string,
  what: string,
  patch: Parameters<typeof updateRow<typeof evaluation>>[3] = {},
): Promise<EvaluationRecord> => {
  announce(tx, actor.orgId!, `evaluation.${what}`, id);
  return updateRow(tx, evaluation, id, patch);
};
export const bidOf = async (tx: Tx, id: string, bidId: string): Promise<BidRow> => {
  const row = await tx.maybe<BidRow>(sql`
    select *
    from evaluation_bid
    where org_id = ${tx.scope.orgId} and evaluation_id = ${id} and bid_id = ${bidId}
    for update
  `);
  if (!row) throw notFound("bid");
  return row;
};

export const open = (row: EvaluationRecord, statuses: readonly string[], text: string) => {
  if (!statuses.includes(row.status)) throw conflict("not_in_this_status", text);
};

const scoredCriteria = (tx: Tx, actor: Actor, row: typeof evaluation.$inferSelect) =>
  tx.rows<Criterion>(sql`
    select id, name, max_score
    from solicitation_criterion
    where org_id = ${actor.orgId} and solicitation_id = ${row.solicitationId} and kind <> 'price'
  `);

const responsiveBids = (tx: Tx, actor: Actor, id: string) =>
  tx.rows<{ id: string; bidId: string }>(sql`
    select id, bid_id
    from evaluation_bid
    where org_id = ${actor.orgId} and evaluation_id = ${id} and responsive is not false
  `);

const scoresGiven = (tx: Tx, actor: Actor, member: Member) =>
  tx.one<{ given: number }>(sql`
    select count(*)::int as given
    from evaluation_score s
    join evaluation_bid b on b.org_id = s.org_id and b.id = s.evaluation_bid_id
    where s.org_id = ${actor.orgId} and s.member_id = ${member.id} and b.responsive is not false
  `);

/**
 * Saves an evaluator's own scores, and with `submit` hands them in: then every criterion of every
 * bid must have one. Nobody else's are read or written.
 * The audit record tells that scores were saved, and never which: they are secret until all are
 * locked.
 */
export const saveScores = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof scoresInput>,
): Promise<EvaluationRecord> => {
  const { member } = await inside(tx, actor, id, true);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const late = isBlind(row, member);
  if (!late) open(row, ["individual_scoring"], "Scores are given during the individual scoring.");
  if (!member.scoring) throw notAllowed("You take part without scoring.", "not_scoring");
  if (member.submittedAt) throw conflict("submitted", "Your scores are handed in.");
  const [criteria, bids] = await Promise.all([
    scoredCriteria(tx, actor, row),
    responsiveBids(tx, actor, id),
  ]);
  for (const [at, each] of input.scores.entries()) {
    const criterion = criteria.find((one) => one.id === each.criterionId);
    const bid = bids.find((one) => one.bidId === each.bidId);
    if (!criterion || !bid)
      throw invalidField(`scores.${at}`, "There is no such criterion or bid in this evaluation.");
    if (hundredthsOf(each.score) > criterion.maxScore * 100)
      throw invalidField(
        `scores.${at}.score`,
        `${criterion.name} has at most ${criterion.maxScore} points.`,
      );
    await tx.rows(sql`
      insert into evaluation_score (
        org_id, id, evaluation_id, member_id, evaluation_bid_id, criterion_id, score, note
      )
      values (
        ${actor.orgId}, ${newId()}, ${id}, ${member.id}, ${bid.id}, ${criterion.id}, ${each.score},
        ${each.note}
      )
      on conflict (org_id, member_id, evaluation_bid_id, criterion_id)
      do update set
        score = excluded.score, note = excluded.note, version = evaluation_score.version + 1,
        updated_at = clock_timestamp()
    `);
  }
  if (input.submit) {
    const { given } = await scoresGiven(tx, actor, member);
    const wanted = criteria.length * bids.length;
    if (given < wanted)
      throw invalid("incomplete", `${wanted - given} of ${wanted} scores are missing.`);
    await updateRow(tx, evaluationMember, member.id, {
      submittedAt: businessNow(tx.scope).toISOString(),
    });
  }
  if (input.submit && late && row.status !== "locked") await refreshConsensus(tx, id);
  note(tx, actor, "evaluation", row, {
    action: input.submit ? "submitScores" : "saveScores",
    after: {
      person: actor.name,
      scores: input.scores.length,
    },
    event: null,
  });
  return written(tx, actor, id, "scores");
};

/** Records an interview; its score is given with its criterion. */
export const recordInterview = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof interviewInput>,
): Promise<EvaluationRecord> => {
  await managing(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const bid = await bidOf(tx, id, input.bidId);
  open(row, ["individual_scoring"], "Interviews are held before the scores are locked.");
  const { next } = await tx.one<{ next: number }>(sql`
    select count(*)::int + 1 as next
    from evaluation_round
    where org_id = ${actor.orgId}
      and evaluation_id = ${id}
      and kind = 'interview'
      and evaluation_bid_id = ${bid.id}
  `);
  await insertRow(tx, evaluationRound, {
    orgId: actor.orgId!,
    id: newId(),
    evaluationId: id,
    kind: "interview",
    roundNo: next,
    evaluationBidId: bid.id,
    heldOn: input.heldOn,
    note: input.note,
    recordedBy: actor.personId!,
  });
  note(tx, actor, "evaluation", row, {
    action: "interview",
    after: { bidId: bid.bidId, round: next, heldOn: input.heldOn },
    event: null,
  });
  return written(tx, actor, id, "round");
};
