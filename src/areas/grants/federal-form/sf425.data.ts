import type { FormField } from "#areas/forms/forms.public.ts";
import { amount, ask, blankUnless, oneOf, short, sumOf } from "#areas/preaward/preaward.public.ts";
import type { PostAwardForm } from "./post-award.ts";

const money = (key: string, label: string, more: Partial<FormField> = {}) =>
  ask(key, "money", label, more);
const less = (key: string, label: string, from: string, taken: FormField["compute"]) =>
  money(key, label, { compute: { "-": [amount(from), taken] } });
const must = { required: true };

/** Federal financial report, as its instructions add it up. */
export const sf425: PostAwardForm = {
  code: "SF-425",
  name: "Federal Financial Report",
  version: "1.0",
  pages: [
    {
      title: "Award and recipient",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            short("agency", "1. Federal agency", 200, must),
            short("grantNumber", "2. Federal grant number", 60, must),
            short("orgName", "3. Recipient organization", 120, must),
            short("uei", "4a. Unique entity identifier", 12, must),
            short("ein", "4b. Employer identification number", 12, must),
            short("account", "5. Recipient account number", 60, must),
            oneOf(
              "reportType",
              "6. Report type",
              ["Quarterly", "Semi-annual", "Annual", "Final"],
              must,
            ),
            oneOf("basis", "7. Basis of accounting", ["Cash", "Accrual"], must),
            ask("projectFrom", "date", "8. Project period, from", must),
            ask("projectTo", "date", "8. Project period, to", must),
            ask("periodEnd", "date", "9. Reporting period end date", must),
          ],
        },
      ],
    },
    {
      title: "10. Transactions",
      sections: [
        {
          title: "Federal cash",
          help: "",
          fields: [
            money("l10a", "10a. Cash receipts", must),
            money("l10b", "10b. Cash disbursements", must),
            less("l10c", "10c. Cash on hand", "l10a", amount("l10b")),
          ],
        },
        {
          title: "Federal expenditures and unobligated balance",
          help: "",
          fields: [
            money("l10d", "10d. Total federal funds authorized", { ...must, least: 0 }),
            money("l10e", "10e. Federal share of expenditures", must),
            money("l10f", "10f. Federal share of unliquidated obligations", must),
            money("l10g", "10g. Total federal share", { compute: sumOf(["l10e", "l10f"]) }),
            less("l10h", "10h. Unobligated balance of federal funds", "l10d", amount("l10g")),
          ],
        },
        {
          title: "Recipient share",
          help: "",
          fields: [
            money("l10i", "10i. Total recipient share required", { ...must, least: 0 }),
            money("l10j", "10j. Recipient share of expenditures", must),
            less("l10k", "10k. Remaining recipient share to be provided", "l10i", amount("l10j")),
          ],
        },
        {
          title: "Program income",
          help: "Line m or line n, by the alternative of the award.",
          fields: [
            money("l10l", "10l. Total federal program income earned", { least: 0 }),
            money("l10m", "10m. Expended by the deduction alternative", { least: 0 }),
            money("l10n", "10n. Expended by the addition alternative", { least: 0 }),
            money("l10o", "10o. Unexpended program income", {
              compute: blankUnless(["l10l", "l10m", "l10n"], {
                "-": [amount("l10l"), sumOf(["l10m", "l10n"])],
              }),
            }),
          ],
        },
      ],
    },
    {
      title: "11. Indirect expense, 12. Remarks, 13. Certification",
      sections: [
        {
          title: "",
          help: "",
          fields: [
            ask("l11b", "number", "11b. Rate, percent", { least: 0, most: 100 }),
            money("l11d", "11d. Base"),
            money("l11e", "11e. Amount charged"),
            money("l11f", "11f. Federal share"),
            ask("remarks", "longText", "12. Remarks"),
            short("certifier", "13a. Authorized certifying official", 120),
            ask("certifiedOn", "date", "13e. Date report submitted"),
          ],
        },
      ],
    },
  ],
};
