// The contractor's side: it applies on its own order, corrects what was returned, and reads the outcome.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ContractorSide } from "./pay/contractor.model.ts";
import type { PayDetail } from "./pay/pay.model.ts";
import type { ContractorPayrolls, PayrollDetail, PayrollRead } from "./payroll/payroll.model.ts";
import { projectInput } from "./project/project.model.ts";
import { proposeProject } from "./project/project.service.ts";

let t: TestDatabase;
let c: Awaited<ReturnType<typeof contractAgency>>;
let contractor: Actor;
let rival: Actor;
let people: Record<"engineer" | "inspector", Actor>;
let orderId: string;
let lineId: string;

const asking = askingOf(() => t);
const company = async (name: string): Promise<Actor> => {
  const person = await makePerson(t, `Person of ${name}`);
  return actingFor(person, await foundVendorIdentity(identityDb(t.database), person, name));
};
const address = () => `/api/v1/vendor-orders/${c.agency.orgId}/${orderId}/pay-applications`;
const side = (actor: Actor = contractor) => asking<ContractorSide>(actor, `GET ${address()}`);
const apply = (percent: string, actor: Actor = contractor) =>
  asking<{ id: string; status: string }>(actor, `POST ${address()}`, {
    periodFrom: agencyDay(-5),
    periodTo: agencyDay(0),
    contractorNumber: `E-${percent}`,
    lines: [{ purchaseOrderLineId: lineId, claim: "percent", value: percent }],
  });

