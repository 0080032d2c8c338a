import { constructionCosts, fundingOf } from "../budget/construction.model.ts";
import type { ConstructionLine } from "../budget/budget.labels.ts";
import { states } from "../federal-form/states.ts";
import type { BudgetRule } from "../budget/budget-rules.model.ts";
import type { Budget } from "../budget/budget.model.ts";
import type { Applicant } from "./applicant.read.service.ts";
import type { StoredApplication } from "./application.noun.ts";

export type Answers = Record<string, unknown>;
export type Sources = {
  application: StoredApplication;
  applicant: Applicant | null;
  budget: Budget;
  opportunityTitle: string;
  rule: BudgetRule;
};

const lineOf: Readonly<Record<ConstructionLine, number>> = {
  administration: 1,
  land: 2,
  relocation: 3,
  architectural: 4,
  otherArchitectural: 5,
  inspection: 6,
  siteWork: 7,
  demolition: 8,
  construction: 9,
  equipment: 10,
  miscellaneous: 11,
  contingencies: 13,
};

/** The SF-424C by the lines of the budget; what is not allowable is typed on the form. */
export const sf424cOf = ({ budget, rule }: Sources): Answers => {
  const costs = constructionCosts(budget, rule);
  const { total, income, federal } = fundingOf("construction", budget, rule);
  const needed = total - income;
  return {
    ...Object.fromEntries([...costs].map(([line, cents]) => [`l${lineOf[line]}a`, cents])),
    ...(income > 0 ? { l15a: income } : {}),
    ...(needed > 0 ? { percent: Math.round((100 * federal) / needed) } : {}),
  };
};

const placeOf = ({ applicant }: Sources): Answers => ({
  street: applicant?.street,
  city: applicant?.city,
  county: applicant?.county,
  state: applicant && states[applicant.state],
  zip: applicant?.postalCode,
  district: applicant?.district,
});

/** The SF-LLL of an application: who has something to disclose answers that first. */
export const sflllOf = (of: Sources): Answers => {
  const { application: a, applicant, opportunityTitle } = of;
  const { county: _, ...place } = placeOf(of);
  return {
    actionType: "Grant",
    actionStatus: "BidOffer",
    reportType: "InitialFiling",
    orgName: applicant?.legalName,
    ...place,
    agencyName: a.grantor.slice(0, 40),
    programName: opportunityTitle.slice(0, 120),
    aln: a.aln,
    actionNumber: a.awardNumber,
  };
};

/** Performance sites: the applicant's own address, until somebody says another one. */
export const sitesOf = (of: Sources): Answers => ({
  orgName: of.applicant?.legalName,
  uei: of.applicant?.uei,
  ...placeOf(of),
});

/** The SF-424 Short, as far as application and applicant say it. */
export const sf424ShortOf = (of: Sources): Answers => {
  const { application: a, applicant, opportunityTitle } = of;
  const { street, city, county, state, zip, district } = placeOf(of);
  return {
    agencyName: a.grantor,
    aln: a.aln,
    opportunityNumber: a.opportunityNumber,
    opportunityTitle: opportunityTitle.slice(0, 200),
    orgName: applicant?.legalName,
    ...{ street, city, county, state, zip, district },
    type1: applicant?.applicantType,
    ein: applicant?.ein,
    uei: applicant?.uei,
    projectTitle: a.title,
    startsOn: a.startsOn,
    endsOn: a.endsOn,
    ...{ directorStreet: street, directorCity: city, directorState: state, directorZip: zip },
    directorPhone: applicant?.phone,
    directorEmail: applicant?.email,
    same: true,
  };
};
