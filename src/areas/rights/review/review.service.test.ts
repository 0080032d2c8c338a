import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import type { Duty } from "#roles.ts";
import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { as, idOf, organizationTests, server, t } from "#areas/organization/organization.setup.ts";
import { draftPolicy, publishPolicy } from "#areas/workflow/workflow.server.ts";
import { memberNow, setMappedAccess } from "#areas/organization/organization.server.ts";
import { policyInput } from "#areas/workflow/policy/policy.model.ts";
import { endings } from "#areas/organization/people/ending.service.ts";
import { lateReviews } from "./review.service.ts";

organizationTests();

const agency = { orgId: carverCountyId, personId: null };
const rows = <T>(query: ReturnType<typeof sql>) => t.database.read(agency).rows<T & object>(query);
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const day = 86_400_000;
type Line = {
  id: string;
  personId: string;
  kind: string;
  held: string;
  reviewerName: string | null;
  mayAnswer: boolean;
  decision: string | null;
  version: number;
};
const start = async (body: object) =>
  (await (
    await as("admin")
  )("POST", "/api/v1/rights-reviews", {
    name: "Yearly review",
    scope: "all",
    dueAt: soon(7 * day),
    ...body,
  })) as { status: number; body: { id: string; number: string } };
const read = async (who: string, id: string) =>
  (await (await as(who))("GET", `/api/v1/rights-reviews/${id}`)).body as {
    items: Line[];
    version: number;
    digest: string | null;
    mine: number;
  };
const answer = async (who: string, line: Line, body: object) =>
  (await as(who))(
    "POST",
    `/api/v1/rights-reviews/items/${line.id}/actions/answer`,
    body,
    line.version,
  );
const line = (items: Line[], name: string, held: string) =>
  items.find((one) => one.personId === idOf(name) && one.held === held)!;

