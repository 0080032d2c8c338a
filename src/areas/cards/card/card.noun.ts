import { defineNoun } from "#server/lifecycle.ts";
import { purchaseCard } from "../cards.tables.ts";
import { seesAllCards } from "../cards.model.ts";
import { cardCycleOfLife, type CardAction, type CardStatus } from "./card.labels.ts";

export type CardStored = typeof purchaseCard.$inferSelect;

export const cardNoun = defineNoun<CardStatus, CardAction, typeof purchaseCard>({
  name: "purchaseCard",
  path: "purchase-cards",
  page: "/payments/cards",
  table: purchaseCard,
  cycle: cardCycleOfLife,
  number: ({ number }) => number,
  read: "cards.read",
  visible: (_db, actor, row) =>
    seesAllCards(actor) ||
    [row.holderId, row.approverId, row.administratorId].includes(actor.personId ?? ""),
});
