import type { Page } from "#kernel/access.ts";

export const recoveryPages = {
  femaHub: {
    path: "/fema-grants-hub",
    title: "FEMA grants",
    access: "signed-in",
    screen: "Hub.tsx",
  },
  paDamageNew: {
    path: "/fema-grants-hub/damage/new",
    title: "Enter damage",
    access: "signed-in",
    screen: "damage/DamageCapture.tsx",
  },
  paCrew: {
    path: "/fema-grants-hub/crew",
    title: "Crew hours",
    access: "signed-in",
    screen: "crew/CrewPage.tsx",
  },
  paDeclaration: {
    path: "/fema-grants-hub/declarations/:id",
    title: "Federal declaration",
    access: "signed-in",
    screen: "declaration/DeclarationPage.tsx",
  },
  paDamage: {
    path: "/fema-grants-hub/damage/:id",
    title: "Damage",
    access: "signed-in",
    screen: "damage/DamagePage.tsx",
  },
  paProject: {
    path: "/fema-grants-hub/projects/:id",
    title: "Recovery project",
    access: "signed-in",
    screen: "project/ProjectPage.tsx",
  },
  paRequest: {
    path: "/fema-grants-hub/requests/:id",
    title: "Reimbursement request",
    access: "signed-in",
    screen: "request/RequestPage.tsx",
  },
  paExtension: {
    path: "/fema-grants-hub/extensions/:id",
    title: "Time extension",
    access: "signed-in",
    screen: "extension/ExtensionPage.tsx",
  },
  paAppeal: {
    path: "/fema-grants-hub/appeals/:id",
    title: "Appeal",
    access: "signed-in",
    screen: "question/AppealPage.tsx",
  },
  paMitigation: {
    path: "/fema-grants-hub/mitigation/:id",
    title: "Mitigation sub-application",
    access: "signed-in",
    screen: "mitigation/MitigationPage.tsx",
  },
  femaForms: {
    path: "/fema-forms",
    title: "FEMA forms",
    access: "signed-in",
    screen: "forms/FemaForms.tsx",
  },
  femaIntegration: {
    path: "/fema-integration",
    title: "FEMA integration",
    access: ["admin", "manager"],
    alsoWith: "recovery.import",
    screen: "openfema/FemaIntegration.tsx",
  },
  femaPublishedSet: {
    path: "/fema-integration/published/:dataset",
    title: "Data set of OpenFEMA",
    access: "signed-in",
    screen: "openfema/PublishedSet.tsx",
  },
  femaDeclarationRows: {
    path: "/fema-integration/declarations",
    title: "Declarations of OpenFEMA",
    access: "signed-in",
    screen: "openfema/PublishedImport.tsx",
  },
  femaProjectRows: {
    path: "/fema-integration/projects",
    title: "Funded projects of OpenFEMA",
    access: "signed-in",
    screen: "openfema/PublishedImport.tsx",
  },
  femaDamageImport: {
    path: "/fema-integration/damage",
    title: "Import damage",
    access: "signed-in",
    screen: "openfema/OwnImport.tsx",
  },
  femaObligationImport: {
    path: "/fema-integration/obligations",
    title: "Import obligations of the Grants Portal",
    access: "signed-in",
    screen: "openfema/OwnImport.tsx",
  },
  paScheduleImport: {
    path: "/fema-integration/schedules",
    title: "Import work schedules",
    access: "signed-in",
    screen: "openfema/OwnImport.tsx",
  },
  femaMitigationRows: {
    path: "/fema-integration/mitigation",
    title: "Mitigation projects of OpenFEMA",
    access: "signed-in",
    screen: "openfema/PublishedImport.tsx",
  },
} as const satisfies Record<string, Page>;
