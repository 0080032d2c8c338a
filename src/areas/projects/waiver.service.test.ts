// Waivers of applications: conditional with each, unconditional once it is paid; certifying names what lacks.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { addRule, withParts } from "#areas/governance/governance.server.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { day } from "#kernel/time.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { PayDetail } from "./pay/pay.model.ts";
import { projectInput } from "./project/project.model.ts";
import { proposeProject } from "./project/project.service.ts";
import { openWaivers } from "./waiver/matters.service.ts";
import { waiverTexts } from "./waiver/texts.data.ts";
import { filledWords, lawOfWaivers, textOf } from "./waiver/words.model.ts";
import type { ContractorWaivers, WaiversOfApplication } from "./waiver/waiver.model.ts";

let t: TestDatabase;
let c: Awaited<ReturnType<typeof contractAgency>>;
let people: Record<"engineer" | "inspector" | "second", Actor>;
let contractor: Actor;
let rival: Actor;
let orderId: string;
let lineId: string;
let contractId: string;

type Written = { id: string; number: string; version: number; status: string };
const asking = askingOf(() => t);
const company = async (name: string): Promise<Actor> => {
  const person = await makePerson(t, `Person of ${name}`);
  return actingFor(person, await foundVendorIdentity(identityDb(t.database), person, name));
};
const order = () => `/api/v1/vendor-orders/${c.agency.orgId}/${orderId}`;
const apply = (percent: string) =>
  asking<Written>(contractor, `POST ${order()}/pay-applications`, {
    periodFrom: agencyDay(-5),
    periodTo: agencyDay(0),
    contractorNumber: `E-${percent}`,
    lines: [{ purchaseOrderLineId: lineId, claim: "percent", value: percent }],
  });
const side = (actor: Actor = contractor) =>
  asking<ContractorWaivers>(actor, `GET ${order()}/waivers`);
const typed = { kind: "typed", text: "Dana North" } as const;
const waive = (id: string, kind: string, over: object = {}, actor: Actor = contractor) =>
  asking<Written>(actor, `POST ${order()}/pay-applications/${id}/actions/waive`, {
    kind,
    mark: typed,
    intent: true,
    ...over,
  });
const read = (id: string) =>
  asking<PayDetail>(people.engineer, `GET /api/v1/pay-applications/${id}`);
const waivers = (id: string) =>
  asking<WaiversOfApplication>(people.engineer, `GET /api/v1/pay-applications/${id}/waivers`);
const step = async (id: string, name: string, actor: Actor, body: object = {}) =>
  asking<Written>(
    actor,
    `POST /api/v1/pay-applications/${id}/actions/${name}`,
    body,
    (await read(id)).version,
  );
const certify = (id: string) => step(id, "certify", people.engineer, { lines: [] });
/** Its invoice is paid, and counts on the order as its approval would have made it. */
const pay = (id: string) =>
  c.as(c.people.deputy, async (tx) => {
    await tx.rows(sql`
      update invoice
      set status = 'paid'
      where id = (select invoice_id from pay_application where id = ${id})
    `);
    await tx.rows(sql`
      update purchase_order_line l
      set invoiced_quantity = l.invoiced_quantity + a.certified_quantity
      from pay_application_line a
      where a.application_id = ${id} and l.id = a.purchase_order_line_id
    `);
  });

