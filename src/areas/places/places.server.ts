import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { placesLeaving } from "./places.leaving.data.ts";
import { placeList } from "#areas/organization/organization.server.ts";
import { defineArea } from "#server/area.ts";
import { placesEndpoints } from "./places.api.ts";
import { placedRecords } from "./placed/placed.service.ts";
import { seedPlaces } from "./places.seed.ts";

export { outsideBoundary } from "./boundary/boundary.service.ts";
export { zonesInLayers } from "./layer/layer.service.ts";
export { areaOfCounties, countyName, outlinesIn } from "./placed/outlines.service.ts";
export { areaInput, foundRow, type Found, type Placed } from "./placed/placed.model.ts";
export {
  findInside,
  placedOf,
  placedRecords,
  within,
  withinGrid,
  type UnplacedRecord,
} from "./placed/placed.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "places",
  noFacts: "Places are what others are told by.",
  endpoints: placesEndpoints,
  seed: { after: ["organization"], tell: seedPlaces },
  brings: [
    agencyTables.of(...placesLeaving),
    placedRecords.of({
      noun: "place",
      label: "Places of the agency",
      permission: "place.read",
      list: placeList,
      page: "/admin/organization-records",
      href: () => "/admin/organization-records?tab=places",
      title: "p.name",
      about: "p.kind",
      latitude: "p.latitude",
      longitude: "p.longitude",
      postalCode: "p.postal_code",
      query: { active: ["true"] },
    }),
  ],
});
