import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { itemList } from "./item.list.ts";
import { itemDetail, itemFields, itemInput, itemRow } from "./item.model.ts";
import { itemNoun } from "./item.noun.ts";
import { withOrders } from "./on-order.service.ts";
import { changeItem, enterItem, reactivateItem, readItem, retireItem } from "./item.service.ts";

const path = "/api/v1/stock-items";

export const itemEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "stock.read", itemList, itemRow, async (db, _actor, page) => ({
    ...page,
    items: await withOrders(db, page.items),
  })),
  endpoint({
    method: "POST",
    path,
    permission: "stock.edit",
    summary: "Enter a stock item",
    status: 201,
    body: itemInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => enterItem(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "stock.read",
    summary: "A stock item",
    params: idParams,
    response: itemDetail,
    handler: ({ db, actor, params }) => readItem(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "stock.edit",
    summary: "Change a stock item",
    params: idParams,
    body: patchOf(itemFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readItem(tx, actor, params.id);
      const whole = wholeWith(itemInput, itemFields, stands, body);
      return changeItem(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "stockItem", "stock.read"),
  ...stepEndpoints(itemNoun, { retire: retireItem, reactivate: reactivateItem }),
];