beforeAll(async () => {
  t = await freshDatabase();
  c = await contractAgency(t);
  people = await makeMembers(t.database, c.agency, {
    engineer: { duties: ["project_manager"] },
    second: { duties: ["project_manager"] },
    inspector: { duties: ["inspector"] },
  });
  [contractor, rival] = [await company("Northline"), await company("Southline")];
  const { deputy } = c.people;
  await makePolicy(t.database, deputy, { documentType: "invoice" });
  const { state: _s, ...law } = stateRules.find(
    (rule) => rule.state === "Minnesota" && rule.key === "waivers",
  )!;
  await c.as(deputy, (tx) =>
    addRule(tx, deputy, { ...law, jurisdiction: "state", effectiveTo: null, verified: true }),
  );
  contractId = await c.inForce({ kind: "construction", retainagePercent: "5" });
  orderId = await c.ordered(contractId, "5000");
  await c.issue(orderId);
  const p = await c.as(deputy, (tx) =>
    proposeProject(
      tx,
      deputy,
      projectInput.parse({
        name: "County yard paving",
        segmentCode: "P900",
        departmentId: c.agency.departmentId,
        contracts: [{ contractId }],
      }),
    ),
  );
  lineId = await c.as(deputy, async (tx) => {
    await tx.rows(sql`update project set status = 'active' where id = ${p.id}`);
    await tx.rows(sql`
      update account_string
      set project_id = ${p.segmentId}
      where id = ${c.accountStringId}
    `);
    await tx.rows(sql`
      update vendor
      set identity_id = ${contractor.vendorIds[0]!}
      where id = ${c.vendor.id}
    `);
    const { id } = await tx.one<{ id: string }>(sql`
      select id
      from purchase_order_line
      where purchase_order_id = ${orderId}
    `);
    return id;
  });
});
afterAll(() => t.drop());

test("the text is that of the state whose law holds, else the general one, and is filled whole", () => {
  const minnesota = { citation: "Minn. Stat. 337.10, subd. 2" };
  expect(textOf(minnesota, "conditional", "progress", day("2026-11-28")).place).toBe("Minnesota");
  expect(textOf(minnesota, "conditional", "final", day("2020-01-01")).place).toBe("General text");
  expect(textOf({ citation: "Ours" }, "unconditional", "final", day("2026-11-28")).place).toBe(
    "General text",
  );
  for (const text of waiverTexts)
    expect(
      filledWords(text, {
        project: "P",
        agency: "A",
        contractor: "C",
        order: "O",
        application: "1",
        throughOn: day("2026-11-28"),
        amount: 1_00,
      }),
    ).not.toMatch(/[{}]|undefined/);
  const rule = (parameters: Record<string, boolean>) => ({ parameters, citation: "R" });
  expect(lawOfWaivers([])).toBeNull();
  expect(
    lawOfWaivers([rule({ beforePayment: true }), rule({ beforePayment: false })]),
  ).toMatchObject({ beforePayment: false, conditional: false });
  expect(lawOfWaivers([rule({ beforePayment: true })])!.beforePayment).toBe(true);
});

test("the first step shows the papers that the last one asks, and certifying names what lacks", async () => {
  const { id } = await apply("40");
  const draft = await read(id);
  expect(draft.papers).toMatchObject([{ ok: false, citation: "Minn. Stat. 337.10, subd. 2" }]);
  // 40 percent of $5,000 less five percent of retainage.
  expect(draft.papers[0]!.title).toMatch(/^Conditional waiver on progress payment, \$1,900\.00/);
  await step(id, "confirm", people.inspector);
  expect((await read(id)).actions.find(({ name }) => name === "certify")).toMatchObject({
    enabled: false,
    reason: expect.stringMatching(/Conditional waiver on progress payment/),
  });
  expect(await refusalOf(certify(id))).toMatch(
    /^papers_lack: It is certified once this is in: Conditional waiver/,
  );
  expect(await refusalOf(waive(id, "unconditional"))).toMatch(
    /^not_paid: .* is not paid yet: .*337\.10/,
  );
  expect(await refusalOf(waive(id, "conditional", {}, rival))).toMatch(/^not_found/);
  expect(await refusalOf(waive(id, "conditional", { intent: false }))).toMatch(
    /Say that you read it and sign it/,
  );
  const { items } = await side();
  expect(items[0]!.asked).toMatchObject([
    { kind: "conditional", stage: "progress", amount: 1_900_00, place: "Minnesota" },
  ]);
  expect(items[0]!.asked[0]!.words).toContain("section 337.10");
  await waive(id, "conditional");
  expect(await refusalOf(waive(id, "conditional"))).toMatch(/^not_asked: No such waiver is asked/);
  expect((await read(id)).papers[0]!.ok).toBe(true);
  expect(await certify(id)).toMatchObject({ status: "certified" });
});

