import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked, defineNoun, transition, type TakenStep } from "#server/lifecycle.ts";
import { fiscalYearOf, setSegmentDays } from "#areas/budget/budget.server.ts";
import { strictestThreshold } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { awardNoun } from "../award/award.noun.ts";
import { budgetOf } from "../award/books.service.ts";
import { award, awardRevision } from "../grants.tables.ts";
import { planReports } from "../report/due.service.ts";
import {
  revisionCycle,
  revisionStatuses,
  type RevisionAction,
  type RevisionStatus,
} from "./revision.labels.ts";
import {
  revisionDetail,
  revisionInput,
  revisionRow,
  type RevisionDetail,
} from "./revision.model.ts";
import { faultOf, testRevision } from "./test.model.ts";

type RevisionRecord = typeof awardRevision.$inferSelect;
const revisionNoun = defineNoun<
  RevisionStatus,
  RevisionAction,
  typeof awardRevision,
  RevisionRecord
>({
  name: "awardRevision",
  path: "award-revisions",
  page: "/grant-management/revisions",
  table: awardRevision,
  cycle: revisionCycle,
  keepsFiles: ["approved", "sent", "granted"],
  number: (row) => row.number,
  read: "grant.read",
});

const revisionList: ListDefinition = {
  name: "award-revisions",
  title: "revisions of grant awards",
  from: "award_revision r join grant_award w on w.org_id = r.org_id and w.id = r.award_id",
  base: "award_revision r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    title: { sql: "r.title", label: "What changes", sort: true },
    awardId: { sql: "r.award_id", hidden: true },
    award: { sql: "w.number", label: "Award", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: revisionStatuses },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    awardId: { kind: "set", sql: "r.award_id", type: "uuid" },
  },
  search: ["r.number", "r.title", "w.number"],
  defaultSort: "-number",
};

/** Drafts a revision of an award that is spent. */
const draftRevision = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof revisionInput>,
): Promise<RevisionRecord> => {
  const w = await getRow(tx, award, input.awardId, "award");
  if (w.status !== "active" && w.status !== "amended" && w.status !== "accepted")
    throw conflict("rule", `${w.number} is ${w.status}: it is not revised.`);
  const year = await fiscalYearOf(tx, businessDate(tx.scope));
  return create(tx, actor, revisionNoun, {
    number: { kind: "REV", year: year.year },
    row: { ...input, orgId: w.orgId, id: newId(), preparedBy: actor.personId },
    from: [{ type: "grantAward", id: w.id }],
  });
};

const testOf = async (tx: Tx, r: RevisionRecord) => {
  const [w, budget, earlier, rules] = await Promise.all([
    getRow(tx, award, r.awardId, "award"),
    budgetOf(tx, r.awardId),
    tx.rows<RevisionRecord>(sql`
      select *
      from award_revision
      where org_id = ${r.orgId} and award_id = ${r.awardId} and status = 'posted'
    `),
    listRules(tx, ["simplifiedAcquisition"]),
  ]);
  const sums = new Map(budget.map((b) => [b.objectClass as string, b.cents]));
  const fault = faultOf(r, sums);
  if (fault) throw conflict("rule", fault);
  const today = businessDate(tx.scope);
  const findings = testRevision(r, {
    amount: w.amount,
    budget: sums,
    periodFrom: w.periodFrom,
    periodTo: w.periodTo,
    movedBefore: earlier.reduce(
      (n, e) => n + e.moves.reduce((sum, m) => sum + Math.max(0, m.cents), 0),
      0,
    ),
    extendedBefore: earlier.some((e) => e.newPeriodTo !== null),
    today,
    simplified: strictestThreshold(rules, "simplifiedAcquisition", today)?.cents ?? 0,
  });
  return { findings, asksGrantor: findings.some((f) => f.asksGrantor) };
};

// What a posted revision does: the budget by class, the last day, and with it the reports.
const applyTo = async (tx: Tx, actor: Actor, r: RevisionRecord) => {
  const w = await lockRow(tx, award, r.awardId, "award");
  for (const m of r.moves)
    await tx.rows(sql`
      insert into award_budget (org_id, award_id, object_class, cents)
      values (${r.orgId}, ${r.awardId}, ${m.objectClass}, ${Math.max(0, m.cents)})
      on conflict (org_id, award_id, object_class)
      do update set cents = award_budget.cents + ${m.cents}
    `);
  const patch = r.newPeriodTo ? { periodTo: r.newPeriodTo } : {};
  if (r.newPeriodTo) {
    if (w.segmentId)
      await setSegmentDays(tx, w.segmentId, {
        startsOn: w.preawardFrom ?? w.periodFrom,
        endsOn: r.newPeriodTo,
      });
    await planReports(tx, { ...w, ...patch });
  }
  if (w.status !== "accepted")
    await transition(tx, { ...actor, kind: "system" }, awardNoun, {
      id: w.id,
      action: "amend",
      effect: async () => ({ patch, note: r.number }),
    });
};

/** Takes a revision on; testing cites each finding, posting changes the award. */
const test = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, revisionNoun, {
    ...step,
    action: "test",
    effect: async (r) => ({ patch: await testOf(tx, r) }),
  });

const approve = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, revisionNoun, {
    ...step,
    action: "approve",
    effect: async () => ({ patch: { decidedBy: actor.personId } }),
  });

/** Records what the grantor answered. */
const answer = (tx: Tx, actor: Actor, action: "grant" | "deny", step: TakenStep) =>
  transition(tx, actor, revisionNoun, {
    ...step,
    action,
    effect: async () => ({
      patch: { answeredOn: businessDate(tx.scope), answer: step.reason ?? "" },
    }),
  });

const post = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, revisionNoun, {
    ...step,
    action: "post",
    effect: async (r) => {
      await applyTo(tx, actor, r);
    },
  });

const readRevision = async (db: Db, actor: Actor, id: string): Promise<RevisionDetail> => {
  const row = await db.maybe<RevisionRecord & { award: string; awardTitle: string }>(sql`
    select r.*, w.number as award, w.title as award_title
    from award_revision r
    join grant_award w on w.org_id = r.org_id and w.id = r.award_id
    where r.org_id = ${db.scope.orgId} and r.id = ${id}
  `);
  if (!row) throw notFound("budget revision");
  const budget = await budgetOf(db, row.awardId);
  return {
    ...(row as unknown as RevisionDetail),
    budget,
    actions: await actionsAsked(db, actor, revisionNoun, row),
  };
};

const path = "/api/v1/award-revisions";
export const revisionEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grant.read", revisionList, revisionRow),
  endpoint({
    method: "POST",
    path,
    permission: "grant.edit",
    summary: "Draft a revision of an award",
    status: 201,
    body: revisionInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftRevision(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grant.read",
    summary: "A revision with what its test found",
    params: idParams,
    response: revisionDetail,
    handler: ({ db, actor, params }) => readRevision(db, actor, params.id),
  }),
  historyEndpoint(path, "awardRevision", "grant.read"),
  ...stepEndpoints(revisionNoun, {
    test,
    approve,
    send: {},
    ...alike(answer, ["grant", "deny"]),
    post,
    cancel: {},
  }),
];
