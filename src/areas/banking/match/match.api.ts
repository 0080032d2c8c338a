import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { matchList } from "./match.list.ts";
import { matchCertain, matchLine, takeMatchBack } from "./match.service.ts";
import { feeRuleInput, feeRuleRow, matchingPage, matchInput, matchRow } from "./matching.model.ts";
import { addFeeRule, endFeeRule, readFeeRules, readMatchingPage } from "./matching.read.service.ts";

const matching = "/api/v1/bank-matching";
const rules = "/api/v1/bank-fee-rules";
const done = z.object({ id: z.string() });

export const matchEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/bank-matches", "bank.read", matchList, matchRow),
  endpoint({
    method: "GET",
    path: `${matching}/{id}`,
    permission: "bank.read",
    summary:
      "What of an account's statements is open: alarms, proposals with their reasons, the rest",
    params: idParams,
    response: matchingPage,
    handler: ({ db, actor, params }) => readMatchingPage(db, actor, params.id),
  }),
  recordAct(matching, "match-certain", {
    permission: "bank.match",
    summary: "Match what is certain of an account's open lines",
    response: z.object({ matched: z.number(), alarms: z.number() }),
    handler: ({ tx, actor, app, params }) => matchCertain(tx, actor, app.files, params.id),
  }),
  recordAct("/api/v1/bank-lines", "match", {
    permission: "bank.match",
    summary: "Match one line of a statement by hand, or as it was proposed",
    body: matchInput,
    response: done,
    handler: async ({ tx, actor, app, params, body }) => {
      await matchLine(tx, actor, app.files, params.id, body);
      return { id: params.id };
    },
  }),
  recordAct("/api/v1/bank-matches", "take-back", {
    permission: "bank.match",
    summary: "Take one match back, with a reason; every other stays",
    body: z.object({ reason: z.string().trim().min(3, "Say why it is taken back.").max(500) }),
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await takeMatchBack(tx, actor, params.id, body.reason);
      return { id: params.id };
    },
  }),
  endpoint({
    method: "GET",
    path: rules,
    permission: "bank.read",
    summary: "What the bank may charge an account by itself",
    query: z.object({ accountId: z.uuid() }),
    response: z.object({ rules: z.array(feeRuleRow) }),
    handler: async ({ db, query }) => ({ rules: await readFeeRules(db, query.accountId) }),
  }),
  endpoint({
    method: "POST",
    path: rules,
    permission: "bank.match",
    summary: "Let the bank charge an account by itself, up to an amount",
    body: feeRuleInput,
    response: done,
    handler: async ({ tx, actor, body }) => ({ id: await addFeeRule(tx, actor, body) }),
  }),
  recordAct(rules, "end", {
    permission: "bank.match",
    summary: "End a rule of an account's fees",
    response: done,
    handler: async ({ tx, actor, params }) => {
      await endFeeRule(tx, actor, params.id);
      return { id: params.id };
    },
  }),
];
