import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAgency } from "../testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { requireMachine, runsMachine } from "./running-agency.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("the operator's role counts for the machine in the agency that runs it alone", async () => {
  const running = await makeAgency(t.database);
  const other = await makeAgency(t.database);
  const operator = (orgId: string) => memberActor(orgId, "platform_admin");
  expect(await runsMachine(t.database, operator(running.orgId))).toBe(true);
  expect(await runsMachine(t.database, operator(other.orgId))).toBe(false);
  await expect(requireMachine(t.database, operator(other.orgId))).rejects.toMatchObject({
    status: 403,
    code: "not_your_machine",
  });
});
