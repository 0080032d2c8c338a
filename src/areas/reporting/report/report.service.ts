import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { allFacts } from "#server/area.ts";
import { figuresNamed } from "#server/facts/figures.ts";
import { actionsFor, requireSeen, transition, type TakenStep } from "#server/lifecycle.ts";
import { endSchedulesOf } from "../schedule/schedule.service.ts";
import { answerOf } from "../figure/figure.service.ts";
import { savedReport } from "../reporting.tables.ts";
import type { SavedReportInput, SavedReportRecord } from "./report.model.ts";
import { savedReportNoun } from "./report.noun.ts";

/**
 * Keeps a question as a report of whoever asks it. It is answered once before, so that none is kept
 * that cannot be. @throws 422 as `answerOf`.
 */
export const makeReport = async (tx: Tx, actor: Actor, input: SavedReportInput) => {
  await answerOf(tx, actor, input.question);
  return create(tx, actor, savedReportNoun, {
    number: { kind: "RPT" },
    row: {
      ...input,
      orgId: actor.orgId!,
      id: newId(),
      status: savedReportNoun.cycle.initial,
      ownerId: actor.personId!,
    },
  });
};

/** Changes name, question or look of one's own report; earlier ones stand in its history. */
export const changeReport = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: SavedReportInput,
  version: number | null,
) => {
  await requireSeen(tx, actor, "savedReport", id);
  await answerOf(tx, actor, input.question);
  return change(tx, actor, savedReportNoun, { id, version, patch: input });
};

/** Retires a report: what goes by mail of it ends with it. */
export const retireReport = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, savedReportNoun, {
    ...step,
    action: "retire",
    effect: async () => {
      await endSchedulesOf(tx, actor, step.id);
      return {};
    },
  });

/** A report with what the actor may do of it; 404 for another one's that is not shared. */
export const readReport = async (db: Db, actor: Actor, id: string): Promise<SavedReportRecord> => {
  await requireSeen(db, actor, "savedReport", id);
  const row = await getRow(db, savedReport, id, "report");
  const told = await db.one<{ owner: string | null; keptAt: Instant | null }>(sql`
    select
      (select p.display_name from person p where p.id = ${row.ownerId}) as owner,
      (
        select max(x.kept_at)
        from kept_run x
        where x.org_id = ${actor.orgId} and x.report_id = ${id}
      ) as kept_at
  `);
  return {
    ...row,
    ...told,
    measures: figuresNamed(allFacts(), row.question.measures),
    actions: actionsFor(actor, savedReportNoun, row),
    canEdit: row.status !== "retired" && row.ownerId === actor.personId,
  };
};
