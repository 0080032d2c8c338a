import { z } from "zod";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { planNoun } from "./plan.service.ts";
import { agenciesOf } from "../vendor/vendor-agencies.service.ts";
import { listEvents } from "./events.service.ts";
import {
  evaluationInput,
  eventPage,
  measureName,
  planDetail,
  planInput,
  planRow,
  replyInput,
  scorecard,
  scoreRow,
} from "./performance.model.ts";
import {
  answerPlan,
  createPlan,
  movePlan,
  planList,
  plansOfVendor,
  readPlan,
} from "./plan.service.ts";
import {
  evaluate,
  ownVendorId,
  readScorecard,
  recomputeScores,
  replyToEvent,
  scoreList,
  spanOf,
} from "./performance.service.ts";

const path = "/api/v1/vendor-performance";
const plans = "/api/v1/corrective-plans";
const eventQuery = z.object({
  kind: measureName,
  page: z.coerce.number().int().min(1).max(1000).default(1),
});
const made = z.object({ id: z.string() });

const scorecards: Endpoint[] = [
  ...listEndpoints(path, "vendor.read", scoreList, scoreRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "vendor.read",
    summary: "A vendor's scorecard, worked out of its events now",
    params: idParams,
    response: scorecard,
    handler: ({ db, actor, params }) => readScorecard(db, actor, actor.orgId!, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/events`,
    permission: "vendor.read",
    summary: "The events behind one measure, with what the vendor said to them",
    params: idParams,
    query: eventQuery,
    response: eventPage,
    handler: async ({ db, actor, params, query }) =>
      listEvents(
        db,
        { ...(await spanOf(db, actor.orgId!)), vendorId: params.id },
        query.kind,
        query.page,
      ),
  }),
  actAt(path, "recompute", {
    permission: "vendor.plan",
    summary: "Work the list's sums out anew",
    body: z.object({}),
    response: z.object({ vendors: z.number() }),
    handler: async ({ tx }) => ({ vendors: await recomputeScores(tx) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendors/{id}/evaluations",
    permission: "vendor.evaluate",
    summary: "Evaluate a vendor at the end of an order",
    params: idParams,
    body: evaluationInput,
    response: made,
    handler: ({ tx, actor, params, body }) => evaluate(tx, actor, params.id, body),
  }),
];

const correctivePlans: Endpoint[] = [
  ...listEndpoints(plans, "vendor.read", planList, planRow),
  endpoint({
    method: "GET",
    path: `${plans}/{id}`,
    permission: "vendor.read",
    summary: "A corrective plan",
    params: idParams,
    response: planDetail,
    handler: ({ db, actor, params }) => readPlan(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: plans,
    permission: "vendor.plan",
    summary: "Draft a corrective plan",
    body: planInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createPlan(tx, actor, body),
  }),
  historyEndpoint(plans, "correctivePlan", "vendor.read"),
  ...stepEndpoints(
    planNoun,
    alike(movePlan, {
      send: "Send it to the vendor",
      agree: "Agree to the vendor's answer",
      ask: "Ask the vendor again",
      met: "It was met",
      notMet: "It was not met",
      cancel: "Cancel it",
    }),
  ),
];

const own = z.object({ orgId: z.uuid() });
const ownCards = z
  .object({
    agencies: z.array(z.object({ orgId: z.string(), agency: z.string(), card: scorecard })),
    plans: z.array(
      planRow.extend({
        orgId: z.string(),
        agency: z.string(),
        finding: z.string(),
        wanted: z.string(),
        answer: z.string().nullable(),
        outcome: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "OwnScorecards" });
const byVendor: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-scorecards",
    permission: "vendorPortal.read",
    summary: "Your scorecards and corrective plans with every agency",
    tag: "vendor-portal",
    response: ownCards,
    handler: async ({ app, actor }) => {
      const side = vendorSide(app.database, actor);
      const agencies = await agenciesOf(side);
      return {
        agencies: await Promise.all(
          agencies.map(async (a) => ({
            orgId: a.orgId,
            agency: a.agency,
            card: await readScorecard(side, actor, a.orgId, a.vendorId),
          })),
        ),
        plans: await plansOfVendor(side),
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-scorecards/{orgId}/events",
    permission: "vendorPortal.read",
    summary: "The events behind one measure",
    tag: "vendor-portal",
    params: own,
    query: eventQuery,
    response: eventPage,
    handler: async ({ app, actor, params, query }) => {
      const side = vendorSide(app.database, actor);
      return listEvents(
        side,
        { ...(await spanOf(side, params.orgId)), vendorId: await ownVendorId(side, params.orgId) },
        query.kind,
        query.page,
      );
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-scorecards/{orgId}/replies",
    permission: "vendorPortal.act",
    summary: "Say your word on an event",
    tag: "vendor-portal",
    ownTransaction: true,
    params: own,
    body: replyInput,
    response: made,
    handler: ({ app, actor, params, body }) => replyToEvent(app, actor, params.orgId, body),
  }),
  actAt("/api/v1/vendor-plans/{orgId}/{id}", "answer", {
    permission: "vendorPortal.act",
    summary: "Answer a corrective plan",
    tag: "vendor-portal",
    ownTransaction: true,
    params: idParams.extend({ orgId: z.uuid() }),
    body: z.object({
      answer: z
        .string()
        .trim()
        .min(10, "Say what you will do, or why the finding is wrong.")
        .max(4000),
    }),
    response: writtenRecord,
    handler: ({ app, actor, params, body }) =>
      answerPlan(app, actor, params.orgId, params.id, body.answer),
  }),
];

export const performanceEndpoints: readonly Endpoint[] = [
  ...scorecards,
  ...correctivePlans,
  ...byVendor,
];
