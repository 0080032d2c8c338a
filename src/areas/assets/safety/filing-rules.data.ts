/** Who keeps a log, posts a summary and sends figures: by size, industry and state. */

import type { Day } from "#kernel/time.ts";

/** What a rule rests on; `verifiedOn` null: nobody held it against its text yet. */
type Source = { citation: string; verifiedOn: Day | null };

export type FilingRules = Source & {
  /** The first year of forms for which they hold. */
  fromYear: number;
  /** From so many employees of an establishment on the summary is sent, whatever its industry. */
  summaryFrom: number;
  /** From so many on it is sent in the industries of appendix A to subpart E. */
  listedSummaryFrom: number;
  /** From so many on the cases are sent too in the industries of appendix B to subpart E. */
  listedCasesFrom: number;
  /** Month and day of the year after. */
  sendBy: string;
  /** NAICS codes, each for all that begin with it: who keeps no log unless asked in writing. */
  keepsNone: readonly string[];
  appendixA: readonly string[];
  appendixB: readonly string[];
};

const words = (text: string) => text.trim().split(/\s+/);

const keepsNone = words(`
  4412 4431 4461 4471 4481 4482 4483 4511 4512 4531 4532 4812 4861 4862 4869 4879 4885 5111 5112 5121
  5122 5151 5172 5173 5179 5181 5182 5191 5211 5221 5222 5223 5231 5232 5239 5241 5242 5251 5259 5312
  5331 5411 5412 5413 5414 5415 5416 5417 5418 5511 5611 5614 5615 5616 6111 6112 6113 6114 6115 6116
  6117 6211 6212 6213 6214 6215 6244 7114 7115 7213 7221 7222 7224 8112 8114 8121 8122 8131 8132 8133
  8134 8139
`);
const appendixA = words(`
  11 22 23 31 32 33 42 4413 4421 4422 4441 4442 4451 4452 4522 4523 4533 4542 4543 4811 4841 4842 4851
  4852 4853 4854 4855 4859 4871 4881 4882 4883 4884 4889 4911 4921 4922 4931 5152 5311 5321 5322 5323
  5617 5621 5622 5629 6219 6221 6222 6223 6231 6232 6233 6239 6242 6243 7111 7112 7131 7211 7212 7213
  7223 8113 8123
`);
const appendixB = words(`
  1111 1112 1113 1114 1119 1121 1122 1123 1129 1133 1141 1142 1151 1152 1153 2213 2381 3111 3113 3114
  3115 3116 3117 3118 3119 3121 3161 3162 3211 3212 3219 3261 3262 3271 3272 3273 3279 3312 3314 3315
  3321 3323 3324 3325 3326 3327 3328 3331 3335 3361 3362 3363 3366 3371 3372 4231 4233 4235 4239 4244
  4248 4413 4422 4441 4442 4451 4522 4523 4533 4543 4811 4841 4842 4851 4852 4853 4854 4859 4871 4881
  4883 4889 4911 4921 4931 5322 5621 5622 6219 6221 6222 6223 6231 6232 6233 6239 6243 7111 7112 7131
  7211 7212 7223
`);

/** Newest last. The lists of industries were written from memory of the appendices. */
export const filingRules: readonly FilingRules[] = [
  {
    fromYear: 2016,
    citation: "29 CFR 1904.41(a), as of 2017 to 2023",
    verifiedOn: null,
    summaryFrom: 250,
    listedSummaryFrom: 20,
    listedCasesFrom: Number.POSITIVE_INFINITY,
    sendBy: "03-02",
    keepsNone,
    appendixA,
    appendixB: [],
  },
  {
    fromYear: 2023,
    citation: "29 CFR 1904.41(a), as of 1 January 2024",
    verifiedOn: null,
    summaryFrom: 250,
    listedSummaryFrom: 20,
    listedCasesFrom: 100,
    sendBy: "03-02",
    keepsNone,
    appendixA,
    appendixB,
  },
];

/** The rules for the forms of a year; null before there was anything to send. */
export const filingRulesOf = (year: number): FilingRules | null =>
  filingRules.findLast((one) => one.fromYear <= year) ?? null;

export type StatePlan = Source & {
  state: string;
  /** `public`: of state and local governments only; others fall under federal OSHA. */
  covers: "all" | "public";
  from: Day;
};

const plan =
  (covers: StatePlan["covers"]) =>
  (state: string): StatePlan => ({
    state,
    covers,
    // In force when part 1904 came into its present form; earlier days are of no use here.
    from: "2002-01-01" as Day,
    citation: "29 U.S.C. 667; OSHA's list of state plans",
    verifiedOn: null,
  });

/** States that have a plan of their own, and for whom. */
export const statePlans: readonly StatePlan[] = [
  ...words("AK AZ CA HI IN IA KY MD MI MN NV NM NC OR PR SC TN UT VT VA WA WY").map(plan("all")),
  ...words("CT NJ NY VI").map(plan("public")),
  { ...plan("public")("IL"), from: "2009-09-01" as Day },
  { ...plan("public")("ME"), from: "2015-08-05" as Day },
  { ...plan("public")("MA"), from: "2022-08-18" as Day },
];

/** What a state's plan says otherwise than part 1904. */
export type StateDifference = Source & {
  state: string;
  from: Day;
  about: "volunteers" | "forms";
  text: string;
};
export const stateDifferences: readonly StateDifference[] = [
  {
    state: "NY",
    from: "2002-01-01" as Day,
    about: "forms",
    text: "Public employers of New York keep forms SH 900, SH 900.1 and SH 900.2 in place of 300, 300A and 301.",
    citation: "12 NYCRR part 801",
    verifiedOn: null,
  },
  {
    state: "NY",
    from: "2002-01-01" as Day,
    about: "volunteers",
    text: "In New York volunteer firefighters of a public employer count.",
    citation: "N.Y. Labor Law 27-a",
    verifiedOn: null,
  },
  {
    state: "NJ",
    from: "2002-01-01" as Day,
    about: "volunteers",
    text: "In New Jersey volunteers of public emergency services count.",
    citation: "N.J.S.A. 34:6A-27; N.J.A.C. 12:110",
    verifiedOn: null,
  },
];
