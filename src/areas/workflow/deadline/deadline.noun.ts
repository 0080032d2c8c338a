import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { deadline } from "../workflow.tables.ts";
import { deadlineCycle } from "./deadline.labels.ts";
import { knownSources } from "./sources.service.ts";

/** Deadlines are for who may read records of the kind that they follow from. */
export const seesDeadlinesOf = (actor: Actor, sourceType: string): boolean => {
  const source = knownSources().get(sourceType);
  return source !== undefined && actor.permissions.has(source.permission);
};

export const deadlineNoun = defineNoun({
  name: "deadline",
  path: "deadlines",
  page: "/deadlines",
  table: deadline,
  cycle: deadlineCycle,
  number: (row) => row.title,
  visible: (_db, actor, row) => seesDeadlinesOf(actor, row.sourceType),
});
