import { expect, test } from "vitest";
import { names } from "#kernel/labels.ts";
import { enrolmentStatuses } from "./enrolment.labels.ts";
import { saidOfEnrolment } from "./enrolment.said.ts";

const open = {
  ...{ dueOn: null, endedOn: null, outside: false, asks: 3, passPercent: 66 },
  ...{ rightCount: null, statusReason: "" },
};

test("an attempt says how it stands in every status, also while it has neither a day it is due nor an end", () => {
  const said = names(enrolmentStatuses).map((status) => saidOfEnrolment({ ...open, status }));
  expect(said).toEqual([
    "Begin it.",
    "Read the lessons, then answer 3 questions: 66 percent pass.",
    "Completed.",
    "Not passed: 0 of 3 right. Enroll for another attempt.",
    "Withdrawn: ",
    "Waived: ",
  ]);
  const day = "2027-03-04" as never;
  expect(saidOfEnrolment({ ...open, status: "completed", endedOn: day })).toMatch(/^Completed Mar/);
  expect(saidOfEnrolment({ ...open, status: "in_progress", outside: true })).toContain("outside");
});
