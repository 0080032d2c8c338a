import { ask, short } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";

/** Assurances for non-construction programs, version 1.1. */
export const sf424b: FederalForm = {
  code: "SF-424B",
  name: "Assurances, Non-Construction Programs",
  version: "1.1",
  schema: "SF424B-V1.1.xsd",
  pages: [
    {
      title: "Assurances",
      sections: [
        {
          title: "As the authorized representative of the applicant",
          help: "The applicant has the legal authority to apply and the capability to carry the project out; gives access to records; keeps conflicts of interest away; begins and ends the work in time; and keeps the federal statutes on merit systems, nondiscrimination, relocation, political activity, wages, flood insurance, environment, rivers, historic places, human subjects, animals, lead paint, audits and trafficking that the form names in items 1 to 19.",
          fields: [
            short("orgName", "Applicant organization", 60, { required: true }),
            ask("assured", "yesNo", "The applicant gives the assurances 1 to 19", {
              required: true,
            }),
          ],
        },
      ],
    },
  ],
};
