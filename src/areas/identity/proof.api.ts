import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { clientOf } from "./client.service.ts";
import { proofRequest, proofState as shape } from "./proof.model.ts";
import { proofState, prove } from "./proof.service.ts";

const common = { tag: "auth", ownAccount: true, ownTransaction: true, unkept: true } as const;

/** Proving anew who sits there, before a way to sign in is added or removed. */
export const proofEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/proof",
    permission: "signed-in",
    summary: "By what you can prove anew that it is you, and until when the last proof counts",
    response: shape,
    handler: ({ app, actor }) => proofState(identityDb(app.database), actor),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/proof",
    permission: "signed-in",
    summary: "Prove anew that it is you, before you change how you sign in",
    status: 200,
    body: proofRequest,
    response: shape,
    handler: ({ app, actor, body, request }) =>
      prove(identityDb(app.database), app.config, actor, body, clientOf(request)),
  }),
];
