import { step, stepEndpoints } from "#server/http/steps.ts";
import { awardNoun } from "./award.noun.ts";
import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import {
  awardDetail,
  finaliseInput,
  madeAward,
  quoteAwardInput,
  quotesView,
} from "./award.fields.model.ts";
import { madeAwardList } from "./made-award.list.ts";
import { readAward } from "./award.read.service.ts";
import { evaluateAgain, makeAward, postIntent } from "./award.service.ts";
import { makeQuoteAward } from "./quote-award.service.ts";
import { readQuotes } from "./quotes-read.service.ts";
import { invalidField } from "#kernel/errors.ts";

const path = "/api/v1/awards";
const withdrawInput = z.object({ reason: z.string().trim().max(4000).nullish() });

export const awardEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "evaluation.read", madeAwardList, madeAward),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "evaluation.read",
    summary: "An award with its notices, protests and orders",
    params: idParams,
    response: awardDetail,
    handler: ({ db, actor, params }) => readAward(db, actor, params.id),
  }),
  historyEndpoint(path, "award", "evaluation.read"),
  recordAct("/api/v1/evaluations", "post-intent", {
    permission: "evaluation.manage",
    summary: "Post the intent to award",
    body: z.object({}),
    response: writtenRecord,
    handler: ({ tx, actor, params }) => postIntent(tx, actor, params.id),
  }),
  ...stepEndpoints(awardNoun, {
    finalise: {
      summary: "Make the award: orders with their encumbrances, or contracts to come, or nothing",
      ownTransaction: true,
      body: finaliseInput,
      handler: ({ app, actor, params, body, ifMatch }) =>
        makeAward(app, actor, params.id, ifMatch, body.accountStringId ?? null, body),
    },
    withdraw: step(
      withdrawInput,
      (tx, actor, { id, version, reason }) => {
        if (!reason)
          throw invalidField("reason", "Say why the intent is withdrawn.", "reason_required");
        return evaluateAgain(tx, actor, id, version, reason);
      },
      { summary: "Take the intent back and evaluate again" },
    ),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/solicitations/{id}/quotes",
    permission: "evaluation.manage",
    summary: "Opened quotations side by side",
    params: idParams,
    response: quotesView,
    handler: ({ db, params }) => readQuotes(db, params.id),
  }),
  recordAct("/api/v1/solicitations", "award-quotes", {
    permission: "evaluation.manage",
    summary: "Award quotations without a panel",
    ownTransaction: true,
    body: quoteAwardInput,
    response: writtenRecord,
    handler: ({ app, actor, params, body }) => makeQuoteAward(app, actor, params.id, body),
  }),
];
