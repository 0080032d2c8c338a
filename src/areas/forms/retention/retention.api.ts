import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { visibleSubmission } from "../submission/submission.read.service.ts";
import { liftHold, listDisposals, placeHold } from "./hold.service.ts";
import { disposalRow, holdInput } from "./retention.model.ts";

const path = "/api/v1/form-submissions/{id}/actions";
const written = z.object({ id: z.string() });

/** What is deleted behind the retention, and what a legal hold keeps. */
export const retentionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/form-disposals",
    permission: "form.design",
    summary: "Submissions whose years are over, with the day on which they are deleted",
    response: z.object({ items: z.array(disposalRow) }),
    handler: async ({ db }) => ({ items: await listDisposals(db) }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/hold`,
    permission: "form.publish",
    summary: "Place a legal hold on a submission: nothing of it is deleted until it is lifted",
    params: idParams,
    body: holdInput,
    response: written,
    handler: async ({ tx, actor, params, body }) => {
      await visibleSubmission(tx, actor, params.id);
      return placeHold(tx, actor, params.id, body.reason);
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/lift-hold`,
    permission: "form.publish",
    summary: "Lift the legal hold of a submission",
    params: idParams,
    body: holdInput,
    response: written,
    handler: async ({ tx, actor, params, body }) => {
      await visibleSubmission(tx, actor, params.id);
      return liftHold(tx, actor, params.id, body.reason);
    },
  }),
];
