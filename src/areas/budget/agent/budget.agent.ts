import { byPace, runOutCases, runsOutOf } from "./run-out.evaluation.ts";
import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import type { Proposal } from "#kernel/proposal.ts";
import { formatDate } from "#kernel/dates.ts";
import { defineAgent, reading, type Found } from "#server/agents/agent.ts";
import { fiscalYearRow } from "../budget.model.ts";
import { forecastAnswer, type ForecastRow } from "../forecast/forecast.api.model.ts";
import { methods, percentOff } from "../forecast/forecast.labels.ts";
import { budgetLineList } from "../line/line.service.ts";
import { runningOut, wholeDollars, type Line, type RunsOut } from "./run-out.model.ts";

const reads = {
  years: reading("/api/v1/fiscal-years", z.object({ items: z.array(fiscalYearRow) })),
  forecasts: reading("/api/v1/budget-forecasts", forecastAnswer),
};

const lineOf = (row: ForecastRow): Line => ({
  ...{ lineId: row.lineId, code: row.code, fundId: row.fundId, departmentId: row.departmentId },
  ...{ budget: row.budget, bound: row.spent + row.open },
  ...{ forecast: row.forecast.cents, low: row.forecast.low, high: row.forecast.high },
});

const proposalOf = ({ line, short, from }: RunsOut): Proposal | null => {
  if (!from) return null;
  const amount = wholeDollars(short);
  const reason = `${line.code} is forecast ${formatCents(short)} above its budget; ${from.code} keeps more than the high end of its own forecast.`;
  return {
    label: "Move budget",
    endpoint: "POST /api/v1/budget-transfers",
    params: {},
    body: { fromId: from.lineId, toId: line.lineId, amount, reason },
    record: null,
    changes: [
      {
        label: from.code,
        path: null,
        from: formatCents(from.budget),
        to: formatCents(from.budget - amount),
      },
      {
        label: line.code,
        path: null,
        from: formatCents(line.budget),
        to: formatCents(line.budget + amount),
      },
      { label: "Reason", path: "reason", from: "", to: reason },
    ],
  };
};

const testedIn = ({ forecast }: ForecastRow): string => {
  const score = forecast.scores.find(({ method }) => method === forecast.method);
  return forecast.tested === 0 || score?.wape === null || score?.wape === undefined
    ? "The method has no years to be tested on."
    : `Tested on ${forecast.tested} cuts of past years it was off by ${percentOff(score.wape)} on the whole.`;
};

const foundOf = (out: RunsOut, row: ForecastRow): Found => {
  const { line, short, on, sure } = out;
  return {
    key: `line:${line.lineId}`,
    // A forecast moves each day: it is news when it is sure, or twice as much.
    sameness: `${sure} ${Math.floor(Math.log2(Math.max(1, short)))}`,
    subject: {
      id: line.lineId,
      number: line.code,
      href: `/budget-management/lines/${line.lineId}`,
    },
    what: on
      ? `${line.code} runs out on ${formatDate(on)}, ${formatCents(short)} short by the end of the year.`
      : `${line.code} is spent: ${formatCents(short)} short by the end of the year.`,
    why: `${formatCents(line.bound)} of ${formatCents(line.budget)} are spent or promised. The forecast is ${formatCents(line.forecast)}, between ${formatCents(line.low)} and ${formatCents(line.high)}, by the method “${methods[row.forecast.method].toLowerCase()}”. ${sure ? "Even its low end is above the budget." : "Its low end is within the budget."} ${testedIn(row)}`,
    since: null,
    dueOn: on,
    cents: short,
    sources: [
      {
        kind: "record",
        label: `Forecast of ${line.code}`,
        href: "/budget-forecasts",
        says: `${row.label}, ${row.department}, ${row.fund}`,
      },
    ],
    proposal: proposalOf(out),
  };
};

/** Watches budget lines by the day on which they run out, and proposes a transfer with both sides. */
export const budgetAgent = defineAgent({
  id: "budget",
  version: 1,
  name: "Budget agent",
  task: "Watches budget lines that run out before the year does, says how sure the forecast is, and proposes a transfer with both sides.",
  how: [
    "It reads the forecast of every line of the open year, with its range and how far it was off on past years.",
    "A line runs out on the day on which what is left is gone at the pace of its forecast.",
    "It proposes to take from a line of the same fund and department, and only what that line keeps above the high end of its own forecast.",
    "Where no line can give it, it says so by proposing nothing.",
  ],
  subject: { list: budgetLineList, permission: "budget.read", label: "budget lines" },
  reads,
  proposes: ["POST /api/v1/budget-transfers"],
  evaluation: {
    cases: runOutCases,
    answer: runsOutOf,
    baseline: byPace,
    beside: "the pace so far, and the line with most left",
  },
  find: async (at) => {
    const { items } = await at.read("years");
    const year = items.find(
      ({ status, startsOn, endsOn }) =>
        status === "open" && startsOn <= at.today && at.today <= endsOn,
    );
    if (!year) return [];
    const { lines } = await at.read("forecasts", { query: { fiscalYearId: year.id } });
    const spending = lines.filter(
      (row) => row.class === "expenditure" || row.class === "transfer_out",
    );
    return runningOut(spending.map(lineOf), at.today, year.endsOn)
      .filter(({ line }) => !at.subjectId || at.subjectId === line.lineId)
      .map((out) =>
        foundOf(
          out,
          spending.find(({ lineId }) => lineId === out.line.lineId)!,
        ),
      );
  },
});
