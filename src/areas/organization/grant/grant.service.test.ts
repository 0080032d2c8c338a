import { expect, test } from "vitest";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { sql } from "#server/db/sql.ts";
import { duties, permissions } from "#roles.ts";
import {
  as,
  idOf,
  newPerson,
  organizationTests,
  t,
  version,
  type Caller,
} from "../organization.setup.ts";
import { agencyDay } from "#server/testing/days.ts";
import { weightyDuties, weightyPermissions } from "./powers.model.ts";

organizationTests();

const member = (name: string) => `/api/v1/members/${idOf(name)}`;
const edit = async (who: Caller, name: string, patch: object) =>
  who("PATCH", member(name), patch, await version(who, idOf(name)));
const waiting = async (who: Caller, name: string) =>
  (
    (await who("GET", "/api/v1/access-grants")).body.items as {
      id: string;
      personId: string;
      status: string;
      version: number;
      mayConfirm: boolean;
    }[]
  ).find((row) => row.personId === idOf(name) && row.status === "waiting");
const decide = (who: Caller, id: string, action: string, at = 1, body: object = {}) =>
  who("POST", `/api/v1/access-grants/${id}/actions/${action}`, body, at);
const settled = () => new Promise((done) => setTimeout(done, 1100));

test("what weighs is reviewed: nobody holds a money power without a second person having confirmed the role or duty", () => {
  expect(weightyDuties).toEqual([
    "buyer",
    "budget_officer",
    "ap",
    "treasurer",
    "auditor",
    "opener",
    "contract_manager",
    "counsel",
    "duty_officer",
    "certifier",
  ]);
  const holders = new Set(weightyPermissions.flatMap((name) => [...permissions[name]] as string[]));
  expect([...holders].sort()).toEqual(["admin", "manager", ...weightyDuties].sort());
  expect(duties.filter((duty) => !weightyDuties.includes(duty))).toEqual([
    "requester",
    "receiver",
    "controller",
    "evaluator",
    "read_only",
    "grant_manager",
    "emergency_manager",
    "grant_signer",
    "payroll",
    "asset_manager",
    "technician",
    "department_head",
    "program_reviewer",
    "inspector",
    "safety_officer",
    "compliance_officer",
    "recovery",
    "security_officer",
    "storekeeper",
    "project_manager",
    "dispatcher",
    "device_keeper",
    "sustainability_officer",
    "card_administrator",
    "biller",
    "training_officer",
    "quality_officer",
  ]);
});

