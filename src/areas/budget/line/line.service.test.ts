import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAgency, makeBudget } from "../../../server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../../../server/testing/database.ts";
import { createLine } from "./line.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("an account that has a line in the year gets no second one, and is told which to amend", async () => {
  const agency = await makeAgency(t.database), actor = memberActor(agency.orgId, "admin"), { accountStringId, fiscalYearId } = await makeBudget(t.database, agency, 100_00);
  await expect(t.database.transaction(actor, (tx) => createLine(tx, actor, { fiscalYearId, accountStringId, original: 5_00, note: "" }))).rejects.toMatchObject({ status: 409, code: "already_exists", message: expect.stringMatching(/^\S+ has a budget line in this fiscal year already\. Amend that line instead\.$/) });
});
