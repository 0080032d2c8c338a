import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { provers } from "./proof.service.ts";
import {
  clauseDetail,
  clauseRow,
  shippedInput,
  standardRow,
  takeInput,
  takenAnswer,
  tieChoices,
  tieInput,
} from "./standard.model.ts";
import {
  clausesOf,
  readClause,
  standardsOf,
  takeShipped,
  takeStandard,
  tieClause,
  untieClause,
} from "./standard.service.ts";

const path = "/api/v1/standards";
const [read, write] = ["assurance.read", "standards.write"] as const;
const done = z.object({ id: z.string() });

/** Standards, their clauses, and what proves them. */
export const standardEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: read,
    summary: "Standards with how many of their clauses nothing proves",
    response: z.object({ items: z.array(standardRow) }),
    handler: async ({ db }) => ({ items: await standardsOf(db) }),
  }),
  actAt(path, "take", {
    permission: write,
    summary: "Take in an edition of a standard, by an OSCAL catalog or a CSV tree",
    body: takeInput,
    bodyLimit: 15_000_000,
    response: takenAnswer,
    handler: ({ tx, actor, body }) => takeStandard(tx, actor, body),
  }),
  actAt(path, "take-shipped", {
    permission: write,
    summary: "Take in a standard that comes with the product",
    body: shippedInput,
    response: takenAnswer,
    handler: ({ tx, actor, body }) => takeShipped(tx, actor, body.key),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/clauses`,
    permission: read,
    summary: "The tree of clauses of an edition",
    params: idParams,
    response: z.object({ items: z.array(clauseRow) }),
    handler: async ({ db, params }) => ({ items: await clausesOf(db, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/standard-clauses/{id}",
    permission: read,
    summary: "A clause with what proves it, and how old that is",
    params: idParams,
    response: clauseDetail,
    handler: ({ db, params }) => readClause(db, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/standard-proofs",
    permission: read,
    summary: "What a clause may be tied to",
    response: tieChoices,
    handler: async ({ db }) => ({
      items: (await provers(db)).map(({ kind, id, name }) => ({ kind, id, name })),
    }),
  }),
  recordAct("/api/v1/standard-clauses", "tie", {
    permission: write,
    summary: "Tie a clause to what proves it",
    body: tieInput,
    response: done,
    handler: ({ tx, actor, params, body }) => tieClause(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/standard-ties", "untie", {
    permission: write,
    summary: "Take a tie away",
    response: done,
    handler: async ({ tx, actor, params }) => {
      await untieClause(tx, actor, params.id);
      return { id: params.id };
    },
  }),
];
