import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { answersOf, givenOf } from "./answer.service.ts";
import { unansweredOf } from "./classify.model.ts";
import { openSpansOf } from "./span.read.service.ts";
import {
  safetyCycle,
  type SafetyAction,
  type SafetyFacts,
  type SafetyStatus,
} from "./safety.labels.ts";
import { safetyCase } from "./safety.tables.ts";

type Stored = typeof safetyCase.$inferSelect;
export type SafetyRecord = Stored & Pick<SafetyFacts, "unanswered" | "openActions" | "openSpans">;

/** Corrective actions about a case that are not closed. */
export const openActionsOf = async (tx: Pick<Tx, "one" | "scope">, id: string): Promise<number> =>
  (
    await tx.one<{ open: number }>(sql`
      select count(*)::int as open
      from corrective_action
      where org_id = ${tx.scope.orgId}
        and subject_type = 'safetyCase'
        and subject_id = ${id}
        and status <> 'closed'
    `)
  ).open;

const load = async (tx: Tx, row: Stored): Promise<SafetyRecord> => {
  const [answers, openActions, openSpans] = await Promise.all([
    answersOf(tx, row.id),
    openActionsOf(tx, row.id),
    openSpansOf(tx, row.id),
  ]);
  return { ...row, unanswered: unansweredOf(row.kind, givenOf(answers)), openActions, openSpans };
};

export const safetyNoun = defineNoun<SafetyStatus, SafetyAction, typeof safetyCase, SafetyRecord>({
  name: "safetyCase",
  path: "safety-cases",
  page: "/safety-management",
  table: safetyCase,
  cycle: safetyCycle,
  // Papers and comments of a case may hold names and medical facts.
  read: "safety.private",
  confidential: true,
  keepsFiles: ["closed"],
  number: (row) => row.number,
  load,
});
