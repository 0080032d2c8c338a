import { type Day, utcDay } from "#kernel/time.ts";
import { chance } from "#areas/procurement/procurement.server.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";

const [roads, utilities, sheriff, , parks] = carverDepartments;

/** Classes of Carver County; useful lives as counties of its size state them. */
export const demoClasses = [
  { code: "LIFT", name: "Lift station", conditionScale: "one_to_five", lifeMonths: 480 },
  { code: "PUMP", name: "Pump", conditionScale: "one_to_five", lifeMonths: 180 },
  { code: "CULV", name: "Culvert", conditionScale: "one_to_five", lifeMonths: 600 },
  { code: "BRDG", name: "Bridge", conditionScale: "nbi", lifeMonths: 900 },
  { code: "ROAD", name: "Road segment", conditionScale: "paser", lifeMonths: 300 },
  { code: "TRCK", name: "Truck", conditionScale: "one_to_five", lifeMonths: 120 },
  {
    code: "HYDR",
    name: "Hydrant",
    conditionScale: "one_to_five",
    lifeMonths: 600,
    publicReports: true,
  },
  { code: "PLAY", name: "Playground", conditionScale: "one_to_five", lifeMonths: 180 },
] as const;
type DemoClass = (typeof demoClasses)[number]["code"];

export type DemoAsset = {
  tag: string;
  name: string;
  code: DemoClass;
  of: string | null;
  location: string;
  departmentId: string;
  costCents: number;
  salvageCents: number;
  inServiceOn: Day;
  /** Read in the scale of its class, on this day. */
  reading: { on: string; value: number } | null;
  consequence: number | null;
  likelihood: number | null;
  federalAward: string;
  federalPercent: string;
  federalAwardedOn: Day | null;
  federalInstructions: boolean;
  latitude: string | null;
  longitude: string | null;
};

// Where the first of a class stand, in Chaska and Chanhassen.
const positions: Partial<Record<DemoClass, readonly (readonly [number, number])[]>> = {
  LIFT: [
    [44.7868, -93.6079],
    [44.7912, -93.5957],
    [44.8579, -93.5312],
  ],
  HYDR: [
    [44.7894, -93.6022],
    [44.7906, -93.6038],
    [44.7921, -93.5996],
    [44.7938, -93.6051],
    [44.8621, -93.5306],
    [44.8634, -93.5342],
  ],
  CULV: [
    [44.7801, -93.6247],
    [44.8012, -93.6389],
    [44.8203, -93.5721],
  ],
};
const positionOf = (code: DemoClass, at: number) => {
  const [latitude, longitude] = positions[code]?.[at] ?? [null, null];
  return {
    latitude: latitude === null ? null : String(latitude),
    longitude: longitude === null ? null : String(longitude),
  };
};

const roadsNamed = [
  "County Road 12",
  "Lake Street",
  "Mill Road",
  "Quarry Hill Road",
  "Airport Way",
];
const pick = <T>(draw: () => number, from: readonly T[]): T =>
  from[Math.floor(draw() * from.length)]!;
const between = (draw: () => number, least: number, most: number) =>
  least + Math.floor(draw() * (most - least + 1));

type Kind = {
  code: DemoClass;
  many: number;
  name: (n: number) => string;
  departmentId: string;
  dollars: readonly [number, number];
  years: readonly [number, number];
  scale: readonly [number, number];
  consequence: readonly [number, number];
  salvage: number;
};
const kinds: readonly Kind[] = [
  {
    code: "LIFT",
    many: 12,
    name: (n) => `Lift station ${n}`,
    departmentId: utilities.id,
    dollars: [380_000, 920_000],
    years: [3, 34],
    scale: [1, 5],
    consequence: [4, 5],
    salvage: 0,
  },
  {
    code: "CULV",
    many: 30,
    name: (n) => `Culvert C-${100 + n}`,
    departmentId: roads.id,
    dollars: [18_000, 140_000],
    years: [2, 45],
    scale: [1, 5],
    consequence: [2, 4],
    salvage: 0,
  },
  {
    code: "BRDG",
    many: 12,
    name: (n) => `Bridge B-${n}`,
    departmentId: roads.id,
    dollars: [900_000, 4_800_000],
    years: [5, 60],
    scale: [3, 9],
    consequence: [4, 5],
    salvage: 0,
  },
  {
    code: "ROAD",
    many: 24,
    name: (n) => `Road segment ${n}`,
    departmentId: roads.id,
    dollars: [250_000, 1_900_000],
    years: [1, 22],
    scale: [2, 10],
    consequence: [2, 4],
    salvage: 0,
  },
  {
    code: "TRCK",
    many: 22,
    name: (n) => (n % 3 ? `Dump truck ${n}` : `Pickup ${n}`),
    departmentId: roads.id,
    dollars: [42_000, 260_000],
    years: [1, 9],
    scale: [1, 4],
    consequence: [1, 3],
    salvage: 10,
  },
  {
    code: "HYDR",
    many: 40,
    name: (n) => `Hydrant H-${1000 + n}`,
    departmentId: utilities.id,
    dollars: [4_000, 9_500],
    years: [1, 40],
    scale: [1, 5],
    consequence: [2, 4],
    salvage: 0,
  },
  {
    code: "PLAY",
    many: 6,
    name: (n) => `Playground ${n}`,
    departmentId: parks.id,
    dollars: [60_000, 210_000],
    years: [1, 12],
    scale: [1, 4],
    consequence: [3, 4],
    salvage: 0,
  },
];

