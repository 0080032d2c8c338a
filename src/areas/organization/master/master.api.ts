import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { placeRow } from "../place/place.model.ts";
import { placeList, placesList } from "../place/place.service.ts";
import { conversionInput, unitRow } from "../unit/unit.model.ts";
import { convertUnits, unitList, unitsList } from "../unit/unit.service.ts";
import { sharedListEndpoints } from "./entry.api.ts";
import { proposalEndpoints } from "./proposal.api.ts";

export const masterEndpoints: Endpoint[] = [
  ...sharedListEndpoints("/api/v1/places", placesList, placeList, placeRow),
  endpoint({
    method: "GET",
    path: "/api/v1/units/convert",
    permission: "masterList.read",
    summary: "An amount of one unit in another of the same kind, exactly",
    query: conversionInput,
    response: z.object({ amount: z.string() }),
    handler: async ({ db, query }) => ({ amount: await convertUnits(db, query) }),
  }),
  ...sharedListEndpoints("/api/v1/units", unitsList, unitList, unitRow),
  ...proposalEndpoints,
];
