import { afterAll, beforeAll } from "vitest";
import type { FastifyInstance } from "fastify";
import { areaServers } from "#areas.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

export let t: TestDatabase;
let server: FastifyInstance;
const password = "Levee-demo-2026!";

type Method = "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
export type Caller = (
  method: Method,
  url: string,
  body?: object,
  version?: number,
) => Promise<{ status: number; body: any }>;

/** Somebody who signs in by their address; a bare name is one of the demo's. */
export const as = async (name: string): Promise<Caller> => {
  const email = name.includes("@") ? name : `${name}@demo.levee.test`;
  const signedIn = await server.inject({
    method: "POST",
    url: "/auth/v1/token",
    payload: { grant_type: "password", email, password },
  });
  const token = signedIn.json().access_token as string;
  return async (method, url, body, version) => {
    const answer = await server.inject({
      method,
      url,
      ...(body ? { payload: body } : {}),
      headers: {
        authorization: `Bearer ${token}`,
        ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      },
    });
    return { status: answer.statusCode, body: answer.body ? answer.json() : null };
  };
};

/** An account with a confirmed address, signed in. */
export const newPerson = async (email: string): Promise<Caller> => {
  await server.inject({ method: "POST", url: "/auth/v1/sign-up", payload: { email, password } });
  await identityDb(t.database).rows(
    sql`update person set email_verified_at = clock_timestamp() where email = ${email}`,
  );
  return as(email);
};

/** What an instance remembers of a session or a state is a second old at most. */
export const aSecond = (): Promise<void> => new Promise((done) => setTimeout(done, 1100));

export const newAgency = (name: string) => ({
  name,
  timeZone: "America/Denver",
  fiscalYearStartMonth: 7,
});

/** An agency with its first administrator, whose second factor is not asked for. */
export const agencyOf = async (name: string, email: string): Promise<[string, Caller]> => {
  const admin = await newPerson(email);
  const { id } = (await admin("POST", "/api/v1/organizations", newAgency(name))).body;
  await openWithoutFactor(id as string);
  return [id as string, admin];
};

export const openWithoutFactor = async (orgId: string): Promise<void> => {
  await t.database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || '{"mfaRequired": false}'
      where id = ${orgId}
    `),
  );
  await aSecond();
};

/** A server over the demo's agencies: Carver County runs it. */
export const agenciesTests = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    const app = { ...t.app, config: { ...t.app.config, demo: true } };
    for (const name of ["identity", "organization"])
      await areaServers.find((a) => a.name === name)!.seed!.tell(app, () => {});
    server = await assemble(app);
  });
  afterAll(async () => {
    await server.close();
    await t.drop();
  });
};
