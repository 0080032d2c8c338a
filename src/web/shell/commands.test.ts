import { describe, expect, it } from "vitest";
import { pageAt } from "#areas.ts";
import { permissions } from "#roles.ts";
import { paletteActions } from "./actions.ts";
import { commandGroups, commandOf, keysHint, matches } from "./commands.ts";

const all = commandGroups.flatMap((group) => group.commands);

describe("command palette", () => {
  it("leads to pages that exist, by shortcuts of which no two are alike", () => {
    for (const { to } of all) expect(pageAt(to.split("?")[0]!), to).not.toBeNull();
    expect(new Set(all.map(({ keys }) => keys.join(""))).size).toBe(all.length);
    for (const each of all) expect(commandOf(...each.keys)).toBe(each);
    expect(commandOf("g", "z")).toBeNull();
    expect(keysHint(["g", "d"])).toBe("G then D");
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
