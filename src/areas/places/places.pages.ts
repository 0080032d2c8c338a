import type { Page } from "#kernel/access.ts";

export const placesPages = {
  gis: { path: "/gis-integration", title: "Map", access: "signed-in", screen: "screens/Gis.tsx" },
  advancedGis: {
    path: "/advanced-gis",
    title: "Draw on the map",
    access: "signed-in",
    screen: "screens/AdvancedGis.tsx",
  },
} as const satisfies Record<string, Page>;
