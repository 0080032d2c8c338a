import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { designerInput } from "../designer/designer.model.ts";
import { recallSubmittal, sendSubmittal } from "../designer/sending.service.ts";
import { submittalPaper } from "./paper.service.ts";
import { decide, takeForReview } from "./reviewing.service.ts";
import { submittalList } from "./submittal.list.ts";
import {
  projectSubmittals,
  reviewInput,
  submitInput,
  submittalChange,
  submittalDetail,
  submittalFields,
  submittalInput,
  submittalRow,
} from "./submittal.model.ts";
import { submittalNoun } from "./submittal.noun.ts";
import { readSubmittal, submittalsOfProject, typedSubmittal } from "./submittal.read.service.ts";
import {
  changeSubmittal,
  listSubmittal,
  ourHand,
  submitSubmittal,
  withdrawSubmittal,
} from "./submittal.service.ts";

const path = "/api/v1/submittals";
const [read, edit] = ["project.read", "submittal.edit"] as const;

export const submittalEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, submittalList, submittalRow),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/submittals",
    permission: read,
    summary: "How the submittals of a project stand",
    params: idParams,
    response: projectSubmittals,
    handler: ({ db, params }) => submittalsOfProject(db, params.id),
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "List what a contractor is to submit for a project",
    status: 201,
    body: submittalInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => listSubmittal(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A submittal with its revisions, files and reviews",
    params: idParams,
    response: submittalDetail,
    handler: ({ db, actor, params }) => readSubmittal(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change what is listed and not submitted yet",
    params: idParams,
    body: patchOf(submittalFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const before = await typedSubmittal(tx, params.id);
      const whole = wholeWith(submittalChange, submittalFields, before, body);
      return changeSubmittal(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "A submittal with what each side did, as PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { title, document } = await submittalPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  historyEndpoint(path, "submittal", read),
  ...stepEndpoints(submittalNoun, {
    submit: step(submitInput, (tx, actor, at, input) =>
      submitSubmittal(tx, actor, at, input, ourHand(actor)),
    ),
    review: takeForReview,
    toDesigner: step(designerInput, sendSubmittal),
    recall: recallSubmittal,
    approve: step(reviewInput, decide("approve")),
    approveAsNoted: step(reviewInput, decide("approveAsNoted")),
    reviseResubmit: step(reviewInput, decide("reviseResubmit")),
    reject: step(reviewInput, decide("reject")),
    withdraw: (tx, actor, at) => withdrawSubmittal(tx, actor, at, ourHand(actor)),
  }),
];