test("the next is certified once the last that was paid is waived without condition", async () => {
  const first = await t.database
    .read(people.engineer)
    .one<{ id: string }>(sql`select id from pay_application`);
  await pay(first.id);
  const { id } = await apply("60");
  await waive(id, "conditional");
  await step(id, "confirm", people.inspector);
  expect(await refusalOf(certify(id))).toMatch(
    /^papers_lack: .*Unconditional waiver of application 1, .* which is paid/,
  );
  expect((await waivers(first.id)).asked).toMatchObject([{ kind: "unconditional" }]);
  const drawn = { kind: "drawn", strokes: [[1, 1, 30, 40]] };
  await waive(first.id, "unconditional", { mark: drawn });
  expect((await read(id)).papers.map(({ ok }) => ok)).toEqual([true, true]);
  // What changes is waived anew: the amount is the application's.
  await step(id, "return", people.engineer, { reason: "Only half of it is there" });
  const corrected = await apply("50");
  expect(corrected.id).toBe(id);
  await step(id, "confirm", people.inspector);
  expect(await refusalOf(certify(id))).toMatch(/^papers_lack: .* anew/);
  await waive(id, "conditional");
  const signed = (await waivers(id)).signed;
  expect(signed).toMatchObject([{ kind: "conditional", amount: 475_00 }]);
  expect(await certify(id)).toMatchObject({ status: "certified" });
  const within = await withParts(t.database.read(people.engineer), [id]);
  expect(within).toContain(signed[0]!.id);
});

test("a waiver on paper counts as one that is signed here, and is handed back with a reason", async () => {
  const { second } = people;
  const paid = await t.database.read(people.engineer).one<{ id: string }>(sql`
    select id
    from pay_application
    where application_no = 2
  `);
  await pay(paid.id);
  const fileId = newId();
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${c.agency.orgId}, ${fileId}, 'waiver.pdf', 'application/pdf', 3400, ${"b".repeat(64)},
        ${second.personId}
      )
    `),
  );
  const keep = (actor: Actor, of: string = fileId) =>
    asking<Written>(actor, `POST /api/v1/pay-applications/${paid.id}/waivers`, {
      kind: "unconditional",
      signerName: "Dana North",
      fileId: of,
    });
  expect(await refusalOf(keep(c.people.clerk))).toMatch(/^(forbidden|not_allowed)/);
  expect(await refusalOf(keep(second, newId()))).not.toBeNull();
  const { id } = await keep(second);
  expect((await waivers(paid.id)).signed.find((w) => w.id === id)).toMatchObject({ onPaper: true });
  const revoke = (reason: string) =>
    asking<Written>(second, `POST /api/v1/waivers/${id}/actions/revoke`, { reason }, 1);
  expect(await revoke("It names another project")).toMatchObject({ status: "void" });
  expect((await waivers(paid.id)).asked).toMatchObject([{ kind: "unconditional" }]);
  // A project is not closed while the last payment is not waived.
  const { projectId } = await t.database
    .read(second)
    .one<{ projectId: string }>(sql`select project_id from pay_application limit 1`);
  expect(await openWaivers(t.database.read(second), { id: projectId })).toEqual([
    {
      what: expect.stringMatching(/^PYA-/),
      says: "paid, and the unconditional waiver on progress payment is not signed",
      href: `/projects/pay/${paid.id}`,
    },
  ]);
});

test("the last application waives the final payment, and what the contract's insurance lacks is named", async () => {
  const second = await t.database.read(people.engineer).one<{ id: string }>(sql`
    select id
    from pay_application
    where application_no = 2
  `);
  await waive(second.id, "unconditional");
  const { id } = await apply("100");
  expect((await waivers(id)).asked).toMatchObject([{ kind: "conditional", stage: "final" }]);
  await waive(id, "conditional");
  expect((await read(id)).papers.map(({ ok }) => ok)).toEqual([true, true]);
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      insert into coverage_demand (org_id, id, contract_id, kind, amount, citation)
      values (${c.agency.orgId}, ${newId()}, ${contractId}, 'general_liability', 100000000, '')
    `),
  );
  await step(id, "confirm", people.inspector);
  expect(await refusalOf(certify(id))).toMatch(
    /^papers_lack: .*Insurance and bonds of the contract/,
  );
});
