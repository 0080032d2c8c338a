import { applicantTypes } from "../opportunity/eligible.model.ts";
import { ask, is, oneOf, short, sumOf } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";
import { states } from "./states.ts";

const required = { required: true };
const fundings = ["federal", "applicant", "stateFunds", "local", "other", "income"] as const;
const money = (key: string, label: string) => ask(key, "money", label, { ...required, least: 0 });
const revisions = [
  "A: Increase Award",
  "B: Decrease Award",
  "C: Increase Duration",
  "D: Decrease Duration",
  "E: Other (specify)",
  "AC: Increase Award, Increase Duration",
  "AD: Increase Award, Decrease Duration",
  "BC: Decrease Award, Increase Duration",
  "BD: Decrease Award, Decrease Duration",
];
export const stateReviews = [
  "a. This application was made available to the State under the Executive Order 12372 Process for review on",
  "b. Program is subject to E.O. 12372 but has not been selected by the State for review.",
  "c. Program is not covered by E.O. 12372.",
];
const revision = { show: is("applicationType", "Revision") };

/** Application for Federal Assistance, version 4.0. */
export const sf424: FederalForm = {
  code: "SF-424",
  name: "Application for Federal Assistance",
  version: "4.0",
  schema: "SF424_4_0-V4.0.xsd",
  pages: [
    {
      title: "Application",
      sections: [
        {
          title: "Items 1 to 7",
          help: "",
          fields: [
            oneOf(
              "submissionType",
              "1. Type of submission",
              ["Preapplication", "Application", "Changed/Corrected Application"],
              required,
            ),
            oneOf(
              "applicationType",
              "2. Type of application",
              ["New", "Continuation", "Revision"],
              required,
            ),
            oneOf("revisionType", "2. Kind of revision", revisions, {
              ...revision,
              require: is("applicationType", "Revision"),
            }),
            short("revisionOther", "2. Other revision", 21, {
              show: is("revisionType", "E: Other (specify)"),
            }),
            short("federalEntityId", "5a. Federal entity identifier", 25),
            short("federalAwardId", "5b. Federal award identifier", 25, {
              require: { "!=": [{ var: "applicationType" }, "New"] },
            }),
            short("stateApplicationId", "7. State application identifier", 30),
          ],
        },
        {
          title: "8. Applicant",
          help: "",
          fields: [
            short("orgName", "8a. Legal name", 60, required),
            short("ein", "8b. Employer identification number", 30, {
              ...required,
              pattern: ".{9,30}",
            }),
            short("uei", "8c. Unique entity identifier", 12, {
              ...required,
              pattern: "[A-Z0-9]{12}",
            }),
            short("street", "8d. Street", 55, required),
            short("city", "8d. City", 35, required),
            short("county", "8d. County", 30),
            oneOf("state", "8d. State", Object.values(states), required),
            short("zip", "8d. ZIP code", 30, required),
            short("department", "8e. Department", 30),
            short("contactFirst", "8f. Contact: first name", 35, required),
            short("contactLast", "8f. Contact: last name", 60, required),
            short("contactTitle", "8f. Contact: title", 45),
            short("phone", "8f. Telephone", 25, required),
            short("email", "8f. Email", 60, required),
            oneOf("type1", "9. Type of applicant", Object.keys(applicantTypes), required),
          ],
        },
      ],
    },
    {
      title: "Opportunity and project",
      sections: [
        {
          title: "Items 10 to 17",
          help: "",
          fields: [
            short("agencyName", "10. Federal agency", 60, required),
            short("aln", "11. Assistance listing number", 15),
            short("alnTitle", "11. Assistance listing title", 120),
            short("opportunityNumber", "12. Funding opportunity number", 40, required),
            short("opportunityTitle", "12. Funding opportunity title", 255, {
              ...required,
              pattern: ".{1,200}",
            }),
            short("competitionId", "13. Competition number", 40),
            short("projectTitle", "15. Project title", 200, required),
            short("districtApplicant", "16a. Congressional district of the applicant", 6, required),
            short("districtProject", "16b. Congressional district of the project", 6, required),
            ask("startsOn", "date", "17a. Start", required),
            ask("endsOn", "date", "17b. End", required),
          ],
        },
      ],
    },
    {
      title: "Funding and review",
      sections: [
        {
          title: "18. Estimated funding",
          help: "For the first budget period; of a revision, the change alone.",
          fields: [
            money("federal", "18a. Federal"),
            money("applicant", "18b. Applicant"),
            money("stateFunds", "18c. State"),
            money("local", "18d. Local"),
            money("other", "18e. Other"),
            money("income", "18f. Program income"),
            ask("total", "money", "18g. Total", { compute: sumOf(fundings) }),
          ],
        },
        {
          title: "Items 19 to 21",
          help: "",
          fields: [
            oneOf("stateReview", "19. Review by the State", stateReviews, required),
            ask("stateReviewOn", "date", "19. Made available on", {
              show: is("stateReview", stateReviews[0]!),
              require: is("stateReview", stateReviews[0]!),
            }),
            ask("delinquent", "yesNo", "20. Is the applicant delinquent on any federal debt?", {
              ...required,
              help: "With yes, the announcement asks for an explanation as an attachment.",
            }),
            ask("agree", "yesNo", "21. I agree to the certifications and assurances", required),
          ],
        },
      ],
    },
  ],
};
