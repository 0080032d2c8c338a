import { hundredthsOf } from "#kernel/scoring.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { consensusInput } from "./evaluation.fields.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { inside } from "./evaluation.noun.ts";
import { evaluation } from "./evaluation.tables.ts";
import type { z } from "zod";

/**
 * Scores of members who are not recused: a recused evaluator's stay on record and count nowhere.
 */
export type GivenScore = {
  memberId: string;
  member: string;
  bidId: string;
  evaluationBidId: string;
  criterionId: string;
  score: string;
  note: string;
};
export const countedScores = (db: Db, evaluationId: string): Promise<GivenScore[]> =>
  db.rows<GivenScore>(sql`
    select
      c.member_id, p.display_name as member, b.bid_id, b.id as evaluation_bid_id, c.criterion_id,
      c.score, c.note
    from evaluation_score c
    join evaluation_member m on m.org_id = c.org_id and m.id = c.member_id and m.recused_at is null
    join evaluation_bid b on b.org_id = c.org_id and b.id = c.evaluation_bid_id
    join person p on p.id = m.person_id
    where c.org_id = ${db.scope.orgId} and c.evaluation_id = ${evaluationId}
    order by b.bid_id, c.criterion_id, p.display_name, c.member_id
  `);

/**
 * Writes the means of the counted scores; a consensus that nobody changed follows its mean, rounded
 * half up to two decimals.
 */
export const refreshConsensus = async (tx: Tx, evaluationId: string): Promise<void> => {
  const cells = new Map<string, { bid: string; criterion: string; sum: number; n: number }>();
  for (const each of await countedScores(tx, evaluationId)) {
    const key = `${each.evaluationBidId} ${each.criterionId}`;
    const cell = cells.get(key) ?? {
      bid: each.evaluationBidId,
      criterion: each.criterionId,
      sum: 0,
      n: 0,
    };
    cells.set(key, { ...cell, sum: cell.sum + hundredthsOf(each.score), n: cell.n + 1 });
  }
  for (const { bid, criterion, sum, n } of cells.values()) {
    const mean = (sum / n / 100).toFixed(4);
    const score = (Math.floor((2 * sum + n) / (2 * n)) / 100).toFixed(2);
    await tx.rows(sql`
      insert into evaluation_consensus (
        org_id, id, evaluation_id, evaluation_bid_id, criterion_id, score, mean
      )
      values (
        ${tx.scope.orgId}, ${newId()}, ${evaluationId}, ${bid}, ${criterion}, ${score}, ${mean}
      )
      on conflict (org_id, evaluation_bid_id, criterion_id)
      do update set
        mean = excluded.mean,
        score = case
          when evaluation_consensus.comment = '' then excluded.score
          else evaluation_consensus.score
        end,
        version = evaluation_consensus.version + 1, updated_at = clock_timestamp()
    `);
  }
};

type Cell = { id: string; score: string; mean: string; maxScore: number; name: string };

/** Sets the agreed score of one criterion of one bid; anything but the mean needs a reason. */
export const setConsensus = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof consensusInput>,
): Promise<EvaluationRecord> => {
  await inside(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  if (row.status !== "consensus")
    throw conflict("not_in_this_status", "Scores are agreed on during the consensus.");
  const cell = await tx.maybe<Cell>(sql`
    select e.id, e.score, e.mean, c.max_score, c.name
    from evaluation_consensus e
    join evaluation_bid b on b.org_id = e.org_id and b.id = e.evaluation_bid_id
    join solicitation_criterion c on c.org_id = e.org_id and c.id = e.criterion_id
    where e.org_id = ${actor.orgId}
      and e.evaluation_id = ${id}
      and b.bid_id = ${input.bidId}
      and e.criterion_id = ${input.criterionId}
    for update of e
  `);
  if (!cell) throw notFound("score");
  const score = hundredthsOf(input.score);
  if (score > cell.maxScore * 100)
    throw invalidField("score", `${cell.name} has at most ${cell.maxScore} points.`);
  if (Math.abs(score / 100 - Number(cell.mean)) >= 0.005 + 1e-9 && input.comment.length < 3)
    throw invalidField(
      "comment",
      "Say why the agreed score differs from the mean.",
      "reason_required",
    );
  const text = (score / 100).toFixed(2);
  await tx.rows(sql`
    update evaluation_consensus
    set
      score = ${text}, comment = ${input.comment}, set_by = ${actor.personId},
      version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${cell.id}
  `);
  note(tx, actor, "evaluation", row, {
    action: "consensus",
    before: { criterion: cell.name, changed: false },
    after: { criterion: cell.name, changed: true },
  });
  return updateRow(tx, evaluation, id, {});
};
