import { signAccessToken } from "#areas/identity/token.service.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Database } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";

export type Name = "requester" | "manager" | "buyer" | "receiver" | "ap" | "admin";
export type BuyingAgency = Agency & {
  people: Record<Name, Actor>;
  sessions: Record<Name, string>;
  accounts: string[];
  vendors: string[];
};

/** Opens a session of a member, as a sign-in does, and gives its id. */
const openSession = async (database: Database, who: Actor): Promise<string> => {
  const id = newId();
  await identityDb(database).transaction((tx) =>
    tx.rows(sql`
      insert into session (id, person_id, active_org_id, assurance, address, user_agent, expires_at)
      values (
        ${id}, ${who.personId}, ${who.orgId}, 'password', '127.0.0.1', 'bench',
        clock_timestamp() + interval '1 day'
      )
    `),
  );
  return id;
};

/**
 * An agency that buys: a person for every step, policies for requisitions and invoices, twenty
 * budget lines, ten vendors.
 */
export const buyingAgency = async (database: Database): Promise<BuyingAgency> => {
  const agency = await makeAgency(database);
  const people = await makeMembers(database, agency, {
    requester: {},
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
    admin: { role: "admin" },
  });
  // Calls are counted as ever; six people who do the work of hundreds need a wider limit than
  // people do.
  await database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || ${JSON.stringify({ callsPerMinute: 1_000_000 })}::jsonb
      where id = ${agency.orgId}
    `),
  );
  for (const documentType of ["requisition", "invoice"] as const)
    await makePolicy(database, people.admin, { documentType });
  // Codes of the agency's own, as of an NIGP list.
  await database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      select ${agency.orgId}::uuid, gen_random_uuid(), n::text, 'Class ' || n, 'NIGP'
      from generate_series(10000, 11999) n
    `),
  );
  const accounts: string[] = [];
  const vendors: string[] = [];
  for (let i = 0; i < 20; i++)
    accounts.push((await makeBudget(database, agency, 1_000_000_000_00)).accountStringId);
  for (let i = 0; i < 10; i++)
    vendors.push((await makeVendor(database, agency, { email: null })).id);
  const sessions = {} as Record<Name, string>;
  for (const name of Object.keys(people) as Name[])
    sessions[name] = await openSession(database, people[name]);
  return { ...agency, people, sessions, accounts, vendors };
};

/** Fresh access tokens (they live five minutes) for everyone of the agency. */
export const tokensOf = async (agency: BuyingAgency): Promise<Record<Name, string>> => {
  const tokens = {} as Record<Name, string>;
  for (const name of Object.keys(agency.people) as Name[])
    tokens[name] = await signAccessToken(agency.people[name].personId!, agency.sessions[name]);
  return tokens;
};
