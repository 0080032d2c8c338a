import type { Permission } from "./access.ts";
import { day, type Day } from "./time.ts";

/** One end of a conflicting set: what it lets a person do, and what the ledger calls it when done. */
type SeparationEnd = {
  label: string;
  permission: Permission;
  acts: readonly string[];
};

/** Two ends of one course that one person shall not hold, by a rule with its dates. */
export type ConflictSet = {
  key: string;
  label: string;
  /** What one person could do with both. */
  risk: string;
  ends: readonly [SeparationEnd, SeparationEnd];
  /** A later first act begins the course anew: another bank change of the same vendor. */
  renewed?: boolean;
};

/** Where it stands that duties are kept apart, for how long, and from where it was read. */
export type SeparationRule = {
  place: string;
  citation: string;
  text: string;
  effectiveFrom: Day;
  effectiveTo: Day | null;
  source: string;
  /** False: the source was not read again for this; the screens say so. */
  verified: boolean;
};

/** The rules by which duties are kept apart, each with its dates. */
const separationRules: readonly SeparationRule[] = [
  {
    place: "United States, federal awards",
    citation: "2 CFR 200.303(a)",
    text: "Whoever receives federal money keeps internal controls that follow the Green Book or COSO; both ask that duties be divided.",
    effectiveFrom: day("2014-12-26"),
    effectiveTo: null,
    source: "2 CFR part 200, 78 FR 78608, revised by 89 FR 30046 from 2024-10-01",
    verified: false,
  },
  {
    place: "United States, federal government",
    citation: "GAO Green Book 10.12 to 10.14 (GAO-14-704G)",
    text: "Authority, custody and accounting of one transaction are divided among people; where that cannot be, another control stands beside it.",
    effectiveFrom: day("2015-10-01"),
    effectiveTo: day("2025-10-01"),
    source: "GAO-14-704G, effective with fiscal year 2016",
    verified: false,
  },
  {
    place: "United States, federal government",
    citation: "GAO Green Book, principle 10 (GAO-25-107721)",
    text: "Authority, custody and accounting of one transaction are divided among people; where that cannot be, another control stands beside it.",
    effectiveFrom: day("2025-10-01"),
    effectiveTo: null,
    source: "GAO-25-107721, effective with fiscal year 2026",
    verified: false,
  },
  {
    place: "NIST",
    citation: "SP 800-53 Rev. 5, AC-5",
    text: "Duties that need separation are named, and access is given so that they are separated.",
    effectiveFrom: day("2020-09-23"),
    effectiveTo: null,
    source: "NIST SP 800-53 Rev. 5, updated 2020-12-10",
    verified: false,
  },
];

/** What one person shall not hold at both ends. */
export const conflictSets: readonly ConflictSet[] = [
  {
    key: "order-receive",
    label: "Ordering and receiving",
    risk: "Goods that never came could be ordered and confirmed by one person.",
    ends: [
      {
        label: "Issues the order",
        permission: "purchaseOrder.issue",
        acts: ["purchaseOrder.issue"],
      },
      {
        label: "Records that it arrived",
        permission: "receipt.post",
        acts: ["purchaseOrder.receive"],
      },
    ],
  },
  {
    key: "order-pay",
    label: "Ordering and paying",
    risk: "An order could be made and paid without anybody else.",
    ends: [
      {
        label: "Issues the order",
        permission: "purchaseOrder.issue",
        acts: ["purchaseOrder.issue"],
      },
      { label: "Releases its payment", permission: "payment.release", acts: ["invoice.pay"] },
    ],
  },
  {
    key: "invoice-pay",
    label: "Entering an invoice and paying it",
    risk: "A bill that nobody sent could be entered and paid by one person.",
    ends: [
      { label: "Enters the invoice", permission: "invoice.create", acts: ["invoice.create"] },
      { label: "Releases its payment", permission: "payment.release", acts: ["invoice.pay"] },
    ],
  },
  {
    key: "propose-release",
    label: "Proposing and releasing a payment",
    risk: "Money could leave on one person's word.",
    ends: [
      {
        label: "Proposes the payment",
        permission: "payment.propose",
        acts: ["payment.propose", "paymentRun.submit"],
      },
      {
        label: "Releases it",
        permission: "payment.release",
        acts: ["payment.release", "paymentRun.release"],
      },
    ],
  },
  {
    key: "bank-verify",
    label: "Changing and verifying a vendor's bank account",
    risk: "Payments could be led to another account by one person.",
    renewed: true,
    ends: [
      {
        label: "Proposes the change",
        permission: "vendor.editBank",
        acts: ["vendor.proposeBankChange"],
      },
      { label: "Verifies it", permission: "vendor.verifyBank", acts: ["vendor.changeBank"] },
    ],
  },
  {
    key: "journal-post",
    label: "Preparing and posting a journal",
    risk: "Costs could be moved by one person.",
    ends: [
      { label: "Prepares the journal", permission: "journal.prepare", acts: ["journal.submit"] },
      { label: "Posts it", permission: "journal.approve", acts: ["journal.post"] },
    ],
  },
  {
    key: "drawdown-certify",
    label: "Preparing and certifying a drawdown",
    risk: "Grant money could be drawn on one person's word.",
    ends: [
      {
        label: "Prepares the drawdown",
        permission: "drawdown.prepare",
        acts: ["drawdown.submit"],
      },
      { label: "Certifies it", permission: "drawdown.certify", acts: ["drawdown.certify"] },
    ],
  },
];

/** Sets of which these permissions hold both ends. */
export const completeSets = (permissions: ReadonlySet<string>): readonly ConflictSet[] =>
  conflictSets.filter(({ ends }) => ends.every((end) => permissions.has(end.permission)));

/**
 * Sets that a change of access completes: both ends are held after it and not before, and the role
 * alone does not hold them (a role is one piece, reviewed as such).
 */
export const joinedSets = (
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  byRole: ReadonlySet<string>,
): readonly ConflictSet[] => {
  const had = completeSets(before);
  const alone = completeSets(byRole);
  return completeSets(after).filter((set) => !had.includes(set) && !alone.includes(set));
};

/** The rules that hold on a day. */
export const rulesOfSeparation = (on: Day): readonly SeparationRule[] =>
  separationRules.filter(
    (rule) => rule.effectiveFrom <= on && (rule.effectiveTo === null || on < rule.effectiveTo),
  );
