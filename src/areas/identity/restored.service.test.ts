import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { refreshSession } from "./session.service.ts";
import { confirmAddress, signUp } from "./sign-up.service.ts";

let t: TestDatabase;
let db: IdentityDb;
beforeAll(async () => {
  t = await freshDatabase();
  db = identityDb(t.database);
});
afterAll(() => t.drop());

const client = () => ({ address: "192.0.2.7", userAgent: "test" });
const signedUp = async () => {
  const email = `p${newId().slice(-12)}@people.test`;
  const who = { email, password: "Correct-horse-9", displayName: "Test Person" };
  await signUp(db, who, "https://levee.test", client());
  const { link } = await db.one<{ link: string }>(
    sql`select link from mail where to_address = ${email}`,
  );
  return confirmAddress(db, new URL(link).searchParams.get("token_hash")!, client());
};

test("who was signed in when Levee was restored reads from when; two weeks later it is an end like others", async () => {
  const before = await signedUp();
  await db.rows(sql`
    update session
    set ended_at = clock_timestamp(), ended_reason = 'restored'
    where person_id = ${before.user.id}
  `);
  const agency = await makeAgency(t.database);
  const restored = (daysAgo: number) =>
    t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
      tx.rows(sql`
        insert into restore_report (org_id, made_at, restored_at, evidence, lost)
        values (
          ${agency.orgId}, '2026-11-20T07:20:00Z',
          clock_timestamp() - make_interval(days => ${daysAgo}::int), 'none', 0
        )
        on conflict (org_id)
        do update set restored_at = excluded.restored_at
      `),
    );
  await restored(0);
  // A session that began after the backup is unknown.
  for (const token of [before.refresh_token, "made-up"])
    await expect(refreshSession(db, token, client())).rejects.toMatchObject({
      code: "session_restored",
      message: expect.stringContaining("restored from its backup of Nov 20, 2026, 1:20 AM CT"),
    });
  await restored(15);
  await expect(refreshSession(db, before.refresh_token, client())).rejects.toMatchObject({
    code: "session_ended",
  });
});
