import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { mergeDetail, mergeInput, mergeOutlook, mergeRow, pairRow } from "./merge.model.ts";
import { mergeList, outlookOf, readMerge } from "./merge.read.service.ts";
import { approveMerge, endMerge, proposeMerge, mergeNoun } from "./merge.service.ts";
import { findPairs, pairList, sayNotSame, undoNotSame } from "./pair.service.ts";

const path = "/api/v1/vendor-merges";
const pairs = "/api/v1/vendor-pairs";
const done = z.object({ done: z.literal(true) });

const pairEndpoints: Endpoint[] = [
  ...listEndpoints(pairs, "vendor.merge", pairList, pairRow),
  actAt(pairs, "find", {
    permission: "vendor.merge",
    summary: "Compare all vendors with each other anew",
    body: z.object({}),
    response: z.object({ pairs: z.number() }),
    handler: async ({ tx }) => ({ pairs: await findPairs(tx) }),
  }),
  recordAct(pairs, "not-same", {
    permission: "vendor.merge",
    summary: "Remember that two vendors are different firms",
    body: z.object({ reason: z.string().trim().min(3, "Say how you know.").max(500) }),
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await sayNotSame(tx, actor, params.id, body.reason);
      return { done: true as const };
    },
  }),
  recordAct(pairs, "undo-not-same", {
    permission: "vendor.merge",
    summary: "Take back that two vendors are different firms",
    body: z.object({}),
    response: done,
    handler: async ({ tx, actor, params }) => {
      await undoNotSame(tx, actor, params.id);
      return { done: true as const };
    },
  }),
];

const decisions = stepEndpoints(
  mergeNoun,
  {
    approve: {
      summary: "Merge two vendors as proposed; never the proposer",
      take: approveMerge,
    },
    ...alike(endMerge, {
      decline: "Decline to merge two vendors",
      withdraw: "Withdraw one's own proposal to merge",
    }),
  },
  { response: mergeDetail, read: readMerge },
);

export const mergeEndpoints: readonly Endpoint[] = [
  ...pairEndpoints,
  ...listEndpoints(path, "vendor.read", mergeList, mergeRow),
  endpoint({
    method: "GET",
    path: `${path}/outlook`,
    permission: "vendor.merge",
    summary: "What a merge of two vendors would move, and what stands in its way",
    query: z.object({ keptId: z.uuid(), mergedId: z.uuid() }),
    response: mergeOutlook,
    handler: ({ db, query }) => outlookOf(db, query.keptId, query.mergedId),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "vendor.merge",
    summary: "Propose to merge one vendor into another, field by field",
    body: mergeInput,
    response: mergeDetail,
    handler: async ({ tx, actor, body }) =>
      readMerge(tx, actor, (await proposeMerge(tx, actor, body)).id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "vendor.read",
    summary: "A proposal to merge two vendors",
    params: idParams,
    response: mergeDetail,
    handler: ({ db, actor, params }) => readMerge(db, actor, params.id),
  }),
  ...decisions,
  historyEndpoint(path, "vendorMerge", "vendor.read"),
];
