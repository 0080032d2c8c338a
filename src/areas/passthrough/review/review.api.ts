import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import {
  consensusInput,
  declarationInput,
  recusalInput,
  reviewerInput,
  reviewView,
  scoresInput,
} from "./review.model.ts";
import { readReview } from "./review.read.service.ts";
import { addReviewer, agree, declareInterests, recuse, saveScores } from "./review.service.ts";

const program = "/api/v1/grant-programs/{id}";
const done = z.object({ id: z.string(), version: z.number() });
const act = {
  method: "POST",
  permission: "grantProgram.review",
  params: idParams,
  response: done,
} as const;

export const reviewEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${program}/review`,
    permission: "grantProgram.read",
    summary: "The review of a program, as sealed as it still is",
    params: idParams,
    response: reviewView,
    handler: ({ db, actor, params }) => readReview(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${program}/reviewers`,
    permission: "grantProgram.decide",
    summary: "Ask somebody to review the applications",
    params: idParams,
    body: reviewerInput,
    response: done,
    handler: ({ tx, actor, params, body }) => addReviewer(tx, actor, params.id, body.personId),
  }),
  endpoint({
    ...act,
    path: `${program}/declaration`,
    summary: "Declare your interests for every applicant",
    body: declarationInput,
    handler: ({ tx, actor, params, body }) => declareInterests(tx, actor, params.id, body),
  }),
  endpoint({
    ...act,
    path: `${program}/recusal`,
    summary: "Step out of a review",
    body: recusalInput,
    handler: ({ tx, actor, params, body }) => recuse(tx, actor, params.id, body.reason),
  }),
  endpoint({
    ...act,
    path: `${program}/scores`,
    summary: "Save your scores, and hand them in",
    body: scoresInput,
    handler: ({ tx, actor, params, body }) => saveScores(tx, actor, params.id, body),
  }),
  endpoint({
    ...act,
    path: `${program}/consensus`,
    summary: "Write what the reviewers agreed on",
    body: consensusInput,
    handler: ({ tx, actor, params, body }) => agree(tx, actor, params.id, body),
  }),
];
