import { Readable } from "node:stream";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import {
  addCompanyDocument,
  readCompany,
  saveCompany,
} from "#areas/vendors/registration/company.service.ts";
import { companyInput } from "#areas/vendors/registration/registration.model.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissionsOf } from "#roles.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import type { TestDatabase } from "./database.ts";

let serial = 0;

/** A signed-in person without agency, with a confirmed address. */
export const makePerson = async (t: TestDatabase, name: string): Promise<Actor> => {
  const personId = newId();
  const email = `p${++serial}.${personId.slice(-8)}@people.test`;
  await identityDb(t.database).rows(sql`
    insert into person (id, email, display_name, email_verified_at)
    values (${personId}, ${email}, ${name}, clock_timestamp())
  `);
  return {
    kind: "person",
    personId,
    name,
    email,
    orgId: null,
    role: "user",
    duties: [],
    permissions: new Set(),
    departmentIds: [],
    vendorIds: [],
    sessionId: null,
  };
};

/** The same person as who acts for a company. */
export const actingFor = (person: Actor, identityId: string): Actor => ({
  ...person,
  kind: "vendor",
  vendorIds: [identityId],
  permissions: permissionsOf("user", [], "vendor"),
});

/** A company with everything that a registration needs, and a person who acts for it. */
export const makeCompany = async (
  t: TestDatabase,
  name: string,
  over: Record<string, unknown> = {},
): Promise<Actor> => {
  const person = await makePerson(t, `Person of ${name}`);
  const actor = actingFor(person, await foundVendorIdentity(identityDb(t.database), person, name));
  const { version } = await readCompany(t.database.read(actor), actor);
  await t.database.transaction(actor, (tx) =>
    saveCompany(
      tx,
      actor,
      companyInput.parse({
        name,
        tin: `41${String(1_000_000 + ++serial * 7919).slice(-7)}`,
        tinKind: "ein",
        email: actor.email,
        phone: "952 555 0134",
        address1: `${serial} Mill Street`,
        city: "Chaska",
        state: "MN",
        postalCode: "55318",
        commodityCodes: ["212321"],
        ...over,
      }),
      version,
    ),
  );
  await addW9(t, actor);
  return actor;
};

/** Adds a Form W-9 to a company. */
const addW9 = (t: TestDatabase, actor: Actor): Promise<void> =>
  t.database.transaction(actor, (tx) =>
    addCompanyDocument(
      tx,
      actor,
      t.app.files,
      { name: "w9.pdf", stream: Readable.from([`%PDF-1.7 W-9 of ${actor.vendorIds[0]}`]) },
      { kind: "w9", label: "" },
    ),
  );
