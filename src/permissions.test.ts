import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { roles } from "#kernel/access.ts";
import { pinnedPart } from "#kernel/reviewed.ts";
import { permissionLines } from "#server/testing/permissions.ts";
import { duties, permissionsOf } from "./roles.ts";

const pinned = readFileSync(new URL("permissions.txt", import.meta.url), "utf8");

// Who may do what was reviewed line by line. Whoever changes it on purpose changes the text too
// (`npm run -s routes -- --permissions > src/permissions.txt`) and has the difference read.
test("holders, endpoints, steps, imports and searches ask for what was reviewed", async () => {
  expect(await permissionLines()).toEqual(pinned.trimEnd().split("\n"));
});

test("a role or duty holds what the reviewed text gives it, and nothing through another one", () => {
  const holders = pinnedPart(pinned, "holders");
  const given = (...who: string[]) =>
    [...holders].flatMap(([name, by]) => (by.some((h) => who.includes(h)) ? [name] : [])).sort();
  for (const role of roles) {
    expect([...permissionsOf(role, [])].sort(), role).toEqual(given("member", role));
    expect([...permissionsOf(role, [], "vendor")].sort(), `${role} of a vendor`).toEqual(
      given("vendor", role),
    );
    for (const duty of duties.filter((d) => d !== "read_only"))
      expect([...permissionsOf(role, [duty])].sort(), `${role} with ${duty}`).toEqual(
        given("member", role, duty),
      );
  }
});

test("read_only leaves what reads, whatever else somebody holds", () => {
  const left = permissionsOf("admin", ["read_only", "treasurer"]);
  expect(left).toContain("payment.read");
  expect(left).toContain("audit.read");
  expect([...left].filter((name) => !name.endsWith(".read"))).toEqual([]);
});

test("what reads a record, decides or imports asks for a permission that somebody can hold", () => {
  const known = pinnedPart(pinned, "holders");
  for (const [door, [permission]] of pinnedPart(pinned, "other doors"))
    expect([...known.keys()], door).toContain(permission);
});
