import { describe, expect, it } from "vitest";
import { pageAt } from "#areas.ts";
import { permissions } from "#roles.ts";
import { paletteActions } from "./actions.ts";
import { commandGroups, matches } from "./commands.ts";

const all = commandGroups.flatMap((group) => group.commands);

describe("command palette", () => {
  it("leads to pages that exist, in the groups of the specification", () => {
    for (const { to } of all) expect(pageAt(to.split("?")[0]!), to).not.toBeNull();
    expect(commandGroups.map((group) => group.name)).toEqual([
      "Create",
      "Emergency",
      "Navigation",
      "Logistics",
      "Security",
      "Performance",
      "Settings",
    ]);
  });
  it("names permissions and pages that exist in its actions", () => {
    for (const each of paletteActions) {
      if (each.permission) expect(Object.keys(permissions)).toContain(each.permission);
      if ("to" in each) expect(pageAt(each.to.split("?")[0]!), each.to).not.toBeNull();
    }
  });
  it("finds by every word, in any case and order", () => {
    expect(matches("Create New requisition", "requ new")).toBe(true);
    expect(matches("Create New requisition", "order")).toBe(false);
  });
});
