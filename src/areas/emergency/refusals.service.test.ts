// What preparing for an emergency, declaring one and ordering in one refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { attachFile } from "#server/http/attachments.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let people: Record<"officer" | "second" | "chief" | "gone", Actor>;
let kitId: string, accountId: string, contractId: string, declarationId: string;
const ask = askingOf(() => t);
const refused = (who: keyof typeof people, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(people[who], asked, body, version));

const kit = () => ({
  name: "Debris hauling crew",
  contractId,
  lines: [{ description: "Truck with driver", unit: "hour", unitPrice: "150.00", quantity: "8" }],
});
const approver = () => ({ personId: people.chief.personId, fromOn: agencyDay(-1) });

beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  people = await makeMembers(t.database, a.agency, {
    officer: { role: "manager", duties: ["duty_officer"] },
    second: { role: "manager", duties: ["duty_officer"] },
    chief: { role: "admin" },
    gone: {},
  });
  contractId = await a.inForce({ title: "Debris hauling" });
  const { officer } = people;
  kitId = (await ask(officer, "POST /api/v1/emergency-kits", kit())).id;
  const { departmentId } = a.agency;
  accountId = (
    await ask(officer, "POST /api/v1/emergency-accounts", {
      departmentId,
      accountStringId: a.accountStringId,
    })
  ).id;
  await ask(officer, "POST /api/v1/emergency-approvers", approver());
  declarationId = (
    await ask(officer, "POST /api/v1/local-declarations", {
      title: "Flood of the Cedar",
      authority: "Minn. Stat. 12.29",
      cause: "The river stands above the levee at Mill Street.",
      area: "The townships along the Cedar",
    })
  ).id;
});
afterAll(() => t.drop());

const lineId = async () =>
  (
    await t.database.read(people.officer).one<{ id: string }>(sql`
      select id
      from emergency_kit_line
      where org_id = ${a.agency.orgId} and kit_id = ${kitId}
    `)
  ).id;
const wanted = async (over: object = {}) => ({
  requestId: newId(),
  declarationId,
  kitId,
  quantities: [{ kitLineId: await lineId(), quantity: "2" }],
  accountId,
  need: "Debris blocks the only road to the pump house.",
  approverId: people.chief.personId,
  approvedHow: "telephone",
  approvedAt: new Date().toISOString(),
  ...over,
});
const orders = "POST /api/v1/emergency-purchases";
const order = async (over: object = {}) => refused("officer", orders, await wanted(over));

test("only whoever ordered says the need of an emergency order again", async () => {
  const made = await ask(people.officer, orders, await wanted());
  const asked = await t.database.read(people.chief).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${a.agency.orgId} and document_id = ${made.id} and status = 'pending'
  `);
  await t.database.transaction(people.chief, (tx) =>
    decide(tx, people.chief, asked.id, "return", "Say more of the road.", null),
  );
  const again = (who: "officer" | "second") =>
    refused(who, `${orders}/${made.id}/actions/askAgain`, {
      need: "The pump house is flooded and its only road is blocked.",
    });
  expect(await again("second")).toBe("rule: Whoever ordered it says again why.");
  expect(await again("officer")).toBe("nothing was refused");
});

test("an emergency order names a kit, an account, an approver of the register, and when they said yes", async () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
  const cases: [object, string][] = [
    [{ kitId: newId() }, "This kit is not prepared any more. Choose another one."],
    [
      { quantities: [{ kitLineId: newId(), quantity: "2" }] },
      "The kit was changed. Choose it again.",
    ],
    [{ accountId: newId() }, "This account is not prepared. Choose another one."],
    [
      { quantities: [{ kitLineId: await lineId(), quantity: "0" }] },
      "Enter the quantity of at least one item.",
    ],
    [{ approverId: people.second.personId }, "This person may not approve by telephone today."],
    [{ approvedAt: minutes(2) }, "The approval was not given yet at this time."],
    [{ approvedAt: minutes(-60) }, "The approval was given before the declaration."],
  ];
  for (const [over, text] of cases) expect(await order(over)).toContain(text);
});

test.each([
  ["from tomorrow on", { fromOn: agencyDay(1) }],
  ["until yesterday", { fromOn: agencyDay(-9), toOn: agencyDay(-1) }],
])("somebody of the register %s does not approve today", async (_when, days) => {
  const { second, chief } = people;
  const { id } = await ask(chief, "POST /api/v1/emergency-approvers", {
    personId: second.personId,
    ...days,
  });
  expect(await order({ approverId: second.personId })).toContain("may not approve by telephone");
  await ask(chief, `POST /api/v1/emergency-approvers/${id}/actions/end`);
});

test("the register takes members, each once", async () => {
  const enter = (over: object) =>
    refused("officer", "POST /api/v1/emergency-approvers", { ...approver(), ...over });
  expect(await enter({})).toBe(
    "entered: chief stands in the register already. End that entry first.",
  );
  await t.database.transaction(people.chief, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${a.agency.orgId} and person_id = ${people.gone.personId}
    `),
  );
  expect(await enter({ personId: people.gone.personId })).toContain(
    "This person is not a member any more.",
  );
});

