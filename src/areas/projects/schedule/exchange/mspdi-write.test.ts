import { XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { readMspdi } from "./mspdi-read.model.ts";
import { writeMspdi } from "./mspdi-write.model.ts";
import { drawnPlan } from "./plan.setup.ts";

test("a plan that was written is read back unchanged, five hundred drawn ones", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const plan = drawnPlan(seed);
    expect(readMspdi(writeMspdi(plan)), `seed ${seed}`).toEqual(plan);
  }
});

test("what is written is well-formed, in the namespace of Microsoft Project", () => {
  const xml = writeMspdi(drawnPlan(3));
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml).toContain('<Project xmlns="http://schemas.microsoft.com/project">');
});

test("lengths counted day and night keep their format", () => {
  const plan = drawnPlan(1);
  const task = {
    ...plan.tasks.find(({ kind }) => kind === "task")!,
    parent: null,
    calendar: "elapsed",
  };
  const days = Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]);
  const whole = { uid: "elapsed", name: "24 hours", week: days, exceptions: [] };
  const calendars = [...plan.calendars.filter(({ uid }) => uid === "1"), whole];
  const one = { ...plan, tasks: [{ ...task, row: 1 }], links: [], calendars };
  expect(readMspdi(writeMspdi(one))).toEqual(one);
});
