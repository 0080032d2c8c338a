// Who may is asked by screens; a page that duties hold is not for managers and administrators alone.
import { expect, test } from "vitest";
import { areas } from "#areas.ts";
import type { Page } from "#kernel/access.ts";
import { permissions, whoMay, type PermissionName } from "#roles.ts";
import { whoMayEndpoints } from "./who-may.api.ts";

test("each permission is answered with its sentence", async () => {
  const [endpoint] = whoMayEndpoints;
  const query = { permission: "incident.edit,journal.prepare" };
  expect(await endpoint!.handler({ query } as never)).toEqual({
    sentences: {
      "incident.edit": whoMay(["incident.edit"]),
      "journal.prepare": "Accounts payable, Grant manager or Payroll may.",
    },
  });
});

test("what a page lets in beside roles is held by a duty or by everybody", () => {
  const pages = areas.flatMap((area) => Object.values(area.pages as Record<string, Page>));
  const also = pages.flatMap((page) => (page.alsoWith ? [page.alsoWith as PermissionName] : []));
  expect(also.toSorted()).toEqual([
    "billing.read",
    "billing.read",
    "billing.read",
    "costCenter.read",
    "emergency.read",
    "grant.edit",
    "grantPortfolio.edit",
    "inspection.manage",
    "legalHold.read",
    "quality.edit",
    "recovery.import",
  ]);
  for (const name of also)
    expect(
      (permissions[name] as readonly string[]).some((h) => h !== "manager" && h !== "admin"),
    ).toBe(true);
});
