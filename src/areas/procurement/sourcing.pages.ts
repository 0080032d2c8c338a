import type { Page } from "../../kernel/access.ts";

export const sourcingPages = {
  solicitations: { path: "/rfq-builder", title: "Solicitations", access: "signed-in", screen: "solicitation/SolicitationList.tsx" },
  solicitationNew: { path: "/rfq-builder/new", title: "New solicitation", access: "signed-in", screen: "solicitation/SolicitationNew.tsx" },
  solicitationEdit: { path: "/rfq-builder/:id/edit", title: "Change a solicitation", access: "signed-in", screen: "solicitation/SolicitationEdit.tsx" },
  solicitation: { path: "/rfq-builder/:id", title: "Solicitation", access: "signed-in", screen: "solicitation/SolicitationPage.tsx" },
  rfi: { path: "/rfi", title: "Requests for information", access: "signed-in", screen: "solicitation/RfiList.tsx" },
  opportunities: { path: "/opportunities", title: "Opportunities", access: "signed-in", screen: "solicitation/Opportunities.tsx" },
  opportunity: { path: "/opportunities/:id", title: "Opportunity", access: "signed-in", screen: "solicitation/OpportunityPage.tsx" },
} as const satisfies Record<string, Page>;
