import { expect, test } from "vitest";
import { runGate } from "./run-gate.model.ts";

const ready = {
  paymentCount: 2,
  blocked: [],
  hasAccount: true,
  accountRetired: false,
  hasList: true,
};

test("a run that is ready is stopped by nothing", () => {
  expect(runGate(ready)).toEqual([]);
});

test("everything that stops a run's release is named at once, from its proposal on", () => {
  const found = runGate({
    paymentCount: 0,
    blocked: ["Northline is held: a lien"],
    hasAccount: false,
    accountRetired: true,
    hasList: false,
  });
  expect(found.map((f) => `${f.kind}: ${f.sentence}`)).toEqual([
    "stops: No payment is left in this run.",
    "stops: The agency's own bank account is not set up. A treasurer or administrator enters it under Payments, Bank accounts.",
    "stops: No exclusion list is loaded, and nobody is paid unscreened.",
    "stops: Northline is held: a lien. Take it off the run, or settle it first.",
  ]);
});

test("a run whose account was retired says what to do", () => {
  expect(runGate({ ...ready, accountRetired: true }).map((f) => f.sentence)).toEqual([
    "The bank account of this run is not in use any more. Cancel the run and propose it from another account.",
  ]);
});
