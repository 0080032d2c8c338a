type At = [longitude: number, latitude: number];

// Where roads of the county meet, drawn for the demonstration.
const at = {
  yard: [-93.603, 44.789],
  north: [-93.606, 44.806],
  bavaria: [-93.612, 44.824],
  victoria: [-93.72, 44.837],
  waconia: [-93.787, 44.85],
  carver: [-93.626, 44.764],
  guernsey: [-93.66, 44.825],
  dahlgren: [-93.66, 44.806],
  river: [-93.66, 44.789],
} as const satisfies Record<string, At>;

const road = (name: string, speed: number, line: readonly At[]) => ({
  type: "Feature",
  properties: { name, speed_mph: speed },
  geometry: { type: "LineString", coordinates: line },
});

/** The main roads around Chaska, drawn for the demonstration: they meet where the county's do, nearly. */
export const demoRoads = {
  type: "FeatureCollection",
  features: [
    road("State Highway 41", 45, [at.yard, at.north, at.bavaria]),
    road("County Road 14", 50, [at.bavaria, at.guernsey, [-93.69, 44.83], at.victoria]),
    road("County Road 10", 55, [
      at.north,
      at.dahlgren,
      [-93.7, 44.815],
      [-93.75, 44.83],
      at.waconia,
    ]),
    road("County Road 11", 50, [at.guernsey, at.dahlgren, at.river]),
    road("County Road 40", 45, [at.yard, [-93.615, 44.776], at.carver, [-93.645, 44.77], at.river]),
    road("State Highway 5", 55, [at.victoria, at.waconia]),
  ],
};

export const demoDepot = { name: "County yard", latitude: 44.7894, longitude: -93.6022 };

/** What was driven to: name, address, place, minutes, pounds, cubic feet, and what else was asked. */
export const demoStops: readonly {
  name: string;
  place: string;
  at: At;
  minutes: number;
  weight: number;
  volume: number;
  over?: object;
}[] = [
  {
    ...{ name: "Cots to the Waconia library", place: "217 South Vine Street, Waconia" },
    ...{ at: [-93.7868, 44.8503], minutes: 25, weight: 1800, volume: 140 },
    over: { contact: "Branch desk, (952) 555-0142", from: "08:00", to: "11:00" },
  },
  {
    ...{ name: "Generator to the Victoria fire station", place: "7951 Rose Street, Victoria" },
    ...{ at: [-93.7195, 44.8368], minutes: 30, weight: 3200, volume: 90 },
    over: { skills: "liftgate", note: "Unload by the north bay.", to: "12:00" },
  },
  {
    ...{ name: "Water to the Carver town hall", place: "316 Broadway, Carver" },
    ...{ at: [-93.6262, 44.7641], minutes: 15, weight: 2600, volume: 120 },
    over: { contact: "Clerk, (952) 555-0187" },
  },
  {
    ...{ name: "Pump to lift station 7", place: "County Road 10 at County Road 11" },
    ...{ at: [-93.6602, 44.8062], minutes: 40, weight: 900, volume: 40 },
  },
  {
    ...{ name: "Signs to County Road 11 at the creek", place: "County Road 11, Dahlgren" },
    ...{ at: [-93.66, 44.797], minutes: 20, weight: 300, volume: 30 },
    over: { from: "07:00", to: "09:30" },
  },
];

/** What is taken along the next day where it is no long way. */
export const mayStop = {
  ...{ name: "Empty pallets of the Victoria shop", place: "Victoria" },
  ...{ at: [-93.7205, 44.8372] as At, minutes: 10, weight: 0, volume: 0 },
  over: { must: false, detour: 2 },
};
