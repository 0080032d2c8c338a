// People of the demo county whose work is one field of the product.
import type { Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";

/** Somebody of a demo agency, with role, duties and department. */
export type DemoMember = {
  email: string;
  name: string;
  title: string;
  role: Role;
  duties: readonly Duty[];
  department: string;
};

/** Who scores applications to the county's own grant programs. */
export const reviewers: readonly DemoMember[] = [
  {
    email: "reviewer@demo.levee.test",
    name: "Ines Okonkwo",
    title: "Community health planner",
    role: "user",
    duties: ["program_reviewer"],
    department: "PHL",
  },
  {
    email: "reviewer2@demo.levee.test",
    name: "Howard Lindahl",
    title: "Parks program lead",
    role: "user",
    duties: ["program_reviewer"],
    department: "PRK",
  },
  {
    email: "reviewer3@demo.levee.test",
    name: "June Castellano",
    title: "Utilities analyst",
    role: "user",
    duties: ["program_reviewer"],
    department: "UTL",
  },
];

/** Who asks the federal government for the money of disasters. */
export const recoveryPeople: readonly DemoMember[] = [
  {
    email: "recovery@demo.levee.test",
    name: "Rhea Novak",
    title: "Recovery coordinator",
    role: "user",
    duties: ["recovery"],
    department: "ADM",
  },
  {
    email: "crew1@demo.levee.test",
    name: "Arlo Benson",
    title: "Equipment operator, road crew",
    role: "user",
    duties: [],
    department: "RDB",
  },
  {
    email: "crew2@demo.levee.test",
    name: "Mina Torres",
    title: "Laborer, road crew",
    role: "user",
    duties: [],
    department: "RDB",
  },
  {
    email: "payroll@demo.levee.test",
    name: "Paul Sorensen",
    title: "Payroll accountant",
    role: "user",
    duties: ["payroll"],
    department: "ADM",
  },
];

/** Whose week had no account: contracts, the books, compliance, the public in an incident. */
export const ownJobs: readonly DemoMember[] = [
  {
    email: "contracts@demo.levee.test",
    name: "Conrad Aalto",
    title: "Contract manager",
    role: "user",
    duties: ["contract_manager"],
    department: "ADM",
  },
  {
    email: "controller@demo.levee.test",
    name: "Cecily Marsh",
    title: "Controller",
    role: "user",
    duties: ["controller"],
    department: "ADM",
  },
  {
    email: "compliance@demo.levee.test",
    name: "Clara Whitfield",
    title: "Compliance officer",
    role: "user",
    duties: ["compliance_officer"],
    department: "ADM",
  },
  {
    email: "security@demo.levee.test",
    name: "Silas Okafor",
    title: "Security officer",
    role: "user",
    duties: ["security_officer"],
    department: "ADM",
  },
  {
    email: "pio@demo.levee.test",
    name: "Petra Lowell",
    title: "Communications officer",
    role: "user",
    duties: [],
    department: "ADM",
  },
  {
    email: "stores@demo.levee.test",
    name: "Otis Barclay",
    title: "Storekeeper, county yard",
    role: "user",
    duties: ["storekeeper"],
    department: "RDB",
  },
  {
    email: "dispatcher@demo.levee.test",
    name: "Dora Lindqvist",
    title: "Fleet dispatcher",
    role: "user",
    duties: ["dispatcher"],
    department: "RDB",
  },
  {
    email: "devices@demo.levee.test",
    name: "Tam Okereke",
    title: "Instruments technician",
    role: "user",
    duties: ["device_keeper"],
    department: "RDB",
  },
  {
    email: "sustainability@demo.levee.test",
    name: "Maren Solberg",
    title: "Sustainability officer",
    role: "user",
    duties: ["sustainability_officer"],
    department: "ADM",
  },
  {
    email: "biller@demo.levee.test",
    name: "Nora Tveit",
    title: "Billing specialist",
    role: "user",
    duties: ["biller"],
    department: "ADM",
  },
  {
    email: "engineer@demo.levee.test",
    name: "Signe Dahlberg",
    title: "County engineer",
    role: "user",
    duties: ["project_manager"],
    department: "RDB",
  },
  {
    email: "training@demo.levee.test",
    name: "Greta Lindahl",
    title: "Training officer",
    role: "user",
    duties: ["training_officer"],
    department: "ADM",
  },
  {
    email: "cards@demo.levee.test",
    name: "Nora Feld",
    title: "Card administrator",
    role: "user",
    duties: ["card_administrator"],
    department: "ADM",
  },
  {
    email: "holder@demo.levee.test",
    name: "Jonas Wirth",
    title: "Parks foreman",
    role: "user",
    duties: [],
    department: "PRK",
  },
  {
    email: "auditor2@demo.levee.test",
    name: "Edmund Vance",
    title: "Staff auditor",
    role: "user",
    duties: ["auditor"],
    department: "ADM",
  },
  {
    email: "quality@demo.levee.test",
    name: "Ingrid Solberg",
    title: "Quality officer",
    role: "user",
    duties: ["quality_officer"],
    department: "ADM",
  },
  {
    email: "platform2@demo.levee.test",
    name: "Noor Haddad",
    title: "Platform operator",
    role: "platform_admin",
    duties: [],
    department: "ADM",
  },
];
