import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertNumbered } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor, defineNoun, transition, type TakenStep } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { planLetter } from "../letters.service.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { numberYear } from "#server/number-year.ts";
import { planDeadlines } from "./plan-deadlines.service.ts";
import { planStatuses } from "./performance.labels.ts";
import {
  planCycle,
  type PlanAction,
  type PlanDetail,
  type PlanRow,
  type planInput,
} from "./performance.model.ts";
import { correctivePlan } from "./performance.tables.ts";

export const planNoun = defineNoun({
  name: "correctivePlan",
  path: "corrective-plans",
  page: "/vendor-performance/plans",
  table: correctivePlan,
  cycle: planCycle,
  number: (r) => r.number,
  read: "vendor.read",
});
export type PlanRecord = typeof correctivePlan.$inferSelect;

/** Drafts a corrective plan. */
export const createPlan = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof planInput>,
): Promise<PlanRecord> => {
  if (
    !(await tx.maybe(
      sql`select 1 as ok from vendor where org_id = ${actor.orgId} and id = ${input.vendorId}`,
    ))
  )
    throw invalidField("vendorId", "This vendor does not exist.");
  if (input.dueOn < businessDate(tx.scope)) throw invalidField("dueOn", "This day is over.");
  const row = await insertNumbered(tx, correctivePlan, "CAP", await numberYear(tx, "CAP"), {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    createdBy: actor.personId,
  });
  note(tx, actor, "correctivePlan", row, { action: "create", after: row });
  return row;
};

/**
 * Takes a step of the agency with a plan. Sending it tells the vendor by mail; no step excludes the
 * vendor from anything.
 */
export const movePlan = async (
  tx: Tx,
  actor: Actor,
  action: Exclude<PlanAction, "answer">,
  { id, version, reason }: TakenStep,
): Promise<PlanRecord> => {
  const moved = await transition(tx, actor, planNoun, {
    id,
    action,
    version,
    reason,
    effect: async (record) => {
      const plan = record as PlanRecord;
      if (action === "send" || action === "ask") {
        const v = await tx.one<{ email: string | null; agency: string }>(sql`
          select v.email, g.name as agency
          from vendor v
          join organization g on g.id = v.org_id
          where v.org_id = ${plan.orgId} and v.id = ${plan.vendorId}
        `);
        if (v.email)
          await queueMail(tx, {
            ...planLetter({
              ...plan,
              agency: v.agency,
              question: action === "ask" ? (reason ?? "") : null,
            }),
            orgId: plan.orgId,
            to: v.email,
            replyTo: { personId: plan.createdBy },
          });
      }
      return action === "met" || action === "notMet" || action === "cancel"
        ? { patch: { outcome: reason } }
        : undefined;
    },
  });
  const [dated] = await planDeadlines(tx, id);
  await keepDeadlines(tx, actor, "correctivePlan", dated!);
  return moved;
};

/** The vendor answers a plan of its own. 404 for another vendor's and for one that was not sent. */
export const answerPlan = (
  app: App,
  actor: Actor,
  orgId: string,
  id: string,
  answer: string,
): Promise<PlanRecord> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const plan = await tx.maybe<{ createdBy: string | null; number: string }>(sql`
      select created_by, number
      from corrective_plan
      where org_id = ${orgId} and id = ${id} and vendor_id = ${vendor.id} and status <> 'draft'
    `);
    if (!plan) throw notFound("corrective plan");
    const after = await transition(tx, who, planNoun, {
      id,
      action: "answer",
      effect: async () => ({
        patch: {
          answer,
          answeredByName: who.name,
          answeredAt: businessNow(tx.scope).toISOString(),
        },
        note: answer.slice(0, 500),
      }),
    });
    if (plan.createdBy)
      notify(tx, [plan.createdBy], {
        kind: "correctivePlan",
        title: `${vendor.name} answered ${plan.number}`,
        body: answer.slice(0, 200),
        link: `/vendor-performance/plans/${id}`,
      });
    return after;
  });

export const planList: ListDefinition = {
  name: "corrective-plans",
  from: "corrective_plan c join vendor v on v.org_id = c.org_id and v.id = c.vendor_id",
  base: "corrective_plan c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    vendorId: { sql: "c.vendor_id", hidden: true },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    title: { sql: "c.title", label: "Title" },
    status: { sql: "c.status", label: "Status", sort: true, codes: planStatuses },
    dueOn: { sql: "c.due_on", label: "Due", sort: true },
    createdAt: { sql: "c.created_at", label: "Begun", sort: true },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    vendorId: { kind: "set", sql: "c.vendor_id", type: "uuid" },
    dueOn: { kind: "range", sql: "c.due_on", type: "date" },
  },
  search: ["(c.number || ' ' || c.title)", "v.name"],
  defaultSort: "-createdAt",
};

/** A plan with the actor's actions. */
export const readPlan = async (db: Db, actor: Actor, id: string): Promise<PlanDetail> => {
  const row = await db.maybe<Omit<PlanDetail, "actions">>(sql`
    select
      c.id, c.number, c.vendor_id, v.name as vendor, c.title, c.status, c.due_on, c.created_at,
      c.version, c.finding, c.wanted, c.answer, c.answered_by_name as answered_by, c.answered_at,
      c.outcome
    from corrective_plan c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    where c.org_id = ${db.scope.orgId} and c.id = ${id}
  `);
  if (!row) throw notFound("corrective plan");
  return { ...row, actions: actionsFor(actor, planNoun, row as never) };
};

/** The vendor's plans with every agency, newest first. */
export const plansOfVendor = (
  db: Db,
): Promise<
  (PlanRow & {
    orgId: string;
    agency: string;
    finding: string;
    wanted: string;
    answer: string | null;
    outcome: string | null;
  })[]
> =>
  db.rows(sql`
    select
      c.org_id, g.name as agency, c.id, c.number, c.vendor_id, v.name as vendor, c.title, c.status,
      c.due_on, c.created_at, c.version, c.finding, c.wanted, c.answer, c.outcome
    from corrective_plan c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    join organization g on g.id = c.org_id
    order by c.created_at desc
    limit 100
  `);
