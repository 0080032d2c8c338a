import { leastOf, type Rule } from "#areas/governance/governance.public.ts";
import { addDays, addMonths, type Day } from "#kernel/time.ts";

/** Days and months that the law gives; with its place. */
export type SingleAuditClocks = {
  submitDays: number;
  submitMonths: number;
  decisionMonths: number;
  citation: string;
};

/** The clocks of the rules in force; of several the strictest. */
export const singleAuditClocks = (rules: readonly Rule[]): SingleAuditClocks => ({
  submitDays: leastOf(rules, "submitDays") ?? 30,
  submitMonths: leastOf(rules, "submitMonths") ?? 9,
  decisionMonths: leastOf(rules, "decisionMonths") ?? 6,
  citation: rules[0]?.citation ?? "",
});

type Dated = { yearEndedOn: Day | null; reportedOn: Day | null; acceptedOn: Day | null };

/** The earlier of so many days after the auditor's report and so many months after the year's end. */
export const submissionDay = (
  { yearEndedOn, reportedOn }: Dated,
  { submitDays, submitMonths }: SingleAuditClocks,
): Day | null => {
  const days = [
    ...(reportedOn ? [addDays(reportedOn, submitDays)] : []),
    ...(yearEndedOn ? [addMonths(yearEndedOn, submitMonths)] : []),
  ].toSorted();
  return days[0] ?? null;
};

/** So many months after the report was accepted; the last day of a shorter month. */
export const decisionDay = (
  { acceptedOn }: Dated,
  { decisionMonths }: SingleAuditClocks,
): Day | null => (acceptedOn ? addMonths(acceptedOn, decisionMonths) : null);

/** What the law asks of a single audit, as days with what they follow from. */
export const clocksOf = (of: Dated, clocks: SingleAuditClocks) => {
  const [submit, decide] = [submissionDay(of, clocks), decisionDay(of, clocks)];
  const { citation, submitDays, submitMonths, decisionMonths } = clocks;
  return [
    ...(submit && !of.acceptedOn
      ? [
          {
            key: "submit",
            title: "submit the reporting package",
            dueOn: submit,
            follows: `The earlier of ${submitDays} days after the auditor's report and ${submitMonths} months after the fiscal year's end.`,
            citation,
          },
        ]
      : []),
    ...(decide
      ? [
          {
            key: "decide",
            title: "management decision on its findings",
            dueOn: decide,
            follows: `${decisionMonths} months after the report was accepted.`,
            citation,
          },
        ]
      : []),
  ];
};
