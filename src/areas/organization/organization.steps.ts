import { afterAll, beforeAll } from "vitest";
import type { FastifyInstance } from "fastify";
import { areaServers } from "#areas.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { demoPersonId } from "#areas/identity/identity.public.ts";

export let t: TestDatabase;
export let server: FastifyInstance;
export const password = "Levee-demo-2026!";
export const idOf = (name: string) => demoPersonId(`${name}@demo.levee.test`);

type Method = "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
export type Caller = (
  method: Method,
  url: string,
  body?: object,
  version?: number,
) => Promise<{ status: number; body: any }>;
export const as = async (email: string): Promise<Caller> => {
  const signedIn = await server.inject({
    method: "POST",
    url: "/auth/v1/token",
    payload: {
      grant_type: "password",
      email: email.includes("@") ? email : `${email}@demo.levee.test`,
      password,
    },
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
export const newPerson = async (email: string) => {
  await server.inject({ method: "POST", url: "/auth/v1/sign-up", payload: { email, password } });
  await identityDb(t.database).rows(
    sql`update person set email_verified_at = clock_timestamp() where email = ${email}`,
  );
  return as(email);
};
export const version = async (call: Caller, id: string) =>
  (await call("GET", `/api/v1/members/${id}`)).body.version as number;

/** A server over the demo's agencies. */
export const organizationTests = (): void => {
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
