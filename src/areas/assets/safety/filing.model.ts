import { day, type Day } from "#kernel/time.ts";
import {
  filingRulesOf,
  stateDifferences,
  statePlans,
  type FilingRules,
  type StatePlan,
} from "./filing-rules.data.ts";
import type { FilingAnswer } from "./safety.model.ts";

/** What the duty to file follows from. */
export type FilingOf = {
  year: number;
  state: string;
  /** 1 not a government, 2 state, 3 local. */
  kind: number;
  naics: string;
  employees: number | null;
};

type Reason = FilingAnswer["reasons"][number];
const reason = (text: string, of: { citation: string; verifiedOn: Day | null }): Reason => ({
  text,
  citation: of.citation,
  verified: of.verifiedOn !== null,
});
const listed = (naics: string, list: readonly string[]) =>
  list.some((code) => naics.startsWith(code));

/** The plan of a state that holds for such an employer in a year; null: it is federal OSHA's, or nobody's. */
export const planOf = ({ state, kind, year }: FilingOf): StatePlan | null =>
  statePlans.find(
    (one) =>
      one.state === state && one.from <= `${year}-12-31` && (one.covers === "all" || kind !== 1),
  ) ?? null;

/** What the plan of a state says otherwise about something; empty where nothing is known. */
export const differencesOf = (of: FilingOf, about: "volunteers" | "forms"): readonly Reason[] =>
  planOf(of) === null
    ? []
    : stateDifferences
        .filter(
          (one) => one.state === of.state && one.about === about && one.from <= `${of.year}-12-31`,
        )
        .map((one) => reason(one.text, one));

const nobody = (of: FilingOf): FilingAnswer => ({
  regime: `No federal duty in ${of.state}`,
  keeps: false,
  sends: [],
  sendBy: null,
  reasons: [
    reason(
      "A state and its political subdivisions are no employers under the federal act, and this state has no plan of its own for them. Its own law may ask for records.",
      { citation: "29 U.S.C. 652(5)", verifiedOn: null },
    ),
  ],
});

// What a plan shares with part 1904 is what is recordable; of the rest it may ask for more.
const mayAskMore = (state: string): Reason =>
  reason(
    `The plan of ${state} may ask for more than this, such as of exempt industries, of reporting, or of how long records are kept: look into the rules of ${state}.`,
    { citation: "29 CFR 1904.37(b)(2)", verifiedOn: null },
  );

type Sent = Pick<FilingAnswer, "sends" | "reasons">;
const summarySent = (of: FilingOf & { employees: number }, rules: FilingRules): Sent => {
  if (of.employees >= rules.summaryFrom)
    return {
      sends: ["300A"],
      reasons: [reason(`${rules.summaryFrom} employees or more send form 300A.`, rules)],
    };
  const inList = listed(of.naics, rules.appendixA);
  if (of.employees >= rules.listedSummaryFrom && inList)
    return {
      sends: ["300A"],
      reasons: [
        reason(
          `From ${rules.listedSummaryFrom} employees on form 300A is sent in industry ${of.naics} (appendix A to subpart E).`,
          rules,
        ),
      ],
    };
  return {
    sends: [],
    reasons: [
      reason(
        inList
          ? `Below ${rules.listedSummaryFrom} employees nothing is sent.`
          : `Below ${rules.summaryFrom} employees nothing is sent in industry ${of.naics}.`,
        rules,
      ),
    ],
  };
};

const casesSent = (of: FilingOf & { employees: number }, rules: FilingRules): Sent =>
  of.employees >= rules.listedCasesFrom && listed(of.naics, rules.appendixB)
    ? {
        sends: ["cases"],
        reasons: [
          reason(
            `From ${rules.listedCasesFrom} employees on forms 300 and 301 are sent in industry ${of.naics} (appendix B to subpart E).`,
            rules,
          ),
        ],
      }
    : { sends: [], reasons: [] };

const missingOf = (of: FilingOf): string | null =>
  of.state === ""
    ? "Enter the state of the establishment: who must keep and send what follows from it."
    : !/^\d{6}$/.test(of.naics)
      ? "Enter the NAICS code of the establishment, six digits: what is sent follows from it."
      : of.employees === null
        ? "Enter the average of employees: what is sent follows from it."
        : null;

/** Whether form 300 is kept, 300A posted, and what is sent by when: by size, industry and state. */
export const filingOf = (of: FilingOf): FilingAnswer => {
  const rules = filingRulesOf(of.year);
  const held = planOf(of);
  if (of.state !== "" && held === null && of.kind !== 1) return nobody(of);
  const regime = held ? `State plan of ${of.state}` : "Federal OSHA";
  const common = {
    regime,
    reasons: held ? [reason(`The plan of ${of.state} holds for this employer.`, held)] : [],
  };
  const lacks = missingOf(of);
  if (lacks || rules === null)
    return {
      ...common,
      keeps: of.state === "" ? null : true,
      sends: [],
      sendBy: null,
      reasons: [
        ...common.reasons,
        ...(lacks
          ? [reason(lacks, rules ?? { citation: "29 CFR 1904.41", verifiedOn: null })]
          : []),
      ],
    };
  if (listed(of.naics, rules.keepsNone))
    return {
      ...common,
      keeps: false,
      sends: [],
      sendBy: null,
      reasons: [
        ...common.reasons,
        reason(`Industry ${of.naics} keeps no log unless it is asked in writing.`, {
          citation: "29 CFR 1904.2; appendix A to subpart B",
          verifiedOn: null,
        }),
        ...(held ? [mayAskMore(of.state)] : []),
      ],
    };
  const known = { ...of, employees: of.employees! };
  const sent = [summarySent(known, rules), casesSent(known, rules)];
  const sends = sent.flatMap((one) => one.sends);
  return {
    regime,
    keeps: true,
    sends,
    sendBy: sends.length > 0 ? day(`${of.year + 1}-${rules.sendBy}`) : null,
    reasons: [
      ...common.reasons,
      ...sent.flatMap((one) => one.reasons),
      ...differencesOf(of, "forms"),
      ...differencesOf(of, "volunteers"),
      ...(held ? [mayAskMore(of.state)] : []),
    ],
  };
};
