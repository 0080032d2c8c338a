import type { FormField } from "#areas/forms/forms.public.ts";
import { amount, ask, oneOf, short, sumOf } from "#areas/preaward/preaward.public.ts";
import type { PostAwardForm } from "./post-award.ts";

const money = (key: string, label: string, more: Partial<FormField> = {}) =>
  ask(key, "money", label, more);
const less = (key: string, label: string, from: string, taken: string) =>
  money(key, label, { compute: { "-": [amount(from), amount(taken)] } });
const must = { required: true };

/** Request for advance or reimbursement, as its instructions add it up. */
export const sf270: PostAwardForm = {
  code: "SF-270",
  name: "Request for Advance or Reimbursement",
  version: "1.0",
  pages: [
    {
      title: "Request and recipient",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            oneOf("payment", "1a. Type of payment", ["Advance", "Reimbursement"], must),
            oneOf("final", "1b. Final or partial", ["Final", "Partial"], must),
            oneOf("basis", "2. Basis of request", ["Cash", "Accrual"], must),
            short("agency", "3. Federal sponsoring agency", 200, must),
            short("grantNumber", "4. Federal grant number", 60, must),
            short("request", "5. Partial payment request number", 30, must),
            short("ein", "6. Employer identification number", 12, must),
            short("account", "7. Recipient's account number", 60, must),
            ask("from", "date", "8. Period covered, from", must),
            ask("to", "date", "8. Period covered, to", must),
            short("orgName", "9. Recipient organization", 120, must),
          ],
        },
      ],
    },
    {
      title: "11. Computation of amount of reimbursements or advances requested",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            money("l11a", "11a. Total program outlays to date", must),
            money("l11b", "11b. Less: cumulative program income", { least: 0 }),
            less("l11c", "11c. Net program outlays", "l11a", "l11b"),
            money("l11d", "11d. Estimated net cash outlays for advance period", { least: 0 }),
            money("l11e", "11e. Total", { compute: sumOf(["l11c", "l11d"]) }),
            money("l11f", "11f. Non-federal share of amount on line e", must),
            less("l11g", "11g. Federal share of amount on line e", "l11e", "l11f"),
            money("l11h", "11h. Federal payments previously requested", must),
            less("l11i", "11i. Federal share now requested", "l11g", "l11h"),
          ],
        },
      ],
    },
    {
      title: "13. Certification",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            short("certifier", "13a. Authorized certifying official", 120),
            ask("certifiedOn", "date", "13. Date submitted"),
          ],
        },
      ],
    },
  ],
};
