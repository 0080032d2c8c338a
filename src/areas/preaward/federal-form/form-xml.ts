import {
  address,
  assurancesXml,
  nameOf,
  sf424cXml,
  sf424ShortXml,
  sflllXml,
  sitesXml,
  system,
  type Signed,
} from "./more-xml.ts";
import type { FormCode } from "./federal-form.ts";
import { classKeys, lines } from "./sf424a.data.ts";
import { document, dollars, group, leaf, yesNo, type Node } from "./xml.ts";

type Answers = Readonly<Record<string, unknown>>;
const applicantOf = (a: Answers): Node[] => [
  leaf("OrganizationName", a["orgName"]),
  leaf("EmployerTaxpayerIdentificationNumber", a["ein"]),
  leaf("SAMUEI", a["uei"]),
  group("Applicant", [
    leaf("g:Street1", a["street"]),
    leaf("g:City", a["city"]),
    leaf("g:County", a["county"]),
    leaf("g:State", a["state"]),
    leaf("g:ZipPostalCode", a["zip"]),
    leaf("g:Country", "USA: UNITED STATES"),
  ]),
  leaf("DepartmentName", a["department"]),
  nameOf("ContactPerson", a["contactFirst"], a["contactLast"]),
  leaf("Title", a["contactTitle"]),
  leaf("PhoneNumber", a["phone"]),
  leaf("Email", a["email"]),
  leaf("ApplicantTypeCode1", a["type1"]),
];

const projectOf = (a: Answers): Node[] => [
  leaf("AgencyName", a["agencyName"]),
  leaf("CFDANumber", a["aln"]),
  leaf("CFDAProgramTitle", a["alnTitle"]),
  leaf("FundingOpportunityNumber", a["opportunityNumber"]),
  leaf("FundingOpportunityTitle", a["opportunityTitle"]),
  leaf("CompetitionIdentificationNumber", a["competitionId"]),
  leaf("ProjectTitle", a["projectTitle"]),
  leaf("CongressionalDistrictApplicant", a["districtApplicant"]),
  leaf("CongressionalDistrictProgramProject", a["districtProject"]),
  leaf("ProjectStartDate", a["startsOn"]),
  leaf("ProjectEndDate", a["endsOn"]),
  dollars("FederalEstimatedFunding", a["federal"]),
  dollars("ApplicantEstimatedFunding", a["applicant"]),
  dollars("StateEstimatedFunding", a["stateFunds"]),
  dollars("LocalEstimatedFunding", a["local"]),
  dollars("OtherEstimatedFunding", a["other"]),
  dollars("ProgramIncomeEstimatedFunding", a["income"]),
  dollars("TotalEstimatedFunding", a["total"]),
];

const sf424Xml = (a: Answers, signed: Signed): Node =>
  group(
    "SF424_4_0",
    [
      leaf("SubmissionType", a["submissionType"]),
      leaf("ApplicationType", a["applicationType"]),
      leaf("RevisionType", a["revisionType"]),
      leaf("RevisionOtherSpecify", a["revisionOther"]),
      leaf("DateReceived", signed.received),
      leaf("FederalEntityIdentifier", a["federalEntityId"]),
      leaf("FederalAwardIdentifier", a["federalAwardId"]),
      leaf("StateApplicationID", a["stateApplicationId"]),
      ...applicantOf(a),
      ...projectOf(a),
      leaf("StateReview", a["stateReview"]),
      leaf("StateReviewAvailableDate", a["stateReviewOn"]),
      yesNo("DelinquentFederalDebt", a["delinquent"]),
      yesNo("CertificationAgree", a["agree"]),
      nameOf("AuthorizedRepresentative", signed.first, signed.last),
      leaf("AuthorizedRepresentativeTitle", signed.title),
      leaf("AuthorizedRepresentativePhoneNumber", signed.phone),
      leaf("AuthorizedRepresentativeEmail", signed.email),
      leaf("AORSignature", `${signed.first} ${signed.last}`),
      leaf("DateSigned", signed.on),
    ],
    {
      xmlns: `${address}/SF424_4_0-V4.0`,
      "xmlns:f": `${address}/SF424_4_0-V4.0`,
      "xmlns:g": `${system}/GlobalLibrary-V2.0`,
      "f:FormVersion": "4.0",
    },
  );

const elementsOfClasses: Readonly<Record<string, string>> = Object.fromEntries(
  classKeys.map(([key]) => [
    key,
    `Budget${key === "Fringe" ? "FringeBenefits" : key}RequestedAmount`,
  ]),
);

