/** What 2 CFR 200.308 says of revisions, by the day on which the award begins. */
export type RevisionRule = {
  from: string;
  /** Transfers among object classes above this part of the whole budget ask the grantor, in percent. */
  transferPercent: number;
  /** One extension of so many months is the recipient's own to make. */
  extensionMonths: number;
  /** The grantor is told of it at least so many days before the period ends. */
  noticeDays: number;
  scope: string;
  keyPerson: string;
  subaward: string;
  transfer: string;
  construction: string;
  extension: string;
  source: string;
};

/** Newest first. An award keeps the text of its first day until an amendment takes over a later one. */
const revisionRules: readonly RevisionRule[] = [
  {
    from: "2024-10-01",
    transferPercent: 10,
    extensionMonths: 12,
    noticeDays: 10,
    scope: "2 CFR 200.308(f)(1)",
    keyPerson: "2 CFR 200.308(f)(2)",
    subaward: "2 CFR 200.308(f)(6)",
    transfer: "2 CFR 200.308(i)",
    construction: "2 CFR 200.308(h)(3)",
    extension: "2 CFR 200.308(g)(2)",
    source: "89 FR 30046, 22 April 2024, in force from 1 October 2024",
  },
  {
    from: "2014-12-26",
    transferPercent: 10,
    extensionMonths: 12,
    noticeDays: 10,
    scope: "2 CFR 200.308(c)(1)(i), before October 2024",
    keyPerson: "2 CFR 200.308(c)(1)(ii), before October 2024",
    subaward: "2 CFR 200.308(c)(1)(vi), before October 2024",
    transfer: "2 CFR 200.308(f), before October 2024",
    construction: "2 CFR 200.308(h)(5), before October 2024",
    extension: "2 CFR 200.308(e)(2), before October 2024",
    source: "78 FR 78590, 26 December 2013, and 85 FR 49506, 13 August 2020",
  },
];

/** The rule of an award that begins on this day; the oldest for days before it. */
export const revisionRuleOf = (periodFrom: string): RevisionRule =>
  revisionRules.find((rule) => rule.from <= periodFrom) ?? revisionRules.at(-1)!;
