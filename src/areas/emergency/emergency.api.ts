import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { declarationNoun } from "./declaration/declaration.noun.ts";
import { purchaseNoun } from "./purchase/purchase.noun.ts";
import { readConfig } from "#server/config.ts";
import { checksOf } from "./purchase/checks.service.ts";
import {
  continuationInput,
  declarationDetail,
  declarationInput,
  declarationRow,
} from "./declaration/declaration.model.ts";
import {
  closeDeclaration,
  continueDeclaration,
  declare,
  endDeclaration,
} from "./declaration/declaration.service.ts";
import { readDeclaration, readPurchase } from "./emergency.read.service.ts";
import { preparationEndpoints } from "./preparation/preparation.api.ts";
import { declarationList, purchaseList } from "./purchase/purchase.list.ts";
import {
  askAgainInput,
  check,
  filePatch,
  issuedAnswer,
  purchaseDetail,
  purchaseInput,
  purchaseRow,
} from "./purchase/purchase.model.ts";
import { issueEmergency, wantedOf } from "./purchase/purchase.service.ts";
import { askAgain, completeFile } from "./purchase/ratification.service.ts";

const declarations = "/api/v1/local-declarations";
const orders = "/api/v1/emergency-purchases";

const declarationEndpoints: Endpoint[] = [
  ...listEndpoints(declarations, "emergency.read", declarationList, declarationRow),
  endpoint({
    method: "POST",
    path: declarations,
    permission: "emergency.declare",
    summary: "Declare a local emergency",
    status: 201,
    body: declarationInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => declare(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${declarations}/{id}`,
    permission: "emergency.read",
    summary: "A local declaration with the files of its orders",
    params: idParams,
    response: declarationDetail,
    handler: ({ db, actor, params }) => readDeclaration(db, actor, params.id),
  }),
  ...stepEndpoints(declarationNoun, {
    continue: step(continuationInput, continueDeclaration, {
      summary: "Continue a declaration by the governing body's resolution",
    }),
    end: { summary: "End a declaration: nothing is ordered in it any more", take: endDeclaration },
    close: {
      summary: "Close a declaration whose after-action list is complete",
      take: closeDeclaration,
    },
  }),
  historyEndpoint(declarations, "localDeclaration", "emergency.read"),
];

// id=quantity, several by commas; what cannot be read counts as nothing.
const quantitiesOf = (text: string) =>
  text.split(",").flatMap((pair) => {
    const [kitLineId = "", quantity = ""] = pair.split(":");
    return z.uuid().safeParse(kitLineId).success && /^\d{1,9}(\.\d{1,4})?$/.test(quantity)
      ? [{ kitLineId, quantity }]
      : [];
  });

const orderEndpoints: Endpoint[] = [
  ...listEndpoints(orders, "emergency.read", purchaseList, purchaseRow),
  endpoint({
    method: "POST",
    path: orders,
    permission: "emergency.order",
    summary: "Issue an emergency order at once, on a verbal approval that is ratified afterwards",
    status: 201,
    body: purchaseInput,
    response: issuedAnswer,
    handler: ({ tx, actor, body }) => issueEmergency(tx, actor, body, readConfig().origin),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/emergency-checks",
    permission: "emergency.order",
    summary: "What is checked beside an emergency order while it is written",
    query: z.object({
      declarationId: z.uuid().optional(),
      kitId: z.uuid(),
      quantities: z.string().max(6000).default(""),
      accountStringId: z.uuid().optional(),
      said: z.enum(["true", "false"]).default("false"),
    }),
    response: z.object({ amount: z.number(), checks: z.array(check) }),
    handler: async ({ db, query }) => {
      const wanted = await wantedOf(db, {
        declarationId: query.declarationId ?? null,
        kitId: query.kitId,
        quantities: quantitiesOf(query.quantities),
        accountStringId: query.accountStringId ?? null,
        // The words stay with whoever writes them; only that they are there is asked.
        need: query.said === "true" ? "It is said on the screen." : "",
      });
      return { amount: wanted.amount, checks: await checksOf(db, wanted) };
    },
  }),
  endpoint({
    method: "GET",
    path: `${orders}/{id}`,
    permission: "emergency.read",
    summary: "An emergency order with its checks, file and ratification",
    params: idParams,
    response: purchaseDetail,
    handler: ({ db, actor, params }) => readPurchase(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${orders}/{id}`,
    permission: "emergency.order",
    summary: "Complete the file of an emergency order",
    params: idParams,
    body: filePatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      completeFile(tx, actor, params.id, body, ifMatch),
  }),
  ...stepEndpoints(purchaseNoun, {
    askAgain: step(askAgainInput, askAgain, {
      summary: "Say the need again after a return, and ask the same person",
    }),
  }),
  historyEndpoint(orders, "emergencyPurchase", "emergency.read"),
];

export const emergencyEndpoints: readonly Endpoint[] = [
  ...declarationEndpoints,
  ...orderEndpoints,
  ...preparationEndpoints,
];
