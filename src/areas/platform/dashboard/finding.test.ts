import { expect, test } from "vitest";
import { waitsFirst, workFinding } from "./finding.labels.ts";

const duty = (says: string | null, href = "/list") => ({ says, href }) as never;

test("decisions are said first, then what the duties say; each part opens its list", () => {
  expect(workFinding({ matters: [], needsCount: 0, duties: [] })).toEqual([]);
  expect(workFinding({ matters: [], needsCount: 1, duties: [duty(null)] })).toEqual([
    { text: "1 decision waits for you" },
  ]);
  expect(
    workFinding({
      matters: [],
      needsCount: 2,
      duties: [duty("3 reports are late", "/reports?late=true")],
    }),
  ).toEqual([
    { text: "2 decisions wait for you" },
    { text: "3 reports are late", to: "/reports?late=true" },
  ]);
});

test("what holds up the whole agency is said before anybody's own work", () => {
  const matters = [
    { label: "kinds of work wait since the restore", href: "/admin/monitoring", count: 11 },
  ];
  expect(workFinding({ matters, needsCount: 1, duties: [duty("a")] })).toEqual([
    { text: "11 kinds of work wait since the restore", to: "/admin/monitoring" },
    { text: "1 decision waits for you" },
    { text: "a", to: "/list" },
  ]);
});

test("three parts are said; what is more stands in the lists below", () => {
  const duties = ["a", "b", "c"].map((says) => duty(says));
  expect(workFinding({ matters: [], needsCount: 2, duties }).map(({ text }) => text)).toEqual([
    "2 decisions wait for you",
    "a",
    "b",
  ]);
});

test("what has a clock comes first, what is done last, otherwise the order of the areas stays", () => {
  const figure = (id: string, count: number, pressing = false) => ({ id, count, pressing });
  const duties = [
    figure("open", 9),
    figure("done", 0),
    figure("late", 1, true),
    figure("done-late", 0, true),
    figure("mine", 2),
    figure("to-answer", 3, true),
  ];
  expect(waitsFirst(duties).map(({ id }) => id)).toEqual([
    "late",
    "to-answer",
    "open",
    "mine",
    "done",
    "done-late",
  ]);
});
