import { z } from "zod";
import { businessDate } from "#server/clock.ts";
import { getRow } from "#server/db/rows.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { contract } from "../contracts.tables.ts";
import { ratesOn } from "./in-force.service.ts";
import { rateSheetInput, rateSheetRow, ratedItem } from "./rate.model.ts";
import { readRateSheets, writeRateSheet } from "./rate.service.ts";

const path = "/api/v1/contracts/{id}";

export const rateEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/rates`,
    permission: "contract.read",
    summary: "What a contract's rate sheet prices on a day (today without one), by number or words",
    params: idParams,
    query: z.object({
      day: z.iso.date().optional(),
      q: z.string().max(200).optional(),
      codes: z.string().max(10_000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    response: z.object({ rated: z.boolean(), items: z.array(ratedItem) }),
    handler: async ({ db, params, query }) => {
      await getRow(db, contract, params.id, "contract");
      return ratesOn(
        db,
        params.id,
        query.day ?? businessDate(db.scope),
        { q: query.q, codes: query.codes?.split(",").filter(Boolean) },
        query.limit,
      );
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/rate-sheets`,
    permission: "contract.read",
    summary: "The rate sheets of a contract, newest first",
    params: idParams,
    response: z.object({ items: z.array(rateSheetRow) }),
    handler: async ({ db, actor, params }) => {
      await getRow(db, contract, params.id, "contract");
      return { items: await readRateSheets(db, actor, params.id) };
    },
  }),
  endpoint({
    method: "PUT",
    path: `${path}/rate-sheets`,
    permission: "contract.edit",
    summary: "Write the rate sheet of a drafted contract, or of a drafted amendment of it",
    params: idParams,
    body: rateSheetInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      writeRateSheet(tx, actor, params.id, body, ifMatch),
  }),
];
