import { ownJobs, recoveryPeople, reviewers, type DemoMember } from "./demo-specialists.model.ts";

/**
 * Ids of the demo agencies and people are fixed, so that the chapters of the demo story can name
 * them.
 */
export const carverCountyId = "01930000-0000-7000-8000-00000000ca01";
export const carverTimeZone = "America/Chicago";
export const northforkId = "01930000-0000-7000-8000-00000000f001";

export const carverDepartments = [
  { id: "01930000-0000-7000-8000-0000000de001", code: "RDB", name: "Roads & Bridges" },
  { id: "01930000-0000-7000-8000-0000000de002", code: "UTL", name: "Utilities" },
  { id: "01930000-0000-7000-8000-0000000de003", code: "SHF", name: "Sheriff" },
  { id: "01930000-0000-7000-8000-0000000de004", code: "PHL", name: "Public Health" },
  { id: "01930000-0000-7000-8000-0000000de005", code: "PRK", name: "Parks" },
  { id: "01930000-0000-7000-8000-0000000de006", code: "ADM", name: "Administration" },
] as const;

/** The people of Carver County, in the order in which their ids count. */
const firstMembers: readonly DemoMember[] = [
  {
    email: "admin@demo.levee.test",
    name: "Adele Moreau",
    title: "County administrator",
    role: "admin",
    duties: [],
    department: "ADM",
  },
  {
    email: "manager@demo.levee.test",
    name: "Marcus Hale",
    title: "Public works manager",
    role: "manager",
    duties: [],
    department: "RDB",
  },
  {
    email: "user@demo.levee.test",
    name: "Priya Nair",
    title: "Road crew coordinator",
    role: "user",
    duties: ["requester"],
    department: "RDB",
  },
  {
    email: "platform@demo.levee.test",
    name: "Pat Lindqvist",
    title: "Platform operator",
    role: "platform_admin",
    duties: [],
    department: "ADM",
  },
  {
    email: "buyer@demo.levee.test",
    name: "Maya Okafor",
    title: "Senior buyer",
    role: "user",
    duties: ["buyer", "requester"],
    department: "ADM",
  },
  {
    email: "ap@demo.levee.test",
    name: "Alan Petrov",
    title: "Accounts payable clerk",
    role: "user",
    duties: ["ap"],
    department: "ADM",
  },
  {
    email: "treasurer@demo.levee.test",
    name: "Teresa Brandt",
    title: "County treasurer",
    role: "user",
    duties: ["treasurer"],
    department: "ADM",
  },
  {
    email: "receiver@demo.levee.test",
    name: "Ray Castillo",
    title: "Yard supervisor",
    role: "user",
    duties: ["receiver"],
    department: "UTL",
  },
  {
    email: "budget@demo.levee.test",
    name: "Bea Novak",
    title: "Budget officer",
    role: "user",
    duties: ["budget_officer"],
    department: "ADM",
  },
  {
    email: "auditor@demo.levee.test",
    name: "Audrey Kim",
    title: "Internal auditor",
    role: "user",
    duties: ["auditor"],
    department: "ADM",
  },
];

// Came later: her id counts behind all others.
const attorney: DemoMember = {
  email: "counsel@demo.levee.test",
  name: "Cora Lindgren",
  title: "County attorney",
  role: "user",
  duties: ["counsel"],
  department: "ADM",
};

/** Who keeps the county's grants: nobody who prepares a request certifies it, no writer signs. */
const grantPeople: readonly DemoMember[] = [
  {
    email: "grants@demo.levee.test",
    name: "Ruth Adeyemi",
    title: "Grant manager",
    role: "user",
    duties: ["grant_manager"],
    department: "ADM",
  },
  {
    email: "certifier@demo.levee.test",
    name: "Walt Brennan",
    title: "Grant accountant",
    role: "user",
    duties: ["certifier"],
    department: "ADM",
  },
  {
    email: "signer@demo.levee.test",
    name: "Harriet Okafor",
    title: "Deputy county administrator",
    role: "user",
    duties: ["grant_signer"],
    department: "ADM",
  },
];

/** Who keeps, inspects and watches over what the county owns. */
const fieldPeople: readonly DemoMember[] = [
  {
    email: "technician@demo.levee.test",
    name: "Tess Nygaard",
    title: "Utility technician",
    role: "user",
    duties: ["technician"],
    department: "UTL",
  },
  {
    email: "inspector@demo.levee.test",
    name: "Ivan Petrosyan",
    title: "Facility inspector",
    role: "user",
    duties: ["inspector"],
    department: "PRK",
  },
  {
    email: "safety@demo.levee.test",
    name: "Sofia Lind",
    title: "Safety officer",
    role: "user",
    duties: ["safety_officer"],
    department: "ADM",
  },
  {
    email: "works@demo.levee.test",
    name: "Dale Whitcomb",
    title: "Public works supervisor",
    role: "user",
    duties: ["asset_manager"],
    department: "RDB",
  },
];

