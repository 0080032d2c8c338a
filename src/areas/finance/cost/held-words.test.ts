import { expect, test } from "vitest";
import { drawnWords, type Held } from "./held.service.ts";

const held = (over: Partial<Held>): Held => ({
  costLineId: "a",
  documentNumber: "INV-2027-00001",
  funderNumber: "AWD-2027-00002",
  claimers: "DRW-2027-00001",
  federal: 80_00,
  match: 20_00,
  billed: 0,
  ...over,
});

test("before a payment is voided each award is named with what it drew and in which requests", () => {
  const words = drawnWords([
    held({}),
    held({ federal: 5_00, match: 0, claimers: "DRW-2027-00001, DRW-2027-00003" }),
    held({ funderNumber: "AWD-2027-00009", claimers: "DRW-2027-00007" }),
  ]);
  expect(words).toContain(
    "AWD-2027-00002 drew or asked for $105.00 of the costs that this pays, in DRW-2027-00001, DRW-2027-00003.",
  );
  expect(words).toContain(
    "AWD-2027-00009 drew or asked for $100.00 of the costs that this pays, in DRW-2027-00007.",
  );
  expect(words).toContain("Once it is void");
});
