import { expect, test } from "vitest";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { as, idOf, organizationTests, t } from "#areas/organization/organization.setup.ts";
import { leavings } from "./leaver.service.ts";

organizationTests();

const agency = { orgId: carverCountyId, personId: null };
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const plan = async (name: string, body: object, by = "admin") =>
  (await as(by))("PUT", `/api/v1/people/${idOf(name)}/leaving`, body);
const rows = (query: ReturnType<typeof sql>) => t.database.read(agency).rows(query);

test("access ends at the instant, handed over or not; successors take over what they can", async () => {
  const receiver = await as("receiver");
  await t.database.transaction(agency, async (tx) => {
    for (const name of ["receiver", "ap"])
      await tx.rows(sql`
        insert into task (org_id, id, person_id, kind, title)
        values (${carverCountyId}, ${newId()}, ${idOf(name)}, 'follow_up', 'Count the salt')
      `);
    await tx.rows(sql`
      insert into approval_delegation (
        org_id, id, from_person_id, to_person_id, starts_at, ends_at, document_types
      )
      values (
        ${carverCountyId}, ${newId()}, ${idOf("manager")}, ${idOf("receiver")},
        clock_timestamp() - interval '1 day', clock_timestamp() + interval '5 days', '[]'
      )
    `);
  });
  const held = (await (await as("admin"))("GET", `/api/v1/people/${idOf("receiver")}/leaving`))
    .body;
  expect(held.holds.map((one: { kind: string }) => one.kind)).toEqual(["tasks", "delegations"]);
  const ends = Date.now() + 2500;
  const planned = await plan("receiver", {
    endsAt: new Date(ends).toISOString(),
    reason: "Moves to another county",
    successors: { tasks: idOf("buyer") },
  });
  await plan("ap", { endsAt: new Date(ends).toISOString(), reason: "Retires" });
  expect(planned.body).toMatchObject({ status: "planned", personName: expect.any(String) });
  expect((await receiver("GET", "/api/v1/members")).status).toBe(200);
  await leavings.run(t.app);
  expect((await receiver("GET", "/api/v1/members")).status).toBe(200);
  await new Promise((r) => setTimeout(r, ends - Date.now() + 30));
  // At the instant, before anything ran.
  expect((await receiver("GET", "/api/v1/members")).status).toBe(403);
  await leavings.run(t.app);
  await leavings.run(t.app);
  const { leaving } = (
    await (
      await as("admin")
    )("GET", `/api/v1/people/${idOf("receiver")}/leaving`)
  ).body;
  expect(leaving).toMatchObject({
    status: "ended",
    outcome: [
      { kind: "tasks", taken: 1, left: 0 },
      { kind: "delegations", taken: 1, left: 0 },
    ],
  });
  expect((await leaving("ap")).outcome).toMatchObject([
    { kind: "tasks", taken: 0, left: 1, note: "No successor was named." },
  ]);
  expect(await rows(sql`select title from task where person_id = ${idOf("buyer")}`)).toEqual([
    { title: "Count the salt" },
  ]);
  expect((await receiver("GET", "/api/v1/me")).status).toBe(401);
});

test("nobody ends their own, the only administrator stays, and a plan is taken back", async () => {
  const later = { endsAt: soon(86_400_000), reason: "Retires" };
  expect((await plan("admin", later)).body.code).toBe("own_access");
  expect((await plan("buyer", { ...later, endsAt: soon(-1000) })).status).toBe(422);
  expect(
    (await plan("buyer", { ...later, successors: { tasks: idOf("buyer") } })).body.errors?.[0]
      ?.path,
  ).toBe("successors.tasks");
  expect((await plan("buyer", later, "manager")).status).toBe(403);
  const planned = (await plan("buyer", later)).body;
  const admin = await as("admin");
  const file = async () => (await admin("GET", `/api/v1/people/${idOf("buyer")}`)).body.person;
  expect(new Date((await file()).endsAt).toISOString()).toBe(later.endsAt);
  const cancel = `/api/v1/leavings/${planned.id}/actions/cancel`;
  expect((await admin("POST", cancel, {}, planned.version)).status).toBe(200);
  expect((await file()).endsAt).toBeNull();
  expect((await admin("POST", cancel, {}, planned.version + 1)).status).toBe(409);
});
