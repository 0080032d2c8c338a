import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { paperList } from "./paper.list.ts";
import {
  askedAnswer,
  closeoutStanding,
  handInInput,
  paperChange,
  paperDetail,
  paperFields,
  paperInput,
  paperRow,
} from "./paper.model.ts";
import { paperNoun } from "./paper.noun.ts";
import { readCloseoutPapers, readPaper } from "./paper.read.service.ts";
import {
  acceptPaper,
  askPaper,
  askUsual,
  changePaper,
  dropPaper,
  handInPaper,
  sendPaperBack,
  typedPaper,
} from "./paper.service.ts";

const path = "/api/v1/closeout-papers";
const [read, edit] = ["project.read", "project.edit"] as const;

export const paperEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, paperList, paperRow),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/closeout",
    permission: read,
    summary:
      "The papers that a project hands over at its end: by whom, of which kind, what law demands",
    params: idParams,
    response: closeoutStanding,
    handler: ({ db, actor, params }) => readCloseoutPapers(db, actor, params.id),
  }),
  recordAct("/api/v1/projects", "askPapers", {
    permission: edit,
    summary: "Ask each contract of a project for the papers that every one hands over",
    response: askedAnswer,
    handler: ({ tx, actor, params }) => askUsual(tx, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Ask for a paper that a project hands over at its end",
    status: 201,
    body: paperInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => askPaper(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A closeout paper with its files",
    params: idParams,
    response: paperDetail,
    handler: ({ db, actor, params }) => readPaper(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a closeout paper that is not handed in",
    params: idParams,
    body: patchOf(paperFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const whole = wholeWith(paperChange, paperFields, await typedPaper(tx, params.id), body);
      return changePaper(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "closeoutPaper", read),
  ...stepEndpoints(paperNoun, {
    handIn: step(handInInput, handInPaper),
    accept: acceptPaper,
    sendBack: sendPaperBack,
    drop: dropPaper,
  }),
];
