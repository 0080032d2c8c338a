import fc from "fast-check";
import { expect, test } from "vitest";
import { businessDate } from "./clock.ts";

test("the business day is the zone's day at that instant, whatever was asked before", () => {
  const plain = (timeZone: string, at: Date) =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }).format(at);
  const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  fc.assert(
    fc.property(
      zone,
      fc.array(
        fc.date({ min: new Date("1975-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
        { minLength: 1, maxLength: 4 },
      ),
      (timeZone, instants) => {
        for (const at of [...instants, ...instants.reverse()])
          for (const late of [0, 59_999, -1]) {
            const moment = new Date(Math.floor(at.getTime() / 60_000) * 60_000 + late);
            expect(
              businessDate({
                orgId: null,
                personId: null,
                timeZone,
                businessNow: moment.toISOString(),
              }),
            ).toBe(plain(timeZone, moment));
          }
      },
    ),
    { numRuns: 300 },
  );
  const chicago = { orgId: null, personId: null, timeZone: "America/Chicago" };
  for (const [at, day] of [
    ["2026-11-21T05:59:59.999Z", "2026-11-20"],
    ["2026-11-21T06:00:00.000Z", "2026-11-21"],
    ["2026-11-21T05:59:00.000Z", "2026-11-20"],
  ])
    expect(businessDate({ ...chicago, businessNow: at! })).toBe(day);
  expect(businessDate(chicago)).toBe(plain("America/Chicago", new Date()));
  expect(() => businessDate({ ...chicago, businessNow: "no moment" })).toThrow(RangeError);
});
