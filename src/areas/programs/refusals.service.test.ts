// What a program and a delegation refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";

let t: TestDatabase;
let admin: Actor;
const ask = askingOf(() => t);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
});
afterAll(() => t.drop());

test("a program has a name of its own and ends within two years", async () => {
  const make = (over: object) =>
    refusalOf(
      ask(admin, "POST /api/v1/programs", {
        name: "Warehouse",
        purpose: "Reads invoices for the finance warehouse",
        ownerId: admin.personId,
        scopes: ["invoice.read"],
        endsOn: agencyDay(100),
        ...over,
      }),
    );
  expect(await make({ endsOn: agencyDay(-1) })).toBe(
    "invalid_field: Choose a day that is still to come.",
  );
  expect(await make({ endsOn: agencyDay(740) })).toBe(
    "invalid_field: At most two years ahead: then somebody looks at it again.",
  );
  expect(await make({})).toBe("nothing was refused");
  expect(await make({ name: "warehouse" })).toBe(
    "invalid_field: Another program has this name. Names tell them apart in the history.",
  );
});
