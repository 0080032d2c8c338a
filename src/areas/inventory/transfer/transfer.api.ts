import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { approveLoss, arriveTransfer, foundBack, writeOff } from "./outcome.service.ts";
import { transferList } from "./transfer.list.ts";
import {
  arriveInput,
  lackInput,
  sendInput,
  transferDetail,
  transferInput,
  transferRow,
  underWay,
} from "./transfer.model.ts";
import { transferNoun } from "./transfer.noun.ts";
import { readTransfer, transfersUnderWay } from "./transfer.read.service.ts";
import { callBack, cancelTransfer, planTransfer, sendTransfer } from "./transfer.service.ts";

const path = "/api/v1/stock-transfers";
const [read, move] = ["stock.read", "stock.move"] as const;

export const transferEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, transferList, transferRow),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-transfers-under-way",
    permission: read,
    summary: "Transfers that are on the way now, or of which something lacks",
    response: underWay,
    handler: ({ db, actor }) => transfersUnderWay(db, actor),
  }),
  endpoint({
    method: "POST",
    path,
    permission: move,
    summary: "Plan a transfer that travels from one location to another",
    status: 201,
    body: transferInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => planTransfer(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A transfer with what arrived of it and what lacks",
    params: idParams,
    response: transferDetail,
    handler: ({ db, actor, params }) => readTransfer(db, actor, params.id),
  }),
  historyEndpoint(path, "stockTransfer", read),
  ...stepEndpoints(transferNoun, {
    send: step(sendInput, sendTransfer),
    arrive: step(arriveInput, arriveTransfer),
    callBack,
    found: step(lackInput, foundBack),
    writeOff: step(lackInput, writeOff),
    approveLoss: step(lackInput, approveLoss),
    cancel: cancelTransfer,
  }),
];
