import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { readAllowedHosts } from "#server/outgoing/address.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { testPassword, withPassword } from "#server/testing/password.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

export const domain = "riverbend.test";

/** What the test of one file stands on: two instances on one database, an agency, its people. */
export const s = {} as {
  t: TestDatabase;
  app: App;
  server: FastifyInstance;
  second: FastifyInstance;
  agency: Agency;
  people: Record<"ann" | "bo" | "cy", Actor>;
  allow: (...hosts: string[]) => void;
};

/** A browser: keeps cookies of both instances, follows nothing by itself. */
export class Browser {
  readonly cookies = new Map<string, string>();
  token: string | null = null;
  server: FastifyInstance;

  constructor(server: FastifyInstance = s.server) {
    this.server = server;
  }

  async ask(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, body?: object) {
    return this.send(method, url, body ? JSON.stringify(body) : undefined, "application/json");
  }

  /** What a browser posts of a form of another site: without our cookies. */
  post(url: string, form: Record<string, string>) {
    return this.send(
      "POST",
      url,
      new URLSearchParams(form).toString(),
      "application/x-www-form-urlencoded",
      true,
    );
  }

  private async send(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    payload: string | undefined,
    type: string,
    foreign = false,
  ) {
    const version = this.version;
    this.version = null;
    const answer = await this.server.inject({
      method,
      url,
      payload,
      headers: {
        ...(payload !== undefined && { "content-type": type }),
        ...(this.token && !foreign && { authorization: `Bearer ${this.token}` }),
        ...(version !== null && { "if-match": `"${version}"` }),
        ...(!foreign && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        }),
      },
    });
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [name, value] = line.split(";")[0]!.split("=") as [string, string];
      this.cookies.set(name, value);
    }
    const json = /json/.test(String(answer.headers["content-type"] ?? ""));
    return {
      status: answer.statusCode,
      location: String(answer.headers["location"] ?? ""),
      text: answer.body,
      body: json ? (answer.json() as any) : null,
    };
  }

  private version: number | null = null;
  /** The version that the next request was read at. */
  at(version: number): this {
    this.version = version;
    return this;
  }

  async signIn(email: string): Promise<this> {
    const { body } = await this.ask("POST", "/auth/v1/token", {
      grant_type: "password",
      email,
      password: testPassword,
    });
    this.token = body.access_token ?? null;
    return this;
  }

  /** Proves anew who sits there. */
  async prove(): Promise<void> {
    await this.ask("POST", "/auth/v1/proof", { kind: "password", present_password: testPassword });
  }
}

/** An account with a password, of no member. */
export const newAccount = async (email: string): Promise<string> => {
  const id = newId();
  await identityDb(s.t.database).rows(sql`
    insert into person (id, email, display_name, email_verified_at)
    values (${id}, ${email}, 'Test Person', clock_timestamp())
  `);
  await withPassword(s.t.database, { personId: id, email });
  return id;
};

/** A domain that the agency has proved. */
export const proveDomain = (name = domain) =>
  s.t.database.transaction({ orgId: s.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into sign_in_domain (org_id, id, domain, token, proved_at)
      values (${s.agency.orgId}, ${newId()}, ${name}, ${newId()}, clock_timestamp())
    `),
  );

/** Rows of the agency, as its administrators could read them. */
export const rowsOf = <T extends object>(statement: ReturnType<typeof sql>): Promise<T[]> =>
  s.t.database.read({ orgId: s.agency.orgId, personId: null }).rows<T>(statement);

/** What the log says was refused last. */
export const lastEvent = async () =>
  (
    await rowsOf<{ kind: string; good: boolean; told: string; who: string }>(sql`
      select kind, good, told, who
      from sign_in_event
      where org_id = ${s.agency.orgId}
      order by at desc, id desc
      limit 1
    `)
  )[0]!;

export const openSignOn = (): void => {
  let secondDatabase: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    const t = await freshDatabase();
    const hosts: { host: string; port: number; clear: boolean }[] = [];
    s.t = t;
    s.allow = (...names) => void hosts.push(...(readAllowedHosts(names.join(",")) ?? []));
    const config = { ...t.app.config, LEVEE_OUTGOING_ALLOW: hosts };
    s.app = {
      ...t.app,
      config,
      outgoing: outgoingDoor(openOutgoing({ allow: hosts }), t.database),
    };
    secondDatabase = openDatabase(t.ownerUrl, { max: 4 });
    s.server = await assemble(s.app);
    s.second = await assemble({ ...s.app, database: secondDatabase });
    s.agency = await makeAgency(t.database);
    s.people = await makeMembers(t.database, s.agency, {
      ann: { role: "admin" },
      bo: { role: "admin" },
      cy: {},
    });
    for (const person of Object.values(s.people)) await withPassword(t.database, person);
  });
  afterAll(async () => {
    await s.server.close();
    await s.second.close();
    await s.app.outgoing.close();
    await secondDatabase.close();
    await s.t.drop();
  });
};
