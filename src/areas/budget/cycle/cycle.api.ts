import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { cycleNoun } from "./cycle.noun.ts";
import { buildBase } from "../base/base.service.ts";
import {
  amendedFund,
  beginningInput,
  fundBalanceRow,
  fundRuleInput,
} from "../fund-balance/fund-balance.model.ts";
import {
  addFundRule,
  amendedFunds,
  fundBalances,
  setBeginning,
} from "../fund-balance/fund-balance.service.ts";
import { fundRules } from "../fund-balance/fund-test.service.ts";
import { adoptCycle } from "./adoption.service.ts";
import {
  adoptionInput,
  cycleDetail,
  cycleInput,
  cyclePatch,
  cycleRow,
  targetInput,
} from "./cycle.model.ts";
import { listCycles, readCycle } from "./cycle.read.service.ts";
import { changeCycle, createCycle, moveCycle, setTarget, tickStep } from "./cycle.service.ts";

const path = "/api/v1/budget-cycles";
const written = z.object({ id: z.string() });

const moves: readonly Endpoint[] = stepEndpoints(cycleNoun, {
  adopt: step(adoptionInput, adoptCycle, {
    summary: "Enter the governing body's decision: the year opens with every line",
  }),
  ...alike(moveCycle, {
    open: "Open the cycle to departments",
    review: "Begin the review",
    recommend: "Recommend the budget",
    reopen: "Go back to the review",
    hold: "Begin the hearing",
    prepare: "Prepare the adoption for another person",
    close: "Close the cycle",
  }),
});

const rule = fundRuleInput.extend({
  id: z.string(),
  fundId: z.string().nullable(),
  fund: z.string().nullable(),
});

const funds: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}/fund-balances`,
    permission: "budget.read",
    summary: "What every fund begins and ends with, and which rule it breaks",
    params: idParams,
    response: z.object({
      funds: z.array(fundBalanceRow),
      untied: z.number(),
      rules: z.array(rule),
      amended: z.array(amendedFund),
    }),
    handler: async ({ db, params }) => ({
      ...(await fundBalances(db, params.id)),
      rules: await fundRules(db),
      amended: await amendedFunds(db, params.id),
    }),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/fund-balances/{fundId}`,
    permission: "budget.edit",
    summary: "Set what a fund begins the year with",
    params: idParams.extend({ fundId: z.uuid("Not a fund.") }),
    body: beginningInput,
    response: written,
    handler: ({ tx, actor, params, body }) =>
      setBeginning(tx, actor, { cycleId: params.id, fundId: params.fundId }, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/budget-fund-rules",
    permission: "budget.edit",
    summary: "Add a dated rule of funds, with its citation",
    body: fundRuleInput,
    response: written,
    handler: ({ tx, actor, body }) => addFundRule(tx, actor, body),
  }),
];

export const cycleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "budget.read",
    summary: "Budget cycles, the newest year first",
    response: z.object({ items: z.array(cycleRow) }),
    handler: async ({ db }) => ({ items: await listCycles(db) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "budget.edit",
    summary: "Begin the cycle of a planned fiscal year",
    body: cycleInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createCycle(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "budget.read",
    summary: "A budget cycle with its steps, targets and departments",
    params: idParams,
    response: cycleDetail,
    handler: ({ db, actor, params }) => readCycle(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "budget.edit",
    summary: "Change message, inflation and steps of a cycle",
    params: idParams,
    body: cyclePatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeCycle(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/targets`,
    permission: "budget.edit",
    summary: "Set a department's target in a fund",
    params: idParams,
    body: targetInput,
    response: written,
    handler: ({ tx, actor, params, body }) => setTarget(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/steps/{stepId}`,
    permission: ["budget.edit", "proposal.edit"],
    summary: "Mark a dated step as done, or take it back",
    params: idParams.extend({ stepId: z.uuid("Not a step.") }),
    body: z.object({ done: z.boolean() }),
    response: written,
    handler: ({ tx, actor, params, body }) =>
      tickStep(tx, actor, params.id, params.stepId, body.done),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/base`,
    permission: "budget.edit",
    summary: "Build the base: proposals of the departments with their lines",
    params: idParams,
    response: written.extend({ lines: z.number(), proposals: z.number() }),
    handler: ({ tx, actor, params }) => buildBase(tx, actor, params.id),
  }),
  ...moves,
  historyEndpoint(path, "budgetCycle", "budget.read"),
  ...funds,
];
