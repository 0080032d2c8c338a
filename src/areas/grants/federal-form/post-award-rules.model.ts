import { formatCents } from "#kernel/money.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import type { Answers, PostAwardCode, SheetFinding } from "./post-award.ts";

/** What the award and its books say of the same. */
export type AwardFacts = {
  amount: number;
  match: number;
  periodFrom: Day;
  periodTo: Day;
  /** Cents that a request asks for; null of a report. */
  asked: number | null;
};

const cents = (a: Answers, key: string): number => (typeof a[key] === "number" ? a[key] : 0);
const day = (a: Answers, key: string): string => String(a[key] ?? "");
const found = (on: boolean, path: string, message: string, source: string): SheetFinding[] =>
  on ? [{ path, message, source }] : [];

const same = (a: Answers, path: string, said: number, what: string, source: string) =>
  found(
    cents(a, path) !== said,
    path,
    `It is ${formatCents(cents(a, path))}; ${what} ${formatCents(said)}.`,
    source,
  );

const days = (a: Answers, f: AwardFacts, [from, to]: readonly [string, string], source: string) => [
  ...found(
    day(a, from) !== f.periodFrom,
    from,
    `The award begins on ${formatDate(f.periodFrom)}.`,
    source,
  ),
  ...found(day(a, to) !== f.periodTo, to, `The award ends on ${formatDate(f.periodTo)}.`, source),
];

const periodEnd = (a: Answers, f: AwardFacts, source: string) =>
  found(
    day(a, "periodEnd") < f.periodFrom || day(a, "periodEnd") > f.periodTo,
    "periodEnd",
    "The reporting period ends within the project period.",
    source,
  );

const incomeAndIndirect = (a: Answers, line: (n: string) => string): SheetFinding[] => {
  const charged = (cents(a, "l11d") * cents(a, "l11b")) / 100;
  return [
    ...found(
      cents(a, "l10m") > 0 && cents(a, "l10n") > 0,
      "l10n",
      "Program income is spent by one alternative: line m or line n.",
      line("10o"),
    ),
    ...found(
      cents(a, "l10o") < 0,
      "l10o",
      "More program income is spent than was earned.",
      line("10o"),
    ),
    ...found(
      Math.abs(charged - cents(a, "l11e")) > 1,
      "l11e",
      `The rate of the base is ${formatCents(Math.round(charged))}.`,
      line("11e"),
    ),
    ...found(
      cents(a, "l11f") > cents(a, "l11e"),
      "l11f",
      "The federal share is part of what was charged.",
      line("11f"),
    ),
  ];
};

const financial = (a: Answers, f: AwardFacts): SheetFinding[] => {
  const line = (n: string) => `Instructions for the SF-425, line ${n}`;
  const last = day(a, "periodEnd") === f.periodTo;
  const final = a["reportType"] === "Final";
  return [
    ...days(a, f, ["projectFrom", "projectTo"], line("8")),
    ...periodEnd(a, f, line("9")),
    ...found(
      last !== final,
      "reportType",
      last
        ? "The report of the last period is final."
        : "Only the report of the last period is final.",
      line("6"),
    ),
    ...same(a, "l10d", f.amount, "the award pays at most", line("10d")),
    ...same(a, "l10i", f.match, "the award's match is", line("10i")),
    ...found(
      cents(a, "l10h") < 0,
      "l10h",
      "More is spent and obligated than the award pays.",
      line("10h"),
    ),
    ...found(
      cents(a, "l10c") > 0 && String(a["remarks"] ?? "").trim() === "",
      "remarks",
      "Explain why there is cash on hand.",
      line("10c"),
    ),
    ...found(
      final && cents(a, "l10f") !== 0,
      "l10f",
      "Of a final report nothing is unliquidated.",
      line("10f"),
    ),
    ...incomeAndIndirect(a, line),
  ];
};

const request = (a: Answers, f: AwardFacts): SheetFinding[] => {
  const line = (n: string) => `Instructions for the SF-270, item ${n}`;
  return [
    ...same(a, "l11i", f.asked ?? 0, "the request is for", line("11i")),
    ...found(
      cents(a, "l11g") > f.amount,
      "l11g",
      `The award pays at most ${formatCents(f.amount)}.`,
      line("11g"),
    ),
    ...found(
      cents(a, "l11d") > 0 && a["payment"] !== "Advance",
      "l11d",
      "Estimated outlays belong to an advance.",
      line("11d"),
    ),
    ...found(
      day(a, "from") < f.periodFrom,
      "from",
      `The award begins on ${formatDate(f.periodFrom)}.`,
      line("8"),
    ),
    ...found(day(a, "to") < day(a, "from"), "to", "The period ends before it begins.", line("8")),
  ];
};

const performance = (a: Answers, f: AwardFacts): SheetFinding[] => {
  const line = (n: string) => `Instructions for the SF-PPR, item ${n}`;
  const last = day(a, "periodEnd") === f.periodTo;
  return [
    ...days(a, f, ["projectFrom", "projectTo"], line("6")),
    ...periodEnd(a, f, line("7")),
    ...found(
      last !== (a["final"] === "Yes"),
      "final",
      last
        ? "The report of the last period is final."
        : "Only the report of the last period is final.",
      line("8"),
    ),
    ...found(
      cents(a, "accepted") > cents(a, "planned"),
      "accepted",
      "No more milestones are accepted than were planned.",
      line("10"),
    ),
    ...found(
      cents(a, "accepted") < cents(a, "planned") && String(a["late"] ?? "").trim() === "",
      "late",
      "Say which milestones are late, and why (2 CFR 200.329(c)(2)).",
      line("10"),
    ),
  ];
};

const rules: Readonly<Record<PostAwardCode, (a: Answers, f: AwardFacts) => SheetFinding[]>> = {
  "SF-425": financial,
  "SF-270": request,
  "SF-PPR": performance,
};

/** What a filled form and the award say differently, each at its path. */
export const sheetFindings = (code: PostAwardCode, a: Answers, f: AwardFacts): SheetFinding[] =>
  rules[code](a, f);
