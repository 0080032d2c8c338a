import { expect, test } from "vitest";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { day } from "#kernel/time.ts";
import { actionNamed, intentOf, reminderIn, sinceIn } from "./intent.model.ts";

const action = (name: string, label: string): OfferedAction => ({
  ...{ name, label, enabled: true, reason: null, needsReason: false, tone: "default" as const },
});
const actions = [
  action("submit", "Submit for approval"),
  action("cancel", "Cancel"),
  action("cancelRest", "Cancel the rest"),
];

test.each([
  ["Submit REQ-2027-00012", "submit"],
  ["please submit for approval REQ-2027-00012", "submit"],
  ["Could you cancel PO-1", "cancel"],
  ["Cancel the rest of PO-1", "cancelRest"],
  ["Who submitted REQ-2027-00012?", null],
  ["Why can I not cancel PO-1?", null],
])("%s asks for the step %s", (question, name) => {
  expect(actionNamed(question, actions)?.name ?? null).toBe(name);
});

test.each([
  ["Why is PO-1 stuck?", "stuck"],
  ["Who has INV-1 now", "stuck"],
  ["Where does INV-1 stand", "stuck"],
  ["What happened to PO-1 since yesterday", "changed"],
  ["Cancel PO-1", "do"],
  ["PO-1", null],
])("%s is about %s", (question, intent) => {
  expect(intentOf(question, actions)).toBe(intent);
});

test("a day is named, a period is named, or thirty days are meant", () => {
  const today = day("2026-11-30");
  expect(sinceIn("What changed since 2026-11-12?", today)).toBe("2026-11-12");
  expect(sinceIn("What changed last week?", today)).toBe("2026-11-23");
  expect(sinceIn("What changed?", today)).toBe("2026-10-31");
  expect(sinceIn("What changed since 2026-99-99?", today)).toBe("2026-10-31");
});

test.each([
  ["Remind me to call Northline.", "Call Northline"],
  ["Please remind me of the audit", "The audit"],
  ["Make it a task: check the gutters", "Check the gutters"],
  ["Remind me", null],
  ["Who reminds me?", null],
])("%s is the reminder %s", (question, what) => {
  expect(reminderIn(question)).toBe(what);
});
