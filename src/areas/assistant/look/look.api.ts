import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { lookChange, lookInput, lookRow, lookRows } from "./look.model.ts";
import { addLook, changeLook, dropLook, readLooks } from "./look.service.ts";

const path = "/api/v1/assistant-looks";
const permission = "agent.configure";

/** How the assistants of an agency present themselves. */
export const lookEndpoints: readonly Endpoint[] = [
  endpoint({
    ...{ method: "GET", path, permission },
    summary: "The assistants that have a look of their own",
    response: lookRows,
    handler: ({ db }) => readLooks(db),
  }),
  endpoint({
    ...{ method: "POST", path, permission },
    summary: "Give an assistant a look of its own",
    body: lookInput,
    response: lookRow,
    handler: ({ tx, actor, body }) => addLook(tx, actor, body),
  }),
  endpoint({
    ...{ method: "PATCH", path: `${path}/{id}`, permission },
    summary: "Change how an assistant presents itself",
    params: idParams,
    body: lookChange,
    response: lookRow,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeLook(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...{ method: "DELETE", path: `${path}/{id}`, permission },
    summary: "Take the look of an assistant away: it shows the agency's again",
    params: idParams,
    handler: ({ tx, actor, params, ifMatch }) =>
      dropLook(tx, actor, { id: params.id, version: ifMatch }),
  }),
];
