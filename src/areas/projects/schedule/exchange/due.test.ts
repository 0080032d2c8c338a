// When the schedule of a month is waited for, and when it no longer is.
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { monthlyDue } from "./due.model.ts";

const rule = { monthlyScheduleDay: 10, monthlyScheduleFrom: day("2027-03-01") };
const due = (today: string, last: string | null = null) =>
  monthlyDue(rule, day(today), last === null ? null : day(last));

test("It is waited for from a week before its day on, and never before its rule begins", () => {
  expect(due("2027-02-20")).toBe(null);
  expect(due("2027-03-02")).toBe(null);
  expect(due("2027-03-03")).toBe("2027-03-10");
  expect(due("2027-03-10")).toBe("2027-03-10");
});

test("A day that passed is due until one is handed in, which is the next month's then", () => {
  expect(due("2027-03-25")).toBe("2027-03-10");
  expect(due("2027-03-25", "2027-03-24")).toBe(null);
  expect(due("2027-04-05", "2027-03-24")).toBe(null);
  expect(due("2027-05-04", "2027-03-24")).toBe("2027-05-10");
  expect(due("2027-05-12", "2027-03-24")).toBe("2027-05-10");
});

test("What is handed in on its day is this month's", () => {
  expect(due("2027-03-10", "2027-03-10")).toBe(null);
  expect(due("2027-04-04", "2027-03-10")).toBe("2027-04-10");
});
