import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { ProgramApplicationRecord } from "./application.noun.ts";
import { tellApplicant } from "./told.service.ts";

let t: TestDatabase;
let grants: Actor;
let application: ProgramApplicationRecord;

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ grants } = await makeMembers(t.database, agency, { grants: { duties: ["grant_manager"] } }));
  const vendor = await makeVendor(t.database, agency, { name: "Watertown Mutual Aid" });
  application = {
    ...{ orgId: agency.orgId, id: newId(), number: "GAP-2027-00001", vendorId: vendor.id },
    ...{ title: "Block captains", contactName: "Hoa", contactEmail: "hoa@aid.test" },
    ...{ source: "staff", createdBy: null },
  } as unknown as ProgramApplicationRecord;
});
afterAll(() => t.drop());

test("whoever applied keeps what became of it, each time with the application as it stands", async () => {
  const program = { title: "Cooling rooms" };
  await t.database.transaction(grants, async (tx) => {
    await tellApplicant(tx, application, program, "received", null);
    await tellApplicant(tx, application, program, "passed", "No money is left");
  });
  const letters = await identityDb(t.database).rows<{
    subject: string;
    to: string;
    text: string;
    papers: string[];
  }>(sql`
    select
      m.subject, m.to_address as "to", m.body_text as text,
      array(
        select p.maker
        from mail_paper p
        where p.org_id = m.org_id and p.mail_id = m.id
      ) as papers
    from mail m
    where m.kind = 'programApplication'
    order by m.id
  `);
  expect(letters.map(({ subject }) => subject)).toEqual([
    "GAP-2027-00001 was received: Block captains",
    "GAP-2027-00001 is not selected: Block captains",
  ]);
  for (const letter of letters) {
    expect(letter).toMatchObject({ to: "hoa@aid.test", papers: ["program_application"] });
    expect(letter.text).toContain("kept-letters/");
  }
  expect(letters[1]!.text).toContain("Why: No money is left");
});