const summaryOf = (a: Answers, n: number): Node[] => [
  dollars("BudgetFederalEstimatedUnobligatedAmount", a[`a${n}C`]),
  dollars("BudgetNonFederalEstimatedUnobligatedAmount", a[`a${n}D`]),
  dollars("BudgetFederalNewOrRevisedAmount", a[`a${n}E`]),
  dollars("BudgetNonFederalNewOrRevisedAmount", a[`a${n}F`]),
  dollars("BudgetTotalNewOrRevisedAmount", a[`a${n}G`]),
];
const categoriesOf = (a: Answers, n: number): Node[] => [
  ...classKeys.map(([key]) => dollars(elementsOfClasses[key]!, a[`b${n}${key}`])),
  dollars("BudgetTotalDirectChargesAmount", a[`b${n}Direct`]),
  dollars("BudgetIndirectChargesAmount", a[`b${n}Indirect`]),
  dollars("BudgetTotalAmount", a[`b${n}Total`]),
  dollars("ProgramIncomeAmount", a[`b${n}Income`]),
];
const resourcesOf = (a: Answers, n: number): Node[] => [
  dollars("BudgetApplicantContributionAmount", a[`c${n}Applicant`]),
  dollars("BudgetStateContributionAmount", a[`c${n}State`]),
  dollars("BudgetOtherContributionAmount", a[`c${n}Other`]),
  dollars("BudgetTotalContributionAmount", a[`c${n}Total`]),
];
const fundsOf = (a: Answers, n: number): Node[] =>
  ["First", "Second", "Third", "Fourth"].map((name, at) =>
    dollars(`Budget${name}YearAmount`, a[`e${n}Y${at + 1}`]),
  );
const cashOf = (a: Answers, n: number): Node[] => [
  dollars("BudgetFederalForecastedAmount", a[`d${n}Federal`]),
  dollars("BudgetNonFederalForecastedAmount", a[`d${n}Other`]),
  dollars("BudgetTotalForecastedAmount", a[`d${n}Total`]),
];

const used = (a: Answers) => lines.filter((n) => a[`a${n}Title`]);
const eachLine = (
  a: Answers,
  element: string,
  of: (a: Answers, n: number) => Node[],
  first: (n: number) => Node[] = () => [],
): Node[] =>
  used(a).map((n) =>
    group(element, [...first(n), ...of(a, n)], { "f:activityTitle": String(a[`a${n}Title`]) }),
  );

const sf424aXml = (a: Answers): Node =>
  group(
    "f:BudgetInformation",
    [
      leaf("g:FormVersionIdentifier", "1.0"),
      group("BudgetSummary", [
        ...eachLine(a, "SummaryLineItem", summaryOf, (n) => [leaf("CFDANumber", a[`a${n}Aln`])]),
        group("SummaryTotals", summaryOf(a, 5)),
      ]),
      group("BudgetCategories", [
        ...eachLine(a, "CategorySet", categoriesOf),
        group("CategoryTotals", categoriesOf(a, 5)),
      ]),
      group("NonFederalResources", [
        ...eachLine(a, "ResourceLineItem", resourcesOf),
        group("ResourceTotals", resourcesOf(a, 5)),
      ]),
      group("BudgetForecastedCashNeeds", [
        group("BudgetFirstYearAmounts", cashOf(a, 0)),
        group("BudgetFirstQuarterAmounts", cashOf(a, 1)),
        group("BudgetSecondQuarterAmounts", cashOf(a, 2)),
        group("BudgetThirdQuarterAmounts", cashOf(a, 3)),
        group("BudgetFourthQuarterAmounts", cashOf(a, 4)),
      ]),
      group("FederalFundsNeeded", [
        ...eachLine(a, "FundsLineItem", fundsOf),
        group("FundsTotals", fundsOf(a, 5)),
      ]),
      group("OtherInformation", [
        leaf("OtherDirectChargesExplanation", a["directNote"]),
        leaf("OtherIndirectChargesExplanation", a["indirectNote"]),
        leaf("Remarks", a["remarks"]),
      ]),
    ],
    {
      xmlns: `${address}/SF424A-V1.0`,
      "xmlns:f": `${address}/SF424A-V1.0`,
      "xmlns:g": `${system}/Global-V1.0`,
      "f:programType": "Non-Construction",
      "g:coreSchemaVersion": "1.0",
    },
  );

const writers: Readonly<Record<FormCode, (a: Answers, signed: Signed) => Node>> = {
  "SF-424": sf424Xml,
  "SF-424A": sf424aXml,
  "SF-424B": assurancesXml("SF424B-V1.1", "Non-Construction"),
  "SF-424C": sf424cXml,
  "SF-424D": assurancesXml("SF424D-V1.1", "Construction"),
  "SF-424-Short": sf424ShortXml,
  "SF-LLL": sflllXml,
  Sites: sitesXml,
};

/** A form's XML, as Grants.gov's schema of it wants it. Answers are those that count. */
export const formXml = (code: FormCode, answers: Answers, signed: Signed): string =>
  document(writers[code](answers, signed));
