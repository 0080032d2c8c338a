import ICAL from "ical.js";
import { expect, test } from "vitest";
import { noticeDue } from "./deadline.model.ts";
import { deadlinesAsIcs } from "./feed.model.ts";

test("the nearest notice is told once, earlier ones that were missed count as told", () => {
  const ahead = [180, 120, 90, 30];
  expect(noticeDue("2027-06-30", "2026-12-31", ahead, [])).toBeNull(); // 181 days
  expect(noticeDue("2027-06-30", "2027-01-01", ahead, [])).toEqual({ days: 180, reached: [180] });
  expect(noticeDue("2027-06-30", "2027-02-01", ahead, [180])).toBeNull();
  // Entered late, 60 days ahead: one notice, not three.
  expect(noticeDue("2027-06-30", "2027-05-01", ahead, [])).toEqual({
    days: 90,
    reached: [180, 120, 90],
  });
  expect(noticeDue("2027-06-30", "2027-06-30", [30, 0], [30])).toEqual({ days: 0, reached: [0] });
  expect(noticeDue("2027-06-30", "2027-07-01", [30, 0], [])).toBeNull();
});

test("the calendar names whole days, escapes what people wrote and keeps its ids", () => {
  const text = deadlinesAsIcs(
    [
      {
        id: "a1",
        title: "Decide on option 1; or let it end\r\nBEGIN:VEVENT",
        sourceNumber: "CON-2027-00001",
        dueOn: "2027-02-28",
        follows: "180 days, before the end",
        citation: "",
        link: "/contracts/a1",
        version: 3,
        updatedAt: "2026-11-23T12:00:00Z",
      },
    ],
    "https://levee.test",
  );
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const events = calendar.getAllSubcomponents("vevent");
  expect(events).toHaveLength(1);
  const event = new ICAL.Event(events[0]!);
  expect([event.uid, event.sequence]).toEqual(["deadline-a1@levee", 3]);
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
    "2027-02-28",
    "2027-03-01",
  ]);
  expect(event.description).toBe("180 days, before the end\nhttps://levee.test/contracts/a1");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
