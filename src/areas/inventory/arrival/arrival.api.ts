import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { arrivalList, putAwayList } from "./arrival.list.ts";
import {
  arrivalRow,
  putAwayInput,
  putAwayRow,
  receivingInput,
  serialsInput,
} from "./arrival.model.ts";
import { putAway } from "./put-away.service.ts";
import { setReceiving } from "./receiving.service.ts";
import { numberPieces } from "./serials.service.ts";

const [waiting, arrivals] = ["/api/v1/stock-put-away", "/api/v1/stock-arrivals"] as const;
const [read, move] = ["stock.read", "stock.move"] as const;

export const arrivalEndpoints: readonly Endpoint[] = [
  ...listEndpoints(waiting, read, putAwayList, putAwayRow),
  endpoint({
    method: "POST",
    path: waiting,
    permission: move,
    summary: "Put away what was received: each line on its shelf",
    status: 201,
    body: putAwayInput,
    response: z.object({ items: z.array(z.object({ id: z.string(), number: z.string() })) }),
    handler: async ({ tx, actor, body }) => ({ items: await putAway(tx, actor, body) }),
  }),
  ...listEndpoints(arrivals, read, arrivalList, arrivalRow),
  endpoint({
    method: "POST",
    path: `${arrivals}/{id}/serials`,
    permission: move,
    summary: "Enter the serial numbers of pieces that came, one each",
    params: idParams,
    body: serialsInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => numberPieces(tx, actor, params.id, body.codes),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/stock-locations/{id}/receiving",
    permission: "stock.edit",
    summary: "Say whether goods of its place are received at a location",
    params: idParams,
    body: receivingInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const at = await setReceiving(tx, actor, params.id, body.receiving, ifMatch);
      return { id: at.id, number: at.code, status: at.status, version: at.version };
    },
  }),
];
