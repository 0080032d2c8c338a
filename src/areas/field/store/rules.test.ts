import { expect, test } from "vitest";
import { isReadable, locksNow, readableUntil, timeFor } from "./access.model.ts";
import { offsetBetween } from "./chain.model.ts";
import { leavingSaid } from "./leaving.ts";
import { photoFits, roomOf, textBytes } from "./room.model.ts";
import { mayLeave, mostAtOnce, nextToSend, waitAfter } from "./sender.model.ts";

const day = 24 * 3600 * 1000;
const minute = 60_000;

test("room: warned from 70 %, no photos from 90 %, and 5 MB stay for text", () => {
  const quota = 1_000_000_000;
  expect([0.69, 0.7, 0.899, 0.9].map((share) => roomOf({ usage: share * quota, quota }))).toEqual([
    "fine",
    "warned",
    "warned",
    "full",
  ]);
  expect(roomOf(null)).toBe("fine");
  expect(photoFits({ usage: 0.89 * quota, quota }, 0.005 * quota)).toBe(true);
  expect(photoFits({ usage: 0.89 * quota, quota }, 0.01 * quota)).toBe(false);
  const small = 20 * 1024 * 1024;
  // 85 % of a small store leaves less than what text needs.
  expect(photoFits({ usage: small - textBytes - 1, quota: small }, 1)).toBe(true);
  expect(photoFits({ usage: small - textBytes, quota: small }, 1)).toBe(false);
  expect(photoFits(null, 1e9)).toBe(true);
});

test("after faults it waits 1, 2, 5 and 10 seconds, then a minute each time", () => {
  expect([0, 1, 2, 3, 4, 5, 60].map(waitAfter)).toEqual([
    0, 1_000, 2_000, 5_000, 10_000, 60_000, 60_000,
  ]);
});

test("what waits goes in its order, with what the server lost, at most fifty at once", () => {
  const rows = [5, 3, 1, 2, 4].map((number) => ({
    number,
    state: number > 3 ? "waiting" : "applied",
  }));
  expect(nextToSend(rows)).toEqual([4, 5]);
  expect(nextToSend(rows, [2, 3, 99])).toEqual([2, 3, 4, 5]);
  const many = Array.from({ length: 120 }, (_, i) => ({ number: i + 1, state: "waiting" }));
  expect(nextToSend(many)).toHaveLength(mostAtOnce);
});

test("where room is left, what was not settled is asked for anew; what was settled is not", () => {
  const states = ["in_review", "applied", "received", "set_aside", "waiting", "superseded"];
  const rows = states.map((state, at) => ({ number: at + 1, state }));
  expect(nextToSend(rows)).toEqual([5, 1, 3]);
  expect(nextToSend(rows, [2, 3])).toEqual([2, 3, 5, 1]);
  expect(nextToSend(rows, [], 2)).toEqual([5, 1]);
});

test("a sent capture leaves after fourteen days, one that waits never", () => {
  expect(mayLeave(null, 100 * day)).toBe(false);
  expect(mayLeave(0, 14 * day)).toBe(false);
  expect(mayLeave(0, 14 * day + 1)).toBe(true);
});

test("the packet is readable for the agency's days since the last full sign-in, and a clock that goes back does not lengthen them", () => {
  const terms = { days: 7, minutes: 15, signedInAt: 0, seenAt: 0 };
  expect(readableUntil(terms)).toBe(7 * day);
  expect([7 * day - 1, 7 * day].map((now) => isReadable(terms, now))).toEqual([true, false]);
  const seen = { ...terms, seenAt: 8 * day };
  expect(timeFor(seen, 2 * day)).toBe(8 * day);
  expect(isReadable(seen, 2 * day)).toBe(false);
});

test("the store locks after the agency's minutes without a touch, and where the clock jumped back", () => {
  const touched = 100 * minute;
  expect(locksNow(15, touched, touched + 15 * minute - 1)).toBe(false);
  expect(locksNow(15, touched, touched + 15 * minute)).toBe(true);
  expect(locksNow(15, touched, touched - 30_000)).toBe(false);
  expect(locksNow(15, touched, touched - 2 * minute)).toBe(true);
});

test("the offset of a clock is measured in the middle of the way", () => {
  expect(offsetBetween(1_000, 3_000, new Date(5_000).toISOString())).toBe(3_000);
  expect(offsetBetween(10_000, 10_400, new Date(9_200).toISOString())).toBe(-1_000);
});

test("whoever signs out is told how many items wait, and nothing where none does", () => {
  expect(leavingSaid(0, false)).toBeNull();
  expect(leavingSaid(1, false)).toBe("1 item waits on this device. Sign in here again to send it.");
  expect(leavingSaid(7, false)).toBe(
    "7 items wait on this device. Sign in here again to send them.",
  );
  expect(leavingSaid(2, true)).toBe("2 items of somebody else wait on this device.");
});
