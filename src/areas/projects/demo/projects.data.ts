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
  remaining: [
    "Seed and mulch the slope behind the generator",
    "Touch up the coating at the hatch frame",
    "Label the breakers in panel B",
    "Replace the cracked pane of the control room",
    "Second key for the gate",
    "Flush the bypass piping and take it away",
    "Alarm text at the dispatch center",
    "As-built drawings of the force main",
    "Training of the night crew",
  ].join("\n"),
  costToComplete: 18_400_00,
  forecast: 1_884_000_00,
  reason: "All orders are out; what remains is on the certificate.",
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

/** An item of an order: account, words, percent of the work as its unit, dollars of one percent. */
export type Item = readonly [account: string, description: string, dollars: string];

/** The lump sums of the lift station, by percent of the work. */
export const liftItems: readonly Item[] = [
  ["402-UTL-5610-P118", "Pumps, controls and generator", "3000.00"],
  ["402-UTL-5340-P118", "Wet well, piping and site", "15000.00"],
];
export const bridgeItems: readonly Item[] = [
  ["210-RDB-5410-P131", "Design to sixty percent", "1400.00"],
];
