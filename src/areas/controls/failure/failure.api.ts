import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import {
  complianceOwner,
  complianceStage,
  failureAnswer,
  failureAssignment,
  failureDetail,
  failureRow,
} from "./failure.model.ts";
import { standingRow } from "../standing/standing.model.ts";
import { standingsOfRecord } from "../standing/standing.service.ts";
import { failureList } from "./failure.list.ts";
import { failureNoun } from "./failure.noun.ts";
import { complianceOwners, complianceStages, readFailure } from "./failure.read.service.ts";
import { answerFailure, assignFailure, judgeAgain, returnFailure } from "./failure.service.ts";

const path = "/api/v1/control-failures";

export const failureEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "controlFailure.read", failureList, failureRow),
  endpoint({
    method: "GET",
    path: "/api/v1/compliance-stages",
    permission: "control.read",
    summary: "Stages of a purchase with what fails in each",
    response: z.object({ items: z.array(complianceStage) }),
    handler: async ({ db }) => ({ items: await complianceStages(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/control-standings",
    permission: "controlFailure.read",
    summary: "How a record stands with the controls that apply to it",
    query: z.object({ subjectType: z.string().max(60), subjectId: z.uuid() }),
    response: z.object({ items: z.array(standingRow) }),
    handler: async ({ db, actor, query }) => ({
      items: await standingsOfRecord(db, actor, query.subjectType, query.subjectId),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/compliance-owners",
    permission: "controlFailure.assign",
    summary: "Who answers for open failures of controls",
    response: z.object({ items: z.array(complianceOwner) }),
    handler: async ({ db }) => ({ items: await complianceOwners(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "controlFailure.read",
    summary: "What breaks a control, with everything that was judged of it",
    params: idParams,
    response: failureDetail,
    handler: ({ db, actor, params }) => readFailure(db, actor, params.id),
  }),
  ...stepEndpoints(
    failureNoun,
    {
      assign: {
        summary: "Give a failure to whoever answers for it",
        body: failureAssignment,
        take: assignFailure,
      },
      answer: { summary: "Answer for a failure", body: failureAnswer, take: answerFailure },
      return: { summary: "Ask the owner of a failure again", take: returnFailure },
    },
    { response: failureDetail, read: readFailure },
  ),
  recordAct(path, "judge", {
    permission: "controlFailure.answer",
    summary: "Judge the record of a failure now",
    response: failureDetail,
    handler: async ({ tx, actor, params }) => {
      await readFailure(tx, actor, params.id);
      await judgeAgain(tx, actor, params.id);
      return readFailure(tx, actor, params.id);
    },
  }),
  historyEndpoint(path, "controlFailure", "controlFailure.read"),
];
