// Files of people to invite: who is there already stays, and is a question where the file gives another role.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { sql } from "#server/db/sql.ts";
import "../organization.server.ts";

let t: TestDatabase;
let admin: Actor;
let manager: string;
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  const members = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
  });
  admin = members.admin;
  ({ email: manager } = await t.database.read(admin).one<{ email: string }>(sql`
    select email
    from person
    where id = ${members.manager.personId}
  `));
});
afterAll(() => t.drop());

test("a member or an open invitation is left alone; with another role it is a question, and nobody's role changes", async () => {
  const text = `Email,Role\nnew@county.test,Manager\n${manager},\n`;
  const first = await beginFile(t, admin, "invitations", text);
  expect((await checkFile(t, admin, first.id)).counts).toMatchObject({ create: 1, skip: 1 });
  await commitFile(t, admin, first.id);
  const again = await beginFile(
    t,
    admin,
    "invitations",
    `Email,Role\nnew@county.test,Admin\n${manager},User\n`,
  );
  const run = await checkFile(t, admin, again.id);
  expect(run.counts).toMatchObject({ create: 0, skip: 0, reject: 2 });
  expect(run.problems).toMatchObject([
    { expected: "new@county.test is a member or invited: Role Manager", found: "Role Admin" },
    { expected: expect.stringMatching(/: Role Manager(, User)?$/), found: "Role User" },
  ]);
});
