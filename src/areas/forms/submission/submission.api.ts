import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { historyOf } from "#server/audit/history.ts";
import { lockRow } from "#server/db/rows.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { formOffer, formSheet } from "../form/form.model.ts";
import { formsOffered, staffSheet } from "../filling/sheet.service.ts";
import { formSubmission } from "../forms.tables.ts";
import { askApprovers } from "./approval.service.ts";
import { submissionCycle } from "./submission.labels.ts";
import { submissionList } from "./submission.list.ts";
import {
  changedSubmission,
  newSubmission,
  submissionDetail,
  submissionRow,
} from "./submission.model.ts";
import type { SubmissionRecord } from "./submission.noun.ts";
import { ownSubmissions, readSubmission, visibleSubmission } from "./submission.read.service.ts";
import {
  beginSubmission,
  changeAnswers,
  moveSubmission,
  sendSubmission,
} from "./submission.service.ts";

const path = "/api/v1/form-submissions";
const reasonInput = z.object({ reason: z.string().trim().max(2000).nullish() });

const filling: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/forms",
    permission: "form.fill",
    summary: "Forms in force that staff fill in",
    response: z.object({ items: z.array(formOffer) }),
    handler: async ({ db }) => ({ items: await formsOffered(db, "staff") }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/forms/{id}",
    permission: "form.fill",
    summary: "A form in force, by its family, with what is known of you filled in",
    params: idParams,
    response: formSheet,
    handler: ({ db, actor, params }) => staffSheet(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/own-form-submissions",
    permission: "form.fill",
    summary: "What you filled in yourself, newest first",
    response: z.object({ items: z.array(submissionRow) }),
    handler: async ({ db, actor }) => ({ items: await ownSubmissions(db, actor) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "form.fill",
    summary: "Fill in a form: kept as a draft, or sent at once",
    status: 201,
    body: newSubmission,
    response: writtenRecord,
    handler: ({ tx, actor, body }) =>
      beginSubmission(
        tx,
        actor,
        {
          audience: "staff",
          name: actor.name,
          email: null,
          personId: actor.personId,
          vendorId: null,
        },
        body,
      ),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "form.fill",
    summary: "Change the answers of your draft, or of what came back to you",
    params: idParams,
    body: changedSubmission,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const row = await visibleSubmission(tx, actor, params.id);
      if (row.filledBy !== actor.personId) throw notFound("submission");
      return changeAnswers(tx, actor, params.id, body.answers, ifMatch);
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/submit`,
    permission: "form.fill",
    summary: "Send what you filled in; the server judges it by the version it began with",
    params: idParams,
    body: reasonInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, ifMatch }) => {
      await visibleSubmission(tx, actor, params.id);
      const row = (await lockRow(tx, formSubmission, params.id, "submission")) as SubmissionRecord;
      return sendSubmission(tx, actor, row, ifMatch);
    },
  }),
];

const steps = (["review", "approve", "return", "reject", "archive", "void"] as const).map((name) =>
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/${name}`,
    permission: submissionCycle.actions[name].permission as "form.review" | "form.fill",
    summary: `${submissionCycle.actions[name].label}: a submission`,
    params: idParams,
    body: reasonInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      await visibleSubmission(tx, actor, params.id);
      return moveSubmission(tx, actor, name, {
        id: params.id,
        reason: body.reason ?? null,
        version: ifMatch,
      });
    },
  }),
);

const asking = endpoint({
  method: "POST",
  path: `${path}/{id}/actions/ask`,
  permission: "form.review",
  summary: "Send a submission to the approvers of the policy that covers it",
  params: idParams,
  response: writtenRecord,
  handler: async ({ tx, actor, params, ifMatch }) => {
    await visibleSubmission(tx, actor, params.id);
    return askApprovers(tx, actor, { id: params.id, version: ifMatch });
  },
});

/** Filling in for staff, and the desk of those who decide. */
export const submissionEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "form.review", submissionList, submissionRow),
  ...filling,
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "form.fill",
    summary: "A submission with its questions: your own, or any as a reviewer",
    params: idParams,
    response: submissionDetail,
    handler: ({ db, actor, params }) => readSubmission(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/history`,
    permission: "form.fill",
    summary: "What happened to a submission: to your own, or to any as a reviewer",
    params: idParams,
    response: z.object({ items: z.array(z.looseObject({ at: z.string(), action: z.string() })) }),
    handler: async ({ db, actor, params }) => {
      await visibleSubmission(db, actor, params.id);
      return (await historyOf(db, "formSubmission", params.id)) as never;
    },
  }),
  ...steps,
  asking,
];
