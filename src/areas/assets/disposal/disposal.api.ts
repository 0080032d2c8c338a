import { recordAct } from "#server/http/acts.ts";
import { writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { grantorInput } from "./disposal.model.ts";
import { enterGrantor } from "./disposal.service.ts";

/** What the grantor says of a disposal; proposing and disposing are steps of the asset. */
export const disposalEndpoints: readonly Endpoint[] = [
  recordAct("/api/v1/assets", "grantor", {
    permission: "asset.edit",
    summary: "Enter when the grantor was asked for disposition instructions, and its answer",
    body: grantorInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      enterGrantor(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
];