test("what a review froze is what was held at that instant, counted independently", async () => {
  await t.database.transaction(agency, async (tx) => {
    // One that is over, one that is held, one of somebody switched off, one delegation of each sort.
    await tx.rows(sql`
      insert into member_duty (org_id, person_id, duty, expires_at)
      values
        (${carverCountyId}, ${idOf("user")}, 'receiver', clock_timestamp() - interval '1 second'),
        (${carverCountyId}, ${idOf("user")}, 'evaluator', clock_timestamp() + interval '1 day')
    `);
    await tx.rows(sql`
      insert into user_role (org_id, id, person_id, role, expires_at)
      values (
        ${carverCountyId}, ${newId()}, ${idOf("ap")}, 'manager',
        clock_timestamp() - interval '1 hour'
      )
    `);
    await tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${carverCountyId} and person_id = ${idOf("auditor")}
    `);
    for (const [from, to, ended] of [
      ["manager", "buyer", null],
      ["manager", "ap", "2026-01-01"],
    ] as const)
      await tx.rows(sql`
        insert into approval_delegation (
          org_id, id, from_person_id, to_person_id, starts_at, ends_at, document_types, revoked_at
        )
        values (
          ${carverCountyId}, ${newId()}, ${idOf(from)}, ${idOf(to)},
          clock_timestamp() - interval '1 day', clock_timestamp() + interval '1 day', '[]', ${ended}
        )
      `);
  });
  const { body } = await start({});
  const frozen = (await read("admin", body.id)).items
    .map((one) => `${one.personId} ${one.kind === "delegation" ? "delegation" : one.held}`)
    .toSorted();
  // Counted from the tables alone, each right by itself.
  const counted = await rows<{ one: string }>(sql`
    with people as (
      select person_id
      from organization_member
      where org_id = ${carverCountyId} and active
    ),
    newest as (
      select
        person_id, role,
        row_number() over (partition by person_id order by granted_at desc, id desc) as n
      from user_role
      where org_id = ${carverCountyId} and coalesce(expires_at > clock_timestamp(), true)
    )
    select person_id || ' ' || duty as one
    from member_duty
    where org_id = ${carverCountyId}
      and coalesce(expires_at > clock_timestamp(), true)
      and person_id in (select person_id from people)
    union all
    select person_id || ' ' || role
    from newest
    where n = 1 and role <> 'user' and person_id in (select person_id from people)
    union all
    select to_person_id || ' delegation'
    from approval_delegation
    where org_id = ${carverCountyId} and revoked_at is null and ends_at > clock_timestamp()
  `);
  expect(frozen).toEqual(counted.map(({ one }) => one).toSorted());
  expect(frozen).toContain(`${idOf("user")} evaluator`);
  expect(frozen).not.toContain(`${idOf("user")} receiver`);
  expect(frozen.some((one) => one.startsWith(idOf("auditor")))).toBe(false);
});

test("two givers of a duty are two rows: ending one leaves the other, whichever it is, and its source's next word does not undo it", async () => {
  const source = { kind: "directory", id: "d-12", name: "County directory" } as const;
  const mapped = (duties: readonly Duty[]) =>
    t.database.transaction(agency, (tx) =>
      setMappedAccess(tx, systemActor(carverCountyId, new Set(), "Directory"), idOf("buyer"), {
        ...{ role: null, duties, departmentId: null, source },
      }),
    );
  const holds = async () =>
    (
      await rows<{ duty: string }>(sql`
        select duty
        from member_duty
        where org_id = ${carverCountyId} and person_id = ${idOf("buyer")} and duty = 'buyer'
      `)
    ).length;
  const givers = async (id: string) =>
    (await read("admin", id)).items.filter(
      (one) => one.personId === idOf("buyer") && one.held === "buyer",
    ) as (Line & { source: string })[];
  const end = { decision: "end", note: "Has left the division" };
  await mapped(["buyer"]);
  const { body } = await start({ name: "Who assigns duties" });
  const two = await givers(body.id);
  expect(two.map((one) => one.source).toSorted()).toEqual(["directory", "opening"]);
  const byHand = two.find((one) => one.source === "opening")!;
  expect((await answer("admin", byHand, end)).status).toBe(200);
  // The directory's word stands in its place.
  expect(await holds()).toBe(1);
  const { body: next } = await start({ name: "The directory's word" });
  const left = await givers(next.id);
  expect(left.map((one) => one.source)).toEqual(["directory"]);
  expect((await answer("admin", left[0]!, end)).status).toBe(200);
  expect(await holds()).toBe(0);
  // It goes on saying the same: what was ended here stays ended, until it says something else.
  await mapped(["buyer"]);
  expect(await holds()).toBe(0);
  await mapped([]);
  await mapped(["buyer"]);
  expect(await holds()).toBe(1);
});

test("two givers of a role are two rows: ending one leaves the other, and the directory's next word does not undo it", async () => {
  const source = { kind: "directory", id: "d-9", name: "County directory" } as const;
  const mapped = (role: "manager" | null) =>
    t.database.transaction(agency, (tx) =>
      setMappedAccess(tx, systemActor(carverCountyId, new Set(), "Directory"), idOf("manager"), {
        ...{ role, duties: [], departmentId: null, source },
      }),
    );
  const role = async () =>
    (
      await t.database.read(agency).one<{ role: string }>(sql`
        select coalesce(
            (
              select role
              from user_role
              where org_id = ${carverCountyId}
                and person_id = ${idOf("manager")}
                and coalesce(expires_at > clock_timestamp(), true)
              order by granted_at desc, id desc
              limit 1
            ),
            'user'
          ) as role
      `)
    ).role;
  const givers = async (id: string) =>
    (await read("admin", id)).items.filter(
      (one) => one.personId === idOf("manager") && one.held === "manager",
    ) as (Line & { source: string })[];
  await mapped("manager");
  const { body } = await start({});
  const two = await givers(body.id);
  expect(two.map((one) => one.source).toSorted()).toEqual(["directory", "opening"]);
  const end = { decision: "end", note: "Has left the division" };
  const ofDirectory = two.find((one) => one.source === "directory")!;
  expect((await answer("admin", ofDirectory, end)).status).toBe(200);
  expect(await role()).toBe("manager");
  // It goes on saying the same: what was ended here stays ended.
  await mapped("manager");
  const { body: next } = await start({ name: "Second review" });
  expect((await givers(next.id)).map((one) => one.source)).toEqual(["opening"]);
  // Says it something else in between, its word counts anew.
  await mapped(null);
  await mapped("manager");
  const { body: third } = await start({ name: "Third review" });
  const again = await givers(third.id);
  expect(again).toHaveLength(2);
  const ofPeople = again.find((one) => one.source === "opening")!;
  expect((await answer("admin", ofPeople, end)).status).toBe(200);
  expect(await role()).toBe("manager");
  await mapped(null);
  expect(await role()).toBe("user");
  await t.database.transaction(agency, (tx) =>
    tx.rows(sql`
      insert into user_role (org_id, id, person_id, role)
      values (${carverCountyId}, ${newId()}, ${idOf("manager")}, 'manager')
    `),
  );
});

test("a supervisor keeps, shortens and ends; nobody their own; late ones go to administrators; the result is what the audit record says", async () => {
  const { body } = await start({ scope: "duty", duty: "buyer", reviewerId: idOf("buyer") });
  const mine = line((await read("admin", body.id)).items, "buyer", "buyer");
  // The reviewer's own right has no reviewer: an administrator answers.
  expect([mine.reviewerName, mine.mayAnswer]).toEqual([null, true]);
  expect((await answer("buyer", mine, { decision: "keep" })).status).toBe(404);
  const all = await start({ reviewerId: idOf("manager") });
  const id = all.body.id;
  const { items } = await read("manager", id);
  expect(line(items, "manager", "manager").mayAnswer).toBe(false);
  // Who delegated does not review the delegation; administrators not their own role.
  expect(items.filter((one) => one.kind === "delegation").map((one) => one.mayAnswer)).toEqual([
    false,
  ]);
  const byAdmin = await start({ reviewerId: idOf("admin") });
  const adminsOwn = line((await read("admin", byAdmin.body.id)).items, "admin", "admin");
  expect(adminsOwn.mayAnswer).toBe(false);
  expect((await answer("admin", adminsOwn, { decision: "keep" })).body.code).toBe("own_access");
  const receiver = line(items, "receiver", "receiver");
  expect((await answer("manager", receiver, { decision: "end" })).status).toBe(422);
  expect(
    (await answer("manager", receiver, { decision: "end", note: "Moved to the office" })).status,
  ).toBe(200);
  expect(
    (await answer("manager", receiver, { decision: "end", note: "Moved to the office" })).status,
  ).toBe(412);
  const treasurer = line(items, "treasurer", "treasurer");
  const until = soon(30 * day);
  expect(
    (await answer("manager", treasurer, { decision: "change", until, note: "Until the audit" }))
      .status,
  ).toBe(200);
  const admin = await as("admin");
  expect((await admin("GET", `/api/v1/members/${idOf("receiver")}`)).body.duties).not.toContain(
    "receiver",
  );
  const { dutyEnds } = (await admin("GET", `/api/v1/members/${idOf("treasurer")}`)).body;
  expect(new Date(dutyEnds.treasurer).toISOString()).toBe(until);
  const adminRole = line(items, "admin", "admin");
  expect(
    (await answer("manager", adminRole, { decision: "end", note: "Too much" })).body.code,
  ).toBe("last_admin");
  expect((await answer("ap", adminRole, { decision: "keep" })).status).toBe(404);
  for (const one of (await read("manager", id)).items.filter((each) => each.mayAnswer))
    expect((await answer("manager", one, { decision: "keep" })).status).toBe(200);
  const close = async () =>
    admin(
      "POST",
      `/api/v1/rights-reviews/${id}/actions/close`,
      {},
      (await read("admin", id)).version,
    );
  expect((await close()).body.code).toBe("open_lines");
  await lateReviews.run(t.app);
  await t.database.transaction(agency, (tx) =>
    tx.rows(sql`update rights_review set due_at = clock_timestamp() where id = ${id}`),
  );
  await lateReviews.run(t.app);
  await lateReviews.run(t.app);
  const late = (await read("admin", id)).items.filter((one) => one.decision === null);
  expect(late.map((one) => [one.held, one.mayAnswer])).toContainEqual(["manager", true]);
  for (const one of late)
    expect((await answer("admin", one, { decision: "keep" })).status).toBe(200);
  const closed = (await close()).body as { digest: string };
  const token = await server.inject({
    method: "POST",
    url: "/auth/v1/token",
    payload: {
      grant_type: "password",
      email: "admin@demo.levee.test",
      password: "Levee-demo-2026!",
    },
  });
  const csv = await server.inject({
    method: "GET",
    url: `/api/v1/rights-reviews/${id}/result.csv`,
    headers: { authorization: `Bearer ${token.json().access_token as string}` },
  });
  expect(createHash("sha256").update(csv.rawPayload).digest("hex")).toBe(closed.digest);
  const [entry] = await rows<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${carverCountyId} and object_id = ${id} and action = 'rightsReview.close'
  `);
  expect(entry!.content).toContain(closed.digest);
});

test("a member asks for a duty for a time; a policy's approver decides, never the asker; it ends by itself", async () => {
  const admin = (await memberNow(t.database.read(agency), idOf("admin")))!;
  const [manager, user] = [await as("manager"), await as("user")];
  const until = soon(day);
  const ask = { duty: "ap", until, reason: "Stands in for accounts payable" };
  expect((await user("POST", "/api/v1/access-requests", ask)).body.code).toBe("no_policy");
  await t.database.transaction(admin, async (tx) => {
    const draft = await draftPolicy(
      tx,
      admin,
      policyInput.parse({
        name: "Access",
        documentType: "accessRequest",
        steps: [
          {
            name: "Manager",
            stage: 1,
            mode: "any",
            approvers: [
              { kind: "role", role: "manager" },
              { kind: "person", personId: idOf("user") },
            ],
          },
        ],
      }),
    );
    await publishPolicy(tx, admin, draft.id, draft.version);
  });
  expect(
    (await user("POST", "/api/v1/access-requests", { ...ask, duty: "requester" })).status,
  ).toBe(422);
  const asked = await user("POST", "/api/v1/access-requests", ask);
  expect(asked.body).toMatchObject({ status: "asked", mine: true });
  const [waiting] = (await manager("GET", `/api/v1/approvals?documentId=${asked.body.id}`)).body
    .items;
  const decide = `/api/v1/approvals/${waiting.id}/actions/approve`;
  expect((await user("POST", decide, {}, waiting.version)).status).toBe(403);
  expect((await manager("POST", decide, {}, waiting.version)).status).toBe(200);
  const { items } = (await manager("GET", "/api/v1/rights")).body;
  const given = items.find(
    (one: { personId: string; right: string }) =>
      one.personId === idOf("user") && one.right === "ap",
  );
  expect(given).toMatchObject({
    source: "request",
    giverId: idOf("manager"),
    reason: "Stands in for accounts payable",
  });
  expect(new Date(given.until).toISOString()).toBe(until);
  await t.database.transaction(agency, (tx) =>
    tx.rows(sql`
      update member_duty
      set expires_at = clock_timestamp()
      where org_id = ${carverCountyId} and person_id = ${idOf("user")} and duty = 'ap'
    `),
  );
  await endings.run(t.app);
  expect((await manager("GET", `/api/v1/members/${idOf("user")}`)).body.duties).not.toContain("ap");
});
