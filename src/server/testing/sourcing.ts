import {
  type AddendumInput,
  solicitationInput,
  type SolicitationInput,
} from "#areas/sourcing/solicitation/solicitation.fields.model.ts";
import {
  writeAddendum,
  type AddendumRecord,
} from "#areas/sourcing/solicitation/addendum.service.ts";
import { agreeToExtension } from "#areas/sourcing/solicitation/extension.service.ts";
import {
  approveSolicitation,
  createSolicitation,
  publishSolicitation,
  submitSolicitation,
} from "#areas/sourcing/solicitation/solicitation.service.ts";
import type { SolicitationRecord } from "#areas/sourcing/solicitation/solicitation.noun.ts";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissionsOf } from "#roles.ts";
import type { Database } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { makeVendor, type Agency } from "./agency.ts";
import { rehearsed, rehearsedByTwo, type TestOfficer } from "./opening.ts";

/** A vendor's person: a person, the vendor's identity, and the agency's active record of it. */
export const makeBidder = async (
  database: Database,
  agency: Agency,
  name: string,
): Promise<{ actor: Actor; vendorId: string; identityId: string }> => {
  const [identityId, personId] = [newId(), newId()];
  const email = `${name.toLowerCase().replace(/[^a-z]/g, "")}.${personId.slice(-8)}@bidder.levee.test`;
  await identityDb(database).transaction(async (tx) => {
    await tx.rows(sql`
      insert into person (id, email, display_name, email_verified_at)
      values (${personId}, ${email}, ${`${name}'s person`}, clock_timestamp())
    `);
    await tx.rows(sql`insert into vendor_identity (id, name) values (${identityId}, ${name})`);
    await tx.rows(
      sql`insert into vendor_user (person_id, vendor_id) values (${personId}, ${identityId})`,
    );
  });
  const vendor = await makeVendor(database, agency, { name, email });
  await database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${identityId}
      where org_id = ${agency.orgId} and id = ${vendor.id}
    `),
  );
  return {
    vendorId: vendor.id,
    identityId,
    actor: {
      kind: "vendor",
      personId,
      name: `${name}'s person`,
      email,
      orgId: null,
      role: "user",
      duties: [],
      permissions: permissionsOf("user", [], "vendor"),
      departmentIds: [],
      vendorIds: [identityId],
      sessionId: newId(),
    },
  };
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/**
 * A solicitation that meets every check of its kind: two items, an estimate, criteria that add up;
 * `over` changes it.
 */
export const solicitationOf = (
  agency: Agency,
  over: Partial<z.input<typeof solicitationInput>> = {},
): SolicitationInput =>
  solicitationInput.parse({
    kind: "rfq",
    title: "Winter road salt",
    summary: "Salt for the roads of the county, delivered to two yards.",
    departmentId: agency.departmentId,
    questionsUntil: inDays(20),
    dueAt: inDays(30),
    estimateCents: 90_000_00,
    estimateOn: "2026-11-02",
    estimateBasis: "Last winter's orders",
    items: [
      { description: "Road salt, treated", quantity: "1200", unit: "t", commodityCode: "325998" },
      {
        description: "Road salt, untreated",
        quantity: "400.5",
        unit: "t",
        commodityCode: "325998",
      },
    ],
    ...(over.kind === "rfp" && {
      envelopes: 2,
      criteria: [
        { name: "Quality", weight: "60" },
        { name: "Price", weight: "40", kind: "price" },
      ],
    }),
    ...(over.kind === "rfi" && { items: [], requirements: [{ label: "What would you propose?" }] }),
    ...over,
  });

/**
 * Drafts, reviews where that is asked, and publishes a solicitation; `officers` open a sealed one
 * (two fresh ones unless named).
 */
export const published = async (
  database: Database,
  people: { buyer: Actor; manager: Actor },
  input: SolicitationInput,
  officers?: readonly TestOfficer[],
): Promise<SolicitationRecord> => {
  const { buyer, manager } = people;
  const draft = await database.transaction(buyer, (tx) => createSolicitation(tx, buyer, input));
  if (draft.protection === "sealed") {
    if (officers) await rehearsed(database, buyer, draft.id, officers);
    else
      await rehearsedByTwo(
        database,
        { orgId: buyer.orgId!, departmentId: input.departmentId },
        buyer,
        draft.id,
      );
  }
  if (input.kind === "itb" || input.kind === "rfp") {
    await database.transaction(buyer, (tx) =>
      submitSolicitation(tx, buyer, { id: draft.id, version: null }),
    );
    await database.transaction(manager, (tx) =>
      approveSolicitation(tx, manager, { id: draft.id, version: null }),
    );
  }
  return database.transaction(buyer, (tx) =>
    publishSolicitation(tx, buyer, { id: draft.id, version: null }),
  );
};

/**
 * An addendum by the buyer; the manager agrees where it moves the deadline. Gives what was
 * published, or throws what refused it.
 */
export const publishedAddendum = async (
  database: Database,
  { buyer, manager }: Record<"buyer" | "manager", Actor>,
  id: string,
  input: AddendumInput,
): Promise<AddendumRecord> => {
  const { addendum, extension } = await database.transaction(buyer, (tx) =>
    writeAddendum(tx, buyer, id, input, null),
  );
  return (
    addendum ??
    (await database.transaction(manager, (tx) => agreeToExtension(tx, manager, id, extension!.id)))
  );
};
