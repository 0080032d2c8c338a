// Lists of people offer those alone whom the server takes for what they are asked for.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let people: Record<"planner" | "technician" | "clerk", Actor>;
const asking = askingOf(() => t);
const offered = async (query: string) =>
  (
    await asking<{ items: { id: string }[]; total: number }>(
      people.planner,
      `GET /api/v1/members?${query}`,
    )
  ).items.map(({ id }) => id);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    planner: { role: "manager" },
    technician: { duties: ["technician"] },
    clerk: {},
  });
});
afterAll(() => t.drop());

test("who may do the work is offered for it, and nobody else", async () => {
  const technicians = await offered("may=workOrder.work");
  expect(technicians).toContain(people.technician.personId);
  expect(technicians).not.toContain(people.clerk.personId);
  expect(await offered("active=true")).toContain(people.clerk.personId);
});

test("a permission that nobody holds offers nobody, and one that there is not is refused", async () => {
  expect(await offered("may=flow.manage&q=nobody")).toEqual([]);
  expect(await refusalOf(offered("may=workOrder.dance"))).toContain("no permission of this name");
});
