import { agencyYears } from "#areas/budget/budget.server.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { allFacts } from "#server/area.ts";
import { change, note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { permissionsOfFigures } from "#server/facts/figures.ts";
import { lacks } from "#server/lacking.ts";
import { answerOf } from "../figure/figure.service.ts";
import type { Answered, ReportQuestion } from "../figure/figure.model.ts";
import { comparison } from "../ready/comparison.data.ts";
import { varianceExplanation } from "../reporting.tables.ts";
import { varianceFinding } from "./variance.labels.ts";
import {
  inOrderOfNeed,
  type ExplanationInput,
  type VarianceAnswer,
  type VarianceRow,
} from "./variance.model.ts";

const explanationNoun = {
  name: "varianceExplanation",
  table: varianceExplanation,
  called: "explanation",
};

const yearNow = async (db: Db, fiscalYearId: string | undefined) => {
  const today = businessDate(db.scope);
  const years = (await agencyYears(db)).filter((each) => each.startsOn <= today);
  const found = fiscalYearId
    ? years.find((each) => each.id === fiscalYearId)
    : (years.find((each) => today <= each.endsOn) ?? years.at(-1));
  if (!found && fiscalYearId) throw notFound("fiscal year");
  if (!found) throw invalid("no_such_year", "No fiscal year of the agency has begun yet.");
  return { found, years, running: today <= found.endsOn };
};

const rowIn = (answer: Answered, row: Answered["rows"][number]): VarianceRow => {
  const cell = (id: string) => row.cells[answer.measures.findIndex((each) => each.id === id)]!;
  const [fundId, departmentId] = row.keys as [string, string];
  const [fund, department] = row.names as [string, string];
  const variance = cell("budget.variance");
  return {
    fundId,
    departmentId,
    fund,
    department,
    budgetCents: cell("budget.budget").value ?? 0,
    varianceCents: variance.value ?? 0,
    percent: cell("budget.varianceShare").value,
    opens: variance.opens,
    ...row.explanation!,
  };
};

/**
 * The budgetary comparison of a fiscal year, of the one that runs unless it is named, with why its rows
 * differ; what is not explained stands first. @throws 404 for an unknown year or one that has not begun,
 * 403 where a figure is not for the actor.
 */
export const readVariances = async (
  db: Db,
  actor: Actor,
  fiscalYearId?: string,
): Promise<VarianceAnswer> => {
  const { found, years, running } = await yearNow(db, fiscalYearId);
  const question = {
    ...comparison.question,
    where: { ...comparison.question.where, fiscalYear: [String(found.year)] },
    period: "all",
  } as unknown as ReportQuestion;
  const answer = await answerOf(db, actor, question);
  if (answer.withheld.length > 0) throw lacks(permissionsOfFigures(allFacts(), question));
  const limits = answer.explained!;
  const rows = inOrderOfNeed(answer.rows.map((row) => rowIn(answer, row)));
  return {
    fiscalYearId: found.id,
    year: found.year,
    running,
    years: years.map(({ id, year }) => ({ id, year })).toReversed(),
    limits,
    finding: varianceFinding(rows, limits),
    rows,
  };
};

type Key = Pick<ExplanationInput, "fiscalYearId" | "fundId" | "departmentId">;

// The row as the ledger has it now: what is explained is what it differs by.
const rowOf = async (tx: Tx, actor: Actor, { fiscalYearId, fundId, departmentId }: Key) => {
  const { year, rows } = await readVariances(tx, actor, fiscalYearId);
  const row = rows.find((each) => each.fundId === fundId && each.departmentId === departmentId);
  if (!row)
    throw invalidField(
      "departmentId",
      "The budgetary comparison of this fiscal year has no row of this fund and department.",
    );
  const { varianceCents } = row;
  return { number: `FY ${year}, ${row.fund}, ${row.department}`, varianceCents };
};

/**
 * Explains a row of the budgetary comparison for the first time. @throws 422 where the year has no such
 * row, 409 where somebody explained it before.
 */
export const explainVariance = async (
  tx: Tx,
  actor: Actor,
  { explanation, ...key }: ExplanationInput,
) => {
  const { number, varianceCents } = await rowOf(tx, actor, key);
  const before = await tx.maybe(sql`
    select id
    from variance_explanation
    where org_id = ${actor.orgId}
      and fiscal_year_id = ${key.fiscalYearId}
      and fund_id = ${key.fundId}
      and department_id = ${key.departmentId}
  `);
  if (before)
    throw conflict("explained", "Somebody explained this row meanwhile. Read it, then change it.");
  const stored = await insertRow(tx, varianceExplanation, {
    ...key,
    orgId: actor.orgId!,
    id: newId(),
    explanation,
    varianceCents,
    writtenBy: actor.personId!,
    writtenAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, explanationNoun, { id: stored.id, number }, { action: "write", after: stored });
  return { id: stored.id, version: stored.version };
};

/**
 * Changes an explanation; the earlier words stay in its history. @throws 404 for an unknown one, 412 for
 * a stale version, 422 where the year has its row no more.
 */
export const changeExplanation = async (
  tx: Tx,
  actor: Actor,
  { id, version, explanation }: { id: string; version: number | null; explanation: string },
) => {
  const stored = await getRow(tx, varianceExplanation, id, explanationNoun.called);
  const { number, varianceCents } = await rowOf(tx, actor, stored);
  const after = await change(
    tx,
    actor,
    { ...explanationNoun, number: () => number },
    {
      id,
      version,
      action: "change",
      patch: {
        explanation,
        varianceCents,
        writtenBy: actor.personId!,
        writtenAt: businessNow(tx.scope).toISOString(),
      },
    },
  );
  return { id, version: after.version };
};
