import { ask, oneOf, short } from "#areas/preaward/preaward.public.ts";
import type { PostAwardForm } from "./post-award.ts";

const must = { required: true };

/** Performance progress report, its cover page and narrative. */
export const ppr: PostAwardForm = {
  code: "SF-PPR",
  name: "Performance Progress Report",
  version: "1.0",
  pages: [
    {
      title: "Cover page",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            short("agency", "1. Federal agency", 200, must),
            short("grantNumber", "2. Federal grant number", 60, must),
            short("uei", "3a. Unique entity identifier", 12, must),
            short("ein", "3b. Employer identification number", 12, must),
            short("orgName", "4. Recipient organization", 120, must),
            short("account", "5. Recipient's identifying number", 60, must),
            ask("projectFrom", "date", "6. Project period, from", must),
            ask("projectTo", "date", "6. Project period, to", must),
            ask("periodEnd", "date", "7. Reporting period end date", must),
            oneOf("final", "8. Final report", ["Yes", "No"], must),
            oneOf("frequency", "9. Report frequency", ["Quarterly", "Semi-annual", "Annual"], must),
          ],
        },
      ],
    },
    {
      title: "10. Performance narrative",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            ask("narrative", "longText", "What was done against the goals", must),
            ask("planned", "number", "Milestones planned by the end of the period", { least: 0 }),
            ask("accepted", "number", "Of these accepted", { least: 0 }),
            ask("late", "longText", "Milestones that are late, and why"),
            short("certifier", "12a. Authorized certifying official", 120),
            ask("certifiedOn", "date", "12e. Date report submitted"),
          ],
        },
      ],
    },
  ],
};
