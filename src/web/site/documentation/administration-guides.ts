import type { Guide } from "./guide.ts";

/** The last pages of the guide: those for administrators and auditors. */
export const administrationGuides: readonly Guide[] = [
  {
    slug: "training",
    for: "Administrators and auditors",
    title: "Training and certificates",
    description:
      "Enter what you are certified for, renew it before it ends, learn, and prove what you earned.",
  },
  {
    slug: "training-officer",
    for: "Administrators and auditors",
    title: "Training officers",
    description:
      "See who holds what and for how long, verify it, bring rosters in, and keep work for those who are qualified.",
  },
  {
    slug: "quality",
    for: "Administrators and auditors",
    title: "Quality",
    description:
      "Set objectives that are counted from the records, read their control charts, and see nonconformances through to their end.",
  },
  {
    slug: "workflows",
    for: "Administrators and auditors",
    title: "Workflows",
    description:
      "Draw how work goes on by itself, try it on the past, publish it, and see where each run stands, why, and for whom it waits.",
  },
  {
    slug: "single-sign-on",
    for: "Administrators and auditors",
    title: "Single sign-on",
    description:
      "Connect your agency's own sign-in, test it, prove mail domains, let groups give rights, and enter the agency through it alone.",
  },
  {
    slug: "delivery",
    for: "Administrators and auditors",
    title: "Delivery and webhooks",
    description:
      "Send approved forms by mail, print and webhook, follow every try, and connect other systems with signed messages.",
  },
  {
    slug: "programs",
    for: "Administrators and auditors",
    title: "Connecting programs",
    description:
      "Let scripts and other systems work with a key and narrow rights of their own, see what they did, stop them at once.",
  },
  {
    slug: "connectors",
    for: "Administrators and auditors",
    title: "Connectors",
    description:
      "Fetch files and lists of other systems every day, try them first, and see row by row what came in.",
  },
  {
    slug: "public-site",
    for: "Administrators and auditors",
    title: "The public site",
    description:
      "What an agency publishes, what visitors send and who reads it, feature requests, and service requests with Open311.",
  },
  {
    slug: "audit-ledger",
    for: "Administrators and auditors",
    title: "Audit ledger",
    description:
      "What the ledger records, how to keep the key and checkpoints, and how to check an evidence bundle without the server.",
  },
  {
    slug: "leaving",
    for: "Administrators and auditors",
    title: "Taking everything along, and ending an agency",
    description:
      "An export of everything as one ZIP that opens without Levee, what stays out of it, and the end of an agency with what remains.",
  },
  {
    slug: "practice-copies",
    for: "Administrators and auditors",
    title: "Practising in a copy",
    description:
      "A copy of the agency for chosen members, with made-up numbers: how it is made, what it holds, why nothing leaves it, and how it ends.",
  },
  {
    slug: "checking",
    for: "Administrators and auditors",
    title: "Checking that it is well",
    description:
      "The machine tried live, the books counted anew every night, monitoring with last week beside now, alarms as data, and counts by month.",
  },
  {
    slug: "operating",
    for: "Administrators and auditors",
    title: "Operating",
    description:
      "For those who run the server: is it well, the figures for Prometheus, who may read them, and what is worth an alarm.",
  },
  {
    slug: "backup-and-restore",
    for: "Administrators and auditors",
    title: "Backup and restore",
    description:
      "A backup while people work, what is kept apart from it, the restore after a lost machine, and its rehearsal.",
  },
  {
    slug: "installing",
    for: "Administrators and auditors",
    title: "Installing",
    description:
      "From an empty Debian machine to the first sign-in in one sitting, what to back up, upgrading, removing, and containers.",
  },
  {
    slug: "several-instances",
    for: "Administrators and auditors",
    title: "Several instances",
    description: "What instances of one database share, what runs once, and how one is stopped.",
  },
  {
    slug: "files-in-object-storage",
    for: "Administrators and auditors",
    title: "Files in object storage",
    description:
      "Name a bucket, bring the files over while people work, and what happens while the storage is away.",
  },
  {
    slug: "database-failover",
    for: "Administrators and auditors",
    title: "A database that fails over",
    description:
      "Name both machines, let a standby confirm each write, and what happens when the primary goes.",
  },
  {
    slug: "database-standby",
    for: "Administrators and auditors",
    title: "Reading from a standby",
    description:
      "Name the standby, what is read there and what never, and what happens when it falls behind.",
  },
  {
    slug: "going-back",
    for: "Administrators and auditors",
    title: "Going back to a minute",
    description:
      "Archive the log of PostgreSQL, rehearse a minute of the past, and go back without anything going out twice.",
  },
  {
    slug: "upgrading",
    for: "Administrators and auditors",
    title: "Upgrading",
    description:
      "Try a new version on a copy of the data, bring instances over one by one, and what waits meanwhile.",
  },
  {
    slug: "your-agency",
    for: "Administrators and auditors",
    title: "The life of your agency",
    description:
      "In which state your agency is and what that closes, what it uses of its plan, and letting support in.",
  },
  {
    slug: "running-agencies",
    for: "Administrators and auditors",
    title: "Running Levee for several agencies",
    description:
      "Found agencies, make one read-only or release it, see what each uses, and read where you were let in.",
  },
];
