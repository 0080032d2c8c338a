import type { Page } from "#kernel/access.ts";

export const evaluationPages = {
  vendorFinalOffer: {
    path: "/vendor-portal/final-offers/:id",
    title: "Best and final offer",
    access: "signed-in",
    screen: "final-offer/VendorFinalOffer.tsx",
  },
  evaluations: {
    path: "/bid-evaluation",
    title: "Bid evaluation",
    access: "signed-in",
    screen: "evaluation/EvaluationList.tsx",
  },
  evaluationNew: {
    path: "/bid-evaluation/new",
    title: "New evaluation",
    access: "signed-in",
    screen: "evaluation/EvaluationNew.tsx",
  },
  madeAwards: {
    path: "/bid-evaluation/awards",
    title: "Awards of competitions",
    access: "signed-in",
    screen: "award/MadeAwards.tsx",
  },
  quoteAward: {
    path: "/bid-evaluation/quotes/:id",
    title: "Award quotations",
    access: "signed-in",
    screen: "award/QuoteAwardPage.tsx",
  },
  evaluation: {
    path: "/bid-evaluation/:id",
    title: "Evaluation",
    access: "signed-in",
    screen: "evaluation/EvaluationPage.tsx",
  },
} as const satisfies Record<string, Page>;
