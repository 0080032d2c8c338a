import { z } from "zod";
import { historyOf } from "#server/audit/history.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { runNoun } from "./run.noun.ts";
import { beginByHand, cancelRun, retryRun, skipStep } from "./course.service.ts";
import { runList } from "./run.list.ts";
import { newRun, runDetail, runRow } from "./run.model.ts";
import { readRun, visibleRun } from "./run.read.service.ts";

const path = "/api/v1/flow-runs";
/** Where workflows stand, for who may see all of them, and for whoever began one or is asked in it. */
export const runEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "flowRun.read", runList, runRow),
  endpoint({
    method: "POST",
    path,
    permission: "flow.start",
    summary: "Begin a run of a workflow that is begun by hand",
    body: newRun,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => beginByHand(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "flowRun.read",
    summary: "A run: where it stands, why, for whom it waits, what it did",
    params: idParams,
    response: runDetail,
    handler: ({ db, actor, params }) => readRun(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/history`,
    permission: "flowRun.read",
    summary: "What happened to a run",
    params: idParams,
    response: z.object({ items: z.array(z.looseObject({ at: z.string(), action: z.string() })) }),
    handler: async ({ db, actor, params }) => {
      await visibleRun(db, actor, params.id);
      const { items } = await historyOf(db, "flowRun", params.id);
      // What a run knows of its record is for who may read that record.
      return { items: items.map((item) => ({ ...item, changes: [] })) };
    },
  }),
  ...stepEndpoints(runNoun, {
    retry: { summary: "Try the step again at which a run stopped", take: retryRun },
    skip: { summary: "Leave out the step at which a run stands, with a reason", take: skipStep },
    cancel: { summary: "End a run where it stands, with a reason", take: cancelRun },
  }),
];
