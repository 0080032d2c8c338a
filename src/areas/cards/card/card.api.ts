import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { getRow } from "#server/db/rows.ts";
import { requireSeen } from "#server/lifecycle.ts";
import { purchaseCard } from "../cards.tables.ts";
import { cardList } from "./card.list.ts";
import { cardChange, cardChangeFields, cardDetail, cardInput, cardRow } from "./card.model.ts";
import { cardNoun } from "./card.noun.ts";
import { addCard, changeCard, moveCard, readCard } from "./card.service.ts";
import { groupRow } from "./group.model.ts";
import { cardGroups, listGroups } from "./group.service.ts";

const path = "/api/v1/purchase-cards";
const groups = "/api/v1/card-groups";
const [read, administer] = ["cards.read", "cards.administer"] as const;

export const cardEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, cardList, cardRow),
  endpoint({
    method: "POST",
    path,
    permission: administer,
    summary: "Enter a purchase card by its last four digits",
    status: 201,
    body: cardInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => addCard(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A purchase card with its limits and people",
    params: idParams,
    response: cardDetail,
    handler: async ({ db, actor, params }) => {
      await requireSeen(db, actor, "purchaseCard", params.id);
      return readCard(db, actor, params.id);
    },
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: administer,
    summary: "Change limits, groups, account, end or people of a card",
    params: idParams,
    body: patchOf(cardChangeFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const before = await getRow(tx, purchaseCard, params.id, "card");
      const whole = wholeWith(cardChange, cardChangeFields, before, body);
      return changeCard(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "purchaseCard", read),
  ...stepEndpoints(cardNoun, alike(moveCard, ["suspend", "resume", "close"])),
  endpoint({
    method: "GET",
    path: groups,
    permission: read,
    summary: "Groups of merchant category codes in all versions",
    response: z.object({ items: z.array(groupRow) }),
    handler: async ({ db }) => ({ items: await listGroups(db) }),
  }),
  ...definitionEndpoints(cardGroups, { path: groups, read, write: administer, row: groupRow }),
];
