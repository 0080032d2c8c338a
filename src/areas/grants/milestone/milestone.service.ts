import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { defineNoun, transition, type TakenStep } from "#server/lifecycle.ts";
import { award, milestone } from "../grants.tables.ts";
import {
  milestoneCycle,
  milestoneStatuses,
  type MilestoneAction,
  type MilestoneStatus,
} from "./milestone.labels.ts";
import { milestoneInput, milestoneRow } from "./milestone.model.ts";

type MilestoneRecord = typeof milestone.$inferSelect;
const milestoneNoun = defineNoun<
  MilestoneStatus,
  MilestoneAction,
  typeof milestone,
  MilestoneRecord
>({
  name: "milestone",
  path: "milestones",
  page: "/grant-management?tab=milestones",
  table: milestone,
  cycle: milestoneCycle,
  number: (row) => row.title,
  read: "grant.read",
});

const milestoneList: ListDefinition = {
  name: "milestones",
  from: "milestone m join grant_award w on w.org_id = m.org_id and w.id = m.award_id",
  base: "milestone m",
  alias: "m",
  columns: {
    id: { sql: "m.id", hidden: true },
    title: { sql: "m.title", label: "Milestone", sort: true },
    measure: { sql: "m.measure", label: "Measured by" },
    awardId: { sql: "m.award_id", hidden: true },
    award: { sql: "w.number", label: "Award", sort: true },
    awardTitle: { sql: "w.title", label: "For" },
    plannedOn: { sql: "m.planned_on", label: "Planned", sort: true },
    status: { sql: "m.status", label: "Status", sort: true, codes: milestoneStatuses },
    outcome: { sql: "m.outcome", label: "Outcome" },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "m.status", type: "text" },
    awardId: { kind: "set", sql: "m.award_id", type: "uuid" },
    plannedOn: { kind: "range", sql: "m.planned_on", type: "date" },
    late: {
      kind: "flag",
      sql: "m.status in ('planned', 'in_progress') and m.planned_on < $today::date",
    },
  },
  search: ["m.title", "w.number", "w.title"],
  defaultSort: "plannedOn",
};

/** Plans a milestone of an award. */
export const planMilestone = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof milestoneInput>,
): Promise<MilestoneRecord> => {
  await getRow(tx, award, input.awardId, "award");
  const row = await insertRow(tx, milestone, { ...input, orgId: actor.orgId!, id: newId() });
  note(tx, actor, "milestone", row.id, {
    number: row.title,
    action: "create",
    after: row,
    event: null,
  });
  return row;
};

/** Takes a milestone on; whoever reports it done is its performer, and another person accepts it. */
const doneInput = z.object({
  reason: z.string().trim().max(2000).nullish(),
  outcome: z.string().trim().max(4000).nullish(),
});
const finish = (tx: Tx, actor: Actor, step: TakenStep, { outcome }: z.output<typeof doneInput>) =>
  transition(tx, actor, milestoneNoun, {
    ...step,
    action: "finish",
    effect: async () => {
      if (!outcome) throw conflict("rule", "Say what came of it.");
      return {
        patch: { performerId: actor.personId, doneOn: businessDate(tx.scope), outcome },
      };
    },
  });

const accept = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, milestoneNoun, {
    ...step,
    action: "accept",
    effect: async () => ({
      patch: { acceptedBy: actor.personId, acceptedOn: businessDate(tx.scope) },
    }),
  });

const path = "/api/v1/milestones";
export const milestoneEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grant.read", milestoneList, milestoneRow),
  endpoint({
    method: "POST",
    path,
    permission: "grant.edit",
    summary: "Plan a milestone of an award",
    status: 201,
    body: milestoneInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, body }) => planMilestone(tx, actor, body),
  }),
  historyEndpoint(path, "milestone", "grant.read"),
  ...stepEndpoints(
    milestoneNoun,
    { begin: {}, finish: step(doneInput, finish), accept, reopen: {}, waive: {} },
    { response: z.object({ id: z.string(), version: z.number() }) },
  ),
];
