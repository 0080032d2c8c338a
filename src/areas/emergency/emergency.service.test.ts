import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import type { Tx } from "#server/db/db.ts";
import { controlCheck, judgeFacts } from "#server/controls/control-checks.ts";
import "./emergency.server.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { attachedFiles, attachFile } from "#server/http/attachments.ts";
import { papersOfOrders } from "#areas/procurement/order/order-evidence.service.ts";
import { receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { postReceipt } from "#areas/procurement/procurement.server.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { decide, delegate, type Decision } from "#areas/workflow/workflow.server.ts";
import { policyTypes } from "#areas/workflow/policy/policy.labels.ts";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { declarationInput } from "./declaration/declaration.model.ts";
import {
  closeDeclaration,
  continueDeclaration,
  declare,
  endDeclaration,
  expireDeclarations,
} from "./declaration/declaration.service.ts";
import { evidenceParts, readDeclaration, readPurchase } from "./emergency.read.service.ts";
import { kitInput, approverInput } from "./preparation/preparation.model.ts";
import {
  addApprover,
  addKit,
  readPreparation,
  setAccount,
} from "./preparation/preparation.service.ts";
import { purchaseInput } from "./purchase/purchase.model.ts";
import { issueEmergency } from "./purchase/purchase.service.ts";
import { askAgain, completeFile } from "./purchase/ratification.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let officer: Actor, chief: Actor, receiver: Actor;
let kitId: string, accountId: string, contractId: string;

const hour = 3_600_000;
/** The same at an instant of its own. */
const at = <T>(actor: Actor, ms: number, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction({ ...actor, businessNow: new Date(ms).toISOString() }, work);

const flood = (actor = officer, ms = Date.now()) =>
  at(actor, ms, (tx) =>
    declare(
      tx,
      actor,
      declarationInput.parse({
        title: "Flood of the Cedar",
        authority: "Minn. Stat. 12.29",
        cause: "The river stands above the levee at Mill Street.",
        area: "The townships along the Cedar",
      }),
    ),
  );

const wanted = async (declarationId: string, quantity = "2", over: object = {}) => {
  const { kits } = await readPreparation(t.database.read(officer), officer);
  const kit = kits.find((each) => each.id === kitId)!;
  return purchaseInput.parse({
    requestId: newId(),
    declarationId,
    kitId,
    quantities: kit.lines.map((line) => ({ kitLineId: line.id, quantity })),
    accountId,
    need: "Debris blocks the only road to the pump house.",
    approverId: chief.personId,
    approvedHow: "telephone",
    approvedAt: new Date().toISOString(),
    ...over,
  });
};
const issue = (input: Awaited<ReturnType<typeof wanted>>, actor = officer) =>
  a.as(actor, (tx) => issueEmergency(tx, actor, input, "http://levee.test"));
const pendingOf = (id: string) =>
  t.database.read(officer).one<{ id: string; policyId: string | null; dueAt: string }>(sql`
    select id, policy_id, due_at
    from approval_request
    where org_id = ${a.agency.orgId} and document_id = ${id} and status = 'pending'
  `);
const ratify = async (id: string, actor: Actor, decision: Decision = "approve", comment = "") => {
  const asked = await pendingOf(id);
  return a.as(actor, (tx) => decide(tx, actor, asked.id, decision, comment, null));
};

beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  ({ officer, chief, receiver } = await makeMembers(t.database, a.agency, {
    officer: { role: "manager", duties: ["duty_officer"] },
    chief: { role: "admin" },
    receiver: { duties: ["receiver"] },
  }));
  contractId = await a.inForce({ title: "Debris hauling" });
  kitId = (
    await a.as(officer, (tx) =>
      addKit(
        tx,
        officer,
        kitInput.parse({
          name: "Debris hauling crew",
          contractId,
          lines: ["Truck with driver", "Excavator with operator"].map((description) => ({
            description,
            unit: "hour",
            unitPrice: "150.00",
            quantity: "8",
          })),
        }),
      ),
    )
  ).id;
  accountId = (
    await a.as(officer, (tx) =>
      setAccount(tx, officer, {
        departmentId: a.agency.departmentId,
        accountStringId: a.accountStringId,
      }),
    )
  ).id;
  await a.as(officer, (tx) =>
    addApprover(
      tx,
      officer,
      approverInput.parse({
        personId: chief.personId,
        amountLimit: 2_000_00,
        fromOn: agencyDay(-1),
      }),
    ),
  );
});
afterAll(() => t.drop());

