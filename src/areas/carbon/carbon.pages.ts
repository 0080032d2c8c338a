import type { Page } from "#kernel/access.ts";

export const carbonPages = {
  carbon: {
    path: "/carbon",
    title: "Carbon",
    access: "signed-in",
    screen: "screens/CarbonPage.tsx",
  },
  carbonYear: {
    path: "/carbon/years/:id",
    title: "Carbon year",
    access: "signed-in",
    screen: "screens/YearPage.tsx",
  },
  carbonLine: {
    path: "/carbon/lines/:id",
    title: "Line of a carbon year",
    access: "signed-in",
    screen: "screens/LinePage.tsx",
  },
  carbonLineImport: {
    path: "/carbon/lines/import",
    title: "Import lines of a carbon year",
    access: "signed-in",
    screen: "screens/LineImport.tsx",
  },
  carbonFactorImport: {
    path: "/carbon/factors/import",
    title: "Import emission factors",
    access: "signed-in",
    screen: "screens/FactorImport.tsx",
  },
  carbonFactors: {
    path: "/carbon/factors",
    title: "Emission factors",
    access: "signed-in",
    screen: "screens/FactorsPage.tsx",
  },
  carbonFactor: {
    path: "/carbon/factors/:id",
    title: "Emission factor",
    access: "signed-in",
    screen: "screens/FactorPage.tsx",
  },
  carbonCredit: {
    path: "/carbon/credits/:id",
    title: "Carbon credit",
    access: "signed-in",
    screen: "screens/CreditPage.tsx",
  },
} as const satisfies Record<string, Page>;
