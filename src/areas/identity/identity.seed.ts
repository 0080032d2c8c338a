import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { carverMembers, demoPersonId, demoVendors, northforkAdmin } from "./demo.model.ts";
import { hashPassword } from "./password.service.ts";
import { storePassword } from "./sign-up.service.ts";

/** Days that demo accounts work before they must be set up again (SPEC 9). */
const demoDays = 30;

const seedPerson = async (tx: Tx, email: string, name: string, passwordHash: string) => {
  const id = demoPersonId(email);
  await tx.rows(sql`
    insert into person (id, email, display_name, email_verified_at, demo_until)
    values (
      ${id}, ${email}, ${name}, clock_timestamp(),
      clock_timestamp() + make_interval(days => ${demoDays})
    )
    on conflict (id)
    do update set demo_until = excluded.demo_until, disabled_at = null
  `);
  await storePassword(tx, id, email, passwordHash);
};

const seedVendors = async (tx: Tx, passwordHash: string) => {
  for (const vendor of demoVendors) {
    await tx.rows(sql`
      insert into vendor_identity (id, name)
      values (${vendor.id}, ${vendor.name})
      on conflict (id)
      do nothing
    `);
    await seedPerson(tx, vendor.email, vendor.person, passwordHash);
    await tx.rows(sql`
      insert into vendor_user (person_id, vendor_id)
      values (${demoPersonId(vendor.email)}, ${vendor.id})
      on conflict
      do nothing
    `);
  }
};

/**
 * Demo accounts of these people, with the demo password, for 30 days from now; may run again.
 * Refuses outside of demo mode.
 */
export const seedDemoPeople = async (
  app: App,
  people: readonly { email: string; name: string }[],
): Promise<void> => {
  if (!app.config.demo) throw new Error("demo accounts exist in demo mode only");
  const passwordHash = await hashPassword(app.config.LEVEE_DEMO_PASSWORD);
  await identityDb(app.database).transaction(async (tx) => {
    for (const { email, name } of people) await seedPerson(tx, email, name, passwordHash);
  });
};

/**
 * The demo accounts; may run again (it renews passwords and the 30 days). Their agencies are
 * `organization.seed.ts`. Refuses outside of demo mode.
 */
export const seedIdentity = async (
  app: App,
  log: (line: string) => void = () => {},
): Promise<void> => {
  if (!app.config.demo) throw new Error("demo accounts exist in demo mode only");
  log("demo accounts");
  const passwordHash = await hashPassword(app.config.LEVEE_DEMO_PASSWORD);
  await identityDb(app.database).transaction(async (tx) => {
    for (const m of [...carverMembers, northforkAdmin])
      await seedPerson(tx, m.email, m.name, passwordHash);
    await seedVendors(tx, passwordHash);
  });
};

/** A person who acts for a vendor of the demo story, and the vendor's identity; again: nothing. */
export const seedVendorPerson = (
  app: App,
  who: { personId: string; email: string; displayName: string; vendorId: string; company: string },
): Promise<void> =>
  identityDb(app.database).transaction(async (tx) => {
    await tx.rows(sql`
      insert into person (id, email, display_name, email_verified_at)
      values (${who.personId}, ${who.email}, ${who.displayName}, clock_timestamp())
      on conflict
      do nothing
    `);
    await tx.rows(sql`
      insert into vendor_identity (id, name)
      values (${who.vendorId}, ${who.company})
      on conflict
      do nothing
    `);
    await tx.rows(sql`
      insert into vendor_user (person_id, vendor_id)
      values (${who.personId}, ${who.vendorId})
      on conflict
      do nothing
    `);
  });
