import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenTouched } from "./later.ts";

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(["scroll", "click", "touchstart"])("runs once at the first %s", (sign) => {
  const work = vi.fn();
  whenTouched(work);
  vi.advanceTimersByTime(4_999);
  expect(work).not.toHaveBeenCalled();
  page.dispatchEvent(new Event(sign));
  page.dispatchEvent(new Event("click"));
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test("runs after five seconds when nobody touches the page; other signs do not count", () => {
  const work = vi.fn();
  whenTouched(work);
  page.dispatchEvent(new Event("mousemove"));
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledTimes(1);
});
