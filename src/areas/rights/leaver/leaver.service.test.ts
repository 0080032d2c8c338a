import { expect, test } from "vitest";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { as, idOf, organizationTests, t } from "#areas/organization/organization.setup.ts";
import { memberNow } from "#areas/organization/organization.server.ts";
import { draftPolicy, publishPolicy } from "#areas/workflow/workflow.server.ts";
import { policyInput } from "#areas/workflow/policy/policy.model.ts";
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
  const leaving = async (name: string) =>
    (await (await as("admin"))("GET", `/api/v1/people/${idOf(name)}/leaving`)).body.leaving;
  expect(await leaving("receiver")).toMatchObject({
    status: "ended",
    outcome: [
      { kind: "delegations", taken: 1, left: 0 },
      { kind: "tasks", taken: 1, left: 0 },
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

test("approvals that wait are decided by the successor, drafts get a new author", async () => {
  const admin = (await memberNow(t.database.read(agency), idOf("admin")))!;
  await t.database.transaction(admin, async (tx) => {
    const draft = await draftPolicy(
      tx,
      admin,
      policyInput.parse({
        name: "Access",
        documentType: "accessRequest",
        steps: [
          {
            name: "Budget officer",
            stage: 1,
            mode: "any",
            approvers: [{ kind: "person", personId: idOf("budget") }],
          },
        ],
      }),
    );
    await publishPolicy(tx, admin, draft.id, draft.version);
    const yearId = newId();
    await tx.rows(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on)
      values (${carverCountyId}, ${yearId}, 2027, '2026-10-01', '2027-09-30')
    `);
    await tx.rows(sql`
      insert into requisition (
        org_id, id, number, title, requester_id, department_id, fiscal_year_id, requested_on,
        needed_on
      )
      select
        ${carverCountyId}::uuid, ${newId()}::uuid, 'REQ-2027-00001', 'Road salt',
        ${idOf("budget")}::uuid, id, ${yearId}::uuid, '2026-11-01', '2027-01-15'
      from department
      where org_id = ${carverCountyId}
      limit 1
    `);
  });
  const asked = await (
    await as("user")
  )("POST", "/api/v1/access-requests", {
    duty: "evaluator",
    until: soon(86_400_000),
    reason: "Sits on a panel",
  });
  expect(asked.status).toBe(201);
  const held = (await (await as("admin"))("GET", `/api/v1/people/${idOf("budget")}/leaving`)).body;
  expect(held.holds.map((one: { kind: string }) => one.kind)).toEqual([
    "approvals",
    "policies",
    "requisitions",
  ]);
  const ends = Date.now() + 4000;
  await plan("budget", {
    endsAt: new Date(ends).toISOString(),
    reason: "Retires",
    successors: { approvals: idOf("manager"), requisitions: idOf("user") },
  });
  await new Promise((r) => setTimeout(r, ends - Date.now() + 30));
  await leavings.run(t.app);
  const { leaving } = (await (await as("admin"))("GET", `/api/v1/people/${idOf("budget")}/leaving`))
    .body;
  expect(leaving.outcome).toMatchObject([
    { kind: "approvals", taken: 1, left: 0 },
    { kind: "policies", taken: 0, left: 1 },
    { kind: "requisitions", taken: 1, left: 0 },
  ]);
  expect(await rows(sql`select requester_id = ${idOf("user")} as hers from requisition`)).toEqual([
    { hers: true },
  ]);
  const manager = await as("manager");
  const [waiting] = (await manager("GET", `/api/v1/approvals?documentId=${asked.body.id}`)).body
    .items;
  const decided = await manager(
    "POST",
    `/api/v1/approvals/${waiting.id}/actions/approve`,
    {},
    waiting.version,
  );
  expect(decided.status).toBe(200);
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