test("an administrator's own money duty waits for another officer, who is told once; it holds only then", async () => {
  const [admin, treasurer, buyer] = [await as("admin"), await as("treasurer"), await as("buyer")];
  const mine = (await admin("GET", member("admin"))).body.duties as string[];
  // Who posts journals and enters invoices holds both ends: for a reason and until a day.
  const apart = {
    reason: "Nobody else this month",
    dutyEnds: { ap: `${agencyDay(30)}T12:00:00Z` },
  };
  const asked = await edit(admin, "admin", { duties: [...mine, "ap", "requester"], ...apart });
  expect(asked).toMatchObject({ status: 200, body: { duties: mine, waits: expect.any(String) } });
  const id = asked.body.waits as string;
  await settled();
  expect((await admin("GET", "/api/v1/me")).body.permissions).not.toContain("payment.propose");
  // Neither the one who asked, nor who may not confirm, nor twice the same.
  expect(await decide(admin, id, "confirm")).toMatchObject({
    status: 403,
    body: { code: "own_request" },
  });
  expect((await decide(buyer, id, "confirm")).status).toBe(403);
  expect((await buyer("GET", "/api/v1/access-grants")).status).toBe(403);
  expect((await edit(admin, "admin", { duties: [...mine, "ap"], ...apart })).body.waits).toBeNull();
  const notices = await treasurer("GET", "/api/v1/notifications?kind=access.asked");
  expect(notices.body.items).toMatchObject([
    { body: "It holds once you or another administrator or officer confirm it." },
  ]);
  expect((await decide(treasurer, id, "confirm", 7)).status).toBe(412);
  // Of two confirmations at once one holds.
  const both = await Promise.all([
    decide(treasurer, id, "confirm"),
    decide(await as("manager"), id, "confirm"),
  ]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  await settled();
  expect((await admin("GET", "/api/v1/me")).body.permissions).toContain("payment.propose");
  const decided = await admin("GET", "/api/v1/notifications?kind=access.decided");
  expect(decided.body.items).toHaveLength(1);
  const entries = await t.database.read({ orgId: carverCountyId, personId: null }).rows(sql`
    select action, strpos(content, 'Waits for a second person. ') > 0 as waits
    from audit_entry
    where org_id = ${carverCountyId} and action like 'accessGrant.%'
    order by action
  `);
  expect(entries).toEqual([
    { action: "accessGrant.ask", waits: true },
    { action: "accessGrant.confirm", waits: false },
  ]);
});

test("what takes away holds at once and ends what waits; what gives no money powers is given at once", async () => {
  const [admin, manager] = [await as("admin"), await as("manager")];
  expect(await edit(admin, "receiver", { duties: ["receiver", "evaluator"] })).toMatchObject({
    body: { duties: ["evaluator", "receiver"], waits: null },
  });
  const asked = await edit(admin, "receiver", {
    role: "manager",
    duties: ["receiver", "opener"],
  });
  expect(asked.body).toMatchObject({ role: "user", duties: ["receiver"] });
  expect(await waiting(manager, "receiver")).toMatchObject({ mayConfirm: true });
  await edit(admin, "receiver", { duties: [] });
  expect(await waiting(manager, "receiver")).toBeUndefined();
  expect(await decide(manager, asked.body.waits as string, "confirm")).toMatchObject({
    status: 409,
    body: { code: "decided" },
  });
  // Taken back by who asked; declined by another one, with a reason.
  const again = await edit(admin, "receiver", { role: "manager" });
  expect((await decide(admin, again.body.waits as string, "withdraw")).body.status).toBe(
    "withdrawn",
  );
  const third = await edit(admin, "receiver", { duties: ["receiver", "opener"] });
  expect((await decide(manager, third.body.waits as string, "decline")).status).toBe(422);
  expect(
    (await decide(manager, third.body.waits as string, "decline", 1, { reason: "Not now." })).body,
  ).toMatchObject({ status: "declined", reason: "Not now." });
});

test("read only is lifted, and a switched-off membership comes back, only with a second person's word", async () => {
  const [admin, manager] = [await as("admin"), await as("manager")];
  await edit(admin, "budget", { duties: ["budget_officer", "read_only"] });
  const lifted = await edit(admin, "budget", { duties: ["budget_officer"] });
  expect(lifted.body.duties).toEqual(["budget_officer", "read_only"]);
  await decide(manager, lifted.body.waits as string, "confirm");
  expect((await admin("GET", member("budget"))).body.duties).toEqual(["budget_officer"]);
  await edit(admin, "budget", { active: false });
  const back = await edit(admin, "budget", { active: true });
  expect(back.body).toMatchObject({ active: true, duties: [], waits: expect.any(String) });
  expect((await decide(manager, back.body.waits as string, "confirm")).status).toBe(200);
  expect((await admin("GET", member("budget"))).body.duties).toEqual(["budget_officer"]);
});

test("who was demoted meanwhile neither confirms nor has asked; who is switched off gets nothing", async () => {
  const [admin, manager, treasurer] = [
    await as("admin"),
    await as("manager"),
    await as("treasurer"),
  ];
  const asked = (await edit(admin, "user", { duties: ["requester", "buyer"] })).body
    .waits as string;
  const stale = sql`
    delete from member_duty
    where org_id = ${carverCountyId} and person_id = ${idOf("treasurer")}
  `;
  const scope = { orgId: carverCountyId, personId: null };
  // The session still says treasurer for a second; behind the lock the rows decide.
  expect((await treasurer("GET", "/api/v1/access-grants")).status).toBe(200);
  await t.database.transaction(scope, (tx) => tx.rows(stale));
  expect((await decide(treasurer, asked, "confirm")).status).toBe(403);
  const role = (name: string) => (tx: { rows: (s: ReturnType<typeof sql>) => Promise<unknown> }) =>
    tx.rows(sql`
      insert into user_role (org_id, id, person_id, role)
      values (${carverCountyId}, gen_random_uuid(), ${idOf("admin")}, ${name})
    `);
  await t.database.transaction(scope, role("user"));
  expect(await decide(manager, asked, "confirm")).toMatchObject({
    status: 409,
    body: { code: "asker_left" },
  });
  await t.database.transaction(scope, role("admin"));
  await t.database.transaction(scope, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${carverCountyId} and person_id = ${idOf("user")}
    `),
  );
  expect(await decide(manager, asked, "confirm")).toMatchObject({
    status: 409,
    body: { code: "member_left" },
  });
});

test("the first administrator of a new agency acts alone, visibly, until there is a second; who takes the power from all others does not", async () => {
  const founder = await newPerson("sole@people.test");
  const made = await founder("POST", "/api/v1/organizations", {
    name: "Port of One",
    timeZone: "America/Chicago",
    fiscalYearStartMonth: 7,
  });
  const orgId = made.body.id as string;
  const scope = { orgId, personId: null };
  await t.database.transaction(scope, (tx) =>
    tx.rows(sql`update organization set settings = '{"mfaRequired": false}' where id = ${orgId}`),
  );
  await settled();
  const me = (await founder("GET", "/api/v1/me")).body.person.id as string;
  const own = (patch: object) =>
    founder("GET", `/api/v1/members/${me}`).then((row) =>
      founder("PATCH", `/api/v1/members/${me}`, patch, row.body.version as number),
    );
  expect((await own({ duties: ["ap"] })).body).toMatchObject({ duties: ["ap"], waits: null });
  expect((await founder("GET", "/api/v1/access-grants")).body).toMatchObject({
    alone: true,
    items: [{ status: "alone", duties: ["ap"] }],
  });
  const marked = await t.database.read(scope).one<{ note: string }>(sql`
    select content::json ->> 'note' as note
    from audit_entry
    where org_id = ${orgId} and action = 'accessGrant.alone'
  `);
  expect(marked.note).toContain("nobody else of the agency could confirm");
  const invite = async (email: string, role: string) => {
    const sent = await founder("POST", "/api/v1/invitations", { email, role });
    const guest = await newPerson(email);
    await guest("POST", `/api/v1/invitations/${sent.body.id}/actions/accept`);
    return (await guest("GET", "/api/v1/me")).body as { role: string; person: { id: string } };
  };
  const second = await invite("second@people.test", "manager");
  expect(second.role).toBe("manager");
  const both = {
    duties: ["ap", "treasurer"],
    reason: "Until a treasurer is found",
    dutyEnds: { treasurer: `${agencyDay(30)}T12:00:00Z` },
  };
  expect((await own(both)).body.duties).toEqual(["ap"]);
  // An accomplice who is invited waits as well.
  expect((await invite("third@people.test", "admin")).role).toBe("user");
  const row = await founder("GET", `/api/v1/members/${second.person.id}`);
  await founder(
    "PATCH",
    `/api/v1/members/${second.person.id}`,
    { active: false },
    row.body.version,
  );
  expect((await founder("GET", "/api/v1/access-grants")).body.alone).toBe(false);
  expect((await own({ duties: ["ap", "opener"] })).body.duties).toEqual(["ap"]);
});
