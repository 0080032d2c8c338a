import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listCalls, writeCalls } from "./call.service.ts";
import { callRow, keyInput, shownKey } from "./key.model.ts";
import { addKey, revokeKey } from "./key.service.ts";

/** Keys of programs, and what was called with them. */
export const keyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/programs/{id}/keys",
    permission: "program.own",
    summary: "A new key, for who answers for the program; its secret is in this answer alone",
    ownTransaction: true,
    unkept: true,
    params: idParams,
    body: keyInput,
    response: shownKey,
    status: 201,
    handler: ({ app, actor, params, body }) =>
      app.database.transaction(actor, (tx) => addKey(tx, actor, params.id, body)),
  }),
  recordAct("/api/v1/program-keys", "revoke", {
    permission: ["program.edit", "program.own"],
    summary: "From the next call on it opens nothing",
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params }) => revokeKey(tx, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/programs/{id}/calls",
    permission: ["program.read", "program.own"],
    summary: "The last calls of a program over its keys",
    params: idParams,
    response: z.object({ items: z.array(callRow) }),
    handler: async ({ app, db, actor, params }) => {
      // What this instance has not written down yet belongs to it.
      await writeCalls(app.database);
      return { items: await listCalls(db, actor, params.id) };
    },
  }),
];
