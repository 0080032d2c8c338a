import type { ProbeName } from "./probe.service.ts";

/** A sentence about the agency's protection, which its probe keeps true. */
export type Statement = {
  probe: ProbeName;
  label: string;
  /** The sentence while the probe is green, and the one that it turns to. */
  good: string;
  bad: string;
  nist: string;
};

/** Where the labels of the controls stand. */
export const nistSource = {
  title: "NIST SP 800-53 Rev. 5",
  from: "2020-09-23",
  source: "NIST SP 800-53 Rev. 5, updated 2020-12-10",
} as const;

export const statements: readonly Statement[] = [
  {
    probe: "rowSecurity",
    label: "Agencies apart",
    good: "The database itself keeps the rows of one agency from every other one.",
    bad: "Not every table keeps the rows of agencies apart by itself.",
    nist: "AC-3 Access Enforcement",
  },
  {
    probe: "officersFactor",
    label: "Officers with a second factor",
    good: "Everybody who pays, awards or decides about access signs in with a second factor.",
    bad: "Somebody who pays, awards or decides about access signs in with a password alone.",
    nist: "IA-2(1) Multi-factor Authentication to Privileged Accounts",
  },
  {
    probe: "checkpoint",
    label: "Audit record",
    good: "What happened is sealed: the newest signed checkpoint of the audit record is up to date.",
    bad: "The newest signed checkpoint of the audit record is late.",
    nist: "AU-10 Non-repudiation",
  },
  {
    probe: "https",
    label: "Encrypted on the way",
    good: "Everything between your browser and the server is encrypted.",
    bad: "This server is reached without encryption: only a trial on one machine should be.",
    nist: "SC-8 Transmission Confidentiality and Integrity",
  },
  {
    probe: "headers",
    label: "Answers that stay yours",
    good: "Answers say that nobody stores them on the way and that no browser guesses their kind.",
    bad: "Answers lack what keeps others from storing them or browsers from guessing their kind.",
    nist: "SC-18 Mobile Code",
  },
  {
    probe: "keyStore",
    label: "Keys of sealed bids",
    good: "The keys that open sealed bids lie in a store apart from the database.",
    bad: "The key store does not answer: bids can be neither taken in nor opened.",
    nist: "SC-12 Cryptographic Key Establishment and Management",
  },
  {
    probe: "clock",
    label: "One clock",
    good: "The clocks of the servers agree, so that deadlines and records have one time.",
    bad: "The clock of a server is off.",
    nist: "AU-8 Time Stamps",
  },
  {
    probe: "backup",
    label: "Backups",
    good: "Backups are made when they are due.",
    bad: "A backup is late or failed.",
    nist: "CP-9 System Backup",
  },
];
