import { expect, test } from "vitest";
import { makeAgency, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase } from "#server/testing/database.ts";
import { recordKindNames } from "./records.labels.ts";
import { countRecords } from "./unbuilt.service.ts";

test("every kind counts a table that exists, in one's own agency; kinds that one may not read are left out", async () => {
  const t = await freshDatabase();
  const agency = await makeAgency(t.database);
  const { admin, clerk } = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    clerk: {},
  });
  await makeVendor(t.database, agency);
  const { items } = await countRecords(t.database.read(admin), admin, recordKindNames);
  expect(items.length).toBeGreaterThan(18);
  expect(items.find((each) => each.kind === "vendors")).toEqual({
    kind: "vendors",
    count: 1,
    capped: false,
  });
  expect(
    (await countRecords(t.database.read(clerk), clerk, ["auditEntries", "vendors"])).items.map(
      (each) => each.kind,
    ),
  ).toEqual(["vendors"]);
  await t.drop();
});
