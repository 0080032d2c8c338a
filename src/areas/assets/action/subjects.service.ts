import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import { join, sql, type Sql } from "#server/db/sql.ts";
import { allNouns, readsNoun } from "#server/noun.ts";
import type { CorrectiveStep } from "./action.labels.ts";
import type { correctiveAction } from "./action.tables.ts";

type Stored = typeof correctiveAction.$inferSelect;

/** What happened to a corrective action: it was opened, or took a step. */
export type ActionTold = { step: "open" | CorrectiveStep; action: Stored };

type Subject = {
  noun: string;
  /** Which of its records are for somebody, where they are told apart: a condition on `c.subject_id`. */
  seen?: (actor: Actor) => Sql;
  /** Hears of actions about its records, in the transaction of the step. */
  told?: (tx: Tx, actor: Actor, told: ActionTold) => Promise<void>;
};

/** What was counted anew: whether it holds, in words. */
type Counted = { effective: boolean; said: string };
export type EffectCheck = {
  noun: string;
  /** Counts the records of a subject that came since a day; null where nothing says what to count. */
  recount: (tx: Tx, subjectId: string, since: Day) => Promise<Counted | null>;
};

const subjects: Subject[] = [];
const checks = new Map<string, EffectCheck>();

/** Areas say which of their records corrective actions are about, for whom, and what follows. */
export const actionSubjects = extensionPoint<Subject>(
  "subjects of corrective actions",
  (subject) => {
    subjects.push(subject);
  },
);

/** Areas count anew, on the day of a check, what a corrective action was about. */
export const effectChecks = extensionPoint<EffectCheck>("effects counted anew", (check) => {
  checks.set(check.noun, check);
});

export const effectCheckOf = (noun: string): EffectCheck | undefined => checks.get(noun);
export const checkedNouns = (): string[] => [...checks.keys()];

/** Tells the area of a subject what happened to an action about it. */
export const tellSubject = async (
  tx: Tx,
  actor: Actor,
  action: Stored,
  step: ActionTold["step"],
): Promise<void> => {
  for (const { noun, told } of subjects)
    if (noun === action.subjectType) await told?.(tx, actor, { step, action });
};

/** Which subjects of actions `c` somebody may read, as a condition. */
export const seenSubjects = (actor: Actor): Sql => {
  const open = allNouns().filter((noun) => !noun.visible && readsNoun(actor, noun));
  const apart = subjects.flatMap(({ noun, seen }) =>
    seen ? [sql`(c.subject_type = ${noun} and ${seen(actor)})`] : [],
  );
  const names = open.map(({ name }) => name);
  return sql`(${join([sql`c.subject_type = any(${names}::text[])`, ...apart], " or ")})`;
};

/** Corrective actions about a record: those that are not closed, and those that are. */
export const actionsAbout = (
  tx: Pick<Tx, "one" | "scope">,
  type: string,
  id: string,
): Promise<{ open: number; closed: number }> =>
  tx.one<{ open: number; closed: number }>(sql`
    select
      count(*) filter (where status <> 'closed')::int as open,
      count(*) filter (where status = 'closed')::int as closed
    from corrective_action
    where org_id = ${tx.scope.orgId} and subject_type = ${type} and subject_id = ${id}
  `);
