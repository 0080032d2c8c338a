import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { recordAct } from "#server/http/acts.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { runList } from "#server/http/list-page.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { agencySubscription, pricePlan } from "../billing.tables.ts";
import { subscriptionList } from "./subscription.list.ts";
import {
  moveInput,
  movePreview,
  subscriptionDetail,
  subscriptionRow,
  type SubscriptionDetail,
  type SubscriptionRow,
} from "./subscription.model.ts";
import { subscriptionNoun, type SubscriptionStored } from "./subscription.noun.ts";
import { movePlan, pausePlan, previewMove, resumePlan } from "./subscription.service.ts";
import { sql } from "#server/db/sql.ts";

const path = "/api/v1/agency-subscriptions";
const [read, edit] = ["platform.read", "platform.edit"] as const;
const check = "/functions/v1/check-subscription";

const readSubscription = async (db: Db, actor: Actor, id: string): Promise<SubscriptionDetail> => {
  const row = await getRow(db, agencySubscription, id, "subscription");
  const [{ items }, next, actions] = await Promise.all([
    runList<SubscriptionRow>(db, actor, subscriptionList, { id: [id], limit: 1 }),
    row.nextPlanId ? getRow(db, pricePlan, row.nextPlanId, "plan") : null,
    actionsAsked(db, actor, subscriptionNoun, row),
  ]);
  const { trialTo, nextBilled, orderNumber, withoutOrder } = row;
  return {
    ...items[0]!,
    number: row.customerName,
    ...{ trialTo, nextBilled, orderNumber, withoutOrder, actions },
    nextPlan: next?.name ?? null,
  };
};

const written = (row: SubscriptionStored) => ({ ...row, number: row.customerName });

type Checked = { status: string; plan: string; endsOn: string | null };
/** SPEC 8: shape and meaning of the answer stay as they were. */
const checkSubscription = endpoint({
  method: "POST",
  path: check,
  permission: "signed-in",
  ownAccount: true,
  summary: "The plan of the agency in which you work",
  response: z.object({
    subscribed: z.boolean(),
    plan: z.string(),
    subscription_end: z.string().nullable(),
  }),
  handler: async ({ tx, actor }) => {
    const row = await tx.maybe<Checked>(sql`
      select s.status, p.name as plan, s.ends_on
      from agency_subscription s
      join price_plan p on p.org_id = s.org_id and p.id = s.plan_id
      where s.customer_id = ${actor.orgId}
      order by s.status = 'cancelled', s.created_at desc
      limit 1
    `);
    return {
      subscribed: row !== null && paying.has(row.status),
      plan: row?.plan ?? "none",
      subscription_end: row?.endsOn ?? null,
    };
  },
});
const paying = new Set(["active", "past_due", "unpaid", "paused"]);

/** The plans that agencies have, for operators; and the check of the person's own. */
export const subscriptionEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, subscriptionList, subscriptionRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "The plan of an agency",
    params: idParams,
    response: subscriptionDetail,
    handler: ({ db, actor, params }) => readSubscription(db, actor, params.id),
  }),
  historyEndpoint(path, "agencySubscription", read),
  endpoint({
    method: "GET",
    path: `${path}/{id}/move`,
    permission: read,
    summary: "What moving an agency to another version or plan would do",
    params: idParams,
    query: moveInput,
    response: movePreview,
    handler: ({ db, params, query }) => previewMove(db, params.id, query.planId),
  }),
  recordAct(path, "move", {
    permission: edit,
    summary: "Move an agency to another version or plan with its next period",
    body: moveInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) =>
      written(await movePlan(tx, actor, params.id, body.planId, ifMatch)),
  }),
  ...stepEndpoints(subscriptionNoun, {
    pause: async (tx, actor, at) => written(await pausePlan(tx, actor, at)),
    resume: async (tx, actor, at) => written(await resumePlan(tx, actor, at)),
  }),
  checkSubscription,
];
