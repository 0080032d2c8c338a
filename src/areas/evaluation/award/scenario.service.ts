import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { announce } from "#server/lifecycle.ts";
import type { EvaluationRecord } from "../evaluation/evaluation.tables.ts";
import { inside, managing } from "../evaluation/evaluation.noun.ts";
import { evaluation } from "../evaluation/evaluation.tables.ts";
import { brokenRules, totalsOf, type Award, type AwardCase } from "./award.model.ts";
import { awardScenario, type RulePrice } from "./award.tables.ts";
import { caseOfEvaluation, publishedRules } from "./criteria-case.service.ts";
import type { AwardAnswer } from "./optimum.model.ts";
import { awardPoints, bestSingle, hasPoints } from "./points.model.ts";
import {
  lowestPerLot,
  partsOf,
  singleVendor,
  type AwardPart,
  type CaseNote,
} from "./scenario.model.ts";
import type { ScenarioInput } from "./scenario.fields.model.ts";
import { solveInThread } from "./solver.service.ts";

export type ScenarioRecord = typeof awardScenario.$inferSelect;
/**
 * What a scenario's answer holds beside the solver's: lines to order, rules that it breaks (none is
 * checked for the comparisons), what was left out.
 */
export type StoredAnswer = AwardAnswer & {
  parts: AwardPart[];
  broken: string[];
  notes: CaseNote[];
  paidCents: number | null;
};

const open = (row: EvaluationRecord) => {
  if (row.status !== "price_opened" && row.status !== "ranked")
    throw conflict(
      "not_in_this_status",
      "Awards are compared once the prices are open and until the recommendation is signed.",
    );
};

type Built = Awaited<ReturnType<typeof caseOfEvaluation>>;

const stored = (
  built: Pick<Built, "lots" | "items" | "bids" | "notes">,
  problem: AwardCase,
  answer: AwardAnswer,
): StoredAnswer => ({
  ...answer,
  parts: answer.award ? partsOf(problem, answer.award, built.lots, built.items, built.bids) : [],
  broken: answer.award ? [...brokenRules(problem, answer.award)] : [],
  notes: [...built.notes],
  paidCents: answer.award && totalsOf(problem, answer.award).paidCents,
});

const worked = (problem: AwardCase, award: Award | null): AwardAnswer => ({
  status: award ? "optimal" : "infeasible",
  award,
  judgedCents: award && totalsOf(problem, award).judgedCents,
  boundCents: null,
  ...(award && hasPoints(problem) && { points: awardPoints(problem, award) }),
  nodes: 0,
  bids: problem.prices.flat().filter((price) => price !== null).length,
  bidsKept: 0,
  seconds: 0,
});

const requireBids = (
  input: ScenarioInput,
  built: Awaited<ReturnType<typeof caseOfEvaluation>>,
): void => {
  const { problem } = built;
  if (input.rules.onlyBidIds?.some((bidId) => !built.bids.some((one) => one.bid.bidId === bidId)))
    throw invalidField("rules.onlyBidIds", "There is no such bid among those that take part.");
  if (problem.vendors.length === 0) throw conflict("no_bids", "No bid with prices takes part.");
  const uncovered = problem.lots.find((_, lot) =>
    problem.prices[lot]!.every((price) => price === null),
  );
  if (uncovered)
    throw conflict("no_bid_for_lot", `Nobody who takes part bids for ${uncovered.name}.`);
};

const compared = (problem: AwardCase, kind: "lowest" | "single"): Award | null =>
  kind === "lowest"
    ? lowestPerLot(problem)
    : hasPoints(problem)
      ? bestSingle(problem)
      : singleVendor(problem);

/**
 * Adds a scenario. The comparisons (lowest per lot, one vendor) are worked out at once; the optimum
 * is a job that can be followed and stopped.
 */
