import { agencyYears } from "#areas/budget/budget.server.ts";
import type { Actor } from "#kernel/access.ts";
import { invalid } from "#kernel/errors.ts";
import { allFacts } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { askFigures, mayRead } from "#server/facts/figures.ts";
import { findingOf } from "./finding.labels.ts";
import type { Answered, FactRow, ReportQuestion } from "./figure.model.ts";
import { daysOf } from "./period.model.ts";

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
      dimensions: fact.dimensions.map(({ of }) => of),
      measures: mine.map(([name, m]) => ({ id: `${fact.id}.${name}`, label: m.label })),
    };
  });

/**
 * Answers a question of a report as of now, with the rights of whoever asks. @throws 422 where the
 * agency has no such fiscal year, and as `askFigures`.
 */
export const answerOf = async (
  db: Db,
  actor: Actor,
  { period, ...question }: ReportQuestion,
): Promise<Answered> => {
  const days = daysOf(period, await agencyYears(db), businessDate(actor));
  if (!days)
    throw invalid(
      "no_such_year",
      "No fiscal year of the agency has these days. Choose other days, or ask the budget officer to open the year.",
    );
  const answer = await askFigures(db, actor, allFacts(), { ...question, ...days });
  return {
    ...answer,
    finding: findingOf(answer, period),
    period,
    from: days.from ?? null,
    until: days.until ?? null,
  };
};
