/**
 * Demonstration data of a city aging department (SPEC 2.9 and 3): amounts in cents. Nobody and
 * nothing in it exists.
 */
export const agingId = "01930000-0000-7000-8000-00000000a9e1";
export const agingName = "NYC Department for the Aging (demonstration)";
export const agingSlug = "aging";

export const agingDepartments = [
  {
    id: "01930000-0000-7000-8000-0000000a9e01",
    code: "EXEC",
    name: "Executive Office",
    contact: "Dolores Quint",
    phone: "(212) 555-0100",
  },
  {
    id: "01930000-0000-7000-8000-0000000a9e02",
    code: "NUTR",
    name: "Bureau of Nutrition Services",
    contact: "Hal Brandeis",
    phone: "(212) 555-0111",
  },
  {
    id: "01930000-0000-7000-8000-0000000a9e03",
    code: "CARE",
    name: "Bureau of Caregiver and Home Services",
    contact: "Inez Farrow",
    phone: "(212) 555-0122",
  },
  {
    id: "01930000-0000-7000-8000-0000000a9e04",
    code: "WORK",
    name: "Bureau of Benefits and Employment",
    contact: "Teo Marchetti",
    phone: "(212) 555-0133",
  },
] as const;

export const agingOrganization = {
  name: agingName,
  id: "DEMO-AGING-001",
  contact: agingDepartments[0].contact,
  phone: agingDepartments[0].phone,
  address: "1 Demonstration Plaza, New York, NY 10007",
  website: "https://aging.example.org",
} as const;

type Program = {
  code: string;
  title: string;
  program: string;
  /** Who gives it; every number of these awards is ours, none exists. */
  grantor: string;
  listing: string | null;
  amount: number;
  department: (typeof agingDepartments)[number]["code"];
  status: "Active" | "Active - Needs Attention";
  sample: boolean;
};
const communityLiving = "Administration for Community Living";
/** The ten programs; the figures of the page are their sum and their count. */
export const agingPrograms: readonly Program[] = [
  {
    code: "OAA3C1",
    title: "Congregate meals",
    program: "Older Americans Act Title III-C1",
    grantor: communityLiving,
    listing: "93.045",
    amount: 11_400_000_00,
    department: "NUTR",
    status: "Active",
    sample: true,
  },
  {
    code: "OAA3B",
    title: "Supportive services and senior centers",
    program: "Older Americans Act Title III-B",
    grantor: communityLiving,
    listing: "93.044",
    amount: 9_200_000_00,
    department: "CARE",
    status: "Active",
    sample: true,
  },
  {
    code: "OAA3C2",
    title: "Home-delivered meals",
    program: "Older Americans Act Title III-C2",
    grantor: communityLiving,
    listing: "93.045",
    amount: 8_600_000_00,
    department: "NUTR",
    status: "Active - Needs Attention",
    sample: true,
  },
  {
    code: "NSIP",
    title: "Nutrition services incentive",
    program: "Nutrition Services Incentive Program",
    grantor: communityLiving,
    listing: "93.053",
    amount: 4_100_000_00,
    department: "NUTR",
    status: "Active",
    sample: false,
  },
  {
    code: "OAA3E",
    title: "National family caregiver support",
    program: "Older Americans Act Title III-E",
    grantor: communityLiving,
    listing: "93.052",
    amount: 3_800_000_00,
    department: "CARE",
    status: "Active",
    sample: true,
  },
  {
    code: "SCSEP",
    title: "Senior community service employment",
    program: "Older Americans Act Title V",
    grantor: "Department of Labor",
    listing: "17.235",
    amount: 2_400_000_00,
    department: "WORK",
    status: "Active",
    sample: false,
  },
  {
    code: "CSE",
    title: "Community services for the elderly",
    program: "State program",
    grantor: "State Office for the Aging",
    listing: null,
    amount: 1_600_000_00,
    department: "CARE",
    status: "Active",
    sample: false,
  },
  {
    code: "EISEP",
    title: "Expanded in-home services",
    program: "State program",
    grantor: "State Office for the Aging",
    listing: null,
    amount: 1_200_000_00,
    department: "CARE",
    status: "Active",
    sample: false,
  },
  {
    code: "OAA3D",
    title: "Evidence-based health promotion",
    program: "Older Americans Act Title III-D",
    grantor: communityLiving,
    listing: "93.043",
    amount: 900_000_00,
    department: "WORK",
    status: "Active",
    sample: false,
  },
  {
    code: "HIICAP",
    title: "Health insurance counseling",
    program: "State Health Insurance Assistance Program",
    grantor: communityLiving,
    listing: "93.324",
    amount: 500_000_00,
    department: "WORK",
    status: "Active",
    sample: false,
  },
];
export const agingGrantNumber = (code: string): string => `AGE-2027-${code}`;

/** The account string that a program spends: of the federal or the state fund. */
export const agingAccountCode = (of: Program): string =>
  `${of.listing ? "200" : "210"}-${of.department}-6000-${of.code}`;

type Account = {
  role: string;
  email: string;
  name: string;
  title: string;
  description: string;
  permissions: readonly string[];
};
/** The four demo roles of SPEC 6. */
export const agingAccounts: readonly Account[] = [
  {
    role: "Organization Admin",
    email: "aging.admin@demo.levee.test",
    name: "Dolores Quint",
    title: "Organization admin",
    description: "Runs the agency in Levee.",
    permissions: ["All grants", "Users", "Billing", "Compliance", "System configuration"],
  },
  {
    role: "Grant Manager",
    email: "aging.grants@demo.levee.test",
    name: "Hal Brandeis",
    title: "Grant manager",
    description: "Carries the programs from award to report.",
    permissions: [
      "Create and edit grants",
      "Budgets",
      "Claims and drawdowns",
      "Subrecipient monitoring",
      "Reporting",
    ],
  },
  {
    role: "Financial Officer",
    email: "aging.finance@demo.levee.test",
    name: "Inez Farrow",
    title: "Financial officer",
    description: "Holds the money to its purpose.",
    permissions: [
      "Budget allocation",
      "Financial reporting",
      "Variance analysis",
      "Billing",
      "Forecasts",
    ],
  },
  {
    role: "Program Staff",
    email: "aging.staff@demo.levee.test",
    name: "Teo Marchetti",
    title: "Program staff",
    description: "Sees how the programs stand.",
    permissions: ["View grants", "Reports", "Dashboards", "Documentation", "Read-only"],
  },
];

export const demoNote = {
  plan: "Enterprise",
  monthlyCents: 2_999_00,
  users: "unlimited users",
} as const;

/** The page's figures, from programs and departments. */
export const figuresOf = (
  programs: readonly { amount: number }[],
  departments: number,
  roles: number,
) => ({
  totalCents: programs.reduce((n, p) => n + p.amount, 0),
  programs: programs.length,
  departments,
  roles,
});
