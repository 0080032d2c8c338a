import { expect, test } from "vitest";
import { detect, saidOf, type SeenEvent } from "./detect.model.ts";
import { detections } from "./detections.data.ts";

const start = Date.parse("2026-03-10T02:00:00Z");
let serial = 0;
const at = (minutes: number, kind: string, who: string, address = "203.0.113.9"): SeenEvent => ({
  ...{ id: `e${(serial += 1)}`, kind, personId: who, personName: who, address },
  at: new Date(start + minutes * 60_000).toISOString(),
});
const keys = (events: readonly SeenEvent[], handled?: ReadonlyMap<string, string>) =>
  detect(detections, events, handled).map(({ detection }) => detection.key);

const failed = (n: number, every = 1) =>
  Array.from({ length: n }, (_, i) => at(i * every, "sign_in_failed", "ann"));
const many = (n: number) =>
  Array.from({ length: n }, (_, i) => at(i, "sign_in_failed", `person ${i}`));

test("each detection speaks at its count and is silent one below", () => {
  expect(keys(many(4))).toEqual(["address-many-accounts"]);
  expect(keys(many(3))).toEqual([]);
  expect(keys(failed(8))).toEqual(["account-under-attack"]);
  expect(keys(failed(7))).toEqual([]);
  expect(keys([at(0, "refresh_token_reused", "ann")])).toEqual(["session-key-reused"]);
  expect(keys([at(0, "not_me", "ann")])).toEqual(["not-me"]);
  expect(keys([at(0, "account_woke", "ann")])).toEqual(["dormant-account-wakes"]);
  expect(keys([0, 1, 2].map((n) => at(n, "large_export", "ann", "")))).toEqual(["mass-export"]);
  expect(keys([0, 1].map((n) => at(n, "large_export", "ann", "")))).toEqual([]);
  const both = [at(0, "second_factor_off", "ann"), at(600, "bank_changed", "ann")];
  expect(keys(both)).toEqual(["factor-off-bank-change"]);
  expect(keys([both[0]!, at(600, "bank_changed", "ben")])).toEqual([]);
  expect(keys([both[0]!, at(1500, "bank_changed", "ann")])).toEqual([]);
});

test("what lies outside of the window does not count, and what was answered for does not come again", () => {
  expect(keys(failed(8, 10))).toEqual([]);
  const attack = failed(8);
  const handled = new Map([["account-under-attack person ann", attack.at(-1)!.at]]);
  expect(keys(attack, handled)).toEqual([]);
  const more = Array.from({ length: 8 }, (_, i) => at(30 + i, "sign_in_failed", "ann"));
  expect(keys([...attack, ...more], handled)).toEqual(["account-under-attack"]);
});

test("an alert says how often, against how many, and names the events of its windows alone", () => {
  const early = at(-500, "sign_in_failed", "zoe");
  const [found] = detect(detections, [early, ...many(5)]);
  expect(found!.events).not.toContain(early);
  expect(saidOf(found!)).toBe("5 failed sign-ins from 203.0.113.9, against 5 accounts.");
  const [one] = detect(detections, [at(0, "refresh_token_reused", "ann")]);
  expect(saidOf(one!)).toBe("ann: a used session key came again, once.");
});