test("a declaration holds three days by Minnesota's rule, to the instant; continued in time it holds on, else it expires by itself", async () => {
  await a.as(chief, (tx) =>
    tx.rows(sql`
      insert into legal_rule (
        org_id, id, key, jurisdiction, citation, text, effective_from, parameters, source, verified
      )
      values (
        ${a.agency.orgId}, ${newId()}, 'localDeclaration', 'state', 'Minn. Stat. 12.29',
        'Three days.', '2000-01-01', '{"days": 3}', 'Minn. Stat. 12.29', true
      )
    `),
  );
  const begun = Date.now() - 70 * hour;
  const d = await flood(officer, begun);
  expect(Date.parse(d.holdsUntil) - begun).toBe(72 * hour);
  expect(d.term).toBe("3 days without the governing body (Minn. Stat. 12.29)");
  const expired = (ms: number) => at(officer, ms, (tx) => expireDeclarations(tx));
  expect(await expired(begun + 72 * hour - 1)).toBe(0);
  const resolution = (until: Day) => ({
    body: "County board",
    number: "2026-41",
    decidedOn: agencyDay(),
    until,
  });
  const step = { id: d.id, version: null };
  const row = await a.as(officer, (tx) =>
    continueDeclaration(tx, officer, step, resolution(agencyDay(20))),
  );
  expect(row).toMatchObject({ status: "continued", continuations: [{ number: "2026-41" }] });
  expect(await expired(begun + 72 * hour)).toBe(0);
  expect(await expired(Date.parse(row.holdsUntil))).toBe(1);
  await expect(
    a.as(officer, (tx) => continueDeclaration(tx, officer, step, resolution(agencyDay(30)))),
  ).rejects.toMatchObject({ status: 409 });
  const [told, due] = await Promise.all([
    a.as(chief, (tx) =>
      tx.rows<{ title: string }>(sql`
        select title
        from notification
        where person_id = ${chief.personId} and kind = 'emergency'
        order by created_at
      `),
    ),
    t.database.read(officer).rows<{ status: string }>(sql`
      select status
      from deadline
      where org_id = ${a.agency.orgId} and source_id = ${d.id}
    `),
  ]);
  expect(told.map((n) => n.title.replace(/^LD-\d+-\d+: Flood of the Cedar /, ""))).toEqual([
    "is declared",
    "is continued",
    "has expired",
  ]);
  expect(due).toEqual([{ status: "dropped" }]);
});

test("an order goes out at once on a verbal approval; pressed again it is the same; the orderer never ratifies, nor a delegate", async () => {
  const d = await flood();
  const input = await wanted(d.id);
  const [first, second] = await Promise.all([issue(input), issue(input)]);
  expect([first.orderId, first.again !== second.again]).toEqual([second.orderId, true]);
  const order = await readOrder(t.database.read(officer), officer, first.orderId);
  expect(order).toMatchObject({
    status: "issued",
    method: "noncompetitive",
    emergency: true,
    amount: 600_00,
    contractId,
  });
  expect(order.methodCitation).toBe(`2 CFR 200.320(c)(3), ${d.number}`);
  expect((await a.read(contractId)).drawn).toBe(600_00);
  const asked = await pendingOf(first.id);
  expect(asked.policyId).toBeNull();
  expect(Object.keys(policyTypes)).not.toContain("emergencyPurchase");
  expect(Math.abs(Date.parse(asked.dueAt) - Date.now() - 72 * hour)).toBeLessThan(hour / 10);
  await a.as(chief, (tx) =>
    delegate(tx, chief, {
      toPersonId: officer.personId!,
      startsAt: new Date(Date.now() - hour).toISOString(),
      endsAt: new Date(Date.now() + 24 * hour).toISOString(),
      documentTypes: [],
      reason: "Leave",
    } as never),
  );
  await expect(ratify(first.id, officer)).rejects.toMatchObject({ code: "self_approval" });
  await expect(ratify(first.id, a.people.deputy)).rejects.toMatchObject({ status: 403 });
  await ratify(first.id, chief);
  expect(await readPurchase(t.database.read(officer), officer, first.id)).toMatchObject({
    status: "ratified",
  });
  await a.as(officer, (tx) =>
    endDeclaration(tx, officer, { id: d.id, version: null, reason: "The water fell." }),
  );
});

