import { expect, test } from "vitest";
import { positionOf, standingOf, type Said, type Sample } from "./lag.model.ts";

const samples: readonly Sample[] = [
  { at: 1_000, position: 100n, beat: 7 },
  { at: 2_000, position: 100n, beat: 7 },
  { at: 3_000, position: 180n, beat: 8 },
  { at: 4_000, position: 250n, beat: 8 },
];
const said = (replayed: bigint | null, beat: number | null): Said => ({
  ...{ standby: true, systemId: "7100", replayed, beat },
});

test("a position is read in bytes; the place behind a page's header is the end of the page before", () => {
  expect(positionOf("0/10")).toBe(0n);
  expect(positionOf("16/B374D848")).toBe(0x16b374d848n);
  expect([positionOf("0/2000"), positionOf("0/2018"), positionOf("0/2028")]).toEqual([
    ...[0x2000n, 0x2000n, 0x2000n],
  ]);
  expect(positionOf("0/2030")).toBe(0x2030n);
  expect(positionOf("0/2018", 16_384)).toBe(0x2018n);
});

test("it is behind since the primary held what it lacks, and not at all where it lacks nothing", () => {
  const lag = (replayed: bigint | null) =>
    standingOf(samples, said(replayed, 8), 5_000, null).lagMs;
  expect([lag(250n), lag(200n), lag(100n), lag(50n), lag(null)]).toEqual([
    ...[0, 1_000, 2_000, 4_000, 4_000],
  ]);
});

test("it is proven by a beat of this instance, after another primary by one that was written since", () => {
  const proven = (replayed: bigint, beat: number | null, by: number | null) =>
    standingOf(samples, said(replayed, beat), 5_000, by).proven;
  expect([proven(250n, 8, null), proven(250n, 8, 7), proven(250n, 8, 8)]).toEqual([
    ...[true, true, false],
  ]);
  // Nothing that the primary was seen to hold has come yet, or nothing of this instance.
  expect([proven(50n, 6, null), proven(100n, null, null)]).toEqual([false, false]);
});

test("who has come so far and lacks the beat before it follows another primary", () => {
  const fork = (replayed: bigint, beat: number | null) =>
    standingOf(samples, said(replayed, beat), 5_000, null).fork;
  expect([fork(180n, 7), fork(250n, null), fork(180n, 8), fork(170n, 7)]).toEqual([
    ...[true, true, false, false],
  ]);
});
