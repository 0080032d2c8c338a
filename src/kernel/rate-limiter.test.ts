import { expect, test } from "vitest";
import { RateLimiter, rateLimits } from "./rate-limiter.ts";

const at = () => {
  let now = 1_000_000;
  return { limiter: new RateLimiter(() => now), pass: (ms: number) => (now += ms) };
};

test.each([
  ["api", 100, 60, 300],
  ["auth", 5, 300, 900],
  ["sensitive", 10, 3600, 3600],
] as const)("%s: %i uses in %i s, then a block of %i s", (name, most, window, block) => {
  const { limiter, pass } = at();
  for (let i = 0; i < most; i++) expect(limiter.spend(name, "k")).toBe(0);
  expect(limiter.spend(name, "k")).toBe(block * 1000);
  expect(limiter.spend(name, "another key")).toBe(0);
  pass(block * 1000 - 1);
  expect(limiter.spend(name, "k")).toBe(1);
  pass(1);
  expect(limiter.spend(name, "k")).toBe(0);
  expect(rateLimits[name].windowMs).toBe(window * 1000);
});

test("a window that ends without a block starts anew, and a success forgives", () => {
  const { limiter, pass } = at();
  for (let i = 0; i < 5; i++) limiter.spend("auth");
  pass(300_000);
  for (let i = 0; i < 5; i++) expect(limiter.spend("auth")).toBe(0);
  limiter.forgive("auth");
  expect(limiter.spend("auth")).toBe(0);
});

test("expired counters go, blocked ones stay until their block ends", () => {
  const { limiter, pass } = at();
  limiter.spend("api", "a");
  for (let i = 0; i < 6; i++) limiter.spend("auth", "b");
  pass(300_000);
  expect(limiter.clean()).toBe(1);
  pass(600_000);
  expect(limiter.clean()).toBe(0);
});
