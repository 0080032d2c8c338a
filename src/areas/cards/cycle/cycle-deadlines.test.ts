import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { cycleDeadlines } from "./cycle-deadlines.service.ts";

test("a statement is due until its invoice has that day", () => {
  const cycle = {
    ...{ id: "c", number: "CYC-1", status: "stated", bankName: "Prairie Bank" },
    ...{ dueOn: day("2026-12-11"), statedBy: "keeper" },
  };
  expect(cycleDeadlines(cycle).deadlines).toMatchObject([
    { key: "due", dueOn: "2026-12-11", ownerId: "keeper", byHand: false },
  ]);
  expect(cycleDeadlines({ ...cycle, status: "invoiced" }).deadlines).toEqual([]);
  expect(cycleDeadlines({ ...cycle, status: "open", dueOn: null }).deadlines).toEqual([]);
});
