import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { departuresOf } from "../award/criteria-case.service.ts";
import { departureText, readDeparture } from "../award/departure.model.ts";
import type { Award, AwardCase } from "../award/award.model.ts";
import type { WritingInput } from "./evaluation.fields.model.ts";
import { managing } from "./evaluation.noun.ts";
import { textsOf, writeText } from "./recommendation.service.ts";
import { open, written } from "./scoring.service.ts";
import { evaluation, type EvaluationRecord } from "./evaluation.tables.ts";

type Chosen = {
  id: string;
  status: string;
  problem: AwardCase;
  answer: { award: Award | null; parts: unknown[] } | null;
  stale: boolean;
};

const scenariosOf = (db: Db, row: EvaluationRecord) =>
  db.rows<Chosen>(sql`
    select
      a.id, a.status, a.problem, a.answer,
      exists (
        select 1
        from final_offer_round r
        where r.org_id = a.org_id
          and r.evaluation_id = a.evaluation_id
          and r.opened_at > a.created_at
      ) as stale
    from award_scenario a
    where a.org_id = ${db.scope.orgId} and a.evaluation_id = ${row.id}
    order by a.created_at
  `);

/** Where a scenario of an evaluation departs from the published criteria now. */
const departureOf = async (
  db: Db,
  row: EvaluationRecord,
  scenarioId: string,
): Promise<readonly string[]> => {
  const all = await scenariosOf(db, row);
  const chosen = all.find((each) => each.id === scenarioId);
  if (chosen?.stale)
    throw invalidField(
      "scenarioId",
      "This was worked out before the final offers were opened: work it out anew.",
      "stale_scenario",
    );
  if (
    !chosen ||
    !["optimal", "stopped"].includes(chosen.status) ||
    (chosen.answer?.parts.length ?? 0) === 0
  )
    throw invalidField("scenarioId", "Choose a scenario that has an award.");
  return (await departuresOf(db, row, all)).get(scenarioId) ?? [];
};

const least = 20;

/**
 * A scenario that departs from the published criteria is chosen with a reason only; both are kept
 * as they were.
 */
const chooseScenario = async (
  tx: Tx,
  actor: Actor,
  row: EvaluationRecord,
  scenarioId: string,
  departure: string | null | undefined,
): Promise<void> => {
  const lines = await departureOf(tx, row, scenarioId);
  const kept =
    scenarioId === row.scenarioId
      ? readDeparture((await textsOf(tx, row.id)).get("departure")?.text ?? "")?.reason
      : null;
  const reason = departure ?? kept ?? "";
  if (lines.length && reason.length < least)
    throw invalidField(
      "departure",
      `This award departs from the published criteria (2 CFR 200.320(b)(2)). Give the reason in at least ${least} characters; the memo and the notice to bidders state it. ${lines.join(". ")}.`,
      "departure_reason",
    );
  await writeText(tx, actor, row, "departure", departureText({ lines, reason }));
};

/**
 * Writes the analysis, the finding, the memo, or chooses the scenario; before the recommendation is
 * signed. 422 `departure_reason` where the scenario departs from the published criteria and no
 * reason comes with it.
 */
export const saveWriting = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: WritingInput,
): Promise<EvaluationRecord> => {
  await managing(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  open(
    row,
    ["price_opened", "ranked"],
    "This is written after the prices are open and before the recommendation is signed.",
  );
  const scenarioId = input.scenarioId ?? (input.departure ? row.scenarioId : null);
  if (scenarioId) await chooseScenario(tx, actor, row, scenarioId, input.departure);
  for (const [kind, text] of [
    ["analysis", input.analysis],
    ["finding", input.competitionFinding],
    ["memo", input.memo],
  ] as const)
    if (text != null) await writeText(tx, actor, row, kind, text);
  return written(tx, actor, id, "write", {
    ...(input.analysisKind ? { analysisKind: input.analysisKind } : {}),
    ...(input.scenarioId ? { scenarioId: input.scenarioId } : {}),
  });
};

/**
 * What is signed is what was chosen: 409 `departure_changed` where the chosen scenario departs
 * otherwise from the criteria than when its reason was given.
 */
export const requireSameDeparture = async (tx: Tx, row: EvaluationRecord): Promise<void> => {
  if (!row.scenarioId) return;
  const lines = await departureOf(tx, row, row.scenarioId);
  const kept = readDeparture((await textsOf(tx, row.id)).get("departure")?.text ?? "");
  if (lines.join("\n") !== (kept?.lines ?? []).join("\n"))
    throw conflict(
      "departure_changed",
      "The award departs otherwise from the published criteria than when it was chosen. Choose the scenario again.",
    );
};
