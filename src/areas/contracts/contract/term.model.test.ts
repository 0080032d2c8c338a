import { expect, test } from "vitest";
import { monthsAfter, monthsOf, noticeDay, noticeWords } from "./term.model.ts";

test.each([
  ["2027-06-30", 12, "2028-06-30"],
  ["2027-08-31", 6, "2028-02-29"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2027-02-28", 1, "2027-03-31"],
  ["2027-01-30", 1, "2027-02-28"],
  ["2027-11-15", 3, "2028-02-15"],
])("an option of a term that ends on %s, %i months on, ends on %s", (day, months, then) =>
  expect(monthsAfter(day, months)).toBe(then),
);

test.each([
  ["2026-07-01", "2027-06-30", 12],
  ["2026-07-01", "2027-07-01", 13],
  ["2026-11-15", "2026-12-14", 1],
  ["2026-11-15", "2026-11-15", 1],
  ["2024-03-01", "2027-02-28", 36],
])("from %s to %s: %i months", (from, to, months) => expect(monthsOf(from, to)).toBe(months));

test.each([
  ["2027-03-01", 0, 30, "2027-01-30", "30 days"],
  ["2027-02-28", 6, 0, "2026-08-31", "6 months"],
  ["2027-08-30", 6, 0, "2027-02-28", "6 months"],
  ["2027-12-31", 1, 15, "2027-11-15", "1 month and 15 days"],
  ["2027-03-01", 0, 0, "2027-03-01", "0 days"],
])(
  "of a term that ends on %s, notice %i months and %i days before is given by %s",
  (endsOn, optionNoticeMonths, optionNoticeDays, by, words) => {
    const notice = { optionNoticeMonths, optionNoticeDays };
    expect(noticeDay(endsOn, notice)).toBe(by);
    expect(noticeWords(notice)).toBe(words);
  },
);
