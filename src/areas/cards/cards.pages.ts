import type { Page } from "#kernel/access.ts";

export const cardsPages = {
  purchaseCards: {
    path: "/payments/cards",
    title: "Purchase cards",
    access: "signed-in",
    screen: "screens/CardsPage.tsx",
  },
  cardGroups: {
    path: "/payments/cards/groups",
    title: "Category groups of cards",
    access: "signed-in",
    screen: "screens/GroupsPage.tsx",
  },
  cardGroup: {
    path: "/payments/cards/groups/:id",
    title: "Category group of cards",
    access: "signed-in",
    screen: "screens/GroupsPage.tsx",
  },
  purchaseCard: {
    path: "/payments/cards/:id",
    title: "Purchase card",
    access: "signed-in",
    screen: "screens/CardPage.tsx",
  },
  cardLines: {
    path: "/payments/card-lines",
    title: "Card lines",
    access: "signed-in",
    screen: "screens/LinesPage.tsx",
  },
  cardCycles: {
    path: "/payments/card-cycles",
    title: "Card cycles",
    access: "signed-in",
    screen: "screens/CyclesPage.tsx",
  },
  cardFindings: {
    path: "/payments/card-findings",
    title: "Card findings",
    access: "signed-in",
    screen: "screens/FindingsPage.tsx",
  },
  cardLineImport: {
    path: "/payments/card-lines/import",
    title: "Import card lines",
    access: "signed-in",
    screen: "screens/LineImport.tsx",
  },
  cardLine: {
    path: "/payments/card-lines/:id",
    title: "Card line",
    access: "signed-in",
    screen: "screens/LinePage.tsx",
  },
  cardLineCode: {
    path: "/payments/card-lines/:id/code",
    title: "Code a card line",
    access: "signed-in",
    screen: "screens/LineCode.tsx",
  },
  cardCycle: {
    path: "/payments/card-cycles/:id",
    title: "Card cycle",
    access: "signed-in",
    screen: "screens/CyclePage.tsx",
  },
  cardFinding: {
    path: "/payments/card-findings/:id",
    title: "Card finding",
    access: "signed-in",
    screen: "screens/FindingPage.tsx",
  },
} as const satisfies Record<string, Page>;
