import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import type { TakenStep } from "#server/lifecycle.ts";
import { notFound } from "#kernel/errors.ts";
import { historyOf } from "#server/audit/history.ts";
import { lockRow } from "#server/db/rows.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { submissionNoun } from "./submission.noun.ts";
import { formOffer, formSheet } from "../form/form.model.ts";
import { formsOffered, staffSheet } from "../filling/sheet.service.ts";
import { formSubmission } from "../forms.tables.ts";
import { askApprovers } from "./approval.service.ts";
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
];

// Whoever may not see a submission learns nothing of it, whatever they hold.
const visibly =
  <O>(take: (tx: Tx, actor: Actor, step: TakenStep) => Promise<O>) =>
  async (tx: Tx, actor: Actor, step: TakenStep): Promise<O> => {
    await visibleSubmission(tx, actor, step.id);
    return take(tx, actor, step);
  };
const moved = (action: Parameters<typeof moveSubmission>[2]) =>
  visibly((tx, actor, step) => moveSubmission(tx, actor, action, step));

const steps = stepEndpoints(submissionNoun, {
  submit: {
    summary: "Send what you filled in; the server judges it by the version it began with",
    take: visibly(async (tx, actor, { id, version }) => {
      const row = (await lockRow(tx, formSubmission, id, "submission")) as SubmissionRecord;
      return sendSubmission(tx, actor, row, version);
    }),
  },
  review: moved("review"),
  approve: moved("approve"),
  return: moved("return"),
  reject: moved("reject"),
  archive: moved("archive"),
  void: moved("void"),
  ask: {
    summary: "Send a submission to the approvers of the policy that covers it",
    body: null,
    take: visibly(askApprovers),
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
];
