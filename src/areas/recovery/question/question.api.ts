import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { appealNoun } from "../recovery.nouns.ts";
import { stepInput } from "../recovery.steps.ts";
import {
  goOn,
  keepAppealDays,
  moveAppeal,
  readAppeal,
  recordDetermination,
} from "./appeal.service.ts";
import { answerLetter, recordLetter } from "./letter.service.ts";
import { appealList, questionList } from "./question.list.ts";
import {
  answerInput,
  appealDetail,
  appealInput,
  appealRow,
  letterAnswer,
  letterInput,
  nextInput,
  questionInput,
  questionRow,
} from "./question.model.ts";
import { answerQuestion, askQuestion } from "./question.service.ts";

const questions = "/api/v1/pa-questions";
const appeals = "/api/v1/pa-appeals";
const made = z.object({ id: z.string() });

/** Questions of state and FEMA, and appeals against what they determined. */
export const questionEndpoints: readonly Endpoint[] = [
  ...listEndpoints(questions, "recovery.read", questionList, questionRow),
  endpoint({
    method: "POST",
    path: questions,
    permission: "recovery.edit",
    summary: "Enter a question of state or FEMA",
    status: 201,
    body: questionInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => askQuestion(tx, actor, body),
  }),
  recordAct(questions, "answer", {
    permission: "recovery.edit",
    summary: "Answer a question of state or FEMA",
    body: answerInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      answerQuestion(tx, actor, params.id, body, ifMatch),
  }),
  ...listEndpoints(appeals, "recovery.read", appealList, appealRow),
  endpoint({
    method: "POST",
    path: appeals,
    permission: "recovery.edit",
    summary: "Record a determination that is appealed",
    status: 201,
    body: appealInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => recordDetermination(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${appeals}/{id}`,
    permission: "recovery.read",
    summary: "An appeal",
    params: idParams,
    response: appealDetail,
    handler: ({ db, actor, params }) => readAppeal(db, actor, params.id),
  }),
  historyEndpoint(appeals, "paAppeal", "recovery.read"),
  endpoint({
    method: "POST",
    path: `${appeals}/{id}/next`,
    permission: "recovery.edit",
    summary: "Go on with a denied appeal: a second appeal, or arbitration",
    status: 201,
    params: idParams,
    body: nextInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => goOn(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${appeals}/{id}/letters`,
    permission: "recovery.edit",
    summary: "Record a letter of FEMA, the recipient or the Board in an appeal",
    status: 201,
    params: idParams,
    body: letterInput,
    response: made,
    handler: async ({ tx, actor, params, body }) => {
      const { id } = await recordLetter(tx, actor, params.id, body);
      await keepAppealDays(tx, actor, params.id);
      return { id };
    },
  }),
  recordAct("/api/v1/pa-appeal-letters", "answer", {
    permission: "recovery.edit",
    summary: "Say when a request for information was answered",
    body: letterAnswer,
    response: made,
    handler: async ({ tx, actor, params, body }) => {
      const { id, appealId } = await answerLetter(tx, actor, params.id, body.answeredOn);
      await keepAppealDays(tx, actor, appealId);
      return { id };
    },
  }),
  ...stepEndpoints(appealNoun, {
    ...alike(
      (tx, actor, name, { id, version }, input) =>
        moveAppeal(tx, actor, name, { ...input, id, version }),
      ["file", "forward", "grant", "deny"],
      { body: stepInput.extend({ day: z.iso.date("Enter the day.") }) },
    ),
  }),
];
