import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { programNoun } from "./program.noun.ts";
import { programInput, programRecord, programRow, scopeRow } from "./program.model.ts";
import {
  addProgram,
  changeProgram,
  programList,
  readProgram,
  requireReadable,
  stepProgram,
} from "./program.service.ts";
import { grantableScopes } from "./scope.service.ts";

const path = "/api/v1/programs";
const edit = { permission: "program.edit" } as const;
const written = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  version: z.number(),
});

const history = historyEndpoint(path, "program", "program.read");

/** Programs that call with a part of their owners' rights. */
export const programEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "program.read", programList, programRow),
  endpoint({
    method: "GET",
    path: "/api/v1/program-scopes",
    permission: "program.read",
    summary: "What programs may be given; what decides is not among it",
    response: z.object({ items: z.array(scopeRow) }),
    handler: async () => ({ items: [...grantableScopes()] }),
  }),
  endpoint({
    ...edit,
    method: "POST",
    path,
    summary: "Set up a program: its purpose, who answers for it, what it may do, until when",
    body: programInput,
    response: written,
    handler: ({ tx, actor, body }) => addProgram(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: ["program.read", "program.own"],
    summary: "One program with its keys, never their secrets",
    params: idParams,
    response: programRecord,
    handler: ({ db, actor, params }) => readProgram(db, actor, params.id),
  }),
  endpoint({
    ...edit,
    method: "PATCH",
    path: `${path}/{id}`,
    summary: "Change a program; a new owner gets it without keys",
    params: idParams,
    body: programInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeProgram(tx, actor, params.id, body, ifMatch),
  }),
  ...stepEndpoints(programNoun, {
    ...alike(
      stepProgram,
      {
        pause: "Its keys open nothing until it works again",
        resume: "Let a paused program work again",
        end: "End a program and its keys for good",
      },
      { response: written },
    ),
  }),
  {
    ...history,
    permission: ["program.read", "program.own"],
    handler: async (context) => {
      await requireReadable(context.db, context.actor, context.params.id);
      return history.handler(context);
    },
  },
];
