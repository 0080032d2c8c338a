import { formatCents } from "#kernel/money.ts";
import { formatDate } from "#kernel/dates.ts";
import { type Day, utcDay } from "#kernel/time.ts";
import { placeInWords } from "#kernel/place-words.ts";
import type { BudgetRule } from "./budget-rules.model.ts";
import type { Budget } from "./budget.model.ts";
import { thresholdOf, workOut } from "./workings.model.ts";

/** Something to look at in a budget, at its place in words; `stops` holds the application back. */
export type Finding = {
  path: string;
  place: string;
  message: string;
  stops: boolean;
  citation: string;
};
type Found = Omit<Finding, "place">;

const titles = {
  years: "Years",
  lines: "Costs",
  match: "Match",
  "indirect.rate": "Indirect costs, percent",
  "indirect.agreement": "Indirect costs, agreement",
  "indirect.validUntil": "Indirect costs, holds until",
  why: "Why",
  effort: "Effort, %",
};
// People and other costs are two lists on the screen and one in the budget.
const placeOf = (path: string, { lines }: Budget): string => {
  const [of, at, field] = path.split(".");
  const line = of === "lines" && at !== undefined ? lines[Number(at)] : undefined;
  if (!line) return placeInWords(path, titles);
  const person = line.kind === "personnel";
  const alike = lines.slice(0, Number(at) + 1).filter((l) => (l.kind === "personnel") === person);
  return `${person ? "People" : "Everything else"}, line ${alike.length}, ${placeInWords(field ?? "", titles)}`;
};

type Of = { budget: Budget; rule: BudgetRule; startsOn: Day; endsOn: Day };

const ofIndirect = ({ budget, rule, startsOn }: Of): Found[] => {
  const { kind, rate, agreement, validUntil } = budget.indirect;
  const { citation } = rule;
  if (kind === "deMinimis" && rate * 100 > rule.deMinimisBp)
    return [
      {
        path: "indirect.rate",
        message: `The de minimis rate is ${rule.deMinimisBp / 100} % at most for awards that begin on ${formatDate(startsOn)}.`,
        stops: true,
        citation,
      },
    ];
  if (kind !== "negotiated") return [];
  const found: Found[] = [];
  if (agreement === "")
    found.push({
      path: "indirect.agreement",
      message: "Name the agreement that sets the rate, with its date.",
      stops: true,
      citation: "2 CFR 200.414(c) and appendix VII to part 200",
    });
  if (validUntil && validUntil < startsOn)
    found.push({
      path: "indirect.validUntil",
      message: `The agreement ends on ${formatDate(validUntil)}, before the project begins.`,
      stops: true,
      citation: "2 CFR 200.414(g)",
    });
  return found;
};

const ofYears = ({ budget, startsOn, endsOn }: Of): Found[] => {
  const last = new Date(`${startsOn}T00:00:00Z`);
  last.setUTCFullYear(last.getUTCFullYear() + budget.years - 1);
  return utcDay(last) > endsOn
    ? [
        {
          path: "years",
          message: `The project ends on ${formatDate(endsOn)}, before year ${budget.years} of the budget begins.`,
          stops: true,
          citation: "2 CFR 200.1, period of performance",
        },
      ]
    : [];
};

const ofMatch = ({ budget, rule }: Of): Found[] => {
  const { total, match, cells } = workOut(budget, rule);
  const found: Found[] = cells.flatMap((years, activity) =>
    years.flatMap((cell, year) =>
      cell.federal < 0
        ? [
            {
              path: "match",
              message: `In year ${year + 1}, ${budget.activities[activity]!.title} has more match than costs. What is given in kind is a cost, too: enter its line.`,
              stops: true,
              citation: "2 CFR 200.306(b)",
            },
          ]
        : [],
    ),
  );
  const asked = Math.ceil((total * budget.matchRequired) / 100);
  if (match < asked)
    found.push({
      path: "match",
      message: `The announcement asks for a match of ${budget.matchRequired} %, ${formatCents(asked)}; ${formatCents(match)} is named.`,
      stops: true,
      citation: "2 CFR 200.306 and the announcement",
    });
  return found;
};

const ofLines = ({ budget, rule }: Of): Found[] =>
  budget.lines.flatMap((line, at): Found[] => {
    if (line.kind === "goods" && line.cents >= thresholdOf(budget, rule) && line.why === "")
      return [
        {
          path: `lines.${at}.why`,
          message: `${line.description} may be equipment: say why the project needs it.`,
          stops: false,
          citation: rule.citation,
        },
      ];
    if (line.kind === "excluded" && line.why === "")
      return [
        {
          path: `lines.${at}.why`,
          message: `Say why ${line.description} is outside of the indirect base, such as rent, tuition or participant support.`,
          stops: true,
          citation: "2 CFR 200.1, modified total direct cost",
        },
      ];
    return [];
  });

const ofPeople = ({ budget }: Of): Found[] => {
  const effort = new Map<string, number>();
  for (const { kind, description, year, effort: share, months } of budget.lines)
    if (kind === "personnel") {
      const key = `${description.toLowerCase()} ${year}`;
      effort.set(key, (effort.get(key) ?? 0) + (share * months) / 12);
    }
  return budget.lines.flatMap(({ kind, description, year }, at) =>
    kind === "personnel" && (effort.get(`${description.toLowerCase()} ${year}`) ?? 0) > 100.005
      ? [
          {
            path: `lines.${at}.effort`,
            message: `${description} is budgeted for more than a whole year's work in year ${year + 1}.`,
            stops: true,
            citation: "2 CFR 200.430(i)",
          },
        ]
      : [],
  );
};

const found = (of: Of): Found[] => [
  ...(of.budget.lines.length === 0
    ? [
        {
          path: "lines",
          message: "The budget has no lines yet.",
          stops: true,
          citation: "SF-424A; of construction SF-424C",
        },
      ]
    : []),
  ...ofYears(of),
  ...ofLines(of),
  ...ofPeople(of),
  ...ofIndirect(of),
  ...ofMatch(of),
];

/** What the rules find in a budget, with the place and the law of each. */
export const budgetFindings = (of: Of): Finding[] =>
  found(of).map((one) => ({ ...one, place: placeOf(one.path, of.budget) }));
