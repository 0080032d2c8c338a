import { describe, expect, it } from "vitest";
import { isHeld, partsOf, shownAs, singleKeyOf } from "./binding.ts";
import { coreActions } from "./core.ts";
import { effectiveKeys } from "./effective.ts";
import { faultsOf, refusalOf } from "./faults.ts";
import { keyActions } from "./registry.ts";

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe("keys", () => {
  it("are read as one key, two after each other, or one with Ctrl", () => {
    expect(partsOf("G D")).toEqual({ kind: "two", first: "G", second: "D" });
    expect(partsOf("Mod+Shift+K")).toEqual({ kind: "held", key: "K", shift: true });
    expect(partsOf("Space")).toEqual({ kind: "single", key: "Space" });
    for (const bad of ["", "g d", "Ctrl+K", "Alt+K", "F5", "Escape", "Tab", "G D E"])
      expect(partsOf(bad), bad).toBeNull();
    expect(shownAs("G D")).toBe("G then D");
    expect(shownAs("Mod+K")).toBe("Ctrl K");
  });
  it("are known by a press, with Ctrl or Cmd", () => {
    expect(isHeld("Mod+K", press("k", { ctrlKey: true }))).toBe(true);
    expect(isHeld("Mod+K", press("k", { metaKey: true }))).toBe(true);
    expect(isHeld("Mod+K", press("K", { metaKey: true, shiftKey: true }))).toBe(false);
    expect(isHeld(null, press("k", { ctrlKey: true }))).toBe(false);
    expect(singleKeyOf(press(" "))).toBe("Space");
    expect(singleKeyOf(press("j", { ctrlKey: true }))).toBeNull();
  });
  it("that a browser never hands over, or that people rely on, are refused", () => {
    for (const kept of ["Mod+W", "Mod+T", "Mod+N", "Mod+Shift+N", "Mod+C", "Mod+F"])
      expect(refusalOf(kept), kept).toMatch(/browser/i);
    expect(refusalOf("Mod+B")).toBeNull();
  });
  it("have no two actions at the same place by default, and none that is refused", () => {
    expect(
      faultsOf(Object.fromEntries(keyActions.map((action) => [action.id, action.keys]))),
    ).toEqual({});
    expect(new Set(keyActions.map((action) => action.id)).size).toBe(keyActions.length);
  });
  it("may not clash where both work, and may elsewhere", () => {
    expect(faultsOf({ "list.select": "J" })).toEqual({
      "list.select": "These keys do “Next row” already. Give that others first.",
    });
    expect(faultsOf({ "list.select": "G" })["list.select"]).toMatch(/^These keys do/);
    expect(faultsOf({ "list.select": "G Z" })["list.select"]).toMatch(/^Use one key here/);
    expect(faultsOf({ palette: "Y" })["palette"]).toMatch(/^Use Ctrl/);
    expect(faultsOf({ "navigation.dashboard": "Y" })["navigation.dashboard"]).toMatch(/^Use two/);
    expect(faultsOf({ "list.select": "A" })).toEqual({});
    expect(faultsOf({ palette: "Mod+B" })["palette"]).toMatch(/sidebar/);
    expect(faultsOf({ "list.next": "K", "list.previous": "J" })).toEqual({});
    expect(faultsOf({ nothing: "K" })).toEqual({ nothing: "There is no such action." });
    expect(faultsOf({ "list.peek": "N" }, { "list.create": "W" })["list.peek"]).toMatch(/^These/);
  });
  it("are the person's over the agency's over the defaults", () => {
    const keys = effectiveKeys(
      keyActions,
      { palette: "Mod+E", sidebar: null },
      { palette: "Mod+I" },
    );
    expect(keys.get("palette")).toBe("Mod+I");
    expect(keys.has("sidebar")).toBe(false);
    expect(keys.get("list.next")).toBe("J");
    const own = effectiveKeys(keyActions, { "list.select": "Y" }, { "list.next": "Y" });
    expect(own.get("list.next")).toBe("Y");
    expect(own.has("list.select")).toBe(false);
    const known = effectiveKeys(
      coreActions,
      { palette: "Mod+E" },
      { "navigation.dashboard": "Mod+E" },
    );
    expect(known.has("palette")).toBe(false);
  });
});
