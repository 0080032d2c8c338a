/** Accounts that next year's budget needs beside those that the agency spends from. */
export const demoAccounts = [
  ["4110", "Property tax", "revenue", "operating"],
  ["4310", "State and federal aid", "revenue", "operating"],
  ["4510", "Charges for services", "revenue", "operating"],
  ["4910", "Transfers in", "transfer_in", "operating"],
  ["5110", "Salaries and wages", "expenditure", "personnel"],
  ["5120", "Employee benefits", "expenditure", "personnel"],
  ["5620", "Buildings and improvements", "expenditure", "capital"],
  ["5910", "Transfers out", "transfer_out", "operating"],
] as const;

/** Positions by department: title, how many, annual pay and benefits in dollars. */
export const demoPositions: Readonly<
  Record<string, readonly (readonly [string, number, number, number])[]>
> = {
  RDB: [
    ["Equipment operator", 28, 58_200, 24_100],
    ["Crew lead", 8, 69_400, 26_800],
    ["Engineer", 5, 96_500, 31_900],
    ["Mechanic", 7, 63_100, 25_300],
  ],
  UTL: [
    ["Plant operator", 18, 64_800, 25_700],
    ["Collection technician", 12, 57_300, 23_900],
    ["Chemist", 3, 78_200, 28_400],
  ],
  SHF: [
    ["Deputy", 34, 74_600, 32_500],
    ["Dispatcher", 12, 56_900, 24_200],
    ["Sergeant", 6, 92_300, 35_100],
  ],
  PHL: [
    ["Public health nurse", 11, 79_800, 28_700],
    ["Sanitarian", 4, 66_300, 26_000],
  ],
  PRK: [
    ["Groundskeeper", 9, 48_700, 21_600],
    ["Recreation planner", 3, 61_200, 24_800],
  ],
  ADM: [
    ["Accountant", 8, 68_900, 26_600],
    ["Clerk", 9, 47_600, 21_300],
    ["Analyst", 3, 82_700, 29_300],
  ],
};

/** Revenue of next year by fund, department and account, in dollars. */
export const demoRevenue = [
  ["101", "ADM", "4110", 17_900_000],
  ["101", "ADM", "4310", 1_450_000],
  ["210", "RDB", "4110", 6_300_000],
  ["210", "RDB", "4310", 5_400_000],
  ["402", "UTL", "4510", 8_150_000],
  ["225", "PHL", "4310", 3_650_000],
  ["310", "RDB", "4310", 2_520_000],
] as const;

/** What funds begin next year with, in dollars; utilities come short of the reserve. */
export const demoBeginnings = [
  ["101", 4_800_000],
  ["210", 2_900_000],
  ["225", 600_000],
  ["402", 310_000],
] as const;

export const demoPackages = [
  {
    department: "RDB",
    title: "Second pothole crew",
    kind: "ongoing",
    rank: 1,
    reason: "Complaints waited 19 days on average last spring.",
    account: "5350",
    dollars: 640_000,
    decision: null,
  },
  {
    department: "RDB",
    title: "Replace the salt spreader",
    kind: "one_time",
    rank: 2,
    reason: "The frame is rusted through; parts are no longer made.",
    account: "5610",
    dollars: 185_000,
    decision: null,
  },
  {
    department: "UTL",
    title: "Leak detection on 40 miles",
    kind: "one_time",
    rank: 1,
    reason: "Eleven percent of the water is not billed.",
    account: "5410",
    dollars: 120_000,
    decision: "recommended",
  },
  {
    department: "PRK",
    title: "Summer program at two more parks",
    kind: "ongoing",
    rank: 1,
    reason: "The waiting list had 214 children.",
    account: "5410",
    dollars: 74_000,
    decision: "cut",
  },
] as const;

/** How much of a year falls into each of its months, by account; each comes to 100. */
export const demoSeasons: readonly (readonly number[])[] = [
  [6, 6, 5, 5, 6, 8, 10, 12, 13, 12, 9, 8],
  [10, 9, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9],
  [4, 4, 12, 4, 4, 12, 4, 4, 16, 6, 10, 20],
];

/** What is spent alike in every month of a year; it comes to 100. */
export const evenSeason: readonly number[] = [8, 8, 9, 8, 8, 9, 8, 8, 9, 8, 8, 9];

/** How much less a position was paid in the adopted year before, in dollars a year. */
export const adoptedPayLess = 1_500;

/** Revenue of the adopted year before by fund, department and account, in dollars. */
export const adoptedRevenue = [
  ["101", "ADM", "4110", 13_250_000],
  ["101", "ADM", "4310", 480_000],
  ["210", "RDB", "4110", 7_330_000],
  ["210", "RDB", "4310", 2_500_000],
  ["402", "UTL", "4510", 7_710_000],
  ["225", "PHL", "4310", 3_635_000],
  ["310", "RDB", "4310", 2_250_000],
] as const;

/** What funds began that year with, in dollars. */
export const adoptedBeginnings = [
  ["101", 3_100_000],
  ["210", 1_900_000],
  ["225", 400_000],
  ["310", 250_000],
  ["402", 900_000],
] as const;

/** What departments said of their work in that year. */
export const adoptedNarratives: Readonly<Record<string, string>> = {
  RDB: "412 miles of road and 61 bridges. Flood damage on County Road 14 is repaired with federal aid.",
  UTL: "Water and sewer for 9,800 connections. Lift station 7 is rebuilt; charges rise by two percent.",
  SHF: "Patrol, jail and dispatch around the clock. Two consoles of dispatch are replaced.",
  PHL: "Clinics, inspections and preparedness. Almost all of it is paid by grants.",
  PRK: "Eleven parks and the river trail. Summer programs stay as they are.",
  ADM: "Finance, clerk and records for every other department.",
};
