import {
  cents,
  differs,
  money,
  unlike,
  type Answers,
  type Facts,
  type FormFinding,
  type FormSet,
} from "./finding-parts.model.ts";
import { costLines } from "./sf424c.data.ts";

const instructions = "Instructions for the SF-424C";

// Column b is a part of column a: what is not allowable was a cost first.
const withinLines = (c: Answers): FormFinding[] =>
  [...costLines.map(([n]) => n), 15].flatMap((n) =>
    cents(c, `l${n}b`) > cents(c, `l${n}a`)
      ? [
          {
            form: "SF-424C" as const,
            path: `l${n}b`,
            message: `${n}b is ${money(cents(c, `l${n}b`))}, more than its cost of ${money(cents(c, `l${n}a`))} in ${n}a.`,
            source: `${instructions}, column b`,
          },
        ]
      : [],
  );

const wholePercent = (c: Answers): FormFinding[] =>
  typeof c["percent"] === "number" && !Number.isInteger(c["percent"])
    ? [
        {
          form: "SF-424C",
          path: "percent",
          message: "Enter a whole number of percent: the form takes no decimals.",
          source: `${instructions}, line 17`,
        },
      ]
    : [];

// A whole percent of the costs is seldom the amount to the cent: half a percent is its rounding.
const shareOf = (sf424: Answers, c: Answers): FormFinding[] => {
  const [asked, share, costs] = [cents(sf424, "federal"), cents(c, "share"), cents(c, "l16c")];
  if (asked === share) return [];
  const rounding = Math.abs(asked - share) * 200 <= costs;
  return [
    {
      form: "SF-424C",
      path: "percent",
      message: rounding
        ? `17 comes to ${money(share)} by whole percents, 18a of the SF-424 is ${money(asked)}: say in the narrative that the amount is meant.`
        : `17 is ${money(share)}, 18a of the SF-424 is ${money(asked)}: they must be the same but for the rounding of the percentage.`,
      source: `${instructions}, line 17, and for the SF-424, item 18`,
      ...(rounding ? { minor: true as const } : {}),
    },
  ];
};

const funded = (sf424: Answers): number =>
  ["federal", "applicant", "stateFunds", "local", "other"].reduce(
    (sum, key) => sum + cents(sf424, key),
    0,
  );

const ofDisclosure = (sf424: Answers | undefined, lll: Answers): FormFinding[] => {
  const individuals = lll["individuals"];
  return [
    ...(sf424
      ? unlike("SF-LLL", lll, [["orgName", String(sf424["orgName"] ?? ""), "The applicant"]])
      : []),
    ...(Array.isArray(individuals) && individuals.length > 10
      ? [
          {
            form: "SF-LLL" as const,
            path: "individuals",
            message: `The form takes ten individuals, and ${individuals.length} are named: file the rest on a continuation sheet.`,
            source: "Instructions for the SF-LLL, item 10b",
          },
        ]
      : []),
  ];
};

/** What the forms of a construction application say otherwise than each other. */
export const constructionFindings = (forms: FormSet): FormFinding[] => {
  const [sf424, c, d, lll] = [forms["SF-424"], forms["SF-424C"], forms["SF-424D"], forms["SF-LLL"]];
  return [
    ...(c ? [...withinLines(c), ...wholePercent(c)] : []),
    ...(sf424 && c
      ? [
          ...shareOf(sf424, c),
          ...differs(
            "SF-424C",
            "l16a",
            [cents(c, "l16a"), "16a"],
            [funded(sf424), "18a to 18e of the SF-424"],
            `${instructions}, line 16, and for the SF-424, item 18`,
          ),
          ...differs(
            "SF-424C",
            "l15a",
            [cents(c, "l15a"), "15a"],
            [cents(sf424, "income"), "18f of the SF-424"],
            `${instructions}, line 15`,
          ),
        ]
      : []),
    ...(sf424 && d
      ? unlike("SF-424D", d, [["orgName", String(sf424["orgName"] ?? ""), "The applicant"]])
      : []),
    ...(lll ? ofDisclosure(sf424, lll) : []),
  ];
};

/** What an SF-424 Short says otherwise than its application, or is not taken with. */
export const shortFindings = (a: Answers | undefined, facts: Facts): FormFinding[] => {
  if (!a) return [];
  const letters = [...String(a["description"] ?? "")].length;
  return [
    ...unlike("SF-424-Short", a, [
      ["opportunityNumber", facts.opportunityNumber, "The opportunity's number"],
      ["aln", facts.aln, "The assistance listing"],
      ["startsOn", facts.startsOn, "The start"],
      ["endsOn", facts.endsOn, "The end"],
      ["uei", facts.uei, "The unique entity identifier"],
    ]),
    ...(letters > 1000
      ? [
          {
            form: "SF-424-Short" as const,
            path: "description",
            message: `The project description has ${letters} letters; the form takes 1,000.`,
            source: "SF-424 Short Organizational, item 6b",
          },
        ]
      : []),
    ...(a["agree"] === false
      ? [
          {
            form: "SF-424-Short" as const,
            path: "agree",
            message: "Without the certifications of item 9 the application is not taken.",
            source: "SF-424 Short Organizational, item 9",
          },
        ]
      : []),
  ];
};
