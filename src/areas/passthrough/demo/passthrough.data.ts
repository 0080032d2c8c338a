import { addDays } from "#kernel/time.ts";
import type { ApplicationInput } from "../application/application.model.ts";
import { demoSubrecipient } from "#areas/identity/identity.public.ts";

/** A day so many days from another one. */
export const dayFrom = (day: string, days: number): string => addDays(day, days);

/** Own programs of Carver County; days from today. */
export const demoPrograms = [
  {
    title: "Neighborhood readiness grants",
    summary:
      "Community organizations prepare their neighborhoods for health emergencies: contact lists, exercises, supplies for people who cannot leave home.",
    total: 180_000_00,
    least: 5_000_00,
    most: 75_000_00,
    expectedAwards: 3,
    matchPercent: 0,
    applicants: ["non_profit_with_501c3", "government_municipal", "school_district_independent"],
    opens: -1,
    closes: null,
    starts: -90,
    ends: 270,
    criteria: [
      { name: "Need", about: "Whom it reaches, and what they lack", weight: 40, maxScore: 10 },
      { name: "Plan", about: "Work, people, days", weight: 35, maxScore: 10 },
      { name: "Budget", about: "Fits the plan, and nothing else", weight: 25, maxScore: 10 },
    ],
  },
  {
    title: "Cooling rooms for summer heat",
    summary:
      "Cities and community organizations open rooms on days of extreme heat. The money pays for equipment, staff hours and transport.",
    total: 90_000_00,
    least: 3_000_00,
    most: 30_000_00,
    expectedAwards: 4,
    matchPercent: 10,
    applicants: ["non_profit_with_501c3", "nonprofit_without_501c3", "government_municipal"],
    opens: -7,
    closes: 28,
    starts: 90,
    ends: 280,
    criteria: [
      { name: "Reach", about: "Who comes, and how", weight: 60, maxScore: 10 },
      { name: "Readiness", about: "What stands already", weight: 40, maxScore: 10 },
    ],
  },
] as const;

export type DemoRecipient = {
  name: string;
  uei: string;
  tin: string;
  mail: string;
  address: string;
  city: string;
  postalCode: string;
  contact: string;
  project: string;
  narrative: string;
  budget: ApplicationInput["budget"];
  match: number;
  risk: readonly [number, number, number, number];
  riskNote: string;
};
/** None of these organizations exists. */
export const demoRecipients: readonly DemoRecipient[] = [
  {
    name: demoSubrecipient.name,
    uei: "KMNVD7CH4H81",
    tin: "411930011",
    mail: "mvch",
    address: "418 Walnut Street",
    city: "Chaska",
    postalCode: "55318",
    contact: demoSubrecipient.person,
    project: "Check-in calls and home supplies",
    narrative:
      "Two outreach workers keep a list of 600 people who cannot leave home without help, call them in an emergency and bring water, food and medicine.",
    budget: [
      { objectClass: "personnel", cents: 42_000_00 },
      { objectClass: "fringe", cents: 9_000_00 },
      { objectClass: "supplies", cents: 12_000_00 },
      { objectClass: "indirect", cents: 9_000_00 },
    ],
    match: 0,
    risk: [1, 1, 2, 1],
    riskNote: "Three subawards of the county since 2022, a new bookkeeper since spring.",
  },
  {
    name: "Watertown Mutual Aid Network",
    uei: "WTRNM5A8D3K9",
    tin: "411930022",
    mail: "watertownaid",
    address: "77 Lewis Avenue",
    city: "Watertown",
    postalCode: "55388",
    contact: "Peter Grundman",
    project: "Block captains and exercises",
    narrative:
      "Forty block captains are trained, hold two exercises a year and keep a radio net that works without power.",
    budget: [
      { objectClass: "personnel", cents: 18_000_00 },
      { objectClass: "travel", cents: 1_500_00 },
      { objectClass: "supplies", cents: 6_500_00 },
    ],
    match: 2_000_00,
    risk: [3, 0, 2, 2],
    riskNote: "First federal money of this organization; no single audit was due.",
  },
  {
    name: "Norwood Young America School Kitchen Fund",
    uei: "NYSKF2D6E7R4",
    tin: "411930033",
    mail: "nyakitchen",
    address: "30 Reform Street",
    city: "Norwood Young America",
    postalCode: "55368",
    contact: "Gina Hartmann",
    project: "Kitchens that open in emergencies",
    narrative:
      "Two school kitchens are ready to cook for 400 people a day when homes have no power, with stored food and trained volunteers.",
    budget: [
      { objectClass: "supplies", cents: 21_000_00 },
      { objectClass: "other", cents: 4_000_00 },
    ],
    match: 0,
    risk: [0, 0, 1, 0],
    riskNote: "Runs state meal programs for years without a finding.",
  },
];

/** Scores of three reviewers, by application and criterion; the third scores the first one not. */
export const demoScores: readonly (readonly (readonly string[])[])[] = [
  [
    ["9", "8"],
    ["8", "8.5"],
    ["7", "8"],
  ],
  [
    ["8", "7", "7.5"],
    ["6", "9.5", "8"],
    ["8", "8", "8.5"],
  ],
  [
    ["7", "7", "7"],
    ["7", "6.5", "7"],
    ["9", "8", "8"],
  ],
];

/** Costs in the subrecipient's ledger, by day from today. */
export const demoCosts = [
  {
    day: -78,
    payee: "Payroll",
    description: "Outreach worker, July",
    objectClass: "personnel",
    cents: 3_420_00,
  },
  {
    day: -75,
    payee: "Payroll",
    description: "Fringe benefits, July",
    objectClass: "fringe",
    cents: 718_20,
  },
  {
    day: -70,
    payee: "Lakes Wholesale Foods",
    description: "Shelf-stable meals",
    objectClass: "supplies",
    cents: 1_286_40,
  },
  {
    day: -58,
    payee: "Prairie Print Shop",
    description: "Contact cards",
    objectClass: "supplies",
    cents: 342_15,
  },
  {
    day: -48,
    payee: "Payroll",
    description: "Outreach worker, August",
    objectClass: "personnel",
    cents: 3_420_00,
  },
  {
    day: -45,
    payee: "Payroll",
    description: "Fringe benefits, August",
    objectClass: "fringe",
    cents: 718_20,
  },
  {
    day: -30,
    payee: "Payroll",
    description: "Outreach workers, September",
    objectClass: "personnel",
    cents: 6_840_00,
  },
  {
    day: -28,
    payee: "Payroll",
    description: "Fringe benefits, September",
    objectClass: "fringe",
    cents: 1_436_40,
  },
  {
    day: -15,
    payee: "Medline Supply",
    description: "First aid kits",
    objectClass: "supplies",
    cents: 2_115_80,
  },
] as const;
