import { expect, test } from "vitest";
import { editRefusal } from "./lifecycle.ts";

const clerk = { personId: "1", permissions: new Set(["thing.edit"]), kind: "person" };
const rule = {
  from: ["draft"],
  otherwise: "It was sent. Take it back first.",
  permission: "invoice.create",
  unless: (thing: { status: string; ownerId: string }, asker: { personId: string | null }) =>
    thing.ownerId === asker.personId ? null : "Only its owner changes it.",
} as const;

test("an edit is refused by its status, by the permission, and by the noun's own rule, in this order", () => {
  const mine = { status: "draft", ownerId: "1" };
  expect(editRefusal(rule, { ...mine, status: "sent" }, clerk)).toEqual({
    kind: "status",
    reason: "It was sent. Take it back first.",
  });
  expect(editRefusal(rule, mine, clerk)?.kind).toBe("permission");
  const may = { ...clerk, permissions: new Set(["invoice.create"]) };
  expect(editRefusal(rule, mine, may)).toBeNull();
  expect(editRefusal(rule, { ...mine, ownerId: "2" }, may)).toEqual({
    kind: "rule",
    reason: "Only its owner changes it.",
  });
  expect(editRefusal(rule, mine, { ...clerk, kind: "system" })).toBeNull();
});