test("no order without a declaration in force, for more than the approver may, by the approver, or beyond the ceiling", async () => {
  const over = await flood(officer, Date.now() - 73 * hour);
  await expect(issue(await wanted(over.id))).rejects.toMatchObject({
    message: expect.stringContaining("expired"),
  });
  const d = await flood();
  await expect(issue(await wanted(d.id, "7"))).rejects.toMatchObject({ status: 422 });
  await expect(issue(await wanted(d.id), chief)).rejects.toMatchObject({
    code: "separation_of_duties",
  });
  await expect(
    issue(await wanted(d.id, "2", { approverId: receiver.personId })),
  ).rejects.toMatchObject({ status: 422 });
  // 2,400 dollars are left: of two orders for 1,800 that come together, each in an emergency of its
  // own, one goes out, and the other learns what is left.
  const other = await flood();
  await a.issue(await a.ordered(contractId, "4000.00"));
  const results = await Promise.allSettled([
    issue(await wanted(d.id, "6")),
    issue(await wanted(other.id, "6")),
  ]);
  expect(results.map((r) => r.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((r) => r.status === "rejected") as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({
    status: 409,
    message: expect.stringContaining("$600.00 left"),
  });
});

test("refused: what has not come is cancelled, what came stays and is told; returned it is asked again", async () => {
  const d = await flood();
  const made = await issue(await wanted(d.id, "1"));
  await ratify(made.id, chief, "return", "Say which road.");
  await a.as(officer, (tx) =>
    askAgain(
      tx,
      officer,
      { id: made.id, version: null },
      { need: "The road to the pump house at Mill Street." },
    ),
  );
  const order = await readOrder(t.database.read(officer), officer, made.orderId);
  await a.as(receiver, (tx) =>
    postReceipt(
      tx,
      receiver,
      { id: made.orderId, version: null },
      receiptInput.parse({
        receivedOn: agencyDay(),
        lines: [{ purchaseOrderLineId: order.lines[0]!.id, quantity: "0.5" }],
      }),
    ),
  );
  const before = (await a.read(contractId)).drawn;
  await ratify(made.id, chief, "reject", "I said yes to one truck only.");
  expect(await readPurchase(t.database.read(officer), officer, made.id)).toMatchObject({
    status: "refused",
    outcome: "What had come stays: 0.5 hour Truck with driver. The rest was cancelled.",
  });
  const after = await readOrder(t.database.read(officer), officer, made.orderId);
  expect(after).toMatchObject({ amount: 75_00, status: "received" });
  expect((await a.read(contractId)).drawn).toBe(before - 225_00);

  // The file keeps its declaration open until it is complete.
  await a.as(officer, (tx) =>
    endDeclaration(tx, officer, { id: d.id, version: null, reason: "The water fell." }),
  );
  const close = () =>
    a.as(officer, (tx) => closeDeclaration(tx, officer, { id: d.id, version: null }));
  const file = async () =>
    (await readDeclaration(t.database.read(officer), officer, d.id)).files[0]!.items.filter(
      (item) => !item.done,
    ).map((item) => item.key);
  expect(await file()).toEqual(["priceBasis", "endDate", "recompete"]);
  await expect(close()).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^3 things are open/),
  });
  const { version } = await readPurchase(t.database.read(officer), officer, made.id);
  await expect(
    a.as(officer, (tx) =>
      completeFile(
        tx,
        officer,
        made.id,
        { priceBasis: "", endsOn: agencyDay(-1), recompeteNote: "" },
        version,
      ),
    ),
  ).rejects.toThrow(/the need did not end before/);
  await expect(
    a.as(officer, (tx) => completeFile(tx, officer, made.id, { endsOn: agencyDay(1) }, version)),
  ).rejects.toThrow(/is still to come: enter the end of the need/);
  await a.as(officer, (tx) =>
    completeFile(
      tx,
      officer,
      made.id,
      {
        priceBasis: "As in two quotes of May.",
        endsOn: agencyDay(),
        recompeteNote: "Nothing is needed any more.",
      },
      version,
    ),
  );
  expect((await close()).status).toBe("closed");
});

