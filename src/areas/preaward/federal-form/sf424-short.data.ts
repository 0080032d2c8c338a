import { applicantTypes } from "../opportunity/eligible.model.ts";
import { ask, oneOf, short } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";
import { states } from "./states.ts";

const required = { required: true };
const person = (key: string, item: string, needed: boolean, more: { show?: never } | object) => [
  short(`${key}First`, `${item}: first name`, 35, { required: needed, ...more }),
  short(`${key}Last`, `${item}: last name`, 60, { required: needed, ...more }),
  short(`${key}Title`, `${item}: title`, 45, more),
  short(`${key}Street`, `${item}: street`, 55, { required: needed, ...more }),
  short(`${key}City`, `${item}: city`, 35, { required: needed, ...more }),
  oneOf(`${key}State`, `${item}: State`, Object.values(states), { required: needed, ...more }),
  short(`${key}Zip`, `${item}: ZIP code`, 30, { required: needed, ...more }),
  short(`${key}Phone`, `${item}: telephone`, 25, { required: needed, ...more }),
  short(`${key}Email`, `${item}: email`, 60, { required: needed, ...more }),
];

/** Application for Federal Domestic Assistance, Short Organizational, version 3.0. */
export const sf424Short: FederalForm = {
  code: "SF-424-Short",
  name: "Application for Federal Domestic Assistance, Short Organizational",
  version: "3.0",
  schema: "SF424_Short_3_0-V3.0.xsd",
  pages: [
    {
      title: "Opportunity and applicant",
      sections: [
        {
          title: "Items 1 to 4",
          help: "",
          fields: [
            short("agencyName", "1. Federal agency", 60, required),
            short("aln", "2. Assistance listing number", 15),
            short("alnTitle", "2. Assistance listing title", 120),
            short("opportunityNumber", "4. Funding opportunity number", 40, required),
            short("opportunityTitle", "4. Funding opportunity title", 200, required),
          ],
        },
        {
          title: "5. Applicant",
          help: "",
          fields: [
            short("orgName", "5a. Legal name", 60, required),
            short("street", "5b. Street", 55, required),
            short("city", "5b. City", 35, required),
            short("county", "5b. County", 30),
            oneOf("state", "5b. State", Object.values(states), required),
            short("zip", "5b. ZIP code", 30, required),
            short("web", "5c. Web address", 200),
            oneOf("type1", "5d. Type of applicant", Object.keys(applicantTypes), required),
            short("ein", "5e. Employer identification number", 30, {
              ...required,
              pattern: ".{9,30}",
            }),
            short("uei", "5f. Unique entity identifier", 12, {
              ...required,
              pattern: "[A-Z0-9]{12}",
            }),
            short("district", "5g. Congressional district of the applicant", 6, required),
          ],
        },
      ],
    },
    {
      title: "Project and people",
      sections: [
        {
          title: "6. Project",
          help: "",
          fields: [
            short("projectTitle", "6a. Project title", 200, required),
            ask("description", "longText", "6b. Project description", {
              ...required,
              help: "A thousand letters at most.",
            }),
            ask("startsOn", "date", "6c. Start", required),
            ask("endsOn", "date", "6c. End", required),
          ],
        },
        { title: "7. Project director", help: "", fields: person("director", "7", true, {}) },
        {
          title: "8. Primary contact",
          help: "",
          fields: [
            ask("same", "yesNo", "8. The project director is the contact", required),
            ...person("contact", "8", true, { show: { "==": [{ var: "same" }, false] } }),
          ],
        },
        {
          title: "9. Certification",
          help: "",
          fields: [
            ask("agree", "yesNo", "9. I agree to the certifications and assurances", required),
          ],
        },
      ],
    },
  ],
};