/** Who makes next year's budget: the departments ask, the director decides with the officer. */
const budgetPeople: readonly DemoMember[] = [
  {
    email: "director@demo.levee.test",
    name: "Dora Feld",
    title: "Finance director",
    role: "user",
    duties: ["budget_officer"],
    department: "ADM",
  },
  {
    email: "roads.head@demo.levee.test",
    name: "Rolf Amundsen",
    title: "Head of roads and bridges",
    role: "user",
    duties: ["department_head"],
    department: "RDB",
  },
  {
    email: "utilities.head@demo.levee.test",
    name: "Uma Castellan",
    title: "Head of utilities",
    role: "user",
    duties: ["department_head"],
    department: "UTL",
  },
  {
    email: "parks.head@demo.levee.test",
    name: "Pia Holm",
    title: "Head of parks",
    role: "user",
    duties: ["department_head"],
    department: "PRK",
  },
];

/** Everybody of Carver County, in the order in which their ids count. */
export const carverMembers: readonly DemoMember[] = [
  ...firstMembers,
  attorney,
  ...grantPeople,
  ...fieldPeople,
  ...budgetPeople,
  ...reviewers,
  ...recoveryPeople,
  ...ownJobs,
];

/** A subrecipient of the county, with its person in the portal. */
export const demoSubrecipient = {
  id: "01930000-0000-7000-8000-00000000be11",
  name: "Minnesota Valley Community Health",
  email: "subrecipient@demo.levee.test",
  person: "Salma Haddad",
} as const;

export const demoVendors = [
  {
    id: "01930000-0000-7000-8000-00000000be01",
    name: "Northline Aggregates LLC",
    email: "vendor1@demo.levee.test",
    person: "Nora Whitfield",
  },
  {
    id: "01930000-0000-7000-8000-00000000be02",
    name: "Castor Electric Co-op",
    email: "vendor2@demo.levee.test",
    person: "Carl Esposito",
  },
  {
    id: "01930000-0000-7000-8000-00000000be03",
    name: "Quarry Hill Trucking",
    email: "vendor3@demo.levee.test",
    person: "Greta Solberg",
  },
] as const;

export const northforkAdmin: DemoMember = {
  email: "admin@second.levee.test",
  name: "Sam Whitaker",
  title: "City manager",
  role: "admin",
  duties: [],
  department: "CTY",
};

const personPrefix = "01930000-0000-7000-8000-0000000a";
/** Members whom the chapter on rights adds: one leaves, one never signed in. */
export const comingAndGoing: readonly DemoMember[] = [
  {
    email: "leaver@demo.levee.test",
    name: "Lena Ortiz",
    title: "Seasonal yard clerk",
    role: "user",
    duties: ["receiver", "technician"],
    department: "UTL",
  },
  {
    email: "dormant@demo.levee.test",
    name: "Tomas Reyes",
    title: "Park ranger",
    role: "user",
    duties: ["requester"],
    department: "PRK",
  },
];

/**
 * Accounts that the set-up of the aging department's demonstration makes. Ids count on, so new
 * addresses come last.
 */
const agingAddresses = [
  "aging.admin@demo.levee.test",
  "aging.grants@demo.levee.test",
  "aging.finance@demo.levee.test",
  "aging.staff@demo.levee.test",
] as const;
const addresses: readonly string[] = [
  ...firstMembers.map((m) => m.email),
  ...demoVendors.slice(0, 2).map((v) => v.email),
  northforkAdmin.email,
  ...agingAddresses,
  ...demoVendors.slice(2).map((v) => v.email),
  attorney.email,
  ...comingAndGoing.map((m) => m.email),
  ...grantPeople.map((m) => m.email),
  ...fieldPeople.map((m) => m.email),
  ...budgetPeople.map((m) => m.email),
  ...reviewers.map((m) => m.email),
  demoSubrecipient.email,
  ...recoveryPeople.map((m) => m.email),
  ...ownJobs.map((m) => m.email),
];

/** The fixed id of a demo person. */
export const demoPersonId = (email: string): string => {
  const place = addresses.indexOf(email);
  if (place < 0) throw new Error(`${email} is not a demo account`);
  return `${personPrefix}${String(place + 1).padStart(4, "0")}`;
};
