import { z } from "zod";
import { notAllowed } from "#kernel/errors.ts";
import { historyOf } from "#server/audit/history.ts";
import type { Tx } from "#server/db/db.ts";
import { recordAct } from "#server/http/acts.ts";
import {
  endpoint,
  idParams,
  writtenRecord,
  type Context,
  type Endpoint,
} from "#server/http/endpoint.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { evaluationNoun } from "./evaluation.noun.ts";
import { listEndpoints } from "#server/http/export.ts";
import { addScenario, scenarioFor, scenariosOf } from "../award/scenario.service.ts";
import { scenarioInput, scenarioView } from "../award/scenario.fields.model.ts";
import { departuresOf } from "../award/criteria-case.service.ts";
import { viewOf } from "../award/scenario-view.service.ts";
import { allBids, formulate } from "../award/formulation.model.ts";
import { hasPoints, pointsProgram } from "../award/points.model.ts";
import { lpText } from "#kernel/optimum/program.ts";
import { setConsensus } from "./consensus.service.ts";
import { lockedScores, moveEvaluation } from "./course.service.ts";
import { evaluationList } from "./evaluation.list.ts";
import {
  bidderDeclarationInput,
  allMetInput,
  checkInput,
  consensusInput,
  declarationInput,
  evaluationInput,
  memberInput,
  recusalInput,
  responsibleInput,
  responsiveInput,
  interviewInput,
  scoresInput,
  standingInput,
  writingInput,
} from "./evaluation.fields.model.ts";
import { evaluationDetail, evaluationRow } from "./evaluation.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { memberOf } from "./evaluation.noun.ts";
import { checklistFor } from "./bids-view.service.ts";
import { readEvaluation } from "./evaluation.read.service.ts";
import { unlockPrices } from "#areas/sourcing/sourcing.server.ts";
import { textsOf } from "./recommendation.service.ts";
import {
  decideResponsible,
  decideResponsive,
  decideStanding,
  saveAllMet,
  saveCheck,
} from "./responsibility.service.ts";
import { recordInterview, saveScores } from "./scoring.service.ts";
import { saveWriting } from "./writing.service.ts";
import { addMember, createEvaluation } from "./setup.service.ts";
import { readGate } from "./gate.service.ts";
import { declareBidders, declareInterests, recuse } from "./declaration.service.ts";

const path = "/api/v1/evaluations";
type Call<B> = Context<{ id: string }, undefined, B> & { tx: Tx };

const write = <B extends z.ZodType>(
  name: string,
  permission: Endpoint["permission"],
  summary: string,
  body: B,
  run: (c: Call<z.output<B>>) => Promise<EvaluationRecord>,
): Endpoint =>
  recordAct(path, name, {
    permission,
    summary,
    body,
    response: writtenRecord,
    handler: (c) => run(c as unknown as Call<z.output<B>>),
  });

const steps = stepEndpoints(
  evaluationNoun,
  alike(moveEvaluation, [
    "askDeclarations",
    "startScoring",
    "lock",
    "startConsensus",
    "openPrices",
    "rank",
    "reopenPrices",
    "recommend",
    "return",
    "approve",
  ]),
);
const takesPart = "evaluation.read" as const;

const gated = async (
  db: Parameters<typeof memberOf>[0],
  actor: Context<unknown, unknown, unknown>["actor"],
  id: string,
) => {
  const { row, gate, blind } = await readGate(db, actor, id);
  if (gate !== "open" || blind)
    throw notAllowed("Nothing of this evaluation is shown to you.", "not_inside");
  return row;
};
const scenarioParams = z.object({ id: z.uuid(), scenarioId: z.uuid() });

