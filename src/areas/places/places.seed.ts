import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { chooseBoundary } from "./boundary/boundary.service.ts";
import { mapLayers } from "./layer/layer.service.ts";
import { areaOfCounties } from "./placed/outlines.service.ts";

/** The FIPS code of Carver County, Minnesota. */
const carver = "27019";

/** The outline of the demo county: a report from outside of it is asked about. */
export const seedPlaces = async (app: App): Promise<void> => {
  const admin = demoActor("admin");
  const { area } = areaOfCounties([carver]);
  await app.database.transaction(admin, async (tx) => {
    const draft = await mapLayers.draft(tx, admin, {
      name: "Carver County",
      note: "Outline of the U.S. Census Bureau at 1:10 million.",
      features: [
        {
          name: "Carver County",
          note: "",
          geometry: { type: "MultiPolygon", coordinates: area.polygons as never },
        },
      ],
    });
    await mapLayers.publish(tx, admin, draft.id, draft.version);
    await chooseBoundary(tx, admin, draft.definitionId, null);
  });
};
