import { splitCents } from "#kernel/money.ts";
import { states } from "../federal-form/states.ts";
import type { FormCode } from "../federal-form/federal-form.ts";
import { stateReviews } from "../federal-form/sf424.data.ts";
import { workOut, type Cell } from "../budget/workings.model.ts";
import { applicationTypes } from "./application.labels.ts";
import {
  sf424cOf,
  sf424ShortOf,
  sflllOf,
  sitesOf,
  type Answers,
  type Sources,
} from "./fill-more.service.ts";

const clean = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(
      ([, value]) => value !== "" && value !== undefined && value !== null,
    ),
  );

// What the budget says of its first year, which the forms ask for; of a revision the change alone,
// and of construction the whole project, which the SF-424C asks for.
const firstYear = ({ application, budget, rule }: Sources) => {
  const { cells } = workOut(budget, rule);
  const revised = application.applicationType === "revision";
  const construction = application.kind === "construction";
  const whole = revised || construction;
  const years = (activity: number): readonly Cell[] =>
    whole ? cells[activity]! : cells[activity]!.slice(0, 1);
  const sum = (activity: number, of: (cell: Cell) => number) =>
    years(activity).reduce((n, cell) => n + of(cell), 0);
  const match = (activity: number, origin: string) =>
    budget.match
      .filter(
        (one) => one.activity === activity && one.origin === origin && (whole || one.year === 0),
      )
      .reduce((n, one) => n + one.cents, 0);
  const lines = budget.activities.map((activity, at) => ({
    federal:
      sum(at, (cell) => cell.federal) -
      (revised ? activity.beforeFederal : 0) -
      (construction ? activity.programIncome : 0),
    other: sum(at, (cell) => cell.match) - (revised ? activity.beforeOther : 0),
  }));
  return { cells, sum, match, lines, revised };
};

/** Section A to F of the SF-424A, as the budget says it. */
const sf424aOf = (of: Sources): Answers => {
  const { budget, application } = of;
  const { cells, sum, match, lines, revised } = firstYear(of);
  const answers: Answers = { applicationType: applicationTypes[application.applicationType] };
  budget.activities.forEach((activity, at) => {
    const n = at + 1;
    Object.assign(answers, {
      [`a${n}Title`]: activity.title,
      [`a${n}Aln`]: activity.aln,
      ...(revised ? { [`a${n}Before`]: activity.beforeFederal + activity.beforeOther } : {}),
      [`a${n}E`]: lines[at]!.federal,
      [`a${n}F`]: lines[at]!.other,
      [`b${n}Personnel`]: sum(at, (cell) => cell.classes.personnel),
      [`b${n}Fringe`]: sum(at, (cell) => cell.classes.fringe),
      [`b${n}Travel`]: sum(at, (cell) => cell.classes.travel),
      [`b${n}Equipment`]: sum(at, (cell) => cell.classes.equipment),
      [`b${n}Supplies`]: sum(at, (cell) => cell.classes.supplies),
      [`b${n}Contractual`]: sum(at, (cell) => cell.classes.contractual),
      [`b${n}Construction`]: sum(at, (cell) => cell.classes.construction),
      [`b${n}Other`]: sum(at, (cell) => cell.classes.other),
      [`b${n}Indirect`]: sum(at, (cell) => cell.indirect),
      [`b${n}Income`]: activity.programIncome,
      [`c${n}Applicant`]: match(at, "applicant") + match(at, "local"),
      [`c${n}State`]: match(at, "state"),
      [`c${n}Other`]: match(at, "other"),
    });
    if (!revised)
      for (let year = 1; year < budget.years; year++)
        answers[`e${n}Y${year}`] = cells[at]![year]!.federal;
  });
  const total = (name: "federal" | "other") => lines.reduce((n, line) => n + line[name], 0);
  if (!revised)
    for (const [name, key] of [
      ["federal", "Federal"],
      ["other", "Other"],
    ] as const)
      splitCents(total(name), [1, 1, 1, 1]).forEach((cents, at) => {
        answers[`d${at + 1}${key}`] = cents;
      });
  return answers;
};

const sf424Of = (of: Sources): Answers => {
  const { application: a, applicant, budget, opportunityTitle } = of;
  const { match, lines, revised } = firstYear(of);
  const all = (origin: string) => budget.activities.reduce((n, _, at) => n + match(at, origin), 0);
  const change = lines.reduce((n, line) => n + line.other, 0);
  return {
    submissionType: "Application",
    applicationType: applicationTypes[a.applicationType],
    federalAwardId: a.awardNumber,
    ...(applicant && {
      orgName: applicant.legalName,
      ein: applicant.ein,
      uei: applicant.uei,
      street: applicant.street,
      city: applicant.city,
      county: applicant.county,
      state: states[applicant.state],
      zip: applicant.postalCode,
      phone: applicant.phone,
      email: applicant.email,
      type1: applicant.applicantType,
      districtApplicant: applicant.district,
      districtProject: applicant.district,
    }),
    agencyName: a.grantor,
    aln: a.aln,
    opportunityNumber: a.opportunityNumber,
    opportunityTitle: opportunityTitle.slice(0, 200),
    projectTitle: a.title,
    startsOn: a.startsOn,
    endsOn: a.endsOn,
    federal: lines.reduce((n, line) => n + line.federal, 0),
    applicant: revised ? change : all("applicant"),
    stateFunds: revised ? 0 : all("state"),
    local: revised ? 0 : all("local"),
    other: revised ? 0 : all("other"),
    income: budget.activities.reduce((n, { programIncome }) => n + programIncome, 0),
    stateReview: stateReviews[2],
    delinquent: false,
  };
};

const assurancesOf = ({ applicant }: Sources): Answers => ({ orgName: applicant?.legalName });
const fillers: Readonly<Record<FormCode, (of: Sources) => Answers>> = {
  "SF-424": sf424Of,
  "SF-424A": sf424aOf,
  "SF-424B": assurancesOf,
  "SF-424C": sf424cOf,
  "SF-424D": assurancesOf,
  "SF-424-Short": sf424ShortOf,
  "SF-LLL": sflllOf,
  Sites: sitesOf,
};

/** What a form begins with: everything that application, applicant and budget say already. */
export const filledIn = (code: FormCode, of: Sources): Answers => clean(fillers[code](of));
