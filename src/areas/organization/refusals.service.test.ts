// What members, shared lists and the look of an agency refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";

type Name = "admin" | "second" | "manager" | "clerk" | "reader";
let t: TestDatabase;
let agency: Agency;
let people: Record<Name, Actor>;
const ask = askingOf(() => t);
const refused = (who: Name, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(people[who], asked, body, version));
const past = `${agencyDay(-1)}T00:00:00.000Z`;
const soon = `${agencyDay(9)}T00:00:00.000Z`;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    second: { role: "admin" },
    manager: { role: "manager" },
    clerk: { duties: ["requester"] },
    reader: { duties: ["read_only"] },
  });
});
afterAll(() => t.drop());

const memberOf = async (who: Name) => {
  const { personId } = people[who];
  const { version } = await ask(people.admin, `GET /api/v1/members/${personId}`);
  return { path: `PATCH /api/v1/members/${personId}`, version };
};

test("a right ends in the future, and read only has no end", async () => {
  const clerk = await memberOf("clerk");
  const change = (body: object) => refused("admin", clerk.path, body, clerk.version);
  expect(await change({ role: "manager", roleExpiresAt: past })).toBe(
    "invalid_field: Choose a time in the future.",
  );
  expect(await change({ duties: ["requester", "buyer"], dutyEnds: { buyer: past } })).toBe(
    "invalid_field: Choose a time in the future.",
  );
  const reader = await memberOf("reader");
  expect(
    await refused(
      "admin",
      reader.path,
      { duties: ["read_only"], dutyEnds: { read_only: soon } },
      reader.version,
    ),
  ).toBe("invalid_field: Read only has no end. Take it away when it shall end.");
});

test("a way in is not closed to whoever came in by it; what was asked for and has ended is asked anew", async () => {
  const settings = await t.database.read(people.admin).one<{ version: number }>(sql`
    select version
    from organization
    where id = ${agency.orgId}
  `);
  const came = { ...people.admin, cameBy: "password" } as Actor;
  const close = { signInMethods: ["passkey"] };
  const path = `PATCH /api/v1/organizations/${agency.orgId}`;
  expect(await refusalOf(ask(came, path, close, settings.version))).toContain(
    "You came in by a way that this would close. Sign in by one that stays open first, so that you know that it works for you.",
  );
  const clerk = await memberOf("clerk");
  const ends = new Date(Date.now() + 60_000).toISOString();
  await ask(
    people.admin,
    clerk.path,
    { duties: ["requester", "buyer"], dutyEnds: { buyer: ends } },
    clerk.version,
  );
  const grant = await t.database.read(people.admin).one<{ id: string; version: number }>(sql`
    select id, version
    from access_grant
    where org_id = ${agency.orgId} and status = 'waiting'
  `);
  const over = (part: ReturnType<typeof sql>) =>
    t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
      tx.rows(
        sql`update access_grant set ${part} where org_id = ${agency.orgId} and id = ${grant.id}`,
      ),
    );
  const confirm = () =>
    refused("second", `POST /api/v1/access-grants/${grant.id}/actions/confirm`, {}, grant.version);
  const gone = JSON.stringify({ buyer: past });
  await over(sql`duty_ends = ${gone}::jsonb`);
  expect(await confirm()).toBe(
    "duty_over: The end of that duty has passed. Decline it and ask anew.",
  );
  await over(sql`role_expires_at = clock_timestamp() - interval '1 day'`);
  expect(await confirm()).toBe(
    "role_over: The end of that role has passed. Decline it and ask anew.",
  );
});

test("a role is read by its holder and by administrators", async () => {
  const of = (who: Name) => `GET /api/v1/user_roles?user_id=${people[who].personId}`;
  expect(await refused("clerk", of("admin"))).toBe(
    "not_allowed: You read your own role here; an administrator reads those of others.",
  );
  expect(await refused("clerk", of("clerk"))).toBe("nothing was refused");
  expect(await refused("admin", of("clerk"))).toBe("nothing was refused");
});

