import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { invalid, notAllowed, Problem } from "#kernel/errors.ts";
import { monthAfter } from "#kernel/forecast/months.ts";
import { leastSeasons, outlookOf, type Outlook } from "#kernel/forecast/outlook.ts";
import { addDays, day } from "#kernel/time.ts";
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
import { fiscalYearDimension, monthDimension } from "#server/facts/facts.ts";
import type { ReportQuestion } from "../figure/figure.model.ts";
import { answerOf } from "../figure/figure.service.ts";
import type { SeriesAnswer } from "./outlook.model.ts";
import { monthsOf } from "./question.model.ts";
import { ahead, mostMonths, season } from "./series.service.ts";

// The question over all whole months that a season can be known by; its own period and parts are left out.
const byMonth = (question: ReportQuestion, last: string): ReportQuestion => {
  const { [fiscalYearDimension.id]: _, ...where } = question.where;
  const [measure] = question.measures as [string];
  const fact = allFacts().find((each) => measure.startsWith(`${each.id}.`));
  const apart = fact?.apart?.includes(fiscalYearDimension.id) ? [fiscalYearDimension.id] : [];
  const from = `${monthAfter(last, 1 - mostMonths)}-01`;
  const until = addDays(day(`${monthAfter(last, 1)}-01`), -1);
  return {
    measures: [measure],
    by: [monthDimension.id, ...apart],
    where,
    period: `${from}..${until}` as ReportQuestion["period"],
  };
};

type LookedQuestion = {
  id: string;
  label: string;
  unit: "cents" | "count";
  first: string;
  values: number[];
  outlook: Outlook;
};

/**
 * Looks ahead from the figure of a question by month, with the rights of whoever asks. @throws 403 where
 * they may not read the figure, 422 for several figures, and for what is no sum or count by month.
 */
const lookedOf = async (
  db: Db,
  actor: Actor,
  question: ReportQuestion,
): Promise<LookedQuestion> => {
  if (question.measures.length !== 1)
    throw invalid("one_figure", "A forecast is of one figure: take the others out.");
  const last = monthAfter(businessDate(actor).slice(0, 7), -1);
  const answer = await answerOf(db, actor, byMonth(question, last));
  const [measure] = answer.measures;
  if (!measure)
    throw notAllowed(`You may not read ${answer.withheld.join(", ")}, nor a forecast of it.`);
  const { id, unit, balance, label } = measure;
  if ((unit !== "cents" && unit !== "count") || balance)
    throw invalid(
      "no_sum",
      `${label} is no sum or count that comes month by month, so nothing is forecast of it.`,
    );
  const { first, values } = monthsOf(answer, last);
  // None of what never was below zero ends below it.
  const least = values.every((value) => value >= 0) ? 0 : null;
  const floor = Array.from({ length: ahead }, () => least);
  return { id, label, unit, first, values, outlook: outlookOf({ values, season, ahead, floor }) };
};

const shown = (
  { id, label, unit, first, values, outlook }: LookedQuestion,
  name: string,
  question: ReportQuestion,
): SeriesAnswer => ({
  id,
  label: name,
  group: label,
  unit,
  page: `/enhanced-reporting?${queryOf(question)}`,
  note: null,
  first,
  values,
  needs: leastSeasons * season,
  outlook: outlook.kind === "forecast" ? outlook : null,
  lookedBack: [],
  frozen: 0,
});

/**
 * What is said of the figure of a question by month; of a past that is too short nothing, and the answer
 * says how many months lack. @throws as `lookedOf`.
 */
export const forecastOf = async (
  db: Db,
  actor: Actor,
  question: ReportQuestion,
): Promise<SeriesAnswer> => shown(await lookedOf(db, actor, question), "by month", question);

type Saved = { id: string; name: string; ownerId: string; question: ReportQuestion };

// A saved report of one figure by month. What is changed in it begins anew what is kept of its forecasts.
const savedByMonth = (db: Db) =>
  db.rows<Saved>(sql`
    select id, name, owner_id, question
    from saved_report
    where org_id = ${db.scope.orgId}
      and status <> 'retired'
      and jsonb_array_length(question -> 'measures') = 1
      and jsonb_exists(question -> 'by', 'month')
    order by name, id
  `);

// How the forecast of a saved report is called in an address.
const savedSeries = (reportId: string): string => `report:${reportId}`;

const keptAs = ({ id, question: { measures, where } }: Pick<Saved, "id" | "question">): string => {
  const asked = createHash("sha256")
    .update(JSON.stringify([measures, where]))
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
      and jsonb_exists(question -> 'by', 'month')
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
 * What is said now of each saved report by month, with its owner's rights, to be kept: only of figures
 * that are the same for all who may read them.
 */
export const savedToKeep = async (db: Db): Promise<(LookedQuestion & { name: string })[]> => {
  const kept = [];
  for (const report of await savedByMonth(db)) {
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
