import { constructionFindings, shortFindings } from "./construction-rules.model.ts";
import {
  cents,
  differs,
  unlike,
  type Answers,
  type Facts,
  type FormFinding,
  type FormSet,
} from "./finding-parts.model.ts";
import { lines } from "./sf424a.data.ts";

const instructions = "Instructions for the SF-424A";

const withinBudget = (a: Answers): FormFinding[] => {
  const revised = a["applicationType"] === "Revision";
  const ofLines = lines.flatMap((n) => [
    ...differs(
      "SF-424A",
      `b${n}Total`,
      [cents(a, `b${n}Total`), `6k of column ${n}`],
      [cents(a, `a${n}G`), `${n}g`],
      `${instructions}, line 6k`,
    ),
    ...(revised
      ? []
      : differs(
          "SF-424A",
          `c${n}Total`,
          [cents(a, `c${n}Total`), `${n + 7}e`],
          [cents(a, `a${n}F`), `${n}f`],
          `${instructions}, lines 8 to 11`,
        )),
    ...(!revised && (cents(a, `a${n}E`) < 0 || cents(a, `a${n}F`) < 0)
      ? [
          {
            form: "SF-424A" as const,
            path: cents(a, `a${n}E`) < 0 ? `a${n}E` : `a${n}F`,
            message: "Only a revision takes money away.",
            source: `${instructions}, columns e and f`,
          },
        ]
      : []),
  ]);
  const cash = cents(a, "d0Total") === 0 || revised;
  return [
    ...ofLines,
    ...(cash
      ? []
      : [
          ...differs(
            "SF-424A",
            "d0Federal",
            [cents(a, "d0Federal"), "13, cash of the first year,"],
            [cents(a, "a5E"), "5e"],
            `${instructions}, line 13`,
          ),
          ...differs(
            "SF-424A",
            "d0Other",
            [cents(a, "d0Other"), "14, cash of the first year,"],
            [cents(a, "a5F"), "5f"],
            `${instructions}, line 14`,
          ),
        ]),
  ];
};

const across = (sf424: Answers, a: Answers): FormFinding[] => {
  const source = "Instructions for the SF-424, item 18, and for the SF-424A, section A";
  const other = ["applicant", "stateFunds", "local", "other"].reduce(
    (sum, key) => sum + cents(sf424, key),
    0,
  );
  return [
    ...(sf424["applicationType"] === a["applicationType"]
      ? []
      : [
          {
            form: "SF-424A" as const,
            path: "applicationType",
            message: "The SF-424 names another type of application.",
            source: "Instructions for the SF-424A, column g",
          },
        ]),
    ...differs(
      "SF-424",
      "federal",
      [cents(sf424, "federal"), "18a"],
      [cents(a, "a5E"), "5e of the SF-424A"],
      source,
    ),
    ...differs(
      "SF-424",
      "applicant",
      [other, "18b to 18e"],
      [cents(a, "a5F"), "5f of the SF-424A"],
      source,
    ),
    ...differs(
      "SF-424",
      "income",
      [cents(sf424, "income"), "18f"],
      [cents(a, "b5Income"), "line 7 of the SF-424A"],
      source,
    ),
  ];
};

/** What the forms of one application say otherwise than each other, or than the application. */
export const crossFindings = (forms: FormSet, facts: Facts): FormFinding[] => {
  const [sf424, a, b] = [forms["SF-424"], forms["SF-424A"], forms["SF-424B"]];
  const construction = constructionFindings(forms);
  return [
    ...(sf424
      ? unlike("SF-424", sf424, [
          ["applicationType", facts.applicationType, "The type of application"],
          ["opportunityNumber", facts.opportunityNumber, "The opportunity's number"],
          ["aln", facts.aln, "The assistance listing"],
          ["startsOn", facts.startsOn, "The start"],
          ["endsOn", facts.endsOn, "The end"],
          ["uei", facts.uei, "The unique entity identifier"],
        ])
      : []),
    ...(a ? withinBudget(a) : []),
    ...(sf424 && a ? across(sf424, a) : []),
    ...(sf424 && b
      ? unlike("SF-424B", b, [["orgName", String(sf424["orgName"] ?? ""), "The applicant"]])
      : []),
    ...(sf424 && sf424["agree"] === false
      ? [
          {
            form: "SF-424" as const,
            path: "agree",
            message: "Without the certifications of item 21 the application is not taken.",
            source: "Instructions for the SF-424, item 21",
          },
        ]
      : []),
    ...(["SF-424B", "SF-424D"] as const).flatMap((form) =>
      forms[form]?.["assured"] === false
        ? [
            {
              form,
              path: "assured",
              message: "Without the assurances the application is not taken.",
              source: form,
            },
          ]
        : [],
    ),
    ...construction,
    ...shortFindings(forms["SF-424-Short"], facts),
  ];
};
