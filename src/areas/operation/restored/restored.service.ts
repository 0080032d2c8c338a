import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { allClosings, closedKinds } from "#server/restored/closing.ts";
import { countQuestions, readQuestions, readReport } from "#server/restored/questions.ts";
import type { AdminMatter } from "#areas/organization/organization.server.ts";
import type { RestoreReport } from "./restored.model.ts";

const mostShown = 500;

/** What the last restore closed in the actor's agency, what waits first. */
export const readRestored = async (db: Db, actor: Actor): Promise<RestoreReport> => {
  const [report, waiting, questions] = await Promise.all([
    readReport(db),
    countQuestions(db),
    readQuestions(db, mostShown),
  ]);
  const finals = new Map(allClosings().map(({ kind, final }) => [kind, final ?? null]));
  return {
    report,
    waiting,
    items: questions.map(({ subjectId, madeAt: _of, before: _stood, ...one }) => ({
      ...one,
      label: closedKinds[one.kind].label,
      final: one.told === null ? null : (finals.get(one.kind) ?? null),
      own: one.kind === "member" && subjectId === actor.personId,
    })),
  };
};

/** People and keys of an agency that wait for its administrators since a restore. */
export const restoredMatter: AdminMatter = {
  id: "restored-people",
  one: "person or key is closed since the restore",
  many: "people and keys are closed since the restore",
  about: "Open who and what is still right, and keep closed what was ended.",
  href: "/admin/monitoring",
  permission: "restore.answer",
  pressing: true,
  count: (db) => countQuestions(db),
};
