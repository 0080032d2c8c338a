import { defineArea } from "#server/area.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { seedInventory } from "./demo/inventory.seed.ts";
import { itemEndpoints } from "./item/item.api.ts";
import { itemImporter } from "./item/item.importer.ts";
import { itemViews } from "./item/item.labels.ts";
import { itemList } from "./item/item.list.ts";
import { locationEndpoints } from "./location/location.api.ts";
import { locationImporter } from "./location/location.importer.ts";
import { locationList } from "./location/location.list.ts";
import { lotEndpoints } from "./lot/lot.api.ts";
import { lotViews } from "./lot/lot.labels.ts";
import { lotList } from "./lot/lot.list.ts";
import { stockReferences } from "./merge.service.ts";
import { standingEndpoints } from "./standing/standing.api.ts";

const [permission, page] = ["stock.read", "/inventory"] as const;

/** What the server mounts of this area. */
export default defineArea({
  name: "inventory",
  noFacts: "Nothing is booked yet that could be added up.",
  endpoints: [...itemEndpoints, ...locationEndpoints, ...lotEndpoints, ...standingEndpoints],
  importers: [itemImporter, locationImporter],
  seed: { after: ["vendors"], tell: seedInventory },
  searches: [
    { kind: "stockItem", list: itemList, permission, path: `${page}/items` },
    {
      kind: "stockLocation",
      list: locationList,
      permission,
      path: `${page}/locations`,
      number: "code",
    },
    {
      kind: "stockLot",
      list: lotList,
      permission,
      path: `${page}/lots`,
      number: "code",
      title: "item",
    },
  ],
  asked: [
    { list: itemList, permission, page, views: itemViews },
    { list: lotList, permission, page: `${page}/lots`, views: lotViews },
  ],
  brings: [vendorReferences.of(...stockReferences)],
});
