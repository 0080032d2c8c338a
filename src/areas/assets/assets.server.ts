import { defineArea } from "#server/area.ts";
import { assetEndpoints } from "./asset/asset.api.ts";
import { assetViews } from "./asset/asset.labels.ts";
import { assetImporter } from "./asset/asset.importer.ts";
import { assetList } from "./asset/asset.list.ts";
import { assetFigures } from "./assets.figures.ts";
import { eamEndpoints } from "./book/eam.api.ts";
import { seedAssets } from "./demo/assets.seed.ts";
import { workOrderEndpoints } from "./work-order/work-order.api.ts";
import { workOrderViews } from "./work-order/work-order.labels.ts";
import { workOrderList } from "./work-order/work-order.list.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "assets",
  endpoints: [...assetEndpoints, ...workOrderEndpoints, ...eamEndpoints],
  importers: [assetImporter],
  seed: { after: ["engagement"], tell: seedAssets },
  searches: [
    { kind: "asset", list: assetList, permission: "asset.read", path: "/asset-management" },
    {
      kind: "workOrder",
      list: workOrderList,
      permission: "workOrder.read",
      path: "/maintenance-management",
    },
  ],
  asked: [
    { list: assetList, permission: "asset.read", page: "/asset-management", views: assetViews },
    {
      list: workOrderList,
      permission: "workOrder.read",
      page: "/maintenance-management",
      views: workOrderViews,
    },
  ],
  figures: assetFigures,
});
