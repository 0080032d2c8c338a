import type { AwardInput, TermInput } from "../award/award.model.ts";

export type DemoAward = {
  code: string;
  title: string;
  program: string;
  grantor: string;
  grantorNumber: string;
  listing: string;
  disaster?: boolean;
  amount: number;
  match: number;
  /** First and last day, in days from today. */
  from: number;
  to: number;
  budget: AwardInput["budget"];
  terms: readonly TermInput[];
  milestones: readonly { title: string; measure: string; in: number }[];
  /** Pay that was charged to it by time sheets, in days from today. */
  pay?: {
    fund: string;
    department: string;
    account: string;
    /** First days of the months that were worked. */
    months: readonly number[];
    people: readonly { name: string; cents: number }[];
    paid: number;
  };
  drawn?: boolean;
  /** Kinds of report of which the newest that fell due is late; all others went out. */
  late?: readonly ("sf425" | "ppr")[];
  ended?: boolean;
};

/** Awards of Carver County. None of these award numbers exists. */
export const demoAwards: readonly DemoAward[] = [
  {
    code: "PHEP",
    title: "Public health emergency preparedness",
    program: "Public Health Emergency Preparedness",
    grantor: "Centers for Disease Control and Prevention",
    grantorNumber: "NU90TP922071",
    listing: "93.069",
    amount: 4_000_000_00,
    match: 164_000_00,
    from: -420,
    to: 310,
    budget: [
      { objectClass: "equipment", cents: 708_000_00 },
      { objectClass: "supplies", cents: 1_932_000_00 },
      { objectClass: "contractual", cents: 1_524_000_00 },
    ],
    terms: [
      {
        kind: "unallowable",
        objectClass: "construction",
        words: "Funds may not be used for construction or major renovation.",
        document: "Notice of award",
        page: 9,
      },
      {
        kind: "equipment",
        cents: 250_000_00,
        words: "Equipment of $250,000 or more needs the grantor's approval before it is bought.",
        document: "Notice of award",
        page: 11,
      },
    ],
    milestones: [
      {
        title: "Medical countermeasure exercise",
        measure: "Full-scale exercise with after-action report",
        in: 45,
      },
      { title: "Stockpile inventory", measure: "Every item counted", in: -20 },
    ],
    drawn: true,
    late: ["ppr"],
  },
  {
    code: "DR4897",
    title: "Flood recovery, DR-4897",
    program: "Public Assistance",
    grantor: "Federal Emergency Management Agency",
    grantorNumber: "4897-DR-PA",
    listing: "97.036",
    disaster: true,
    amount: 3_375_000_00,
    match: 1_125_000_00,
    from: -500,
    to: 600,
    budget: [
      { objectClass: "supplies", cents: 1_500_000_00 },
      { objectClass: "contractual", cents: 3_000_000_00 },
    ],
    terms: [
      {
        kind: "other",
        words: "Records of force account labor are kept by day and person.",
        document: "FEMA-State agreement",
        page: 4,
      },
    ],
    milestones: [{ title: "County road 14 reopened", measure: "Open to traffic", in: 120 }],
    drawn: true,
    late: ["sf425", "ppr"],
  },
  {
    code: "EMPG25",
    title: "Emergency management performance, 2025",
    program: "Emergency Management Performance Grants",
    grantor: "State Division of Homeland Security",
    grantorNumber: "EMPG-25-0417",
    listing: "97.042",
    amount: 60_000_00,
    match: 60_000_00,
    from: -420,
    to: -56,
    budget: [{ objectClass: "personnel", cents: 120_000_00 }],
    terms: [],
    milestones: [],
    pay: {
      fund: "101",
      department: "SHF",
      account: "5110",
      months: [-415, -385, -355, -325, -295, -265, -235, -205, -175, -145, -115, -86],
      people: [
        { name: "Emergency planner", cents: 5_100_00 },
        { name: "Exercise coordinator", cents: 4_300_00 },
      ],
      paid: -50,
    },
    drawn: true,
    ended: true,
  },
  {
    code: "CPM26",
    title: "Community paramedic visits",
    program: "Rural Health Network Development",
    grantor: "Health Resources and Services Administration",
    grantorNumber: "D06RH45120",
    listing: "93.912",
    amount: 100_000_00,
    match: 0,
    from: -182,
    to: 182,
    budget: [{ objectClass: "personnel", cents: 100_000_00 }],
    terms: [],
    milestones: [
      { title: "Three hundred visits", measure: "Visits in the log of the service", in: 90 },
    ],
    pay: {
      fund: "225",
      department: "PHL",
      account: "5110",
      months: [-182, -152, -122, -92, -62],
      people: [{ name: "Community paramedic", cents: 10_000_00 }],
      paid: -12,
    },
    drawn: true,
  },
];
