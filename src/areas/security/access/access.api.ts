import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { matrixAnswer, proof, separationAnswer, whyAnswer, whyQuery } from "./access.model.ts";
import { matrixOf, proveMatrix, separationOf, whyOf } from "./access.service.ts";

const read = { method: "GET", permission: "accessControl.read" } as const;

export const accessEndpoints: readonly Endpoint[] = [
  endpoint({
    ...read,
    path: "/api/v1/access-matrix",
    summary: "Who may do what: permissions with holders, addresses, steps and screens",
    response: matrixAnswer,
    handler: async ({ app }) => matrixOf(app),
  }),
  endpoint({
    ...read,
    path: "/api/v1/access-matrix/proof",
    summary:
      "Asks every address for every role with every duty whether it opens, and compares it with the matrix",
    response: proof,
    handler: async ({ app }) => proveMatrix(app),
  }),
  endpoint({
    ...read,
    path: "/api/v1/access-why",
    summary: "Whether a person may do something, and by what",
    query: whyQuery,
    response: whyAnswer,
    handler: ({ app, db, actor, query }) => whyOf(app, db, actor, query),
  }),
  endpoint({
    ...read,
    path: "/api/v1/access-separation",
    summary: "Who holds or did both ends of what is kept apart",
    response: separationAnswer,
    handler: ({ db }) => separationOf(db),
  }),
];
