import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { contractPaper, paperText } from "./paper.model.ts";
import { papersOf, readPaper } from "./paper.service.ts";

const path = "/api/v1/contracts/{id}/papers";

/** The PDFs of a contract, and what one sees in them; by the right to open files. */
export const paperEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "file.read",
    summary: "The PDFs of a contract: signed, attached, exhibits",
    params: idParams,
    response: z.object({ items: z.array(contractPaper) }),
    handler: async ({ db, actor, params }) => ({ items: await papersOf(db, actor, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{fileId}`,
    permission: "file.read",
    summary: "The text of a PDF of a contract with its places; what nobody sees stands apart",
    params: idParams.extend({ fileId: z.uuid() }),
    response: paperText,
    handler: ({ db, actor, params, app }) => readPaper(db, actor, app.files, params),
  }),
];
