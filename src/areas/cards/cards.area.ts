import type { AreaManifest } from "#kernel/area.ts";
import { cardsPages } from "./cards.pages.ts";

export const cardsArea = {
  name: "cards",
  pages: cardsPages,
  permissions: {
    "cards.read": ["member"],
    "cards.use": ["member"],
    "cards.all": ["card_administrator", "controller", "ap", "auditor", "admin"],
    "cards.administer": ["card_administrator", "admin"],
    "cards.settle": ["card_administrator", "controller", "admin"],
  },
  duties: { card_administrator: { place: 37, label: "Card administrator" } },
  searches: {
    purchaseCard: { place: 89, label: "Purchase card" },
    cardLine: { place: 90, label: "Card line" },
    cardCycle: { place: 91, label: "Card cycle" },
  },
} as const satisfies AreaManifest;
