import { z } from "zod";
import { getRow } from "#server/db/rows.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { contract } from "../contracts.tables.ts";
import { exhibitInput, exhibitRow } from "./exhibit.model.ts";
import { addExhibit, exhibitsOf, removeExhibit } from "./exhibit.service.ts";

const path = "/api/v1/contracts/{id}/exhibits";
const written = z.object({ id: z.string() });

/** Files that are part of a contract. */
export const exhibitEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "contract.read",
    summary: "The exhibits of a contract: what is signed carries their bytes",
    params: idParams,
    response: z.object({ items: z.array(exhibitRow) }),
    handler: async ({ db, params }) => {
      await getRow(db, contract, params.id, "contract");
      return { items: await exhibitsOf(db, params.id) };
    },
  }),
  endpoint({
    method: "POST",
    path,
    permission: "contract.edit",
    summary: "Add an exhibit to a contract before counsel reads it",
    status: 201,
    params: idParams,
    body: exhibitInput,
    response: written,
    handler: ({ tx, actor, params, body }) => addExhibit(tx, actor, params.id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{exhibitId}`,
    permission: "contract.edit",
    summary: "Take an exhibit out of a contract before counsel reads it",
    params: idParams.extend({ exhibitId: z.uuid("Not a record id.") }),
    response: written,
    handler: async ({ tx, actor, params }) => {
      await removeExhibit(tx, actor, params.id, params.exhibitId);
      return { id: params.exhibitId };
    },
  }),
];