export const addScenario = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ScenarioInput,
): Promise<ScenarioRecord> => {
  await managing(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  open(row);
  const rules = await publishedRules(tx, row, input.rules);
  const built = await caseOfEvaluation(tx, row, rules);
  const { problem } = built;
  requireBids(input, built);
  const head = {
    orgId: actor.orgId!,
    id: newId(),
    evaluationId: id,
    name: input.name,
    kind: input.kind,
    rules,
    problem,
    createdBy: actor.personId!,
  };
  const atOnce =
    input.kind === "lowest" || input.kind === "single"
      ? stored(built, problem, worked(problem, compared(problem, input.kind)))
      : null;
  const made = await insertRow(
    tx,
    awardScenario,
    atOnce ? { ...head, status: atOnce.status, answer: atOnce } : head,
  );
  note(tx, actor, "evaluation", row, {
    action: "scenario",
    after: { name: input.name, kind: input.kind, rules },
  });
  if (atOnce) return made;
  return updateRow(tx, awardScenario, made.id, {
    jobId: await enqueue(
      tx,
      actor,
      solveScenarioJob,
      { scenarioId: made.id, secondsLimit: input.secondsLimit },
      `Award of ${row.number}: ${input.name}`,
    ),
  });
};

/**
 * The scenarios of an evaluation for who may read it, in the order made; `stale`: worked out before
 * final offers were opened.
 */
export const scenariosOf = (
  db: Db,
  evaluationId: string,
): Promise<(ScenarioRecord & { answer: StoredAnswer | null; stale: boolean })[]> =>
  db.rows<ScenarioRecord & { answer: StoredAnswer | null; stale: boolean }>(sql`
    select
      a.*,
      exists (
        select 1
        from final_offer_round r
        where r.org_id = a.org_id
          and r.evaluation_id = a.evaluation_id
          and r.opened_at > a.created_at
      ) as stale
    from award_scenario a
    where org_id = ${db.scope.orgId} and evaluation_id = ${evaluationId}
    order by created_at, id
  `);

/** One scenario whose content the actor may read. 404 when it is not of this evaluation. */
export const scenarioFor = async (
  tx: Tx,
  actor: Actor,
  evaluationId: string,
  scenarioId: string,
): Promise<ScenarioRecord> => {
  await inside(tx, actor, evaluationId);
  const row = await getRow(tx, awardScenario, scenarioId, "scenario");
  if (row.evaluationId !== evaluationId) throw notFound("scenario");
  return row;
};

const gap = (judged: number | null, bound: number | null): string =>
  judged === null || bound === null || judged === 0
    ? ""
    : `, at most ${((100 * (judged - bound)) / judged).toFixed(2)} % above the best possible`;

/**
 * Solves a scenario; started again after a restart it begins anew from the stored case. Cancelled,
 * it keeps the best award so far.
 */
export const solveScenarioJob = defineJob({
  kind: "award.solve",
  payload: z.object({ scenarioId: z.uuid(), secondsLimit: z.number().min(1).max(600) }),
  run: async ({ app, actor, payload, progress }) => {
    const { database } = app;
    const orgId = actor.orgId!;
    const row = await database.transaction(actor, (tx) =>
      updateRow(tx, awardScenario, payload.scenarioId, { status: "solving" }),
    );
    const limit = payload.secondsLimit;
    let stage = "Looking for a first award";
    let broken: unknown = null;
    const solving = solveInThread(row.problem, {
      secondsLimit: limit,
      priceRules: true,
      onStanding: ({ judgedCents, boundCents }) => {
        stage =
          judgedCents === null
            ? "Looking for a first award"
            : `Best award so far found${gap(judgedCents, boundCents)}`;
      },
      onRule: (done, of) => {
        stage = `What each rule costs: ${done} of ${of}`;
      },
    });
    const began = performance.now();
    const told = setInterval(
      () =>
        progress(
          Math.min(limit - 1, Math.round((performance.now() - began) / 1000)),
          limit,
          stage,
        ).catch((error: unknown) => {
          broken = error;
          solving.stop();
        }),
      500,
    );
    try {
      const { answer, rulePrices } = await solving.done;
      await keepAnswer(app.database, actor, row, answer, rulePrices);
      if (broken) throw broken;
      await progress(limit, limit, "Done");
      return {
        result: {
          status: answer.status,
          judgedCents: answer.judgedCents,
          boundCents: answer.boundCents,
          seconds: answer.seconds,
        },
        resultPath: `/bid-evaluation/${row.evaluationId}?tab=award`,
      };
    } catch (error) {
      if (error !== broken)
        await database.transaction({ orgId, personId: null }, (tx) =>
          updateRow(tx, awardScenario, row.id, { status: "failed" }),
        );
      throw error;
    } finally {
      clearInterval(told);
    }
  },
});

const keepAnswer = (
  database: { transaction: <T>(scope: Actor, work: (tx: Tx) => Promise<T>) => Promise<T> },
  actor: Actor,
  row: ScenarioRecord,
  answer: AwardAnswer,
  rulePrices: RulePrice[],
) =>
  database.transaction(actor, async (tx) => {
    const about = await getRow(tx, evaluation, row.evaluationId, "evaluation");
    const built = await caseOfEvaluation(tx, about, row.rules);
    await updateRow(tx, awardScenario, row.id, {
      status: answer.status,
      answer: stored(built, row.problem, answer) as AwardAnswer,
      rulePrices,
    });
    announce(tx, about.orgId, "evaluation.scenario", about.id);
  });