const yearsBefore = (today: string, years: number, month: number): Day =>
  utcDay(Date.UTC(Number(today.slice(0, 4)) - years, month - 1, 1));

const pumpOf = (station: DemoAsset, which: string): DemoAsset => ({
  ...station,
  tag: station.tag.replace("LIFT", `PUMP-${which}`),
  name: `Pump ${which} of ${station.name}`,
  code: "PUMP",
  of: station.tag,
  costCents: 4_850_000,
  federalAward: "",
  federalPercent: "0",
  federalAwardedOn: null,
  federalInstructions: false,
});

/** The county's assets as of a day; the same at every start. */
export const demoAssets = (today: string): DemoAsset[] => {
  const draw = chance(29);
  const made = kinds.flatMap((kind) =>
    Array.from({ length: kind.many }, (_, at): DemoAsset => {
      const costCents = between(draw, ...kind.dollars) * 100;
      const federal = kind.code === "BRDG" && at < 4;
      const one = {
        tag: `${kind.code}-${String(at + 1).padStart(3, "0")}`,
        name: kind.name(at + 1),
        code: kind.code,
        of: null,
        location: pick(draw, roadsNamed),
        departmentId: kind.code === "TRCK" && at % 5 === 0 ? sheriff.id : kind.departmentId,
        costCents,
        salvageCents: Math.floor((costCents * kind.salvage) / 100),
        inServiceOn: yearsBefore(today, between(draw, ...kind.years), between(draw, 1, 12)),
        reading:
          draw() < 0.85
            ? {
                on: yearsBefore(today, between(draw, 1, 2), between(draw, 1, 12)),
                value: between(draw, ...kind.scale),
              }
            : null,
        consequence: draw() < 0.9 ? between(draw, ...kind.consequence) : null,
        likelihood: draw() < 0.9 ? between(draw, 1, 5) : null,
        federalAward: federal ? "Highway bridge program" : "",
        federalPercent: federal ? "80" : "0",
      };
      // The award was made when the bridge was built.
      const federalAwardedOn = federal ? one.inServiceOn : null;
      const position = positionOf(kind.code, at);
      return { ...one, ...position, federalAwardedOn, federalInstructions: federal };
    }),
  );
  const stations = made.filter((asset) => asset.code === "LIFT");
  return [...made, ...stations.flatMap((one) => [pumpOf(one, "A"), pumpOf(one, "B")])];
};

export type DemoWork = {
  tag: string;
  title: string;
  kind: "corrective" | "preventive" | "inspection" | "emergency";
  priority: "urgent" | "high" | "normal" | "low";
  /** Days before the morning of the demo on which it was asked for. */
  ago: number;
  until:
    | "requested"
    | "approved"
    | "scheduled"
    | "in_progress"
    | "on_hold"
    | "completed"
    | "closed";
  minutes: number;
  digs?: true;
  tasks?: readonly string[];
  remedy?: string;
};

const past: readonly DemoWork[] = Array.from({ length: 24 }, (_, at) => ({
  tag: `${["TRCK", "HYDR", "CULV", "PLAY"][at % 4]!}-${String((at % 6) + 1).padStart(3, "0")}`,
  title: [
    "Yearly service of the truck",
    "Flush and paint the hydrant",
    "Clear the inlet of the culvert",
    "Tighten and check the playground",
  ][at % 4]!,
  kind: "preventive",
  priority: "normal",
  ago: 40 + at * 26,
  until: "closed",
  minutes: 90 + (at % 4) * 45,
  remedy: "Done as planned, nothing found.",
}));

/** Two years of work, and what is open on the morning of the demo. */
export const demoWork: readonly DemoWork[] = [
  ...past,
  {
    tag: "PUMP-B-007",
    title: "Pump B of lift station 7 does not start",
    kind: "emergency",
    priority: "urgent",
    ago: 12,
    until: "completed",
    minutes: 960,
    tasks: [
      "Lock out",
      "Pull the pump",
      "Replace the seal and the motor starter",
      "Test under load",
    ],
    remedy: "Seal and motor starter replaced after the flood. Ran two hours under load.",
  },
  {
    tag: "CULV-004",
    title: "Washed out inlet after the flood",
    kind: "corrective",
    priority: "high",
    ago: 10,
    until: "completed",
    minutes: 1_440,
    digs: true,
    remedy: "Riprap placed, inlet set anew.",
  },
  {
    tag: "BRDG-003",
    title: "Look at the scour at pier 2",
    kind: "inspection",
    priority: "high",
    ago: 6,
    until: "scheduled",
    minutes: 240,
  },
  {
    tag: "TRCK-002",
    title: "Brakes pull to the left",
    kind: "corrective",
    priority: "high",
    ago: 5,
    until: "in_progress",
    minutes: 180,
    tasks: ["Measure the pads", "Bleed the line", "Test drive"],
  },
  {
    tag: "HYDR-018",
    title: "Hydrant leaks at the base",
    kind: "corrective",
    priority: "normal",
    ago: 4,
    until: "on_hold",
    minutes: 300,
    digs: true,
  },
  {
    tag: "PLAY-002",
    title: "Swing chain is worn",
    kind: "corrective",
    priority: "urgent",
    ago: 2,
    until: "approved",
    minutes: 60,
  },
  {
    tag: "LIFT-003",
    title: "Float switch sticks",
    kind: "corrective",
    priority: "normal",
    ago: 1,
    until: "requested",
    minutes: 120,
  },
];
