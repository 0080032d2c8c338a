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
  drawn?: boolean;
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
    amount: 2_000_000_00,
    match: 200_000_00,
    from: -420,
    to: 310,
    budget: [
      { objectClass: "equipment", cents: 500_000_00 },
      { objectClass: "supplies", cents: 1_000_000_00 },
      { objectClass: "contractual", cents: 700_000_00 },
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
  },
  {
    code: "DR4897",
    title: "Flood recovery, DR-4897",
    program: "Public Assistance",
    grantor: "Federal Emergency Management Agency",
    grantorNumber: "4897-DR-PA",
    listing: "97.036",
    disaster: true,
    amount: 1_800_000_00,
    match: 600_000_00,
    from: -500,
    to: 600,
    budget: [
      { objectClass: "supplies", cents: 1_200_000_00 },
      { objectClass: "contractual", cents: 1_200_000_00 },
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
    ended: true,
  },
];
