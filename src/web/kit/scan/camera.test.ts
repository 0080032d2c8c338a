import { expect, test } from "vitest";
import { newCodes, whyNoCamera } from "./camera.ts";
import { ReaderLost } from "./reader.ts";

test("whoever cannot scan is told why, and that typing does the same", () => {
  const named = (name: string) => whyNoCamera(new DOMException("no", name), true);
  for (const name of ["NotAllowedError", "SecurityError"])
    expect(named(name)).toBe(
      "Allow the camera for this page in your browser, or type what the label says.",
    );
  for (const name of ["NotFoundError", "OverconstrainedError"])
    expect(named(name)).toBe("This device has no camera. Type what the label says.");
  expect(named("NotReadableError")).toBe(
    "The camera gives no picture: another program may use it. Close that and try again, or type what the label says.",
  );
  expect(named("AbortError")).toBe("The camera cannot be used. Type what the label says.");
  expect(whyNoCamera(null, true)).toBe("The camera cannot be used. Type what the label says.");
  expect(whyNoCamera(new ReaderLost("no file"), true)).toBe(
    "What reads codes could not be loaded. Check the connection and try again, or type what the label says.",
  );
  // Without https browsers show pages no camera at all: that is said, whatever was thrown.
  expect(whyNoCamera(new DOMException("no", "NotFoundError"), false)).toMatch(
    /^Browsers give the camera only to pages that come by https\. .* type what the label says\.$/,
  );
});

test("a label that stays in the picture is given once, and again after it was gone", () => {
  const isNew = newCodes();
  expect(isNew("A", 0)).toBe(true);
  expect(isNew("A", 1_000)).toBe(false);
  expect(isNew("A", 2_400)).toBe(false);
  expect(isNew("B", 2_500)).toBe(true);
  expect(isNew("A", 2_600)).toBe(true);
  expect(isNew("A", 4_101)).toBe(true);
});
