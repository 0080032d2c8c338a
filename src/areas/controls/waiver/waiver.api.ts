import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import {
  waiverDetail,
  waiverInput,
  waiverPermission,
  waiverRow,
  waiverTerm,
} from "./waiver.model.ts";
import { waiverList } from "./waiver.list.ts";
import { waiverNoun } from "./waiver.noun.ts";
import { readWaiver } from "./waiver.read.service.ts";
import {
  attachPermission,
  requestWaiver,
  revokeWaiver,
  termOf,
  withdrawWaiver,
} from "./waiver.service.ts";

const path = "/api/v1/control-waivers";

export const waiverEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "controlFailure.read", waiverList, waiverRow),
  endpoint({
    method: "GET",
    path: "/api/v1/waiver-term",
    permission: "controlWaiver.request",
    summary: "Until when a waiver may hold at most that is asked for today",
    response: waiverTerm,
    handler: ({ db }) => termOf(db),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "controlWaiver.request",
    summary: "Ask that a record, or a class of records, need not meet a control for a time",
    body: waiverInput,
    response: waiverDetail,
    handler: async ({ tx, actor, body }) =>
      readWaiver(tx, actor, (await requestWaiver(tx, actor, body)).id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "controlFailure.read",
    summary: "A waiver with what it covers now",
    params: idParams,
    response: waiverDetail,
    handler: ({ db, actor, params }) => readWaiver(db, actor, params.id),
  }),
  ...stepEndpoints(
    waiverNoun,
    {
      withdraw: { summary: "Take a request for a waiver back", take: withdrawWaiver },
      attach: {
        summary: "Attach the awarding agency's written permission",
        body: waiverPermission,
        take: attachPermission,
      },
      revoke: { summary: "End a waiver before its time", take: revokeWaiver },
    },
    { response: waiverDetail, read: readWaiver },
  ),
  historyEndpoint(path, "controlWaiver", "controlFailure.read"),
];
