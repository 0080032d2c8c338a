import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemActor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { as, idOf, organizationTests, t, version } from "../organization.setup.ts";
import { setMappedAccess, type MappedAccess } from "./mapped-access.service.ts";

organizationTests();

const system = systemActor(carverCountyId, new Set(), "Provider");
const within = <T>(work: (tx: Parameters<typeof setMappedAccess>[0]) => Promise<T>) =>
  t.database.transaction(system, work);
const source = { kind: "provider", id: "p-1", name: "County sign-in" } as const;
const map = (name: string, mapped: Partial<MappedAccess>) =>
  within((tx) =>
    setMappedAccess(tx, system, idOf(name), {
      role: null,
      duties: [],
      departmentId: null,
      source,
      ...mapped,
    }),
  );
const standing = async (name: string) => {
  const { role, duties } = (await (await as("admin"))("GET", `/api/v1/members/${idOf(name)}`)).body;
  return [role, ...duties] as string[];
};
const told = async (name: string) =>
  (
    await t.database
      .read({ orgId: carverCountyId, personId: idOf(name) })
      .rows(sql`select id from notification where kind = 'access.mapped'`)
  ).length;

test("a mapping gives exactly its rights, takes back only its own, and tells once", async () => {
  expect(await standing("user")).toEqual(["user", "requester"]);
  expect(await map("user", { role: "manager", duties: ["receiver", "requester"] })).toMatchObject({
    changed: true,
    gained: ["Manager", "Receiver"],
  });
  expect(await standing("user")).toEqual(["manager", "receiver", "requester"]);
  expect(await map("user", { role: "manager", duties: ["receiver", "requester"] })).toMatchObject({
    changed: false,
    lost: [],
  });
  expect(await told("user")).toBe(1);
  // Another source neither doubles nor takes it.
  const other = { kind: "directory", id: "d-1", name: "Directory" } as const;
  expect(await map("user", { source: other })).toMatchObject({
    changed: false,
    gained: [],
    lost: [],
  });
  expect(await map("user", { role: "user", duties: ["evaluator"] })).toMatchObject({
    changed: true,
    gained: ["Evaluator"],
    lost: ["Manager", "Receiver"],
  });
  expect(await standing("user")).toEqual(["user", "evaluator", "requester"]);
  expect(await map("user", {})).toMatchObject({ changed: true, lost: ["Evaluator"] });
  expect(await standing("user")).toEqual(["user", "requester"]);
});

test("a mapping demotes nobody whom others made more, and takes neither the last administrator nor the operator", async () => {
  expect(await map("manager", { role: "user" })).toMatchObject({
    changed: false,
    gained: [],
    lost: [],
  });
  expect((await standing("manager"))[0]).toBe("manager");
  await expect(map("user", { role: "platform_admin" })).rejects.toThrow("no platform_admin");
  expect(await map("platform", { role: "user", duties: ["buyer"] })).toMatchObject({
    changed: false,
    gained: [],
    lost: [],
  });
  await map("manager", { role: "admin" });
  await within((tx) =>
    tx.rows(sql`
      update user_role
      set expires_at = clock_timestamp()
      where org_id = ${carverCountyId} and role = 'admin' and person_id <> ${idOf("manager")}
    `),
  );
  expect(await map("manager", { role: "user" })).toMatchObject({
    changed: false,
    gained: [],
    lost: [],
  });
  await within((tx) =>
    tx.rows(sql`
      update user_role
      set expires_at = null
      where org_id = ${carverCountyId} and role = 'admin'
    `),
  );
  await map("manager", {});
  expect((await standing("manager"))[0]).toBe("manager");
});

test("a duty given for a time carries its reason and ends at its instant, for the session too", async () => {
  const [admin, user] = [await as("admin"), await as("user")];
  const edit = async (body: object) =>
    admin("PATCH", `/api/v1/members/${idOf("user")}`, body, await version(admin, idOf("user")));
  const past = new Date(Date.now() - 60_000).toISOString();
  expect(
    (await edit({ duties: ["requester", "receiver"], dutyEnds: { receiver: past } })).status,
  ).toBe(422);
  const ends = Date.now() + 1500;
  const until = new Date(ends).toISOString();
  const given = await edit({
    duties: ["requester", "receiver"],
    dutyEnds: { receiver: until },
    reason: "Stands in at the dock",
  });
  expect(Object.keys(given.body.dutyEnds)).toEqual(["receiver"]);
  expect(
    await within((tx) =>
      tx.rows(sql`
        select duty, source, reason, granted_by = ${idOf("admin")} as by_admin
        from held_duty
        where org_id = ${carverCountyId} and person_id = ${idOf("user")} and expires_at is not null
      `),
    ),
  ).toEqual([
    { duty: "receiver", source: "member", reason: "Stands in at the dock", byAdmin: true },
  ]);
  await new Promise((r) => setTimeout(r, 1000));
  const duties = async () => (await user("GET", "/api/v1/me")).body.duties as string[];
  expect(await duties()).toContain("receiver");
  // Within the second for which sessions are remembered.
  await new Promise((r) => setTimeout(r, Math.max(ends - Date.now(), 0) + 60));
  expect(await duties()).toEqual(["requester"]);
  expect(await standing("user")).toEqual(["user", "requester"]);
});

test("a later end of a money duty waits for a second person, an earlier one holds at once", async () => {
  const admin = await as("admin");
  const edit = async (body: object) =>
    admin("PATCH", `/api/v1/members/${idOf("ap")}`, body, await version(admin, idOf("ap")));
  const [soon, later] = [1, 2].map((days) => new Date(Date.now() + days * 86400_000).toISOString());
  const sooner = await edit({ dutyEnds: { ap: soon }, reason: "Until the audit" });
  expect([sooner.body.waits, new Date(sooner.body.dutyEnds.ap).toISOString()]).toEqual([
    null,
    soon,
  ]);
  const longer = await edit({ dutyEnds: { ap: later } });
  expect(new Date(longer.body.dutyEnds.ap).toISOString()).toBe(soon);
  const confirm = `/api/v1/access-grants/${longer.body.waits}/actions/confirm`;
  expect((await (await as("manager"))("POST", confirm, {}, 1)).status).toBe(200);
  const { dutyEnds } = (await admin("GET", `/api/v1/members/${idOf("ap")}`)).body;
  expect(new Date(dutyEnds.ap).toISOString()).toBe(later);
});

test("whoever reads duties reads their ends", () => {
  const root = join(import.meta.dirname, "../../../..", "src");
  const forgets = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".service.ts") || file.endsWith(".noun.ts"))
    .filter((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [...text.matchAll(/(?:from|join) member_duty\b/g)]
        .map(({ index }) => text.slice(Math.max(0, index - 200), index + 280))
        .filter((read) => !/delete\s+from member_duty/.test(read))
        .some((read) => !/expires_at/.test(read));
    });
  expect(forgets).toEqual([]);
});
