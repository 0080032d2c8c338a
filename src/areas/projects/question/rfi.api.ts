import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { designerInput } from "../designer/designer.model.ts";
import { recallRfi, sendRfi } from "../designer/sending.service.ts";
import { answerRfi, askBack, closeRfi, reopenRfi } from "./answering.service.ts";
import { rfiPaper } from "./paper.service.ts";
import { rfiList } from "./rfi.list.ts";
import {
  answerInput,
  projectQuestions,
  rfiChange,
  rfiDetail,
  rfiFields,
  rfiInput,
  rfiRow,
} from "./rfi.model.ts";
import { rfiNoun } from "./rfi.noun.ts";
import { questionsOfProject, readRfi, typedRfi } from "./rfi.read.service.ts";
import { changeRfi, draftRfi, openRfi, withdrawRfi } from "./rfi.service.ts";
import { ourHand } from "./turns.service.ts";

const path = "/api/v1/rfis";
const [read, edit] = ["project.read", "rfi.edit"] as const;

export const rfiEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, rfiList, rfiRow),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/questions",
    permission: read,
    summary: "Questions of a project that are not closed, with the days each side has held them",
    params: idParams,
    response: projectQuestions,
    handler: ({ db, actor, params }) => questionsOfProject(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Draft a question about what a project builds",
    status: 201,
    body: rfiInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftRfi(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A question with its turns, files and answer",
    params: idParams,
    response: rfiDetail,
    handler: ({ db, actor, params }) => readRfi(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a drafted question",
    params: idParams,
    body: patchOf(rfiFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const whole = wholeWith(rfiChange, rfiFields, await typedRfi(tx, params.id), body);
      return changeRfi(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "A question with its answer and turns, as PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { title, document } = await rfiPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  historyEndpoint(path, "rfi", read),
  ...stepEndpoints(rfiNoun, {
    open: openRfi,
    answer: step(answerInput, (tx, actor, at, answer) =>
      answerRfi(tx, actor, at, answer, ourHand(actor)),
    ),
    askBack,
    toDesigner: step(designerInput, sendRfi),
    recall: recallRfi,
    close: (tx, actor, at) => closeRfi(tx, actor, at, ourHand(actor)),
    reopen: (tx, actor, at) => reopenRfi(tx, actor, at, ourHand(actor)),
    withdraw: (tx, actor, at) => withdrawRfi(tx, actor, at, ourHand(actor)),
  }),
];
