import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { fileDetail, fileEntry } from "./file.model.ts";
import { readFile, writeEntry } from "./file.service.ts";

const path = "/api/v1/purchase-files";

export const fileEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "purchaseOrder.read",
    summary: "The file of a purchase by its order: what it holds, and what it lacks",
    params: idParams,
    response: fileDetail,
    handler: ({ db, actor, params }) => readFile(db, actor, params.id),
  }),
  recordAct(path, "write", {
    permission: "purchaseOrder.create",
    summary: "Write down what no record says of a purchase, for good",
    body: fileEntry,
    response: fileDetail,
    handler: async ({ tx, actor, params, body }) => {
      await writeEntry(tx, actor, params.id, body);
      return readFile(tx, actor, params.id);
    },
  }),
];
