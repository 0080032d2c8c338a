import { ask, is, short } from "./asked.ts";
import type { FederalForm } from "./federal-form.ts";
import { states } from "./states.ts";

const required = { required: true };
const coded = (key: string, label: string, of: Readonly<Record<string, string>>, more = {}) =>
  ask(key, "choice", label, {
    options: Object.entries(of).map(([value, said]) => ({ value, label: said })),
    ...more,
  });
const stateNames = Object.fromEntries(Object.values(states).map((name) => [name, name]));
const changed = { show: is("reportType", "MaterialChange") };
const disclosed = { show: { var: "disclose" } };
const text = (key: string, label: string, needed: boolean) =>
  ({ key, label, kind: "text", required: needed }) as const;

/**
 * Disclosure of lobbying activities, version 2.0. An applicant of this product is the prime
 * recipient; who has nothing to disclose says so, and the form names nobody. 31 U.S.C. 1352.
 */
export const sflll: FederalForm = {
  code: "SF-LLL",
  name: "Disclosure of Lobbying Activities",
  version: "2.0",
  schema: "SFLLL_2_0-V2.0.xsd",
  pages: [
    {
      title: "Action and entity",
      sections: [
        {
          title: "Items 1 to 3",
          help: "",
          fields: [
            ask(
              "disclose",
              "yesNo",
              "Was or will anybody be paid, with other than federal funds, to influence this award?",
              { ...required, help: "With no, lobbyist and individuals are entered as N/A." },
            ),
            coded(
              "actionType",
              "1. Type of federal action",
              {
                Contract: "a. Contract",
                Grant: "b. Grant",
                CoopAgree: "c. Cooperative agreement",
                Loan: "d. Loan",
                LoanGuarantee: "e. Loan guarantee",
                LoanInsurance: "f. Loan insurance",
              },
              required,
            ),
            coded(
              "actionStatus",
              "2. Status of federal action",
              {
                BidOffer: "a. Bid, offer or application",
                InitialAward: "b. Initial award",
                PostAward: "c. Post-award",
              },
              required,
            ),
            coded(
              "reportType",
              "3. Report type",
              { InitialFiling: "a. Initial filing", MaterialChange: "b. Material change" },
              required,
            ),
            short("changeYear", "3. Year of the change", 4, {
              ...changed,
              required: true,
              pattern: "[0-9]{4}",
            }),
            coded(
              "changeQuarter",
              "3. Quarter of the change",
              { 1: "1", 2: "2", 3: "3", 4: "4" },
              {
                ...changed,
                required: true,
              },
            ),
            ask("lastReportOn", "date", "3. Date of the last report", {
              ...changed,
              required: true,
            }),
          ],
        },
        {
          title: "Items 4 to 9",
          help: "",
          fields: [
            short("orgName", "4. Reporting entity", 60, required),
            short("street", "4. Street", 55, required),
            short("city", "4. City", 35, required),
            coded("state", "4. State", stateNames),
            short("zip", "4. ZIP code", 30),
            short("district", "4. Congressional district", 6),
            short("agencyName", "6. Federal department or agency", 40, required),
            short("programName", "7. Federal program", 120),
            short("aln", "7. Assistance listing number", 15),
            short("actionNumber", "8. Federal action number, if known", 110),
            ask("awardAmount", "money", "9. Award amount, if known", { least: 0 }),
          ],
        },
      ],
    },
    {
      title: "Lobbyists",
      sections: [
        {
          title: "10. Who was or will be paid",
          help: "",
          fields: [
            short("registrantFirst", "10a. Registrant: first name", 35, {
              ...disclosed,
              required: true,
            }),
            short("registrantLast", "10a. Registrant: last name", 60, {
              ...disclosed,
              required: true,
            }),
            short("registrantStreet", "10a. Street", 55, { ...disclosed, required: true }),
            short("registrantCity", "10a. City", 35, { ...disclosed, required: true }),
            coded("registrantState", "10a. State", stateNames, disclosed),
            short("registrantZip", "10a. ZIP code", 30, disclosed),
            ask("individuals", "table", "10b. Individuals performing services", {
              ...disclosed,
              required: true,
              columns: [
                text("first", "First name", true),
                text("last", "Last name", true),
                text("street", "Street", false),
                text("city", "City", false),
                {
                  key: "state",
                  label: "State",
                  kind: "choice",
                  required: false,
                  options: Object.values(states),
                },
                text("zip", "ZIP code", false),
              ],
            }),
          ],
        },
      ],
    },
  ],
};
