import { ask, short } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";

/** Assurances for construction programs, version 1.1. */
export const sf424d: FederalForm = {
  code: "SF-424D",
  name: "Assurances, Construction Programs",
  version: "1.1",
  schema: "SF424D-V1.1.xsd",
  pages: [
    {
      title: "Assurances",
      sections: [
        {
          title: "As the authorized representative of the applicant",
          help: "The applicant has the legal authority to apply and the capability to plan, manage and complete the project; gives access to records; disposes of or encumbers the site only with consent; follows the requirements of the awarding agency for drafting, review and approval of plans; supervises the construction by competent engineers; begins and ends the work in time; keeps conflicts of interest away; and keeps the federal statutes on merit systems, lead paint, nondiscrimination, relocation, political activity, wages, flood insurance, environment, rivers, historic places, audits and trafficking that the form names in items 1 to 20.",
          fields: [
            short("orgName", "Applicant organization", 60, { required: true }),
            ask("assured", "yesNo", "The applicant gives the assurances 1 to 20", {
              required: true,
            }),
          ],
        },
      ],
    },
  ],
};
