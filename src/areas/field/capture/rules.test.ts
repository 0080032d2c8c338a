import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { captureCycle } from "./capture.labels.ts";
import { clockFlags, happenedAt, placeFlags } from "./clock.model.ts";
import { photoFlags } from "./photo-flags.model.ts";
import { gapWords } from "../device/gap.model.ts";

const minute = 60_000;
const now = Date.parse("2026-11-03T18:00:00Z");
const clock = { offset: 0, sentOffset: 0, now, enrolled: now - 86_400_000, at: now - minute };

test("a capture's moment is the device's clock corrected, never later than the server's, never before it was enrolled", () => {
  expect(happenedAt(clock)).toBe(now - minute);
  expect(happenedAt({ ...clock, offset: -5 * minute })).toBe(now - 6 * minute);
  expect(happenedAt({ ...clock, offset: null, sentOffset: -minute })).toBe(now - 2 * minute);
  expect(happenedAt({ ...clock, at: now + 400 * minute })).toBe(now);
  expect(happenedAt({ ...clock, at: 0 })).toBe(clock.enrolled);
  const yearsOff = 3 * 365 * 86_400_000;
  expect(happenedAt({ ...clock, at: now - yearsOff - minute, offset: yearsOff })).toBe(
    now - minute,
  );
});

test("a clock that is wrong or was changed, and a place that is coarse, are said", () => {
  expect(clockFlags({ offset: minute, sentOffset: minute })).toEqual([]);
  expect(clockFlags({ offset: 30 * minute, sentOffset: 30 * minute })).toEqual([
    "The device's clock was 30 minutes slow; the time is corrected.",
  ]);
  expect(clockFlags({ offset: 0, sentOffset: -180 * minute })).toEqual([
    "The device's clock was changed by 3 hours between packet and sending.",
  ]);
  expect(placeFlags(40)).toEqual([]);
  expect(placeFlags(2400)).toEqual(["Its place is only known to 2.4 km."]);
});

test("a photo further than 250 m or longer than ten minutes from its capture, or under two records, is flagged", () => {
  const place = { latitude: 44.79, longitude: -93.6 };
  const photo = { takenAt: now, ...place, elsewhere: [] };
  expect(photoFlags(photo, { at: now, place })).toEqual([]);
  expect(photoFlags({ ...photo, latitude: 44.8 }, { at: now, place })).toEqual([
    "The camera says 1,112 m away from the device.",
  ]);
  expect(photoFlags({ ...photo, takenAt: now - 11 * minute }, { at: now, place })).toEqual([
    "The camera's time is 11 minutes from the capture's.",
  ]);
  expect(
    photoFlags({ ...photo, elsewhere: ["FLD-2027-00001/2"] }, { at: now, place: null }),
  ).toEqual(["The same photo stands under FLD-2027-00001/2."]);
});

test("what is missing of a device is said by number", () => {
  expect(gapWords({ highest: 0, received: 0 }, [])).toBe("Nothing captured yet");
  expect(gapWords({ highest: 43, received: 43 }, [])).toBe("43 of 43, none missing");
  expect(gapWords({ highest: 43, received: 42 }, [17])).toBe("42 of 43, number 17 missing");
  expect(gapWords({ highest: 9, received: 2 }, [3, 4, 5, 6, 7, 8, 9])).toBe(
    "2 of 9, numbers 3, 4, 5, 6, 7 and 2 more numbers missing",
  );
});

test("nobody settles an own capture that spends money or that separation of duties stopped", () => {
  const capture = { status: "in_review", personId: "p", spends: false, heldFor: "", recordId: "r" };
  expect(reasonOf(captureCycle, "supersede", { ...capture, recordId: null })).toBe(
    "It is about no record that stands.",
  );
  for (const action of ["apply", "supersede", "setAside"] as const) {
    expect(reasonOf(captureCycle, action, capture)).toBeNull();
    expect(reasonOf(captureCycle, action, { ...capture, spends: true })).toBe(
      "It spends money: somebody other than who captured it settles it.",
    );
    expect(reasonOf(captureCycle, action, { ...capture, heldFor: "separation_of_duties" })).toBe(
      "Separation of duties stopped it: somebody other than who captured it settles it.",
    );
    expect(reasonOf(captureCycle, action, { ...capture, spends: true, personId: "q" })).toBeNull();
  }
});
