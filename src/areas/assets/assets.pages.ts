import type { Page } from "#kernel/access.ts";

export const assetsPages = {
  eam: {
    path: "/eam",
    title: "Enterprise assets",
    access: "signed-in",
    screen: "book/Eam.tsx",
  },
  assets: {
    path: "/asset-management",
    title: "Assets",
    access: "signed-in",
    screen: "asset/AssetList.tsx",
  },
  assetNew: {
    path: "/asset-management/new",
    title: "New asset",
    access: "signed-in",
    screen: "asset/AssetNew.tsx",
  },
  assetClasses: {
    path: "/asset-management/classes",
    title: "Classes of assets",
    access: "signed-in",
    screen: "asset/AssetClasses.tsx",
  },
  assetImport: {
    path: "/asset-management/import",
    title: "Import assets",
    access: "signed-in",
    screen: "asset/AssetImport.tsx",
  },
  asset: {
    path: "/asset-management/:id",
    title: "Asset",
    access: "signed-in",
    screen: "asset/AssetPage.tsx",
  },
  assetEdit: {
    path: "/asset-management/:id/edit",
    title: "Change an asset",
    access: "signed-in",
    screen: "asset/AssetEdit.tsx",
  },
  maintenance: {
    path: "/maintenance-management",
    title: "Maintenance",
    access: "signed-in",
    screen: "work-order/Maintenance.tsx",
  },
  workOrder: {
    path: "/maintenance-management/:id",
    title: "Work order",
    access: "signed-in",
    screen: "work-order/WorkOrderPage.tsx",
  },
} as const satisfies Record<string, Page>;
