import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { getRow } from "#server/db/rows.ts";
import { stockItem } from "../inventory.tables.ts";
import { movementList } from "./movement.list.ts";
import { proposedLine } from "./charge-line.service.ts";
import { consumerNamed } from "./consumer.service.ts";
import {
  chargeLine,
  consumerQuery,
  itemMovementsPage,
  itemOrderLine,
  itemShelf,
  movementDetail,
  movementInput,
  movementRow,
  movementsQuery,
  orderLineInput,
} from "./movement.model.ts";
import { movementNoun } from "./movement.noun.ts";
import { itemMovements, itemShelves, readMovement } from "./movement.read.service.ts";
import { nameOrderLine, orderLinesOfItem } from "./order-line.service.ts";
import { postByHand } from "./hand.service.ts";
import { reverseMovement } from "./reverse.service.ts";

const path = "/api/v1/stock-movements";
const [read, move] = ["stock.read", "stock.move"] as const;

const orderEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/stock-items/{id}/order-lines",
    permission: read,
    summary: "Lines of orders that buy an item, and what of each came",
    params: idParams,
    response: z.object({ items: z.array(itemOrderLine) }),
    handler: async ({ db, params }) => {
      await getRow(db, stockItem, params.id, "stock item");
      return { items: await orderLinesOfItem(db, params.id) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/stock-order-lines",
    permission: "stock.edit",
    summary: "Name the item that an order's line buys, and where its goods are put",
    status: 201,
    body: orderLineInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => nameOrderLine(tx, actor, body),
  }),
];

export const movementEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, movementList, movementRow),
  endpoint({
    method: "POST",
    path,
    permission: move,
    summary: "Post what moved in the stores",
    status: 201,
    body: movementInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => postByHand(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A movement of stock",
    params: idParams,
    response: movementDetail,
    handler: ({ db, actor, params }) => readMovement(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-charge-lines",
    permission: move,
    summary: "The budget line that is known of whoever gets something from the stores",
    query: consumerQuery,
    response: z.object({ line: chargeLine.nullable() }),
    handler: async ({ db, actor, query }) => {
      await consumerNamed(db, actor, query);
      return { line: await proposedLine(db, query) };
    },
  }),
  historyEndpoint(path, "stockMovement", read),
  ...stepEndpoints(movementNoun, { reverse: reverseMovement }),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-items/{id}/movements",
    permission: read,
    summary: "What moved of an item page by page, each line with the stock behind it",
    params: idParams,
    query: movementsQuery,
    response: itemMovementsPage,
    handler: async ({ db, params, query }) => {
      await getRow(db, stockItem, params.id, "stock item");
      return itemMovements(db, params.id, query);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-items/{id}/shelves",
    permission: read,
    summary: "Where an item lies, first expired first, and what of it is free",
    params: idParams,
    response: z.object({ unit: z.string(), items: z.array(itemShelf) }),
    handler: ({ db, params }) => itemShelves(db, params.id),
  }),
  ...orderEndpoints,
];
