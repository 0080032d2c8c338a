import type { Day } from "#kernel/time.ts";
import type { AgentCase } from "#server/agents/agent.ts";
import { runningOut, wholeDollars, type Line } from "./run-out.model.ts";

/** Lines in dollars: budget, spent or promised, forecast, its range, fund and department. */
type CaseLine = {
  code: string;
  budget: number;
  bound: number;
  forecast: number;
  range?: [number, number];
  fund?: string;
  department?: string;
};
type RunOutCase = { lines: CaseLine[]; today?: string };

const [begins, ends] = ["2026-07-01", "2027-06-30"] as const;
const usualDay = "2026-12-30";

const linesOf = ({ lines }: RunOutCase): Line[] =>
  lines.map(({ code, budget, bound, forecast, range = [forecast, forecast], ...of }) => ({
    ...{ lineId: code, code, fundId: of.fund ?? "F", departmentId: of.department ?? "D" },
    ...{ budget: budget * 100, bound: bound * 100, forecast: forecast * 100 },
    ...{ low: range[0] * 100, high: range[1] * 100 },
  }));

const inWords = (found: { code: string; from: string | null }[]): string =>
  found
    .map(({ code, from }) => `${code} from ${from ?? "nobody"}`)
    .toSorted()
    .join("; ") || "none";

/** Which lines run out by the agent, and which line gives. */
export const runsOutOf = (given: RunOutCase): string =>
  inWords(
    runningOut(linesOf(given), (given.today ?? usualDay) as Day, ends as Day).map(
      ({ line, from }) => ({ code: line.code, from: from?.code ?? null }),
    ),
  );

/** The obvious way: what was spent so far goes on at the same pace; the line with most left gives. */
export const byPace = (given: RunOutCase): string => {
  const lines = linesOf(given);
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
  const gone = (day(given.today ?? usualDay) - day(begins)) / (day(ends) - day(begins));
  const short = (line: Line) => line.bound / gone - line.budget;
  return inWords(
    lines
      .filter((line) => short(line) > 0)
      .map((line) => {
        const [most] = lines
          .filter(({ code }) => code !== line.code)
          .toSorted((a, b) => b.budget - b.bound - (a.budget - a.bound));
        const gives = most && most.budget - most.bound >= wholeDollars(short(line));
        return { code: line.code, from: gives ? most.code : null };
      }),
  );
};

const line = (
  code: string,
  budget: number,
  bound: number,
  forecast: number,
  over: Partial<CaseLine> = {},
) => ({
  ...{ code, budget, bound, forecast },
  ...over,
});
const of = (name: string, lines: CaseLine[], right: string, today?: string): AgentCase => ({
  name,
  given: { lines, ...(today && { today }) } satisfies RunOutCase,
  right,
});

/** Labelled by what a budget officer would say of the same lines. */
export const runOutCases: readonly AgentCase[] = [
  of("everything within", [line("salt", 100, 50, 95)], "none"),
  of("on pace and above", [line("fuel", 100, 60, 120)], "fuel from nobody"),
  of(
    "summer work is done in December",
    [line("paving", 100, 90, 95), line("paint", 50, 10, 20)],
    "none",
  ),
  of(
    "winter work is still to come",
    [line("salt", 100, 20, 140), line("mowing", 200, 120, 125)],
    "salt from mowing",
  ),
  of(
    "another fund gives nothing",
    [line("salt", 100, 60, 130), line("water", 500, 50, 90, { fund: "W" })],
    "salt from nobody",
  ),
  of(
    "another department gives nothing",
    [line("salt", 100, 60, 130), line("parks", 500, 50, 90, { department: "P" })],
    "salt from nobody",
  ),
  of(
    "what the giver may need itself it keeps",
    [line("salt", 100, 60, 130), line("tools", 100, 20, 60, { range: [50, 95] })],
    "salt from nobody",
  ),
  of(
    "the giver with most above its own range",
    [
      line("salt", 100, 60, 120),
      line("tools", 100, 10, 60, { range: [55, 70] }),
      line("signs", 120, 60, 70, { range: [65, 75] }),
    ],
    "salt from signs",
  ),
  of("promised above the budget already", [line("rental", 100, 104, 104)], "rental from nobody"),
  of(
    "a late large order on one day",
    [line("pumps", 100, 95, 99), line("pipes", 100, 40, 80)],
    "none",
  ),
  of(
    "two run out, each from its own department",
    [
      line("fuel", 100, 70, 110, { department: "R" }),
      line("tires", 100, 10, 40, { department: "R" }),
      line("books", 50, 40, 60, { department: "L" }),
      line("desks", 90, 30, 40, { department: "L" }),
    ],
    "books from desks; fuel from tires",
  ),
  of(
    "early in the year little is spent of much that comes",
    [line("insurance", 100, 5, 115), line("travel", 60, 5, 20)],
    "insurance from travel",
    "2026-08-15",
  ),
];
