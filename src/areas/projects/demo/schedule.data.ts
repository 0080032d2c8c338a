/** A task of the bridge's schedule: code, words, days of work, what it waits for, and more. */
export type PlannedTask = {
  code: string;
  name: string;
  days: number;
  /** "D20", or "D10 SS+3": the start of D10 and three days. */
  after?: readonly string[];
  within?: string;
  kind?: "milestone" | "summary";
  crew?: string;
  /** Done on the site, by its calendar. */
  site?: boolean;
  /** Who reports it: the engineer unless the inspector does. */
  byInspector?: boolean;
  cost?: readonly [code: string, dollars: number];
};

/** The bridge from the survey to traffic, as it was planned before the flood. */
export const bridgePlan: readonly PlannedTask[] = [
  { code: "D", name: "Design", days: 0, kind: "summary" },
  {
    code: "D10",
    name: "Survey of the creek and the road",
    days: 12,
    within: "D",
    crew: "Survey crew",
    site: true,
    byInspector: true,
    cost: ["900", 20_000],
  },
  {
    code: "D20",
    name: "Borings at both abutments",
    days: 8,
    after: ["D10 SS+3"],
    within: "D",
    crew: "Drill crew",
    site: true,
    byInspector: true,
    cost: ["210", 40_000],
  },
  {
    code: "D30",
    name: "Hydraulic model",
    days: 12,
    after: ["D10"],
    within: "D",
    cost: ["900", 25_000],
  },
  {
    code: "D35",
    name: "Design of the superstructure",
    days: 24,
    after: ["D10 SS+5"],
    within: "D",
    cost: ["900", 62_000],
  },
  {
    code: "D40",
    name: "Bearing pads, product data reviewed",
    days: 10,
    after: ["D20"],
    within: "D",
    byInspector: true,
  },
  {
    code: "D45",
    name: "Bearing seats drawn",
    days: 8,
    after: ["D40", "D35 FF+2"],
    within: "D",
    cost: ["900", 13_000],
  },
  {
    code: "D50",
    name: "Sixty percent plans put together",
    days: 6,
    after: ["D30", "D45"],
    within: "D",
    cost: ["900", 20_000],
  },
  {
    code: "D60",
    name: "Sixty percent design accepted",
    days: 0,
    after: ["D50 FS+5"],
    within: "D",
    kind: "milestone",
  },
  { code: "P", name: "Permits and easements", days: 0, kind: "summary" },
  { code: "P10", name: "Appraisals of both easements", days: 12, within: "P" },
  {
    code: "P20",
    name: "Easements negotiated and signed",
    days: 30,
    after: ["P10"],
    within: "P",
    cost: ["920", 58_000],
  },
  {
    code: "P30",
    name: "Public waters work permit",
    days: 45,
    after: ["D30"],
    within: "P",
  },
  {
    code: "P40",
    name: "Permits and easements in hand",
    days: 0,
    after: ["P20", "P30"],
    within: "P",
    kind: "milestone",
  },
  { code: "B", name: "Final design and bidding", days: 0, kind: "summary" },
  { code: "B10", name: "Final plans and estimate", days: 40, after: ["D60"], within: "B" },
  {
    code: "B20",
    name: "Advertisement and bids",
    days: 20,
    after: ["B10", "P40"],
    within: "B",
  },
  {
    code: "B30",
    name: "Contract awarded",
    days: 0,
    after: ["B20 FS+15"],
    within: "B",
    kind: "milestone",
  },
  { code: "C", name: "Construction", days: 0, kind: "summary" },
  {
    code: "C10",
    name: "Mobilization and detour",
    days: 10,
    after: ["B30 FS+10"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C20",
    name: "Removal of the old bridge",
    days: 12,
    after: ["C10"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C30",
    name: "Footings and abutments",
    days: 35,
    after: ["C20"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C35",
    name: "Riprap at both abutments",
    days: 8,
    after: ["C30"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C40",
    name: "Beams set",
    days: 6,
    after: ["C30 FS+7"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C50",
    name: "Deck and sidewalk",
    days: 28,
    after: ["C40"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C60",
    name: "Railing and guardrail",
    days: 9,
    after: ["C50 FS+5"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C70",
    name: "Approaches paved",
    days: 7,
    after: ["C50"],
    within: "C",
    crew: "Contractor",
    site: true,
  },
  {
    code: "C80",
    name: "Bridge open to traffic",
    days: 0,
    after: ["C35", "C60", "C70"],
    within: "C",
    kind: "milestone",
  },
];

/** Progress of a task: days ago on which it began and finished, percent, days of work left. */
export type ToldTask = {
  code: string;
  began: number;
  finished?: number;
  percent?: number;
  left?: number;
};

/** Two updates: how many days ago, what was told, in whose words. */
export const bridgeUpdates: readonly {
  days: number;
  narrative: string;
  tasks: readonly ToldTask[];
}[] = [
  {
    days: 25,
    narrative:
      "Bevens Creek stood over the survey stakes for eleven days of work; survey and borings waited for it.",
    tasks: [
      { code: "D10", began: 51, finished: 28 },
      { code: "D20", began: 31, percent: 35, left: 5 },
      { code: "D35", began: 34, percent: 25, left: 18 },
      { code: "P10", began: 50, finished: 33 },
    ],
  },
  {
    days: 4,
    narrative:
      "The contractor's supplier sent the data of the bearing pads late; the seats cannot be drawn before they are reviewed.",
    tasks: [
      { code: "D20", began: 31, finished: 18 },
      { code: "D30", began: 27, percent: 80, left: 3 },
      { code: "D35", began: 34, percent: 70, left: 7 },
      { code: "D40", began: 6, percent: 10, left: 12 },
      { code: "P20", began: 32, percent: 40, left: 18 },
    ],
  },
];
