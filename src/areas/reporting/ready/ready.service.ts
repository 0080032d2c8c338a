import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import { allFacts } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { figuresNamed, permissionsOfFigures } from "#server/facts/figures.ts";
import { allReadyReports, type ReadyReport } from "#server/facts/ready.ts";
import { answerOf } from "../figure/figure.service.ts";
import type { ReportQuestion } from "../figure/figure.model.ts";
import type { ReadyRow } from "./ready.model.ts";

type Kept = { ready: string; keptAt: Instant };
const lastKept = (db: Db, actor: Actor) =>
  db.rows<Kept>(sql`
    select ready, max(kept_at) as kept_at
    from kept_run
    where org_id = ${actor.orgId}
      and ready is not null
      and permissions <@ ${[...actor.permissions]}::text[]
    group by ready
  `);

// A ready report that cannot be answered (no fiscal year is open) says why in place of its figure.
const mainFigure = async (db: Db, actor: Actor, { question }: ReadyReport) => {
  if (!question) return { figure: null, unit: null, value: null, why: null };
  try {
    const { beside: _beside, order: _order, ...alone } = question;
    const asked = { ...alone, by: [] } as unknown as ReportQuestion;
    const { totals, measures } = await answerOf(db, actor, asked);
    const [first] = measures;
    return {
      figure: first?.label ?? null,
      unit: first?.unit ?? null,
      value: totals[0]?.value ?? null,
      why: null,
    };
  } catch (error) {
    const { status, detail, message } = error as Error & { status?: number; detail?: string };
    if (status !== 422) throw error;
    return { figure: null, unit: null, value: null, why: detail ?? message };
  }
};

const mayAll = (actor: Actor, { question, permission }: ReadyReport) =>
  question
    ? permissionsOfFigures(allFacts(), question).every((each) => actor.permissions.has(each))
    : !permission || actor.permissions.has(permission);

/**
 * Ready reports of which somebody may read every figure, those of their duties first, each with its
 * first figure of now and the day of its last kept run.
 */
export const readyFor = async (db: Db, actor: Actor): Promise<ReadyRow[]> => {
  const mine = allReadyReports().filter((report) => mayAll(actor, report));
  const forMe = ({ readers }: ReadyReport) =>
    readers.some((duty) => (actor.duties as readonly string[]).includes(duty));
  const [kept, ...figures] = await Promise.all([
    lastKept(db, actor),
    ...mine.map((report) => mainFigure(db, actor, report)),
  ]);
  return mine
    .map((report, at) => ({
      id: report.id,
      name: report.name,
      says: report.says,
      formula: report.formula,
      citation: report.citation ?? null,
      readers: [...report.readers],
      mine: forMe(report),
      question: (report.question ?? null) as ReportQuestion | null,
      measures: figuresNamed(allFacts(), report.question?.measures ?? []),
      chart: report.chart ?? null,
      page: report.page ?? null,
      ...figures[at]!,
      keptAt: kept.find((each) => each.ready === report.id)?.keptAt ?? null,
    }))
    .sort((a, b) => Number(b.mine) - Number(a.mine));
};
