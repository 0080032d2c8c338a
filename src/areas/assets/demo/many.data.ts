import { chance } from "#areas/procurement/procurement.server.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import { demoClasses } from "./assets.data.ts";

const [roads, utilities] = carverDepartments;

/** An asset as the county's old register tells it. */
export type OldAsset = {
  tag: string;
  name: string;
  code: (typeof demoClasses)[number]["code"];
  departmentId: string;
  location: string;
  latitude: string;
  longitude: string;
  inServiceOn: string;
  costCents: number;
  lifeMonths: number;
  consequence: number;
  likelihood: number;
  reading: { on: string; value: number } | null;
};

type Batch = {
  code: OldAsset["code"];
  first: number;
  many: number;
  name: (n: number) => string;
  departmentId: string;
  dollars: readonly [number, number];
  years: readonly [number, number];
  scale: readonly [number, number];
  consequence: readonly [number, number];
};
// They go on behind those of the register that the story tells of.
const batches: readonly Batch[] = [
  {
    code: "HYDR",
    first: 41,
    many: 260,
    name: (n) => `Hydrant H-${1000 + n}`,
    departmentId: utilities.id,
    dollars: [4_000, 9_500],
    years: [1, 40],
    scale: [1, 5],
    consequence: [2, 4],
  },
  {
    code: "CULV",
    first: 31,
    many: 100,
    name: (n) => `Culvert C-${100 + n}`,
    departmentId: roads.id,
    dollars: [18_000, 140_000],
    years: [2, 45],
    scale: [1, 5],
    consequence: [2, 4],
  },
  {
    code: "ROAD",
    first: 25,
    many: 30,
    name: (n) => `Road segment ${n}`,
    departmentId: roads.id,
    dollars: [250_000, 1_900_000],
    years: [1, 22],
    scale: [2, 10],
    consequence: [2, 4],
  },
  {
    code: "TRCK",
    first: 23,
    many: 20,
    name: (n) => (n % 3 ? `Dump truck ${n}` : `Pickup ${n}`),
    departmentId: roads.id,
    dollars: [42_000, 260_000],
    years: [1, 9],
    scale: [1, 4],
    consequence: [1, 3],
  },
  {
    code: "BRDG",
    first: 13,
    many: 20,
    name: (n) => `Bridge B-${n}`,
    departmentId: roads.id,
    dollars: [900_000, 4_800_000],
    years: [5, 60],
    scale: [3, 9],
    consequence: [4, 5],
  },
];
const streets = ["County Road 11", "Mill Road", "Orchard Avenue", "Levee Street", "Depot Street"];
const between = (draw: () => number, [least, most]: readonly [number, number]) =>
  least + Math.floor(draw() * (most - least + 1));

const assetOf = (draw: () => number, batch: Batch, n: number, year: number): OldAsset => ({
  tag: `${batch.code}-${String(n).padStart(3, "0")}`,
  name: batch.name(n),
  code: batch.code,
  departmentId: batch.departmentId,
  location: `${streets[n % streets.length]!} ${100 + n}`,
  latitude: (44.77 + draw() * 0.05).toFixed(6),
  longitude: (-93.64 + draw() * 0.08).toFixed(6),
  inServiceOn: `${year - between(draw, batch.years)}-${String(between(draw, [1, 12])).padStart(2, "0")}-01`,
  costCents: between(draw, batch.dollars) * 100,
  lifeMonths: demoClasses.find(({ code }) => code === batch.code)!.lifeMonths,
  consequence: between(draw, batch.consequence),
  likelihood: between(draw, [1, 5]),
  reading:
    draw() < 0.8
      ? { on: `${year - between(draw, [1, 2])}-06-15`, value: between(draw, batch.scale) }
      : null,
});

/** The rest of the county's register: some four hundred assets, the same at every start. */
export const oldAssets = (today: string): OldAsset[] => {
  const draw = chance(600);
  const year = Number(today.slice(0, 4));
  return batches.flatMap((batch) =>
    Array.from({ length: batch.many }, (_, at) => assetOf(draw, batch, batch.first + at, year)),
  );
};

/** Work that is over: on which asset, what, how long it took, who led it. */
export type OldWork = {
  tag: string;
  title: string;
  kind: "preventive" | "corrective" | "emergency";
  ago: number;
  minutes: number;
  lead: "technician" | "receiver";
  problem: string;
  cause: string;
  remedy: string;
};
const jobs = [
  ["HYDR", "preventive", "Flush the hydrant", 40, "", "", "Flushed until clear."],
  ["CULV", "preventive", "Clear the inlet of the culvert", 120, "", "", "One load hauled off."],
  ["TRCK", "preventive", "Oil and filters", 150, "", "", "Changed, nothing found."],
  ["TRCK", "corrective", "Hydraulic hose leaks", 180, "Hose", "Wear", "Hose replaced."],
  ["HYDR", "corrective", "Cap chain is broken", 50, "Chain", "Vandalism", "New chain."],
  ["PUMP", "corrective", "Seal of the pump drips", 210, "Seal", "Age", "Seal replaced."],
  ["CULV", "corrective", "Undermined outlet", 300, "Scour", "Heavy rain", "Riprap placed."],
  ["PUMP", "emergency", "Pump tripped at high water", 240, "Motor", "Debris", "Cleared, reset."],
] as const;
const tagsOf: Record<string, (n: number) => string> = {
  HYDR: (n) => `HYDR-${String(1 + (n % 300)).padStart(3, "0")}`,
  CULV: (n) => `CULV-${String(1 + (n % 130)).padStart(3, "0")}`,
  TRCK: (n) => `TRCK-${String(1 + (n % 42)).padStart(3, "0")}`,
  PUMP: (n) => `PUMP-${n % 2 ? "A" : "B"}-${String(1 + (n % 12)).padStart(3, "0")}`,
};

/** Two years of work that was closed, one order every three days, newest five weeks ago. */
export const oldWork: readonly OldWork[] = Array.from({ length: 230 }, (_, at) => {
  const [code, kind, title, minutes, problem, cause, remedy] = jobs[(at * 5) % jobs.length]!;
  return {
    tag: tagsOf[code]!(at * 7),
    title,
    kind,
    ago: 35 + at * 3,
    minutes,
    lead: at % 2 ? "technician" : "receiver",
    problem,
    cause,
    remedy,
  };
});