beforeAll(async () => {
  t = await freshDatabase();
  c = await contractAgency(t);
  people = await makeMembers(t.database, c.agency, {
    engineer: { duties: ["project_manager"] },
    inspector: { duties: ["inspector"] },
  });
  [contractor, rival] = [await company("Northline"), await company("Southline")];
  await makePolicy(t.database, c.people.deputy, { documentType: "invoice" });
  const contractId = await c.inForce();
  orderId = await c.ordered(contractId, "5000");
  await c.issue(orderId);
  const { deputy } = c.people;
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

test("another company finds no such order, and reads nothing of it", async () => {
  expect(await refusalOf(side(rival))).toMatch(/^not_found/);
  expect(await refusalOf(apply("10", rival))).toMatch(/^not_found/);
});

test("it applies, is returned with a reason, corrects the same application and reads the outcome", async () => {
  expect(await side()).toMatchObject({ closed: null, items: [] });
  const sent = await apply("60");
  expect(sent.status).toBe("submitted");
  expect((await side()).closed).toMatch(/is with the agency/);
  expect(await refusalOf(apply("70"))).toMatch(/^open_application/);
  const { engineer, inspector } = people;
  const at = `/api/v1/pay-applications/${sent.id}`;
  const read = () => asking<PayDetail>(engineer, `GET ${at}`);
  const step = async (name: string, actor: Actor, body: object = {}) =>
    asking(actor, `POST ${at}/actions/${name}`, body, (await read()).version);
  expect(await read()).toMatchObject({
    contractor: "Person of Northline, " + c.vendor.name,
    creator: null,
  });
  await step("return", engineer, { reason: "Only half is paved" });
  const back = await side();
  expect(back).toMatchObject({ closed: null, returnedId: sent.id });
  expect(back.items[0]!.statusReason).toBe("Only half is paved");
  expect((await apply("50")).id).toBe(sent.id);
  await step("confirm", inspector);
  await step("certify", engineer, {
    lines: [{ purchaseOrderLineId: lineId, quantity: "0.4", reason: "The apron is not done" }],
  });
  const [item] = (await side()).items;
  expect(item).toMatchObject({
    status: "certified",
    claimed: 2_500_00,
    certified: 2_000_00,
    cuts: [{ lineNo: 1, reason: "The apron is not done" }],
  });
  expect((await side()).lines[0]).toMatchObject({ previous: "0.4", balance: "0.6" });
});

test("what applications bill is not billed by an invoice besides", async () => {
  const beside = asking(
    contractor,
    `POST /api/v1/vendor-orders/${c.agency.orgId}/${orderId}/invoices`,
    {
      vendorNumber: "BESIDE-1",
      invoiceDate: agencyDay(0),
      lines: [{ lineId, quantity: "0.1", unitPrice: "5000" }],
    },
  );
  expect(await refusalOf(beside)).toMatch(
    /^billed_otherwise: .*billed by applications for payment/,
  );
});

test("it sends a payroll of a week, corrects what was returned, and another company reads none", async () => {
  const payrolls = address().replace("pay-applications", "payrolls");
  const weekEnding = agencyDay(-7);
  const worker = {
    name: "Ann Lee",
    idNumber: "1234",
    classification: "Carpenter",
    straight: ["8", "8", "8", "8", "8", "0", "0"],
    overtime: ["0", "0", "0", "0", "0", "0", "0"],
    rate: 30_00,
    overtimeRate: 45_00,
    fringePlans: 9_50,
    fringeCash: 0,
    gross: 1_200_00,
    grossAll: 1_200_00,
    deductions: 300_00,
    net: 900_00,
  };
  const send = (over: object = {}, actor: Actor = contractor) =>
    asking<{ id: string; status: string; version: number }>(actor, `POST ${payrolls}`, {
      employer: c.vendor.name,
      payrollNo: 1,
      weekEnding,
      paidOn: agencyDay(-3),
      workers: [worker],
      exceptions: "No determination reached us yet",
      signedBy: "Dana Berg",
      signedTitle: "Payroll manager",
      certified: true,
      ...over,
    });
  expect(await refusalOf(send({}, rival))).toMatch(/^not_found/);
  expect(await refusalOf(send({ certified: false }))).toMatch(/Confirm the statement/);
  expect(await refusalOf(send({ exceptions: "" }))).toMatch(/^payroll_faults/);
  const sent = await send();
  expect(sent.status).toBe("submitted");
  const { engineer } = people;
  await asking(
    engineer,
    `POST /api/v1/certified-payrolls/${sent.id}/actions/return`,
    { reason: "Whose classification is that?" },
    sent.version,
  );
  const ours = await asking<ContractorPayrolls>(contractor, `GET ${payrolls}`);
  expect(ours).toMatchObject({
    demanded: false,
    nextNo: 2,
    items: [{ id: sent.id, status: "returned", statusReason: "Whose classification is that?" }],
  });
  const again = await send({ workers: [{ ...worker, classification: "Laborer" }] });
  expect(again.id).toBe(sent.id);
  const own = await asking<PayrollDetail>(contractor, `GET ${payrolls}/${sent.id}`);
  expect(own).toMatchObject({ status: "submitted", workers: [{ classification: "Laborer" }] });
  for (const at of [payrolls, `${payrolls}/${sent.id}`])
    expect(await refusalOf(asking(rival, `GET ${at}`))).toMatch(/^not_found/);
  const read = await asking<PayrollRead>(contractor, `POST ${payrolls}/rpc/read`, { text: "Name" });
  expect(read.errors).toHaveLength(1);
});

test("without a project that takes applications, none is sent", async () => {
  const { deputy } = c.people;
  await c.as(deputy, (tx) => tx.rows(sql`update project set status = 'closed'`));
  expect((await side()).closed).toMatch(/No project/);
  expect(await refusalOf(apply("90"))).toMatch(/^no_project/);
  const sending = asking(contractor, `POST ${address().replace("pay-applications", "payrolls")}`, {
    employer: c.vendor.name,
    payrollNo: 9,
    weekEnding: agencyDay(-14),
    noWork: true,
    signedBy: "Dana Berg",
    signedTitle: "Payroll manager",
    certified: true,
  });
  expect(await refusalOf(sending)).toMatch(/^no_project: .*takes payrolls of this order/);
});
