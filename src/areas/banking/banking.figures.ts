import type { FigureSource } from "#server/area.ts";
import { bankLineList } from "./statement/statement.list.ts";

const lines = {
  group: "duty",
  duty: "controller",
  permission: "bank.match",
  list: bankLineList,
  api: "/api/v1/bank-lines",
  page: "/payments/bank-lines",
} as const;

/** What the dashboard shows of banks: what must not have been paid so, and what is not matched. */
export const bankingFigures: readonly FigureSource[] = [
  {
    ...lines,
    place: 130,
    id: "bank-alarms",
    pressing: true,
    label: "Bank lines that must not have been paid so",
    query: "alarm=true",
    says: ["check was paid otherwise than drawn", "checks were paid otherwise than drawn"],
  },
  {
    ...lines,
    place: 131,
    id: "bank-open",
    pressing: true,
    label: "Bank lines to match",
    query: "open=true",
    says: ["bank line is not matched", "bank lines are not matched"],
  },
];
