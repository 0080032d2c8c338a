import { patchOf, wholeWith } from "#kernel/fields.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { requireSeen } from "#server/lifecycle.ts";
import { lineList } from "./line.list.ts";
import {
  approvedMany,
  approveManyInput,
  cardStanding as standing,
  codeFields,
  codeInput,
  lineDetail,
  lineRow,
  merchantInput,
} from "./line.model.ts";
import { lineNoun } from "./line.noun.ts";
import { readLine, typedLine } from "./line.read.service.ts";
import {
  approveLine,
  approveMany,
  codeLine,
  returnLine,
  sendLine,
  settleMerchant,
} from "./line.service.ts";
import { cardStanding } from "./standing.service.ts";

const path = "/api/v1/card-lines";
const read = "cards.read";

export const lineEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, lineList, lineRow),
  endpoint({
    method: "GET",
    path: "/api/v1/card-standing",
    permission: read,
    summary: "What waits of purchase cards: lines by holder, findings, cycles",
    response: standing,
    handler: ({ db, actor }) => cardStanding(db, actor),
  }),
  actAt(path, "approve", {
    permission: "cards.use",
    summary: "Approve card lines, each for itself",
    status: 200,
    ownTransaction: true,
    body: approveManyInput,
    response: approvedMany,
    handler: ({ app, actor, body }) => approveMany(app.database, actor, body.ids),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A card line with its receipt and what was found of it",
    params: idParams,
    response: lineDetail,
    handler: async ({ db, actor, params }) => {
      await requireSeen(db, actor, "cardLine", params.id);
      return readLine(db, actor, params.id);
    },
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "cards.use",
    summary: "Code a card line: what it was for, its accounts to the cent, its receipt",
    params: idParams,
    body: patchOf(codeFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const before = await typedLine(tx, params.id);
      const whole = wholeWith(codeInput, codeFields, before, body);
      return codeLine(tx, actor, { id: params.id, version: ifMatch }, whole);
    },
  }),
  historyEndpoint(path, "cardLine", read),
  recordAct(path, "merchant", {
    permission: "cards.administer",
    summary: "Say which vendor the merchant of a card line is",
    body: merchantInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => settleMerchant(tx, actor, params.id, body.vendorId),
  }),
  ...stepEndpoints(lineNoun, {
    code: step(codeInput, codeLine),
    send: sendLine,
    approve: approveLine,
    return: returnLine,
  }),
];
