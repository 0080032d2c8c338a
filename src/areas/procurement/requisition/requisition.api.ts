import { z } from "zod";
import {
  endpoint,
  idParams,
  writtenDocument,
  writtenRecord,
  type Endpoint,
} from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { businessDate } from "#server/clock.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { adviceAnswer, likeOf, likeQuery, takingQuery } from "../method/advice.model.ts";
import { advisePurchase } from "../method/check.service.ts";
import { adviseMethod } from "../method/method.model.ts";
import { readRequisition, requisitionList } from "./requisition.list.ts";
import { proposeCodes } from "./commodity-codes.service.ts";
import {
  requisitionDetail,
  requisitionInput,
  requisitionPatch,
  requisitionRow,
  submitInput,
} from "./requisition.model.ts";
import { requisitionChangedTo } from "./standing.model.ts";
import { askOverride, grantOverride, refuseOverride } from "./budget-override.service.ts";
import { cancelRequisition, recallRequisition, withdrawRequisition } from "./course.service.ts";
import { changeRequisition, createRequisition, requisitionNoun } from "./requisition.service.ts";
import { codeProposal } from "./code-proposal.model.ts";
import { createAndSubmit, submitRequisition } from "./submission.service.ts";

const path = "/api/v1/requisitions";

export const requisitionEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "requisition.read", requisitionList, requisitionRow),
  endpoint({
    method: "POST",
    path,
    permission: "requisition.create",
    summary: "Draft a requisition; with `submit` it goes to its approvers at once",
    body: requisitionInput.extend({ submit: z.boolean().default(false) }),
    response: writtenDocument.extend({ title: z.string(), amount: z.number() }),
    handler: ({ actor, tx, body: { submit, ...input } }) =>
      (submit ? createAndSubmit : createRequisition)(tx, actor, input),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "requisition.read",
    summary: "A requisition with lines, budget effect, method advice and actions",
    params: idParams,
    response: requisitionDetail,
    handler: ({ actor, db, params }) => readRequisition(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "requisition.create",
    summary: "Change a draft or returned requisition",
    params: idParams,
    body: requisitionPatch,
    response: writtenRecord,
    handler: async ({ actor, tx, params, body, ifMatch }) => {
      const stands = await readRequisition(tx, actor, params.id);
      const input = requisitionChangedTo(stands, body);
      return changeRequisition(tx, actor, params.id, input, ifMatch ?? stands.version);
    },
  }),
  ...stepEndpoints(requisitionNoun, {
    submit: step(submitInput, submitRequisition, {
      summary: "Submit for approval; reserves the money",
    }),
    askOverride: {
      summary: "Ask the budget officers to let a draft exceed the budget",
      take: askOverride,
    },
    grantOverride: {
      summary:
        "Let somebody else's draft exceed the budget by what is missing now; stands for exactly its amounts, accounts and fiscal year",
      take: grantOverride,
    },
    refuseOverride: { summary: "Refuse an override that was asked for", take: refuseOverride },
    recall: { summary: "Take back from the approvers: a draft again", take: recallRequisition },
    withdraw: { summary: "Withdraw before approval, for good", take: withdrawRequisition },
    cancel: {
      summary: "Cancel what is not ordered; releases the reservation",
      take: cancelRequisition,
    },
  }),
  historyEndpoint(path, "requisition", "requisition.read"),
  endpoint({
    method: "GET",
    path: "/api/v1/commodity-proposals",
    permission: "requisition.create",
    summary: "Commodity codes for what is typed, by the words of the agency's own lines",
    query: z.object({ description: z.string().trim().max(500) }),
    response: z.object({ items: z.array(codeProposal) }),
    handler: async ({ db, query }) => ({ items: await proposeCodes(db, query.description) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/procurement-method-advice",
    permission: "requisition.create",
    summary:
      "The method that the rules suggest for an amount today, with like purchases nearby: of the same commodities, and where a line names none, of the same accounts",
    query: z.object({
      amount: z.coerce.number().int().min(0),
      departmentId: z.uuid().optional(),
      ...likeQuery,
      taking: takingQuery,
    }),
    response: adviceAnswer,
    handler: async ({ actor, db, query }) => {
      const [rules, today] = [await listRules(db), businessDate(actor)];
      if (!query.departmentId)
        return {
          advice: adviseMethod(rules, today, query.amount),
          aggregate: query.amount,
          near: { count: 0, amount: 0, newest: [] },
        };
      const { advice, aggregate, near } = await advisePurchase(
        db,
        {
          id: "00000000-0000-0000-0000-000000000000",
          departmentId: query.departmentId,
          day: today,
          taking: query.taking,
        },
        query.amount,
        likeOf(query),
        rules,
      );
      return { advice, aggregate, near };
    },
  }),
];
