// The last gate of a contract: what records say stops it from its first day in force.
import { expect, test } from "vitest";
import { contractCycle } from "../contract/contract.lifecycle.model.ts";
import { closeoutGate } from "./closeout.model.ts";

const items = [
  { title: "Every order is closed", ok: false, record: "Still open: PO-1." },
  { title: "No retainage is left", ok: true, record: "No invoice withholds anything." },
  { title: "Records are kept", ok: false, record: null },
];

test("before it begins, records stop it and what a person proves is named", () => {
  expect(closeoutGate(items, false).map((f) => `${f.kind}: ${f.sentence}`)).toEqual([
    "stops: Open in its closeout: Every order is closed. Still open: PO-1.",
    "decides: A person proves in its closeout: Records are kept.",
  ]);
});

test("once it has begun, everything open stops it", () => {
  expect(closeoutGate(items, true).map((f) => `${f.kind}: ${f.sentence}`)).toEqual([
    "stops: Open in its closeout: Every order is closed. Still open: PO-1.",
    "stops: Open in its closeout: Records are kept.",
  ]);
  expect(closeoutGate([items[1]!], true)).toEqual([]);
});

test("neither who drafted a contract nor who proved an item of its closeout closes it", () => {
  const closing = {
    status: "closeout",
    draftedBy: ["a"],
    missing: [],
    unproven: [],
    proved: ["b"],
  };
  const why = (personId: string) =>
    contractCycle.actions.close.unless?.(closing, { personId } as never) ?? null;
  expect(why("a")).toBe("You drafted this contract, so another person closes it.");
  expect(why("b")).toBe("You proved items of its closeout, so another person closes it.");
  expect(why("c")).toBeNull();
});
