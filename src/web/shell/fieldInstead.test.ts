import { expect, test } from "vitest";
import { fieldInstead, type Known } from "./fieldInstead.ts";

const at = (path: string, more: Partial<Known> = {}) =>
  fieldInstead({
    path,
    enrolled: true,
    signedIn: false,
    known: false,
    offline: true,
    stuck: false,
    ...more,
  });

test("without a line and without a session a device of the field opens the field in place of the sign-in", () => {
  expect(at("/mobile-field-operations")).toBe("stay");
  expect(at("/mobile-app")).toBe("stay");
  expect(at("/dashboard")).toBe("/mobile-field-operations");
  expect(at("/label/PUMP-7")).toBe("/mobile-field-operations?tag=PUMP-7");
});

test("with a line only the field's own pages open without a session", () => {
  expect(at("/mobile-field-operations", { offline: false })).toBe("stay");
  expect(at("/dashboard", { offline: false })).toBeNull();
  expect(at("/label/PUMP-7", { offline: false })).toBeNull();
});

test("whoever is signed in waits for who they are, until that fails or takes long", () => {
  const signedIn = { signedIn: true };
  expect(at("/mobile-field-operations", signedIn)).toBeNull();
  expect(at("/mobile-field-operations", { ...signedIn, stuck: true })).toBe("stay");
  expect(at("/dashboard", { ...signedIn, stuck: true })).toBe("/mobile-field-operations");
  expect(at("/dashboard", { ...signedIn, stuck: true, offline: false })).toBeNull();
  expect(at("/mobile-field-operations", { ...signedIn, known: true, stuck: true })).toBeNull();
});

test("a browser that is no device of the field goes its old ways", () => {
  expect(at("/mobile-field-operations", { enrolled: false })).toBeNull();
  expect(at("/dashboard", { enrolled: false })).toBeNull();
});

test("until the store was asked, the field's pages wait, and others where there is no line", () => {
  const unknown = { enrolled: null };
  expect(at("/mobile-field-operations", unknown)).toBe("wait");
  expect(at("/dashboard", unknown)).toBe("wait");
  expect(at("/dashboard", { ...unknown, offline: false })).toBeNull();
  expect(at("/dashboard", { ...unknown, signedIn: true })).toBeNull();
});
