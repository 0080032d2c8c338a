/** Projects of the demo: what stands on the ledger's codes P118 and P131. */
export const liftStation = {
  code: "P118",
  name: "Lift station 7 rehabilitation",
  department: "UTL",
  description:
    "New pumps, a lined wet well and a generator pad. The station carries a third of the county's sewage and failed twice in the flood.",
  place: "Lift station 7, East Union",
  latitude: "44.7462",
  longitude: "-93.6551",
  contract: "Lift station 7 rehabilitation",
  contractDays: 200,
  forecast: 1_884_000_00,
  reason: "All orders are out; what remains is on the punch list.",
} as const;

export const bridge = {
  code: "P131",
  name: "County road 14 bridge",
  department: "RDB",
  description:
    "A new bridge over Bevens Creek, four feet above the crest of the flood, with a sidewalk.",
  place: "County Road 14 at Bevens Creek",
  latitude: "44.7291",
  longitude: "-93.7433",
  contract: "County Road 14 bridge, design",
  contractDays: 730,
  forecast: 312_000_00,
  reason: "The hydraulic model takes a second survey of the creek.",
} as const;

/** An item of an order: account, words, its lump sum in dollars, cost code. */
export type Item = readonly [account: string, description: string, dollars: number, code: string];

/** The lump sums of the lift station and of the bridge. */
export const liftItems: readonly Item[] = [
  ["402-UTL-5610-P118", "Pumps, controls and generator", 300_000, "520"],
  ["402-UTL-5340-P118", "Wet well, piping and site", 1_500_000, "510"],
];
export const bridgeItems: readonly Item[] = [
  ["210-RDB-5410-P131", "Design to sixty percent", 140_000, "900"],
];

/** What the rock at the second abutment changes of the design, as the question about it was answered. */
export const bridgeChange = {
  title: "Design of the lowered footing",
  reason: "Boring B-4 met rock two feet below the footing; the designer lowers it.",
  scope: "The footing of the same abutment.",
  dollars: 9_600,
  days: 4,
} as const;

/** Applications of the design: percent applied for, days ago, days that it bills, what was certified of it. */
export const bridgeApplications: readonly {
  number: string;
  percent: number;
  days: number;
  over: number;
  cut?: { percent: number; reason: string };
}[] = [
  { number: "CR14-D1", percent: 20, days: 43, over: 9 },
  { number: "CR14-D2", percent: 15, days: 32, over: 9 },
  { number: "CR14-D3", percent: 15, days: 19, over: 11 },
  {
    number: "CR14-D4",
    percent: 20,
    days: 9,
    over: 8,
    cut: { percent: 15, reason: "The survey of the upper reach is not delivered yet" },
  },
];

/** What each code of a project has of its budget, in cents. */
export const liftBudgets: Readonly<Record<string, number>> = {
  "510": 1_505_000_00,
  "520": 305_000_00,
  "910": 15_000_00,
};
export const bridgeBudgets: Readonly<Record<string, number>> = {
  "210": 50_000_00,
  "900": 140_000_00,
  "920": 70_000_00,
  "500": 12_000_00,
  "310": 14_000_00,
  "120": 3_000_00,
};

/** What a unit of each item of the east approach costs, in dollars. */
export const approachPrices: Readonly<Record<string, string>> = {
  "Riprap, class III": "48.00",
  "Geotextile fabric, nonwoven": "1.85",
  "Post, W6x8.5 steel": "62.00",
  "Block, composite": "14.00",
  "Guardrail section, W-beam 12.5 ft": "148.00",
  "End terminal": "1950.00",
};

/** Money of the bridge that moved to the design, and money that is asked for. */
export const bridgeTransfers = {
  approved: {
    from: "920",
    to: "900",
    cents: 12_000_00,
    why: "The second survey of the creek; both easements cost less than they were estimated at.",
  },
  waiting: {
    from: "210",
    to: "910",
    cents: 8_000_00,
    why: "Two borings more at the north abutment.",
  },
} as const;

/** What was left of the lift station: what, where, days until it is due, cents, and how it stands. */
export const punchItems: readonly {
  what: string;
  place: string;
  due: number;
  cents: number;
  stands: "verified" | "done" | "back";
}[] = [
  {
    what: "Seed and mulch the slope",
    place: "Behind the generator",
    due: 12,
    cents: 4_200_00,
    stands: "back",
  },
  {
    what: "Touch up the coating at the hatch frame",
    place: "Wet well",
    due: 5,
    cents: 1_100_00,
    stands: "done",
  },
  {
    what: "Flush the bypass piping and take it away",
    place: "Wet well",
    due: -6,
    cents: 3_600_00,
    stands: "verified",
  },
  {
    what: "Label the breakers in panel B",
    place: "Control room",
    due: -9,
    cents: 400_00,
    stands: "verified",
  },
  {
    what: "Replace the cracked pane",
    place: "Control room",
    due: 3,
    cents: 900_00,
    stands: "done",
  },
  {
    what: "Alarm text at the dispatch center",
    place: "Control room",
    due: -4,
    cents: 1_500_00,
    stands: "verified",
  },
  { what: "Second key for the gate", place: "Gate", due: -12, cents: 200_00, stands: "verified" },
  {
    what: "As-built drawings of the force main",
    place: "Force main, 0+00 to 12+40",
    due: -2,
    cents: 4_500_00,
    stands: "verified",
  },
  {
    what: "Training of the night crew",
    place: "Control room",
    due: -3,
    cents: 2_000_00,
    stands: "verified",
  },
];
