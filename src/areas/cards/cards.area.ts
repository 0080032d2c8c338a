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
} as const satisfies AreaManifest;
