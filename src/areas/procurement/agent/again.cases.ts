import type { AgentCase } from "#server/agents/agent.ts";
import type { Bought } from "./again.model.ts";

/** The day on which the cases are asked. */
export const againDay = "2026-11-30";
const buys = (...of: [on: string, quantity: string][]): Bought[] =>
  of.map(([on, quantity]) => ({ on, quantity }));
const of = (name: string, right: string, given: Bought[]): AgentCase => ({ name, right, given });

/** What was bought when, and whether somebody who knows the department would order it now. */
export const againCases: readonly AgentCase[] = [
  of(
    "toner every quarter",
    "2026-12-05 6",
    buys(["2026-03-08", "6"], ["2026-06-06", "6"], ["2026-09-05", "5"], ["2025-12-06", "6"]),
  ),
  of(
    "gloves every month, the last time ten days late",
    "2026-12-11 40",
    buys(
      ...([
        ["2026-07-02", "40"],
        ["2026-08-01", "40"],
        ["2026-09-01", "36"],
        ["2026-10-01", "40"],
        ["2026-11-10", "44"],
      ] as [string, string][]),
    ),
  ),
  of(
    "bought three times",
    "none",
    buys(["2026-06-01", "5"], ["2026-08-01", "5"], ["2026-10-01", "5"]),
  ),
  of(
    "bought as it is needed",
    "none",
    buys(["2026-02-01", "9"], ["2026-02-20", "4"], ["2026-07-11", "12"], ["2026-11-02", "3"]),
  ),
  of(
    "every second month and not due before January",
    "none",
    buys(["2026-05-10", "2"], ["2026-07-10", "2"], ["2026-09-10", "2"], ["2026-11-10", "2"]),
  ),
  of(
    "every second month until spring, then no more",
    "none",
    buys(["2025-09-01", "3"], ["2025-11-01", "3"], ["2026-01-01", "3"], ["2026-03-01", "3"]),
  ),
  of(
    "two orders on one day are one need",
    "2026-12-03 20",
    buys(
      ...([
        ["2026-06-04", "10"],
        ["2026-06-04", "10"],
        ["2026-07-19", "20"],
        ["2026-09-04", "20"],
        ["2026-10-19", "12"],
        ["2026-10-19", "8"],
      ] as [string, string][]),
    ),
  ),
  of(
    "salt each December",
    "2026-12-13 200",
    buys(
      ["2023-12-10", "180"],
      ["2024-12-11", "200"],
      ["2025-12-12", "210"],
      ["2022-12-12", "200"],
    ),
  ),
];
