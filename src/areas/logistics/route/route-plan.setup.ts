import { agencyDay } from "#server/testing/days.ts";

// A ladder of streets: two avenues from west to east, and rungs between them.
export const avenue = (name: string, latitude: number, over: object = {}) => ({
  type: "Feature",
  properties: { name, speed_mph: 30, ...over },
  geometry: {
    type: "LineString",
    coordinates: [0, 1, 2, 3, 4].map((n) => [-93.6 + n / 100, latitude]),
  },
});
const rung = (n: number) => ({
  type: "Feature",
  properties: { NAME: `Rung ${n}`, maxspeed: "30 mph" },
  geometry: {
    type: "LineString",
    coordinates: [
      [-93.6 + n / 100, 44.78],
      [-93.6 + n / 100, 44.8],
    ],
  },
});
/** The same as a file of GeoJSON; one of its shapes is no road. */
export const roads = {
  type: "FeatureCollection",
  features: [
    avenue("First Avenue", 44.78),
    avenue("Second Avenue", 44.8),
    ...[0, 1, 2, 3, 4].map(rung),
    { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [-93.6, 44.78] } },
  ],
};
export const vehicle = (key: string, over: object = {}) => ({
  ...{ key, weight: 4000, volume: 200, from: "07:00", to: "15:30" },
  ...over,
});
/** A plan of two trucks from the county yard, which is solved in two seconds. */
export const planOf = (over: object = {}) => ({
  name: "Supplies to the shelters",
  onDay: agencyDay(),
  depot: { name: "County yard", latitude: 44.78, longitude: -93.6 },
  vehicles: [vehicle("Truck 1"), vehicle("Truck 2")],
  seconds: 2,
  ...over,
});
