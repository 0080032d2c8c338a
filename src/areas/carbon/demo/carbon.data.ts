// What the county's own log of fuel and energy says of two years, for the demonstration: drawn, not measured.
import type { Quality } from "../year/year.labels.ts";

type Logged = readonly [
  activity: string,
  title: string,
  monthDay: string,
  unit: string,
  quality: Quality,
  quantities: Readonly<Record<number, string>>,
];

export const logged: readonly Logged[] = [
  [
    "diesel",
    "Road fleet, January to June",
    "06-30",
    "gal",
    "computed",
    { 2024: "21840", 2025: "20115" },
  ],
  [
    "diesel",
    "Road fleet, July to December",
    "12-31",
    "gal",
    "computed",
    { 2024: "24310", 2025: "22780" },
  ],
  [
    "gasoline",
    "Light vehicles, the year",
    "12-31",
    "gal",
    "computed",
    { 2024: "18265", 2025: "17440" },
  ],
  ["propane", "Generators, at the tank", "12-31", "gal", "measured", { 2024: "940", 2025: "1120" }],
  [
    "natural-gas",
    "Courthouse and garages",
    "12-31",
    "therm",
    "measured",
    { 2024: "61300", 2025: "58950" },
  ],
  [
    "electricity",
    "Buildings, the year",
    "12-31",
    "kWh",
    "measured",
    { 2024: "1184000", 2025: "1151500" },
  ],
  [
    "electricity",
    "Lift stations, the year",
    "12-31",
    "kWh",
    "measured",
    { 2024: "462300", 2025: "470100" },
  ],
  [
    "electricity",
    "Street lights, by lamp hours",
    "12-31",
    "kWh",
    "estimated",
    { 2024: "288000", 2025: "241000" },
  ],
];

/** A factor of the agency's own, which the controller holds against its source. */
export const gridFactor = {
  ...{ factorKey: "grid-electricity", name: "Grid electricity, United States", unit: "kWh" },
  ...{ co2: "373.4", ch4: "0", n2o: "0", fromOn: "2022-01-01", untilOn: null },
  ...{ place: "United States", source: "EPA eGRID, year 2022, U.S. average of all generation" },
  note: "Carbon dioxide alone. For the demonstration: hold it against EPA's own table, or take your subregion's",
};

/** Brought in and not confirmed yet. */
export const waitingFactor = {
  ...gridFactor,
  ...{ factorKey: "market-electricity", name: "Electricity by contract", co2: "310" },
  ...{
    place: "Castor Electric Co-op",
    source: "Letter of the supplier, drawn for the demonstration",
  },
  note: "Waits for another person",
};

/** Credits on offer: listed, and bought by nobody yet. */
export const listedCredit = {
  ...{ registry: "acr" as const, project: "Grassland of the upper Crow River, demonstration" },
  ...{ vintage: 2024, block: "DEMO-MN-2024", serialFrom: 100_001, serialTo: 100_250 },
};
