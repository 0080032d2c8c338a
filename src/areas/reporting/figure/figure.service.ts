import { agencyYears } from "#areas/budget/budget.server.ts";
import type { Actor } from "#kernel/access.ts";
import { invalid } from "#kernel/errors.ts";
import { addMonths } from "#kernel/time.ts";
import { allFacts } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { fiscalYearDimension, timeIn } from "#server/facts/facts.ts";
import { askFigures, mayRead, readableDimensions } from "#server/facts/figures.ts";
import type { Beside } from "./beside.labels.ts";
import { withBeside } from "./beside.model.ts";
import { findingOf } from "./finding.labels.ts";
import type { Answered, FactRow, ReportQuestion } from "./figure.model.ts";
import { lastPacketDay } from "./packet-day.service.ts";
import { inOrder } from "./order.model.ts";
import { timeWords } from "./period.labels.ts";
import { daysOf, yearBefore, type Days } from "./period.model.ts";
import { withExplanations } from "../variance/explained.service.ts";

/** What can be added up of the records that somebody may read. */
export const factsFor = (actor: Actor): FactRow[] =>
  allFacts().flatMap((fact) => {
    const mine = Object.entries(fact.measures).filter(([, m]) => mayRead(actor, fact, m));
    if (!mine.length) return [];
    return {
      id: fact.id,
      label: fact.label,
      grain: fact.grain,
      day: fact.day?.label ?? null,
      apart: [...(fact.apart ?? [])],
      dimensions: readableDimensions(actor, fact),
      asOf: fact.asOf !== undefined,
      measures: mine.map(([name, m]) => ({ id: `${fact.id}.${name}`, label: m.label })),
    };
  });

// Chosen fiscal years are those before, too.
const yearEarlier = (where: ReportQuestion["where"]): ReportQuestion["where"] => {
  const { [fiscalYearDimension.id]: years, ...others } = where;
  return years
    ? { ...others, [fiscalYearDimension.id]: years.map((year) => String(Number(year) - 1)) }
    : where;
};

const requireBeside = (beside: Beside | undefined, by: readonly string[], days: Days): void => {
  if (beside === "running" && !timeIn(by))
    throw invalid(
      "running_without_months",
      "A running total goes along time: part the figures by month or week.",
    );
  if (beside === "previous-year" && timeIn(by) === "week")
    throw invalid(
      "weeks_have_no_year_before",
      "No week of the year before has the days of a week: part the figures by month.",
    );
  if ((beside === "share" || beside === "rank") && by.length === 0)
    throw invalid(
      "beside_without_parts",
      "A share and a rank are of parts: choose what the figures are parted by.",
    );
  if (beside === "previous-year" && !days.from)
    throw invalid(
      "all_time_has_no_year_before",
      "All time has no year before it: choose a year, a month, or two days.",
    );
};

/**
 * Answers a question of a report with the rights of whoever asks, as of now or of its two moments; the
 * budgetary comparison with why its rows differ. @throws 422 where the
 * agency has no such fiscal year, and as `askFigures`.
 */
export const answerOf = async (db: Db, actor: Actor, asked: ReportQuestion): Promise<Answered> => {
  const { period, beside, order, ...question } = asked;
  const { posted, known } = question;
  const years = await agencyYears(db);
  const packet = period === "since-packet" ? await lastPacketDay(db, actor) : null;
  const days = daysOf(period, years, businessDate(actor), packet);
  if (!days && period === "since-packet")
    throw invalid(
      "no_packet",
      "No packet of reports has been published yet, so there is no last meeting to count from. Choose two days, or publish a packet.",
    );
  if (!days)
    throw invalid(
      "no_such_year",
      "No fiscal year of the agency has these days. Choose other days, or ask the budget officer to open the year.",
    );
  requireBeside(beside, question.by, days);
  const earlier = beside === "previous-year" ? yearBefore(days, years) : null;
  const [answer, before] = await Promise.all([
    askFigures(db, actor, allFacts(), { ...question, ...days }),
    earlier &&
      askFigures(db, actor, allFacts(), {
        ...question,
        where: yearEarlier(question.where),
        ...earlier,
        // As far into its year as this one.
        ...(question.posted && { posted: addMonths(question.posted, -12) }),
      }),
  ]);
  const chosen = question.where[fiscalYearDimension.id];
  const shown = beside ? withBeside(answer, beside, before) : answer;
  const told: Answered = {
    ...(order ? inOrder(shown, order) : shown),
    finding: findingOf(
      answer,
      timeWords({ period, years: chosen, posted, known }, actor.timeZone ?? "UTC"),
    ),
    period,
    from: days.from ?? null,
    until: days.until ?? null,
    ...(chosen && { years: chosen }),
    ...(posted && { posted }),
    ...(known && { known }),
  };
  return withExplanations(db, asked, told, years, days.year);
};
