import type { Day } from "#kernel/time.ts";

/** What a schedule is held to: a limit from a day on, with its source. */
export type HealthLimit = {
  rule: HealthRule;
  from: Day;
  /** Percent of the tasks that are not done, at most; or how many, at most. */
  atMost: { percent: number } | { count: number };
  source: string;
};
export type HealthRule =
  | "openEnds"
  | "leads"
  | "hardConstraints"
  | "negativeFloat"
  | "futureWork"
  | "outOfSequence"
  | "noBaseline"
  | "contractFinish";

const dcma = "DCMA-EA PAM 200.1 (October 2012), 14-point assessment";
const gao = "GAO-16-89G, Schedule Assessment Guide (December 2015)";
const [of2012, of2015] = ["2012-10-01" as Day, "2015-12-22" as Day];

/** Limits of a schedule's health; a later line of a rule takes the place of an earlier one. */
export const healthLimits: readonly HealthLimit[] = [
  { rule: "openEnds", from: of2012, atMost: { percent: 5 }, source: `${dcma}, logic` },
  { rule: "leads", from: of2012, atMost: { count: 0 }, source: `${dcma}, leads` },
  { rule: "hardConstraints", from: of2012, atMost: { percent: 5 }, source: `${dcma}, constraints` },
  { rule: "negativeFloat", from: of2012, atMost: { count: 0 }, source: `${dcma}, negative float` },
  { rule: "futureWork", from: of2012, atMost: { count: 0 }, source: `${dcma}, invalid dates` },
  { rule: "outOfSequence", from: of2015, atMost: { count: 0 }, source: `${gao}, best practice 9` },
  { rule: "noBaseline", from: of2015, atMost: { count: 0 }, source: `${gao}, best practice 10` },
  { rule: "contractFinish", from: of2015, atMost: { count: 0 }, source: "The contract" },
];
