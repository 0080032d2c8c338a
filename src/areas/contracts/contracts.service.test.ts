import { afterAll, beforeAll, expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import {
  createRequisition,
  requisitionInput,
  submitRequisition,
} from "#areas/procurement/procurement.server.ts";
import { changeInput } from "#areas/procurement/order/order.model.ts";
import { changeOrder } from "#areas/procurement/order/order-change.service.ts";
import { cancelOrder } from "#areas/procurement/order/closing.service.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { delegate } from "#areas/workflow/workflow.server.ts";
import { amendmentInput } from "./amendment/amendment.model.ts";
import { readAmendment } from "./amendment/amendment.read.service.ts";
import { createAmendment, signAmendment, submitAmendment } from "./amendment/amendment.service.ts";
import { recount } from "./ceiling/ceiling.model.ts";
import { contractAgency } from "./contracts.setup.ts";
import { clearContract } from "./contract/approval.service.ts";
import { beginningOf } from "./contract/beginning.service.ts";
import { contractInput } from "./contract/contract.model.ts";
import { changeContract, createContract } from "./contract/contract.service.ts";
import { closeContract, expireContracts, step, stopContract } from "./contract/course.service.ts";
import { signContract } from "./contract/signing.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const at = (id: string, reason: string | null = null) => ({ id, version: null, reason });
const counted = async (id: string) => {
  const entries = await t.database.read(a.people.author).rows<{ kind: "set"; amount: number }>(sql`
    select kind, amount
    from contract_ceiling_entry
    where org_id = ${a.agency.orgId} and contract_id = ${id}
  `);
  return recount(entries);
};
const noticesOf = (id: string) =>
  t.database.transaction(a.people.author, (tx) =>
    tx.rows<{ title: string }>(sql`
      select title
      from notification
      where org_id = ${a.agency.orgId}
        and person_id = ${a.people.author.personId}
        and kind = 'contract'
        and link = ${`/contracts/${id}`}
      order by created_at
    `),
  );

test("a price of cost plus a percentage is refused with its citation; time and materials need a determination and a ceiling", async () => {
  const refused = contractInput.safeParse({ ...a.input(), priceType: "cost_plus_percentage" });
  expect(refused.error?.issues[0]?.message).toMatch(/200\.324\(c\)/);
  const { id } = await a.drafted({ priceType: "time_and_materials", ceiling: 0, yearPlan: [] });
  expect((await a.read(id)).missing).toEqual([
    "Enter the ceiling.",
    expect.stringContaining("200.318(j)"),
    expect.stringContaining("Enter the price sheet (time and materials)"),
  ]);
  await expect(
    a.as(a.people.author, (tx) => step(tx, a.people.author, "review", at(id))),
  ).rejects.toMatchObject({ status: 409, message: "Enter the ceiling." });
});

test("who drafted it neither clears, approves nor signs it; the signed contract has its ceiling and first version", async () => {
  const { author, keeper, counsel, clerk, manager } = a.people;
  const asked = await a.as(clerk, (tx) => createContract(tx, clerk, a.input()));
  expect(asked.status).toBe("requested");
  const { id, number } = await a.as(author, (tx) => createContract(tx, author, a.input()));
  expect(number).toMatch(/^CON-2027-\d{5}$/);
  await a.as(manager, (tx) => changeContract(tx, manager, id, { title: "Stone" }, 1));
  await a.as(author, (tx) => step(tx, author, "review", at(id)));
  const authorAsCounsel = {
    ...author,
    permissions: new Set([...author.permissions, "contract.review"]),
  };
  await expect(
    a.as(author, (tx) => clearContract(tx, authorAsCounsel, { id, version: null })),
  ).rejects.toMatchObject({ message: expect.stringContaining("another person clears it") });
  // The manager wrote in it: somebody else is asked.
  await a.as(counsel, (tx) => clearContract(tx, counsel, { id, version: null }));
  await expect(approveDocument(t.database, manager, id)).rejects.toMatchObject({ status: 403 });
  const other = await a.approved();
  await a.as(author, (tx) => step(tx, author, "send", at(other)));
  await expect(
    a.as(author, (tx) => signContract(tx, author, { id: other, version: null }, a.ink)),
  ).rejects.toMatchObject({ message: expect.stringContaining("another person records") });
  await expect(
    a.as(keeper, (tx) =>
      signContract(tx, keeper, { id: other, version: null }, { ...a.ink, ourSigner: author.name }),
    ),
  ).rejects.toMatchObject({ code: "own_work" });
  await a.as(keeper, (tx) => signContract(tx, keeper, { id: other, version: null }, a.ink));
  expect(await a.read(other)).toMatchObject({
    status: "active",
    originalCeiling: 7_000_00,
    versions: [{ versionNo: 1, ceiling: 7_000_00 }],
    entries: [{ kind: "set", amount: 7_000_00 }],
    signings: [{ vendorSigner: "Ann Oakes" }],
  });
});

test("20 orders at once on room for seven: seven go out, the others learn what is left, and each share is told once", async () => {
  const id = await a.inForce();
  const orders = await Promise.all(Array.from({ length: 20 }, () => a.ordered(id, "1000.00")));
  const results = await Promise.allSettled(orders.map((order) => a.issue(order)));
  const refused = results.flatMap((r) => (r.status === "rejected" ? [r.reason as Error] : []));
  expect(refused).toHaveLength(13);
  for (const error of refused)
    expect(error).toMatchObject({
      code: "over_ceiling",
      message: expect.stringMatching(/^\$0\.00 left of \$7,000\.00/),
    });
  expect(await counted(id)).toEqual({ ceiling: 7_000_00, drawn: 7_000_00 });
  expect((await a.read(id)).drawn).toBe(7_000_00);
  expect((await noticesOf(id)).map((n) => /has drawn (\d+)/.exec(n.title)?.[1])).toEqual([
    "75",
    "100",
  ]);
});

test("an order rests on its contract's competition; a change draws the difference, a cancellation gives back", async () => {
  const id = await a.inForce({ ceiling: 50_000_00, yearPlan: [{ year: 2027, amount: 50_000_00 }] });
  const order = await a.ordered(id, "20000.00");
  await a.issue(order);
  const read = () => readOrder(t.database.read(a.people.buyer), a.people.buyer, order);
  expect(await read()).toMatchObject({
    contractId: id,
    method: "sealed_bid",
    methodCitation: expect.stringContaining("CON-2027"),
    lookback: null,
  });
  const change = async (unitPrice: string) => {
    const line = (await read()).lines[0]!;
    await a.as(a.people.buyer, (tx) =>
      changeOrder(
        tx,
        a.people.buyer,
        { id: order, version: null },
        changeInput.parse({ reason: "More stone", lines: [{ id: line.id, unitPrice }] }),
        "http://levee.test",
      ),
    );
  };
  await change("45000.00");
  await approveDocument(t.database, a.people.manager, order);
  expect((await a.read(id)).left).toBe(5_000_00);
  // Nobody is asked to approve what does not fit.
  await expect(change("60000.00")).rejects.toMatchObject({
    code: "over_ceiling",
    message: expect.stringMatching(/^\$5,000\.00 left of \$50,000\.00/),
  });
  // The like of it is bought without a contract: what rests on the contract does not count.
  const alone = await a.ordered(null, "100.00");
  const like = await readOrder(t.database.read(a.people.buyer), a.people.buyer, alone);
  expect(like.lookback?.newest.map((each) => each.id)).not.toContain(order);
  await expect(a.ordered(id, "5000.01")).rejects.toMatchObject({ code: "over_ceiling" });
  await a.as(a.people.buyer, (tx) =>
    cancelOrder(tx, a.people.buyer, { id: order, version: null, reason: "Not needed" }),
  );
  expect(await counted(id)).toEqual({ ceiling: 50_000_00, drawn: 0 });
});

test("nothing is ordered under a contract that is suspended or over, or is another vendor's", async () => {
  const id = await a.inForce();
  const waiting = await a.ordered(id, "10.00");
  const { keeper } = a.people;
  await a.as(keeper, (tx) => stopContract(tx, keeper, "suspend", at(id, "Late deliveries")));
  await expect(a.issue(waiting)).rejects.toMatchObject({ code: "contract_not_in_force" });
  await a.as(keeper, (tx) => step(tx, keeper, "resume", at(id)));
  const later = { ...a.people.buyer, businessNow: `${agencyDay(201)}T18:00:00Z` };
  await expect(t.database.transaction(later, (tx) => expireContracts(tx))).resolves.toBeGreaterThan(
    0,
  );
  expect((await a.read(id)).status).toBe("expired");
  await expect(a.issue(waiting)).rejects.toMatchObject({
    message: expect.stringContaining("is expired"),
  });
  expect((await noticesOf(id)).map((n) => n.title)).toEqual([expect.stringContaining("has ended")]);
  await a.as(keeper, (tx) => stopContract(tx, keeper, "closeout", at(id, "Term is over")));
  await expect(
    a.as(keeper, (tx) => closeContract(tx, keeper, at(id, "All delivered"))),
  ).rejects.toThrow(
    /Open in its closeout: Every order is closed\. Still open: PO-.*Open in its closeout: /,
  );
  await a.as(a.people.buyer, (tx) =>
    cancelOrder(tx, a.people.buyer, { id: waiting, version: null, reason: "Too late" }),
  );
  await a.provedByHand(id);
  await a.as(keeper, (tx) => closeContract(tx, keeper, at(id, "All delivered")));
  expect(await a.read(id)).toMatchObject({ status: "closed", left: 0 });
});

test("where the contract demands insurance no order goes out without a certificate", async () => {
  const id = await a.inForce({ insuranceRequired: true });
  expect((await a.read(id)).insured).toEqual([
    { ok: false, text: expect.stringContaining("No certificate of insurance") },
  ]);
  const order = await a.ordered(id, "10.00");
  await expect(a.issue(order)).rejects.toMatchObject({ code: "insurance" });
  expect((await a.read(id)).drawn).toBe(0);
});

test("an approved requisition gives its items, prices and method; one that is not approved gives nothing", async () => {
  const { clerk, author, manager } = a.people;
  await makePolicy(t.database, manager, { documentType: "requisition" });
  const { id } = await a.as(clerk, (tx) =>
    createRequisition(
      tx,
      clerk,
      requisitionInput.parse({
        title: "Gloves",
        departmentId: a.agency.departmentId,
        neededOn: agencyDay(30),
        vendorId: a.vendor.id,
        lines: [
          {
            description: "Gloves",
            quantity: "20",
            unit: "case",
            unitPrice: "70",
            splits: [{ accountStringId: a.accountStringId }],
          },
        ],
      }),
    ),
  );
  const from = () =>
    a.as(author, (tx) => createContract(tx, author, a.input({ requisitionId: id, ceiling: 1 })));
  await expect(from()).rejects.toMatchObject({ code: "not_approved" });
  await a.as(clerk, (tx) => submitRequisition(tx, clerk, { id, version: null }));
  await approveDocument(t.database, manager, id);
  const db = t.database.read(author);
  expect(await beginningOf(db, author, { requisitionId: id })).toMatchObject({
    title: "Gloves",
    vendorId: a.vendor.id,
    ceiling: 1_400_00,
    basis: "requisition",
    method: "micro_purchase",
  });
  expect(await a.read((await from()).id)).toMatchObject({
    source: "requisition",
    requisitionId: id,
    lines: [{ quantity: "20.0000", unitPrice: "70.0000", amount: 1_400_00 }],
  });
});

test("an amendment is approved and signed by others, moves ceiling, plan and end, and is the next version", async () => {
  const { author, keeper, manager } = a.people;
  const endsOn = agencyDay(40);
  const id = await a.inForce({ endsOn, optionCount: 1, optionMonths: 12 });
  const draft = (over: object) =>
    a.as(author, (tx) =>
      createAmendment(
        tx,
        author,
        amendmentInput.parse({
          contractId: id,
          kind: "option",
          title: "Second year",
          reason: "Good work",
          ...over,
        }),
      ),
    );
  const made = await draft({
    ceilingChange: 3_000_00,
    yearPlan: [{ year: 2028, amount: 2_000_00 }],
  });
  const submit = (which: string) =>
    a.as(author, (tx) => submitAmendment(tx, author, { id: which, version: null }));
  await expect(submit(made.id)).rejects.toMatchObject({
    message: expect.stringContaining("By fiscal year the change comes to $2,000.00"),
  });
  const sound = await draft({
    ceilingChange: 3_000_00,
    yearPlan: [{ year: 2028, amount: 3_000_00 }],
  });
  await submit(sound.id);
  await approveDocument(t.database, manager, sound.id);
  await expect(
    a.as(author, (tx) => signAmendment(tx, author, { id: sound.id, version: null }, a.ink)),
  ).rejects.toMatchObject({ message: expect.stringContaining("another person records") });
  await a.as(keeper, (tx) => signAmendment(tx, keeper, { id: sound.id, version: null }, a.ink));
  const after = await a.read(id);
  expect(after).toMatchObject({
    ceiling: 10_000_00,
    originalCeiling: 7_000_00,
    optionsUsed: 1,
    yearPlan: [
      { year: 2027, amount: 7_000_00 },
      { year: 2028, amount: 3_000_00 },
    ],
    versions: [{ versionNo: 1 }, { versionNo: 2, ceiling: 10_000_00 }],
  });
  expect(after.endsOn > endsOn).toBe(true);
  expect(await counted(id)).toEqual({ ceiling: 10_000_00, drawn: 0 });
  expect((await readAmendment(t.database.read(author), author, sound.id)).status).toBe("applied");
  await expect(submit((await draft({})).id)).rejects.toMatchObject({
    message: "All 1 options of the contract are used.",
  });
});

test("who approved a contract for somebody else does not record its signatures", async () => {
  const { author, counsel, manager, deputy, keeper } = a.people;
  const now = Date.now();
  await a.as(manager, (tx) =>
    delegate(tx, manager, {
      toPersonId: deputy.personId!,
      startsAt: new Date(now - 60_000).toISOString(),
      endsAt: new Date(now + 86_400_000).toISOString(),
      documentTypes: ["contract"],
      note: "",
    }),
  );
  const { id } = await a.drafted();
  await a.as(author, (tx) => step(tx, author, "review", at(id)));
  await a.as(counsel, (tx) => clearContract(tx, counsel, { id, version: null }));
  await approveDocument(t.database, deputy, id);
  await a.as(author, (tx) => step(tx, author, "send", at(id)));
  await expect(
    a.as(deputy, (tx) => signContract(tx, deputy, { id, version: null }, a.ink)),
  ).rejects.toMatchObject({ code: "separation_of_duties" });
  await a.as(keeper, (tx) => signContract(tx, keeper, { id, version: null }, a.ink));
});

test("whom a step concerns is told once: who drafts of a request, counsel, the vendor", async () => {
  const { clerk, author, counsel, keeper } = a.people;
  const asked = await a.as(clerk, (tx) => createContract(tx, clerk, a.input()));
  const id = await a.inForce();
  await a.as(keeper, (tx) => stopContract(tx, keeper, "suspend", at(id, "Late deliveries")));
  const told = (person: string, about: string) =>
    a.as({ ...author, personId: person }, async (tx) =>
      (
        await tx.rows<{ title: string }>(sql`
          select title
          from notification
          where person_id = ${person} and kind = 'contract' and link = ${`/contracts/${about}`}
        `)
      ).map((notice) => notice.title),
    );
  expect(await told(keeper.personId!, asked.id)).toEqual([`${asked.number} is requested`]);
  const { number } = await a.read(id);
  expect(await told(counsel.personId!, id)).toEqual([`${number} waits for counsel`]);
  const mails = await identityDb(t.database).rows<{ subject: string; bodyText: string }>(sql`
    select subject, body_text
    from mail
    where kind = 'contract' and subject like ${`Contract ${number} %`}
    order by id
  `);
  expect(mails.map((mail) => mail.subject)).toEqual([
    `Contract ${number} is ready for signature`,
    `Contract ${number} is in force`,
    `Contract ${number} is suspended`,
  ]);
  expect(mails[2]!.bodyText).toContain("Why: Late deliveries");
});
