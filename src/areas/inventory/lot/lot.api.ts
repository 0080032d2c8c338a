import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import type { TakenStep } from "#server/lifecycle.ts";
import { lotList } from "./lot.list.ts";
import type { LotAction } from "./lot.labels.ts";
import { lotDetail, lotFields, lotInput, lotRow, newLotInput } from "./lot.model.ts";
import { lotNoun, type LotRecord } from "./lot.noun.ts";
import { changeLot, enterLot, moveLot, readLot } from "./lot.service.ts";

const path = "/api/v1/stock-lots";

const written = (row: LotRecord) => ({ ...row, number: row.code, status: row.condition });
const moved = async (tx: Tx, actor: Actor, action: LotAction, at: TakenStep) =>
  written(await moveLot(tx, actor, action, at));

export const lotEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "stock.read", lotList, lotRow),
  endpoint({
    method: "POST",
    path,
    permission: "stock.edit",
    summary: "Enter a lot or a serial number of an item",
    status: 201,
    body: newLotInput,
    response: writtenRecord,
    handler: async ({ tx, actor, body }) => written(await enterLot(tx, actor, body)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "stock.read",
    summary: "A lot",
    params: idParams,
    response: lotDetail,
    handler: ({ db, actor, params }) => readLot(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "stock.edit",
    summary: "Correct a lot's number or its last day",
    params: idParams,
    body: patchOf(lotFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readLot(tx, actor, params.id);
      const whole = wholeWith(lotInput, lotFields, stands, body);
      return written(await changeLot(tx, actor, params.id, whole, ifMatch));
    },
  }),
  historyEndpoint(path, "stockLot", "stock.read"),
  ...stepEndpoints(
    lotNoun,
    alike(moved, ["quarantine", "release", "attend", "damage", "clear", "reject"]),
  ),
];
