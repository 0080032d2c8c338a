// The demo's accounts by what their people do: the sign-in page, the README and the console name
// them in this order.
import {
  carverMembers,
  comingAndGoing,
  demoSubrecipient,
  demoVendors,
  northforkAdmin,
} from "./demo.model.ts";

type DemoAccount = { email: string; name: string; title: string; does: string };
type DemoJob = { job: string; accounts: DemoAccount[] };

/** The password of the demo as the product brings it; an agency that sets another shows none. */
export const usualDemoPassword = "Levee-demo-2026!";

const jobs: readonly (readonly [job: string, does: Readonly<Record<string, string>>])[] = [
  [
    "Buying",
    {
      "user@demo.levee.test": "asks for things",
      "manager@demo.levee.test": "approves, orders, receives",
      "buyer@demo.levee.test": "orders, bids, contracts",
      "receiver@demo.levee.test": "receives goods",
      "stores@demo.levee.test": "keeps the stores of the county yard",
      "dispatcher@demo.levee.test": "plans the routes of the county's trucks",
      "sustainability@demo.levee.test": "counts what the county emits, and publishes it",
      "quality@demo.levee.test": "sets quality objectives, decides on nonconformances",
      "training@demo.levee.test": "keeps courses, requirements and certificates of people",
      "cards@demo.levee.test": "keeps purchase cards and ties their cycles to the bank",
      "holder@demo.levee.test": "buys by card, photographs receipts",
      "contracts@demo.levee.test": "drafts, negotiates and keeps contracts",
      "counsel@demo.levee.test": "reads contracts before they are approved",
    },
  ],
  [
    "Money",
    {
      "ap@demo.levee.test": "enters and matches invoices, proposes payments",
      "treasurer@demo.levee.test": "releases payments, verifies bank changes",
      "biller@demo.levee.test": "bills the townships that the county works for",
      "controller@demo.levee.test": "posts journals that others prepared, books assets",
      "compliance@demo.levee.test": "watches which rules purchases meet or break",
      "security@demo.levee.test": "looks at what happened to accounts and doors",
      "budget@demo.levee.test": "keeps the budget, overrides with a reason",
      "director@demo.levee.test": "decides what the budget officer prepared",
      "roads.head@demo.levee.test": "writes the department's budget proposal",
      "utilities.head@demo.levee.test": "writes the department's budget proposal",
      "parks.head@demo.levee.test": "writes the department's budget proposal",
    },
  ],
  [
    "Grants",
    {
      "grants@demo.levee.test": "finds, applies for and keeps awards",
      "signer@demo.levee.test": "reviews and signs applications",
      "certifier@demo.levee.test": "certifies drawdowns and reports",
      "reviewer@demo.levee.test": "scores applications to the county's programs",
      "reviewer2@demo.levee.test": "scores applications to the county's programs",
      "reviewer3@demo.levee.test": "scores applications to the county's programs",
      "subrecipient@demo.levee.test": "spends an award of the county, asks for payment",
    },
  ],
  [
    "Disasters and recovery",
    {
      "pio@demo.levee.test": "tells the public in the incident in which the position is held",
      "recovery@demo.levee.test": "asks FEMA for the money of disasters",
      "crew1@demo.levee.test": "writes own hours of the disaster",
      "crew2@demo.levee.test": "writes own hours of the disaster",
      "payroll@demo.levee.test": "reads timesheets in and brings in what was paid",
    },
  ],
  [
    "Assets and safety",
    {
      "works@demo.levee.test": "keeps the register, plans and assigns work",
      "technician@demo.levee.test": "does the work and writes the hours",
      "inspector@demo.levee.test": "inspects",
      "engineer@demo.levee.test": "runs projects: their money, days and certificates",
      "safety@demo.levee.test": "keeps the safety record",
      "devices@demo.levee.test": "keeps the county's sensors, their keys and alarm rules",
    },
  ],
  [
    "Running it",
    {
      "admin@demo.levee.test": "sets up people, policies, rules",
      "auditor@demo.levee.test": "leads audits, reads the audit ledger, exports evidence",
      "auditor2@demo.levee.test": "tests samples, reviews what the other auditor prepared",
      "platform@demo.levee.test": "operates; no money or award powers",
      "platform2@demo.levee.test": "decides what the first operator prepared",
      "leaver@demo.levee.test": "leaves the agency soon",
      "dormant@demo.levee.test": "has never signed in",
    },
  ],
  [
    "Outside",
    {
      "vendor1@demo.levee.test": "a vendor's own side",
      "vendor2@demo.levee.test": "a vendor's own side",
      "vendor3@demo.levee.test": "a vendor's own side",
      "admin@second.levee.test": "another agency: nothing leaks",
    },
  ],
];

type Person = { email: string; name: string; title: string };
const people: readonly Person[] = [
  ...carverMembers,
  ...comingAndGoing,
  northforkAdmin,
  ...[...demoVendors, demoSubrecipient].map(({ email, person, name }) => ({
    email,
    name: person,
    title: name,
  })),
];

/** Every account of the demo once, below the job that it is there for. */
export const demoJobs = (): DemoJob[] =>
  jobs.map(([job, does]) => ({
    job,
    accounts: Object.entries(does).map(([email, what]) => {
      const person = people.find((each) => each.email === email);
      if (!person) throw new Error(`${email} is not a demo account`);
      return { email, name: person.name, title: person.title, does: what };
    }),
  }));

/** Addresses of the demo that no job names; there are none. */
export const demoAccountsWithoutJob = (): string[] => {
  const named = new Set(demoJobs().flatMap(({ accounts }) => accounts.map(({ email }) => email)));
  return people.map(({ email }) => email).filter((email) => !named.has(email));
};
