import type { Page } from "#kernel/access.ts";

export const sourcingPages = {
  solicitations: {
    path: "/rfq-builder",
    title: "Solicitations",
    access: "signed-in",
    screen: "solicitation/SolicitationList.tsx",
  },
  solicitationNew: {
    path: "/rfq-builder/new",
    title: "New solicitation",
    access: "signed-in",
    screen: "solicitation/SolicitationNew.tsx",
  },
  solicitationEdit: {
    path: "/rfq-builder/:id/edit",
    title: "Change a solicitation",
    access: "signed-in",
    screen: "solicitation/SolicitationEdit.tsx",
  },
  solicitation: {
    path: "/rfq-builder/:id",
    title: "Solicitation",
    access: "signed-in",
    screen: "solicitation/SolicitationPage.tsx",
  },
  rfi: {
    path: "/rfi",
    title: "Requests for information",
    access: "signed-in",
    screen: "solicitation/RfiList.tsx",
  },
  opportunities: {
    path: "/opportunities",
    title: "Opportunities",
    access: "signed-in",
    screen: "solicitation/Opportunities.tsx",
  },
  opportunity: {
    path: "/opportunities/:id",
    title: "Opportunity",
    access: "signed-in",
    screen: "solicitation/OpportunityPage.tsx",
  },
  vendorBids: {
    path: "/vendor-portal/bids",
    title: "Bids",
    access: "signed-in",
    screen: "bid/BidList.tsx",
  },
  vendorBid: {
    path: "/vendor-portal/bids/:id",
    title: "Bid",
    access: "signed-in",
    screen: "bid/BidDeskPage.tsx",
  },
  openingKeys: {
    path: "/opening-keys",
    title: "Keys that open bids",
    access: "signed-in",
    screen: "opening/OfficerKeysPage.tsx",
  },
  opening: {
    path: "/solicitations/:id/opening",
    title: "Opening",
    access: "signed-in",
    screen: "opening/OpeningPage.tsx",
  },
  openingMinutes: {
    path: "/solicitations/:id/minutes",
    title: "Minutes of the opening",
    access: "signed-in",
    screen: "opening/MinutesPage.tsx",
    frame: "bare",
  },
} as const satisfies Record<string, Page>;
