import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { memberById } from "#areas/organization/organization.server.ts";
import type { Provider } from "../provider/provider-row.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { applyMapping } from "./apply.service.ts";
import { mappingInput } from "./mapping.model.ts";
import { addMapping, decideMapping, removeMapping, tryMapping } from "./mapping.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"ann" | "bo" | "cy", Actor>;
let provider: Provider;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const rule = (over: object) => mappingInput.parse({ claim: "groups", value: "it", ...over });
const arriveWith = (...groups: string[]) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    applyMapping(tx, provider, people.cy.personId!, { groups }),
  );
const cy = () => memberById(t.database.read(people.ann), people.cy.personId!);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ann: { role: "admin" },
    bo: { role: "admin" },
    cy: {},
  });
  provider = await as(people.ann, (tx) =>
    insertRow(tx, signInProvider, {
      orgId: agency.orgId,
      id: newId(),
      name: "County sign-in",
      kind: "oidc",
      issuer: "https://idp.test",
      status: "active",
    }),
  );
});
afterAll(() => t.drop());

test("a group gives a role, duties and a department at each arrival, and takes them away when it is gone", async () => {
  await as(people.ann, (tx) =>
    addMapping(
      tx,
      people.ann,
      provider.id,
      rule({ duties: ["receiver"], departmentId: agency.departmentId }),
    ),
  );
  await arriveWith("it", "all");
  expect(await cy()).toMatchObject({ duties: ["receiver"], departmentId: agency.departmentId });
  await arriveWith("all");
  expect((await cy()).duties).toEqual([]);
});

test("a group gives no two ends of what is kept apart: it would give them without an end", async () => {
  const both = rule({ value: "dock", duties: ["buyer", "receiver"] });
  await expect(
    as(people.ann, (tx) => addMapping(tx, people.ann, provider.id, both)),
  ).rejects.toMatchObject({
    status: 422,
    code: "joins_set",
    errors: [{ path: "duties", message: expect.stringContaining("ordering and receiving") }],
  });
});

test("what weighs gives nothing until another administrator confirms it; the platform's operator is no role of it", async () => {
  expect(mappingInput.safeParse({ claim: "g", value: "v", role: "platform_admin" }).success).toBe(
    false,
  );
  expect(mappingInput.safeParse({ claim: "g", value: "v" }).success).toBe(false);
  const made = await as(people.ann, (tx) =>
    addMapping(
      tx,
      people.ann,
      provider.id,
      rule({ value: "boss", role: "admin", duties: ["read_only"] }),
    ),
  );
  expect(made.status).toBe("waiting");
  await arriveWith("boss");
  expect((await cy()).role).toBe("user");
  const db = t.database.read(people.ann);
  expect(await tryMapping(db, provider.id, { groups: ["boss", "it"] })).toMatchObject({
    role: null,
    duties: ["receiver"],
    by: ["groups = it"],
    waiting: ["groups = boss"],
  });
  const confirm = (who: Actor) => as(who, (tx) => decideMapping(tx, who, made.id, "confirm"));
  await expect(confirm(people.ann)).rejects.toMatchObject({ code: "own_mapping" });
  await confirm(people.bo);
  await expect(confirm(people.bo)).rejects.toMatchObject({ code: "decided_already" });
  await arriveWith("boss");
  expect(await cy()).toMatchObject({ role: "admin", duties: ["read_only"] });
  await as(people.bo, (tx) => removeMapping(tx, people.bo, made.id));
  await arriveWith("boss");
  expect(await cy()).toMatchObject({ role: "user", duties: [] });
  const told = await as(people.bo, (tx) =>
    tx.rows(sql`select 1 from notification where kind = 'signOn.mapping'`),
  );
  expect(told).toHaveLength(1);
});