test("under a contract with a rate sheet the kit orders at the rate of its quantity, and nothing else", async () => {
  const rated = await a.inForce({
    ceiling: 90_000_00,
    yearPlan: [{ year: 2027, amount: 90_000_00 }],
  });
  await a.as(officer, async (tx) => {
    const sheetId = newId();
    await tx.rows(sql`
      insert into contract_rate_sheet (org_id, id, contract_id, sequence, effective_from)
      values (${a.agency.orgId}, ${sheetId}, ${rated}, 1, ${agencyDay(-5)})
    `);
    for (const [from, price] of [
      ["0", "15"],
      ["40", "12"],
    ])
      await tx.rows(sql`
        insert into contract_rate (
          org_id, id, sheet_id, code, description, unit, from_quantity, unit_price
        )
        values (
          ${a.agency.orgId}, ${newId()}, ${sheetId}, 'T1', 'Truck with driver', 'hour',
          ${from}::numeric, ${price}::numeric
        )
      `);
  });
  const kitOf = async (rateCode: string | null, name: string) =>
    a.as(officer, (tx) =>
      addKit(
        tx,
        officer,
        kitInput.parse({
          name,
          contractId: rated,
          lines: [
            { rateCode, description: "A truck", unit: "hour", unitPrice: "9.99", quantity: "8" },
          ],
        }),
      ),
    );
  const { id: declarationId } = await flood();
  const press = async (rateCode: string | null, name: string) => {
    const { id } = await kitOf(rateCode, name);
    const { kits } = await readPreparation(t.database.read(officer), officer);
    const [line] = kits.find((each) => each.id === id)!.lines;
    return issue(
      await wanted(declarationId, "0", {
        kitId: id,
        quantities: [{ kitLineId: line!.id, quantity: "50" }],
      }),
    );
  };
  // 50 hours at the price of 40 and more.
  expect(await press("T1", "Trucks at rates")).toMatchObject({ amount: 600_00 });
  await expect(press(null, "Trucks by word")).rejects.toMatchObject({
    code: "check",
    message: expect.stringContaining("Not on the rate sheet") as string,
  });
});

test("the file of a declaration holds the PDF of each order and what is attached to it", async () => {
  const order = await t.database.read(officer).one<Record<"id" | "orderId" | "on", string>>(sql`
    select id, order_id, declaration_id as on
    from emergency_purchase
    where org_id = ${a.agency.orgId}
    order by number
    limit 1
  `);
  const [file] = await t.database
    .read(officer)
    .rows<{ id: string; name: string; sha256: string }>(
      sql`select id, name, sha256 from stored_file where org_id = ${a.agency.orgId} limit 1`,
    );
  await a.as(officer, (tx) =>
    attachFile(tx, officer, {
      objectType: "purchaseOrder",
      objectId: order.orderId,
      number: order.orderId,
      file: file!,
      label: "Photograph of the road",
    }),
  );
  const db = t.database.read(officer);
  const parts = await evidenceParts(db, [order.on]);
  expect(parts).toEqual(expect.arrayContaining([order.on, order.id, order.orderId]));
  const { number } = await readOrder(db, officer, order.orderId);
  expect((await papersOfOrders(db, parts)).map((paper) => paper.name)).toContain(`${number}.pdf`);
  expect(await attachedFiles(db, parts)).toContainEqual({ name: file!.name, sha256: file!.sha256 });
});

test("what was ordered on a verbal approval is found once its term is over and nobody ratified it", async () => {
  const { id } = await flood();
  const made = await issue(await wanted(id, "1"));
  const said = async (ms: number) => {
    const check = controlCheck("order.ratified")!;
    const db = t.database.read({ ...officer, businessNow: new Date(ms).toISOString() });
    return judgeFacts(check, (await check.read(db, [made.orderId]))[0]!.facts);
  };
  const end = Date.parse(made.ratifyBy);
  expect(await said(end)).toMatchObject({ answer: "not_applicable" });
  expect(await said(end + 1)).toMatchObject({ answer: "fail" });
  await ratify(made.id, chief);
  expect(await said(end + 1)).toMatchObject({ answer: "pass" });
});
