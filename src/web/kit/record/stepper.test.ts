import { expect, test } from "vitest";
import type { HistoryItem } from "./HistoryTab.tsx";
import { takenTo } from "./Stepper.tsx";

const course = ["matched", "in_approval", "approved", "scheduled", "paid"];
const item = (actorName: string, from: string | null, to: string): HistoryItem => ({ at: "2026-11-22T12:00:00Z", actorName, action: `invoice.${to}`, from, to, reason: null, changes: [], auditIndex: null });

test("a step names who took it, not who set the record back to it", () => {
  const history = [item("Treasurer", "paid", "approved"), item("Treasurer", "scheduled", "paid"), item("Payables", "approved", "scheduled"), item("Manager", "in_approval", "approved"), item("Payables", null, "matched")];
  expect(takenTo("approved", course, history)?.actorName).toBe("Manager");
  expect(takenTo("matched", course, history)?.actorName).toBe("Payables");
  expect(takenTo("in_approval", course, history)).toBeUndefined();
});

test("the newest of several approvals counts, also after a status outside the course; what was only ever set back names who did it", () => {
  expect(takenTo("approved", course, [item("Second", "in_approval", "approved"), item("First", "in_approval", "approved")])?.actorName).toBe("Second");
  expect(takenTo("in_approval", course, [item("Clerk", "exception", "in_approval")])?.actorName).toBe("Clerk");
  expect(takenTo("scheduled", course, [item("Treasurer", "paid", "scheduled")])?.actorName).toBe("Treasurer");
});