const place = (over: object) => ({ name: "Yard", kind: "yard", ...over });

test("a place has a name of its own and is no part of itself", async () => {
  const places = "/api/v1/places";
  const yard = await ask(people.admin, `POST ${places}`, place({ city: "Shakopee" }));
  expect(await refused("admin", `POST ${places}`, place({}))).toBe(
    "same_name: There is a place named Yard already.",
  );
  const shed = await ask(
    people.admin,
    `POST ${places}`,
    place({ name: "Shed", parentId: yard.id }),
  );
  const within = (parentId: string) =>
    refused("admin", `PATCH ${places}/${yard.id}`, { parentId }, yard.version);
  expect(await within(shed.id)).toBe("place_cycle: A place cannot be part of itself.");
  expect(await refused("admin", `POST ${places}/${yard.id}/actions/restore`, {}, 1)).toBe(
    "same_state: It is in use already.",
  );
});

test("a change of a place or a unit keeps what it does not name, and is judged with it", async () => {
  const full = place({
    name: "Hall",
    street: "1 Main St",
    city: "Shakopee",
    latitude: "44.7891",
    longitude: "-93.6021",
    hours: "8 to 4",
  });
  const { id, version } = await ask(people.admin, "POST /api/v1/places", full);
  const change = (body: object, of = version) =>
    ask(people.admin, `PATCH /api/v1/places/${id}`, body, of);
  expect(await refusalOf(change({ latitude: "" }))).toContain("invalid_input: Longitude:");
  await change({ name: "City hall" });
  const { items } = await ask<{ items: Record<string, unknown>[] }>(
    people.clerk,
    `GET /api/v1/places?id=${id}`,
  );
  expect(items[0]).toMatchObject({
    ...full,
    name: "City hall",
    latitude: expect.stringMatching(/^44\.78910*$/),
    longitude: expect.stringMatching(/^-93\.60210*$/),
  });
  const unit = { code: "rod", name: "Rod", kind: "length", factor: "5.0292" };
  const rod = await ask(people.admin, "POST /api/v1/units", unit);
  expect(await refused("admin", "POST /api/v1/units", { ...unit, name: "Perch" })).toMatch(
    /^same_unit: rod is .+ already\.$/,
  );
  expect(
    await refused("admin", `PATCH /api/v1/units/${rod.id}`, { kind: "other" }, rod.version),
  ).toContain("factor");
  await ask(people.admin, `PATCH /api/v1/units/${rod.id}`, { name: "Rod of land" }, rod.version);
});

test("only who proposed an entry takes it back", async () => {
  const proposal = await ask(people.clerk, "POST /api/v1/list-proposals", {
    list: "places",
    content: place({ name: "Fire house" }),
    reason: "We deliver there",
  });
  const back = `POST /api/v1/list-proposals/${proposal.id}/actions/withdraw`;
  expect(await refused("manager", back, {}, proposal.version)).toBe(
    "not_allowed: Only who proposed it can withdraw it.",
  );
  expect(await refused("clerk", back, {}, proposal.version)).toBe("nothing was refused");
});

const stored = async (mediaType: string, size: number): Promise<string> => {
  const id = newId();
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${id}, 'mark', ${mediaType}, ${size}, ${"0".repeat(64)},
        ${people.admin.personId}
      )
    `),
  );
  return id;
};

test("the mark of an agency is a small picture", async () => {
  const { version } = await ask(people.admin, "GET /api/v1/agency-looks");
  const colors = { primaryColor: "#1e40af", secondaryColor: "#0f766e" };
  const asked = async (mediaType: string, size: number) => {
    const markFileId = await stored(mediaType, size);
    return refused("admin", "POST /api/v1/agency-looks", { ...colors, markFileId }, version);
  };
  expect(await asked("application/pdf", 10)).toContain("Use a picture: PNG, JPEG or WebP.");
  expect(await asked("image/png", 2_000_001)).toContain("Use a picture of at most 2 MB.");
});
