import { chance } from "#areas/procurement/procurement.server.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";

const [roads, utilities, sheriff, health, parks, admin] = carverDepartments;

export const demoCriteria = [
  { key: "safety", name: "Safety", about: "Ends a danger to life", weight: 35 },
  { key: "condition", name: "Condition", about: "The asset fails within two years", weight: 25 },
  { key: "savings", name: "Operating savings", about: "Pays for itself in five years", weight: 15 },
  { key: "reach", name: "Residents reached", about: "Everybody in the county", weight: 25 },
];

export const demoSources = [
  { code: "GEN", name: "General fund, pay as you go", fund: "101" },
  { code: "ROAD", name: "Road and bridge levy", fund: "210" },
  { code: "UTIL", name: "Utility revenue", fund: "402" },
  { code: "FLOOD", name: "Flood recovery", fund: "310" },
  { code: "STATE", name: "State aid for roads", fund: "210" },
] as const;
type Source = (typeof demoSources)[number]["code"];

/** What each source can give in each year of the plan, in dollars. */
export const demoCeilings: Readonly<Record<Source, readonly number[]>> = {
  GEN: [900_000, 950_000, 950_000, 1_000_000, 1_000_000, 1_050_000],
  ROAD: [1_800_000, 1_850_000, 1_900_000, 1_900_000, 1_950_000, 2_000_000],
  UTIL: [1_200_000, 1_200_000, 1_250_000, 1_250_000, 1_300_000, 1_300_000],
  FLOOD: [600_000, 400_000, 200_000, 0, 0, 0],
  STATE: [700_000, 700_000, 700_000, 700_000, 700_000, 700_000],
};

/** What the board decided on before the others: they fail, or are needed by a year. */
export const demoUrgent: readonly string[] = [
  "Bridge B-4 deck replacement",
  "Slope repair at Mill Road",
  "Lift station 7 pumps",
  "Generator at the treatment plant",
  "Jail roof",
  "Patrol vehicles",
];
export const demoDecision = {
  resolution: "Resolution 2026-118, 5 for and 0 against",
  source: "",
  fundDecision: "",
};

export type DemoRequest = {
  title: string;
  departmentId: string;
  /** Dollars by year from the start. */
  cost: readonly number[];
  sources: readonly Source[];
  earliest: number;
  latest: number;
  operating: number;
  needs: number | null;
  latitude: number;
  longitude: number;
};

const kinds: readonly {
  department: string;
  titles: readonly string[];
  dollars: readonly [number, number];
  sources: readonly Source[];
}[] = [
  {
    department: roads.id,
    titles: [
      "Rebuild of County Road 12, mile 3 to 7",
      "Bridge B-4 deck replacement",
      "Culvert C-112 replacement",
      "Overlay of Quarry Hill Road",
      "Lake Street sidewalks",
      "Mill Road intersection",
      "Bridge B-9 scour repair",
      "Airport Way resurfacing",
      "Salt shed",
      "Road grader",
      "Slope repair at Mill Road",
      "County Road 14 bridge, second span",
    ],
    dollars: [180_000, 1_900_000],
    sources: ["ROAD", "STATE", "FLOOD"],
  },
  {
    department: utilities.id,
    titles: [
      "Lift station 7 pumps",
      "Lift station 3 rebuild",
      "Water main on Lake Street",
      "Meter replacement",
      "Clarifier 2",
      "Generator at the treatment plant",
      "Lining of trunk sewer A",
      "Elevated tank repainting",
      "Wellhead 5",
      "Control system of the plant",
    ],
    dollars: [120_000, 1_400_000],
    sources: ["UTIL", "FLOOD"],
  },
  {
    department: sheriff.id,
    titles: [
      "Dispatch consoles",
      "Patrol vehicles",
      "Jail roof",
      "Radio tower north",
      "Evidence room",
    ],
    dollars: [90_000, 700_000],
    sources: ["GEN"],
  },
  {
    department: health.id,
    titles: ["Clinic west, fit-out", "Mobile clinic", "Vaccine cold room"],
    dollars: [80_000, 420_000],
    sources: ["GEN"],
  },
  {
    department: parks.id,
    titles: [
      "Playground at Lake Park",
      "River trail, phase 1",
      "River trail, phase 2",
      "Pool house roof",
      "Ball field lights",
    ],
    dollars: [60_000, 480_000],
    sources: ["GEN", "FLOOD"],
  },
  {
    department: admin.id,
    titles: [
      "Courthouse boilers",
      "Roof of the annex",
      "Network switches",
      "Elevator of the courthouse",
      "Document archive",
    ],
    dollars: [70_000, 650_000],
    sources: ["GEN"],
  },
];

/** Forty requests over five sources; the same at every start. `firstYear` is the plan's. */
export const demoRequests = (firstYear: number): DemoRequest[] => {
  const draw = chance(31);
  const between = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1));
  const made = kinds.flatMap((kind) =>
    kind.titles.map((title): DemoRequest => {
      const whole = between(...kind.dollars);
      const years = whole > 600_000 ? between(2, 3) : 1;
      const part = Math.floor(whole / years / 1000) * 1000;
      const earliest = firstYear + between(0, 1);
      return {
        title,
        departmentId: kind.department,
        cost: Array.from({ length: years }, () => part),
        sources: kind.sources.filter((_, at) => at === 0 || draw() < 0.6),
        earliest,
        latest: Math.max(earliest, firstYear + between(2, 4)),
        operating: title.includes("trail") || title.includes("clinic") ? between(5, 40) * 1000 : 0,
        needs: null,
        latitude: 44.75 + between(0, 900) / 10_000,
        longitude: -93.65 - between(0, 900) / 10_000,
      };
    }),
  );
  const first = made.findIndex((r) => r.title === "River trail, phase 1");
  return made.map((r) => (r.title === "River trail, phase 2" ? { ...r, needs: first } : r));
};
