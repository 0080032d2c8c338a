import type { OpportunityInput } from "../opportunity/opportunity.model.ts";

type Demo = Pick<OpportunityInput, "number" | "title" | "agency" | "summary"> & {
  alns: string[];
  eligibility: string[];
  ceiling: number;
  floor: number;
  days: number;
  match: boolean;
};

/** Six opportunities that do not all fit: the hours of one winter and the match are short. */
export const demoOpportunities: readonly Demo[] = [
  {
    number: "DEMO-HHS-2027-0101",
    title: "Public health emergency preparedness in rural counties",
    agency: "Centers for Disease Control and Prevention",
    summary: "Plans, exercises and supplies for public health emergencies in counties.",
    alns: ["93.069"],
    eligibility: ["00", "01"],
    floor: 100_000,
    ceiling: 450_000,
    days: 74,
    match: true,
  },
  {
    number: "DEMO-FEMA-2027-0204",
    title: "Flood mitigation for county bridges",
    agency: "Federal Emergency Management Agency",
    summary:
      "Measures that keep bridges open in floods, at a share of three quarters. Attach a benefit-cost analysis and letters of commitment of each owner of a bridge. Say in an evaluation plan how results are measured.",
    alns: ["97.029"],
    eligibility: ["00", "01", "02", "07"],
    floor: 250_000,
    ceiling: 1_800_000,
    days: 92,
    match: true,
  },
  {
    number: "DEMO-EPA-2027-0310",
    title: "Cleaner county fleets",
    agency: "Environmental Protection Agency",
    summary: "Replacement of diesel vehicles of public fleets.",
    alns: ["66.039"],
    eligibility: ["01", "02", "04"],
    floor: 50_000,
    ceiling: 600_000,
    days: 61,
    match: true,
  },
  {
    number: "DEMO-ACL-2027-0422",
    title: "Nutrition services for older adults",
    agency: "Administration for Community Living",
    summary: "Meals and outreach for people above sixty.",
    alns: ["93.045"],
    eligibility: ["00", "01", "12"],
    floor: 75_000,
    ceiling: 300_000,
    days: 48,
    match: false,
  },
  {
    number: "DEMO-DOT-2027-0533",
    title: "Safe streets action plans",
    agency: "Department of Transportation",
    summary: "Plans against severe crashes on local roads.",
    alns: ["20.939"],
    eligibility: ["01", "02", "04"],
    floor: 100_000,
    ceiling: 500_000,
    days: 83,
    match: true,
  },
  {
    number: "DEMO-NSF-2027-0644",
    title: "Research in coastal hydrology",
    agency: "National Science Foundation",
    summary: "For institutions of higher education alone.",
    alns: ["47.050"],
    eligibility: ["06", "20"],
    floor: 200_000,
    ceiling: 900_000,
    days: 110,
    match: false,
  },
];

export const demoApplicant = {
  legalName: "Carver County",
  ein: "41-6005777",
  uei: "CRVRDEMO0001",
  applicantType: "B: County Government",
  street: "600 East Fourth Street",
  city: "Chaska",
  county: "Carver",
  state: "MN",
  postalCode: "55318",
  district: "MN-006",
  phone: "952-555-0100",
  email: "grants@carver.example.gov",
} as const;

export const demoText =
  "The county serves 38 townships and cities. This section says what is done, by whom, and how it is measured; it asks for {budget.federal} and brings {budget.match} of its own.";

/** What somebody typed into a budget narrative before the budget grew. */
export const demoOldMatch =
  " The road and bridge fund brings $350,000 as the county's match of its own.";