export const evaluationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "evaluation.read", evaluationList, evaluationRow),
  endpoint({
    method: "POST",
    path,
    permission: "evaluation.manage",
    summary: "Set up the evaluation of a solicitation",
    body: evaluationInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createEvaluation(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "evaluation.read",
    summary: "An evaluation, as far as this person may read it",
    params: idParams,
    response: evaluationDetail,
    handler: ({ db, actor, params }) => readEvaluation(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/history`,
    permission: "evaluation.read",
    summary: "What happened to the evaluation",
    params: idParams,
    response: z.object({ items: z.array(z.looseObject({ at: z.string(), action: z.string() })) }),
    handler: async ({ db, actor, params }) => {
      // Behind the gate the history is empty and not refused: the record's head is shown to
      // everybody in the agency.
      const { gate, blind } = await readGate(db, actor, params.id);
      return gate === "open" && !blind
        ? (historyOf(db, "evaluation", params.id) as never)
        : { items: [] };
    },
  }),
  ...steps,
  recordAct(path, "unlock-prices", {
    permission: takesPart,
    summary:
      "Allow the opening officers to open the price envelopes: the technical scores are locked",
    ownTransaction: true,
    body: z.object({}),
    response: z.object({ unlocked: z.boolean() }),
    handler: async ({ app, actor, params }) => {
      const { solicitationId, digest } = await app.database.transaction(actor, (tx) =>
        lockedScores(tx, actor, params.id),
      );
      await unlockPrices(app, actor, solicitationId, digest);
      return { unlocked: true };
    },
  }),
  write("add-member", "evaluation.read", "Name somebody who takes part", memberInput, (c) =>
    addMember(c.tx, c.actor, c.params.id, c.body),
  ),
  write("declare", takesPart, "Declare interests before any content", declarationInput, (c) =>
    declareInterests(c.tx, c.actor, c.params.id, c.body),
  ),
  write("declare-bidders", takesPart, "Declare for each bidder", bidderDeclarationInput, (c) =>
    declareBidders(c.tx, c.actor, c.params.id, c.body),
  ),
  write("recuse", takesPart, "Step out", recusalInput, (c) =>
    recuse(c.tx, c.actor, c.params.id, c.body.reason),
  ),
  write("save-scores", takesPart, "Save or hand in one's own scores", scoresInput, (c) =>
    saveScores(c.tx, c.actor, c.params.id, c.body),
  ),
  write("set-consensus", takesPart, "Agree on a score", consensusInput, (c) =>
    setConsensus(c.tx, c.actor, c.params.id, c.body),
  ),
  write("check", takesPart, "Check an item of the responsiveness list", checkInput, async (c) =>
    saveCheck(c.tx, c.actor, c.params.id, c.body, await checklistFor(c.tx, c.params.id)),
  ),
  write(
    "check-all",
    takesPart,
    "Record what is left of a checklist as met",
    allMetInput,
    async (c) =>
      saveAllMet(c.tx, c.actor, c.params.id, c.body.bidId, await checklistFor(c.tx, c.params.id)),
  ),
  write("decide-responsive", takesPart, "Decide on responsiveness", responsiveInput, (c) =>
    decideResponsive(c.tx, c.actor, c.params.id, c.body),
  ),
  write("decide-responsible", takesPart, "Decide on responsibility", responsibleInput, (c) =>
    decideResponsible(c.tx, c.actor, c.params.id, c.body),
  ),
  write(
    "decide-standing",
    takesPart,
    "Say whether a bidder has the preference and counts toward the goal",
    standingInput,
    (c) => decideStanding(c.tx, c.actor, c.params.id, c.body),
  ),
  write("record-interview", takesPart, "Record an interview", interviewInput, (c) =>
    recordInterview(c.tx, c.actor, c.params.id, c.body),
  ),
  write(
    "save-writing",
    takesPart,
    "Write analysis, finding or memo, choose the scenario",
    writingInput,
    (c) => saveWriting(c.tx, c.actor, c.params.id, c.body),
  ),
  endpoint({
    method: "GET",
    path: `${path}/{id}/scenarios`,
    permission: "evaluation.read",
    summary: "Ways to award, side by side",
    params: idParams,
    response: z.object({ items: z.array(scenarioView) }),
    handler: async ({ db, actor, params }) => {
      const row = await gated(db, actor, params.id);
      const items = await scenariosOf(db, params.id);
      const departures = items.length ? await departuresOf(db, row, items) : new Map();
      return { items: items.map((each) => viewOf(each, departures.get(each.id))) };
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/scenarios`,
    permission: "evaluation.read",
    summary: "Add a way to award; the optimum is worked out as a job",
    params: idParams,
    body: scenarioInput,
    response: z.object({ id: z.string(), status: z.string(), jobId: z.string().nullable() }),
    handler: ({ tx, actor, params, body }) => addScenario(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/scenarios/{scenarioId}/program`,
    permission: "evaluation.read",
    summary: "The scenario as a program in LP format, for another solver",
    params: scenarioParams,
    raw: true,
    handler: async ({ db, actor, params, reply }) => {
      const { problem, name } = await scenarioFor(db as Tx, actor, params.id, params.scenarioId);
      const points = hasPoints(problem);
      const f = points ? pointsProgram(problem) : formulate(problem, allBids(problem), true);
      return reply
        .header("content-type", "text/plain; charset=utf-8")
        .header("content-disposition", `attachment; filename="award-${params.scenarioId}.lp"`)
        .send(
          lpText(
            f.program,
            `${name.replace(/[\r\n]/g, " ")}; ${points ? "points lost" : "cost"}; money in units of ${f.scale} cents`,
          ),
        );
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/score-sheet`,
    permission: "evaluation.read",
    summary: "The frozen score sheet as it was digested",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, params, reply }) => {
      const row = await gated(db, actor, params.id);
      const sheet = (await textsOf(db, row.id)).get("sheet");
      return reply
        .header("content-type", "application/json; charset=utf-8")
        .header("content-disposition", `attachment; filename="score-sheet-${row.number}.json"`)
        .send(row.sheetDigest ? sheet!.text : "{}");
    },
  }),
];
