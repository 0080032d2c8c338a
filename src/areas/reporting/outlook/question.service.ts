import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { invalid, notAllowed, Problem } from "#kernel/errors.ts";
import { daysOfStep, stepAfter, stepOf, type Every } from "#kernel/forecast/steps.ts";
import { outlookOf, type Outlook } from "#kernel/forecast/outlook.ts";
import { allFacts } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { seenAlike } from "#server/facts/figures.ts";
import { requireSeen } from "#server/lifecycle.ts";
import { memberNow } from "#areas/organization/organization.server.ts";
import { queryOf } from "../builder/address.ts";
import { savedReport } from "../reporting.tables.ts";
import { lookBack } from "./look-back.service.ts";
import { fiscalYearDimension, timeIn } from "#server/facts/facts.ts";
import type { ReportQuestion } from "../figure/figure.model.ts";
import { answerOf } from "../figure/figure.service.ts";
import type { SeriesAnswer } from "./outlook.model.ts";
import { lookOf, seriesOf } from "./question.model.ts";

// The question over all whole months or weeks that a season can be known by; its own period and parts are
// left out.
const byStep = (question: ReportQuestion, every: Every, last: string): ReportQuestion => {
  const { [fiscalYearDimension.id]: _, ...where } = question.where;
  const [measure] = question.measures as [string];
  const fact = allFacts().find((each) => measure.startsWith(`${each.id}.`));
  const apart = fact?.apart?.includes(fiscalYearDimension.id) ? [fiscalYearDimension.id] : [];
  const [from] = daysOfStep(every, stepAfter(every, last, 1 - lookOf(every, 0).most));
  const [, until] = daysOfStep(every, last);
  return {
    measures: [measure],
    by: [every, ...apart],
    where,
    period: `${from}..${until}` as ReportQuestion["period"],
  };
};

type LookedQuestion = {
  id: string;
  label: string;
  unit: "cents" | "count";
  every: Every;
  first: string;
  values: number[];
  needs: number;
  outlook: Outlook;
};

/**
 * Looks ahead from the figure of a question by month, or by week where that is what it is parted by, with
 * the rights of whoever asks. @throws 403 where
 * they may not read the figure, 422 for several figures, and for what is no sum or count along time.
 */
const lookedOf = async (
  db: Db,
  actor: Actor,
  question: ReportQuestion,
): Promise<LookedQuestion> => {
  if (question.measures.length !== 1)
    throw invalid("one_figure", "A forecast is of one figure: take the others out.");
  const every = timeIn(question.by) ?? "month";
  const last = stepAfter(every, stepOf(every, businessDate(actor)), -1);
  const answer = await answerOf(db, actor, byStep(question, every, last));
  const [measure] = answer.measures;
  if (!measure)
    throw notAllowed(`You may not read ${answer.withheld.join(", ")}, nor a forecast of it.`);
  const { id, unit, balance, label } = measure;
  if ((unit !== "cents" && unit !== "count") || balance)
    throw invalid(
      "no_sum",
      `${label} is no sum or count that comes ${every} by ${every}, so nothing is forecast of it.`,
    );
  const { first, values } = seriesOf(answer, every, last);
  const { season, ahead, least: needs } = lookOf(every, values.length);
  // None of what never was below zero ends below it.
  const least = values.every((value) => value >= 0) ? 0 : null;
  const floor = Array.from({ length: ahead }, () => least);
  const outlook = outlookOf({ values, season, ahead, floor, least: needs });
  return { id, label, unit, every, first, values, needs, outlook };
};

const shown = (
  { id, label, unit, every, first, values, needs, outlook }: LookedQuestion,
  name: string,
  question: ReportQuestion,
): SeriesAnswer => ({
  id,
  label: name,
  group: label,
  unit,
  page: `/enhanced-reporting?${queryOf(question)}`,
  note: null,
  every,
  first,
  values,
  needs,
  outlook: outlook.kind === "forecast" ? outlook : null,
  lookedBack: [],
  frozen: 0,
});

/**
 * What is said of the figure of a question by month or week; of a past that is too short nothing, and the
 * answer says how many lack. @throws as `lookedOf`.
 */
export const forecastOf = async (
  db: Db,
  actor: Actor,
  question: ReportQuestion,
): Promise<SeriesAnswer> => {
  const looked = await lookedOf(db, actor, question);
  return shown(looked, `by ${looked.every}`, question);
};

type Saved = { id: string; name: string; ownerId: string; question: ReportQuestion };

// A saved report of one figure by month or week. What is changed in it begins anew what is kept of its forecasts.
const savedByStep = (db: Db) =>
  db.rows<Saved>(sql`
    select id, name, owner_id, question
    from saved_report
    where org_id = ${db.scope.orgId}
      and status <> 'retired'
      and jsonb_array_length(question -> 'measures') = 1
      and jsonb_exists_any(question -> 'by', '{month,week}')
    order by name, id
  `);

// How the forecast of a saved report is called in an address.
const savedSeries = (reportId: string): string => `report:${reportId}`;

const keptAs = ({
  id,
  question: { measures, where, by },
}: Pick<Saved, "id" | "question">): string => {
  const weeks = timeIn(by) === "week" ? ["week"] : [];
  const asked = createHash("sha256")
    .update(JSON.stringify([measures, where, ...weeks]))
    .digest("hex");
  return `${savedSeries(id)}:${asked.slice(0, 12)}`;
};

/** Own and shared reports of which is looked ahead. */
export const savedForecasts = async (
  db: Db,
  actor: Actor,
): Promise<{ id: string; name: string }[]> =>
  db.rows<{ id: string; name: string }>(sql`
    select 'report:' || id as id, name
    from saved_report
    where org_id = ${db.scope.orgId}
      and (status = 'shared' or status = 'own' and owner_id = ${actor.personId}::uuid)
      and jsonb_array_length(question -> 'measures') = 1
      and jsonb_exists_any(question -> 'by', '{month,week}')
    order by name, id
    limit 200
  `);

/** The forecast of a saved report, with what was said of it before. @throws 404, and as `lookedOf`. */
export const savedForecast = async (
  db: Db,
  actor: Actor,
  reportId: string,
): Promise<SeriesAnswer> => {
  await requireSeen(db, actor, "savedReport", reportId);
  const report = await getRow(db, savedReport, reportId, "report");
  const looked = await lookedOf(db, actor, report.question);
  const { frozen, rows } = await lookBack(db, { ...looked, id: keptAs(report) });
  return { ...shown(looked, report.name, report.question), lookedBack: rows, frozen };
};

/**
 * What is said now of each saved report by month or week, with its owner's rights, to be kept: only of figures
 * that are the same for all who may read them.
 */
export const savedToKeep = async (db: Db): Promise<(LookedQuestion & { name: string })[]> => {
  const kept = [];
  for (const report of await savedByStep(db)) {
    const { question, ownerId, name } = report;
    if (!allFacts().some((fact) => question.measures[0]!.startsWith(`${fact.id}.`))) continue;
    const owner = seenAlike(allFacts(), question.measures) && (await memberNow(db, ownerId));
    const looked =
      owner &&
      (await lookedOf(db, owner, question).catch((error: unknown) => {
        // A figure that its owner may not read, or that is none any more.
        if (error instanceof Problem) return null;
        throw error;
      }));
    if (looked) kept.push({ ...looked, id: keptAs(report), name });
  }
  return kept;
};
