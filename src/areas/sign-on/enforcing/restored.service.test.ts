// After a restore an agency is entered as it was when it was lost.
import { beforeAll, expect, test } from "vitest";
import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ToldEntry } from "#server/restored/told-entries.ts";
import { entryRule } from "#areas/identity/identity.server.ts";
import { openSignOn, s } from "../sign-on.setup.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { makeKey } from "../testing/saml-provider.ts";
import { signOnAfterRestore } from "./restored.service.ts";

openSignOn();

const providerId = newId();
const system = () => systemActor(s.agency.orgId, new Set(), "Restore");
const entry = (action: string, breakGlass: readonly string[] = []): ToldEntry => ({
  id: newId(),
  index: 7,
  at: "2026-11-25T08:00:00.000Z" as ToldEntry["at"],
  action,
  objectType: "signInRule",
  objectId: providerId,
  objectNumber: "County sign-in",
  actorName: "Ann",
  changes: [{ field: "breakGlass", before: null, after: breakGlass }],
});
const told = (action: string, breakGlass: readonly string[] = []) =>
  signOnAfterRestore.told(entry(action, breakGlass), () => null);
const close = (taken: Record<string, unknown>) =>
  s.t.database.transaction(system(), (tx) =>
    signOnAfterRestore.close(tx, system(), "agency", taken),
  );
const rule = () => entryRule(s.t.database.read({ orgId: s.agency.orgId, personId: null }));

beforeAll(() =>
  s.t.database.transaction({ orgId: s.agency.orgId, personId: null }, (tx) =>
    insertRow(tx, signInProvider, {
      orgId: s.agency.orgId,
      id: providerId,
      name: "County sign-in",
      kind: "saml",
      issuer: "https://idp.test",
      status: "active",
      certificates: [makeKey(databaseMs(), 6).certificate],
    }),
  ),
);

test("what was enforced after the backup is enforced again; an administrator may end it", async () => {
  const { ann } = s.people;
  const { taken } = told("signInRule.enforce", [ann.personId!])!;
  expect(await close(taken!)).toMatchObject({ subjectId: providerId, name: "County sign-in" });
  expect(await rule()).toMatchObject({ providerId, inForce: true });
  // It stood so in the backup as well: nothing to ask.
  expect(await close(taken!)).toBeNull();
  const question = { subjectId: providerId, before: {}, told: true, reason: "It was a trial" };
  await s.t.database.transaction(ann, (tx) => signOnAfterRestore.open(tx, ann, question, s.app));
  expect(await rule()).toBeNull();
});

test("enforced through a provider that the backup does not know, the agency is closed; ended later, nothing is", async () => {
  await s.t.database.transaction({ orgId: s.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update sign_in_provider
      set status = 'draft'
      where org_id = ${s.agency.orgId} and id = ${providerId}
    `),
  );
  expect(await close(told("signInRule.enforce")!.taken!)).toBe("everybody");
  expect(await rule()).toBeNull();
  expect(told("signInRule.end")).toMatchObject({ taken: null });
  expect(told("signInRule.lift")).toBeNull();
});