test("a kit has a name of its own and items of its contract", async () => {
  const add = (over: object) =>
    refused("officer", "POST /api/v1/emergency-kits", { ...kit(), ...over });
  expect(await add({ name: "debris hauling CREW" })).toContain(
    "Another kit has this name. Choose another one.",
  );
  const lines = [{ ...kit().lines[0], contractLineId: newId() }];
  expect(await add({ name: "Other", lines })).toMatch(/This item is not a line of /);
});

test("a declaration is continued by a resolution of its time, to a later day, and closed when its file is whole", async () => {
  const { officer } = people;
  const path = `POST /api/v1/local-declarations/${declarationId}/actions`;
  const resolution = {
    body: "County board",
    number: "2026-41",
    decidedOn: agencyDay(),
    until: agencyDay(20),
  };
  const go = (over: object) => refused("officer", `${path}/continue`, { ...resolution, ...over });
  expect(await go({ decidedOn: agencyDay(1) })).toContain("The resolution is dated after today.");
  expect(await go({ decidedOn: agencyDay(-1) })).toContain(
    "The resolution is dated before the declaration.",
  );
  expect(await go({ until: agencyDay() })).toContain(
    "It holds that long already. Enter a later day.",
  );
  await t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      update local_declaration
      set declared_at = now() - interval '9 days', holds_until = now() - interval '1 second'
      where org_id = ${a.agency.orgId} and id = ${declarationId}
    `),
  );
  expect(await go({})).toMatch(/^expired: LD-\S+ expired at .+ Declare anew\.$/);
  await ask(officer, `${path}/end`, { reason: "The river fell." });
  expect(await refused("officer", `${path}/close`)).toMatch(
    /open in the after-action list\. It is closed when the file is complete\.$/,
  );
});

test("once an emergency has ended, what is on file of it and of its orders stays; later papers are added", async () => {
  const { officer } = people;
  const { id: orderId } = await t.database.read(officer).one<{ id: string }>(sql`
    select id
    from emergency_purchase
    where org_id = ${a.agency.orgId}
    limit 1
  `);
  const statusOf = (status: string) =>
    t.database.transaction(officer, (tx) =>
      tx.rows(sql`
        update local_declaration
        set status = ${status}
        where org_id = ${a.agency.orgId} and id = ${declarationId}
      `),
    );
  const attach = async (objectType: string, objectId: string) =>
    t.database.transaction(officer, async (tx) => {
      const file = await tx.one<{ id: string; name: string; sha256: string }>(sql`
        insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
        values (
          ${a.agency.orgId}, ${newId()}, 'photo.jpg', 'image/jpeg', 3, ${"b".repeat(64)},
          ${officer.personId}
        )
        returning id, name, sha256
      `);
      const of = { objectType, objectId, number: objectId };
      return attachFile(tx, officer, { ...of, file, label: "" });
    });
  const takeOff = (id: string) => refused("officer", `DELETE /api/v1/attachments/${id}`);
  for (const [type, id] of [
    ["localDeclaration", declarationId],
    ["emergencyPurchase", orderId],
  ] as const) {
    await statusOf("declared");
    const mistaken = await attach(type, id);
    const before = await attach(type, id);
    await ask(officer, `DELETE /api/v1/attachments/${mistaken}`);
    for (const status of ["ended", "expired", "closed"]) {
      await statusOf(status);
      expect(await takeOff(before)).toMatch(/^evidence: .*its documents stay as they are\./);
      expect(await takeOff(await attach(type, id))).toMatch(/^evidence: /);
    }
  }
});
