import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import type { Tx } from "#server/db/db.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import type { TakenStep } from "#server/lifecycle.ts";
import { locationList } from "./location.list.ts";
import {
  locationDetail,
  locationFields,
  locationInput,
  locationRow,
  treeLocation,
} from "./location.model.ts";
import { locationNoun, type LocationRecord } from "./location.noun.ts";
import {
  changeLocation,
  enterLocation,
  locationTree,
  reactivateLocation,
  readLocation,
  retireLocation,
} from "./location.service.ts";

const written = (row: LocationRecord) => ({ ...row, number: row.code });

const path = "/api/v1/stock-locations";

export const locationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "stock.read", locationList, locationRow),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-location-tree",
    permission: "stock.read",
    summary: "The stock locations in use, as trees on the agency's places",
    response: z.object({ items: z.array(treeLocation) }),
    handler: async ({ db }) => ({ items: await locationTree(db) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "stock.edit",
    summary: "Enter a stock location",
    status: 201,
    body: locationInput,
    response: writtenRecord,
    handler: async ({ tx, actor, body }) => written(await enterLocation(tx, actor, body)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "stock.read",
    summary: "A stock location",
    params: idParams,
    response: locationDetail,
    handler: ({ db, actor, params }) => readLocation(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "stock.edit",
    summary: "Change a stock location",
    params: idParams,
    body: patchOf(locationFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readLocation(tx, actor, params.id);
      const whole = wholeWith(locationInput, locationFields, stands, body);
      return written(await changeLocation(tx, actor, params.id, whole, ifMatch));
    },
  }),
  historyEndpoint(path, "stockLocation", "stock.read"),
  ...stepEndpoints(locationNoun, {
    retire: async (tx: Tx, actor: Actor, at: TakenStep) =>
      written(await retireLocation(tx, actor, at)),
    reactivate: async (tx: Tx, actor: Actor, at: TakenStep) =>
      written(await reactivateLocation(tx, actor, at)),
  }),
];
