// Orders under a contract with a rate sheet take the price of their day and of their quantity, and
// nothing that is not on the sheet.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import {
  changeOrder,
  createOrder,
  editOrder,
  issueOrder,
  orderInput,
  submitOrder,
} from "#areas/procurement/procurement.server.ts";
import { contractAgency } from "../contracts.setup.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { createAmendment, signAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { clearContract } from "../contract/approval.service.ts";
import { step } from "../contract/course.service.ts";
import { signContract } from "../contract/signing.service.ts";
import { rateSheetInput } from "./rate.model.ts";
import { writeRateSheet } from "./rate.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let contractId: string;

const stone = (unitPrice: string, fromQuantity = "0") => ({
  code: "10",
  description: "Crushed stone, 3/4 in",
  unit: "t",
  fromQuantity,
  unitPrice,
});
const sheet = (rates: object[], over: object = {}) =>
  rateSheetInput.parse({ effectiveFrom: agencyDay(-10), rates, ...over });
const write = (id: string, input: ReturnType<typeof sheet>, as = a.people.author) =>
  a.as(as, async (tx) => {
    const { version } = await tx.one<{ version: number }>(sql`
      select coalesce(a.version, c.version) as version
      from contract c
      left join contract_amendment a
        on a.org_id = c.org_id
        and a.id = ${input.amendmentId ?? null}::uuid
      where c.org_id = ${a.agency.orgId} and c.id = ${id}
    `);
    return writeRateSheet(tx, as, id, input, version);
  });

beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  const { author, counsel, keeper, manager } = a.people;
  const { id } = await a.drafted({
    ceiling: 100_000_00,
    yearPlan: [{ year: 2027, amount: 100_000_00 }],
  });
  await write(id, sheet([stone("12.40"), stone("9.80", "500")]));
  await a.as(author, (tx) => step(tx, author, "review", { id, version: null }));
  await a.as(counsel, (tx) => clearContract(tx, counsel, { id, version: null }));
  await approveDocument(t.database, manager, id);
  await a.as(author, (tx) => step(tx, author, "send", { id, version: null }));
  await a.as(keeper, (tx) => signContract(tx, keeper, { id, version: null }, a.ink));
  contractId = id;
});
afterAll(() => t.drop());

const order = (line: object) =>
  a.as(a.people.buyer, (tx) =>
    createOrder(
      tx,
      a.people.buyer,
      orderInput.parse({
        title: "Stone for the shoulders",
        vendorId: a.vendor.id,
        departmentId: a.agency.departmentId,
        contractId,
        lines: [
          {
            description: "what somebody typed",
            unit: "each",
            quantity: "100",
            unitPrice: "12.40",
            rateCode: "10",
            splits: [{ accountStringId: a.accountStringId }],
            ...line,
          },
        ],
      }),
    ),
  );
const refused = (line: object, path: string, message: RegExp) =>
  expect(order(line)).rejects.toMatchObject({
    code: "not_at_rate",
    errors: [{ path, message: expect.stringMatching(message) as string }],
  });

test("the line takes the words, the unit and the price of its quantity", async () => {
  const small = await order({});
  expect(small).toMatchObject({ amount: 1_240_00 });
  expect(small.lines[0]).toMatchObject({ description: "Crushed stone, 3/4 in", unit: "t" });
  expect(await order({ quantity: "500", unitPrice: "9.80" })).toMatchObject({ amount: 4_900_00 });
});

test("another price, or what is not on the sheet, is refused with what the contract says", async () => {
  await refused({ unitPrice: "11.00" }, "lines.0.unitPrice", /says \$12\.40 for 100 t/);
  await refused({ quantity: "500" }, "lines.0.unitPrice", /says \$9\.80/);
  await refused({ rateCode: null }, "lines.0.rateCode", /ordered without the contract/);
  await refused({ rateCode: "99" }, "lines.0.rateCode", /99 is not on the rate sheet/);
});

test("a draft that is put under the contract later is refused before anybody approves it", async () => {
  const { buyer } = a.people;
  const other = await a.inForce();
  const free = await a.as(buyer, (tx) =>
    createOrder(
      tx,
      buyer,
      orderInput.parse({
        title: "Stone",
        vendorId: a.vendor.id,
        departmentId: a.agency.departmentId,
        contractId: other,
        lines: [
          {
            description: "Stone",
            unit: "t",
            quantity: "1",
            unitPrice: "50",
            splits: [{ accountStringId: a.accountStringId }],
          },
        ],
      }),
    ),
  );
  await a.as(buyer, (tx) => editOrder(tx, buyer, free.id, { contractId }, free.version));
  await expect(
    a.as(buyer, (tx) => submitOrder(tx, buyer, { id: free.id, version: null })),
  ).rejects.toMatchObject({
    code: "not_at_rate",
  });
});

test("a change keeps to the sheet: more of it takes the price of the new quantity", async () => {
  const { buyer, manager } = a.people;
  const { id, lines } = await order({});
  await a.as(buyer, (tx) => submitOrder(tx, buyer, { id, version: null }));
  await approveDocument(t.database, manager, id);
  await a.as(buyer, (tx) => issueOrder(tx, buyer, { id, version: null }, "http://levee.test"));
  const change = (line: object) =>
    a.as(buyer, (tx) =>
      changeOrder(
        tx,
        buyer,
        { id, version: null },
        {
          reason: "More of it",
          lines: [{ id: lines[0]!.id!, ...line }],
          added: [],
          methodReason: "",
        },
        "http://levee.test",
      ),
    );
  await expect(change({ unitPrice: "10.00" })).rejects.toMatchObject({
    errors: [{ path: "lines.0.unitPrice" }],
  });
  // 600 t at the price of 500 and more: 5,880.00 in place of 1,240.00.
  expect(await change({ quantity: "600" })).toMatchObject({
    pendingChange: { amount: 5_880_00, growth: 4_640_00 },
  });
});

test("new prices come by an amendment, and hold from their day on", async () => {
  const { author, keeper, manager } = a.people;
  await expect(write(contractId, sheet([stone("99")]))).rejects.toMatchObject({
    code: "not_in_this_status",
  });
  const { id } = await a.as(author, (tx) =>
    createAmendment(
      tx,
      author,
      amendmentInput.parse({
        contractId,
        kind: "prices",
        title: "Prices of the second year",
        reason: "The quarry's wages rose",
      }),
    ),
  );
  await expect(
    a.as(author, (tx) => submitAmendment(tx, author, { id, version: null })),
  ).rejects.toMatchObject({
    message: "Enter the new rate sheet.",
  });
  await write(
    contractId,
    sheet([stone("13.10")], { amendmentId: id, effectiveFrom: agencyDay(0) }),
  );
  await a.as(author, (tx) => submitAmendment(tx, author, { id, version: null }));
  await approveDocument(t.database, manager, id);
  expect(await order({})).toMatchObject({ amount: 1_240_00 });
  await a.as(keeper, (tx) => signAmendment(tx, keeper, { id, version: null }, a.ink));
  await refused({}, "lines.0.unitPrice", /says \$13\.10/);
  expect(await order({ unitPrice: "13.10" })).toMatchObject({ amount: 1_310_00 });
});

test("whoever wrote the prices is an author of the contract, and signs it not", async () => {
  const { id } = await a.drafted();
  await write(id, sheet([stone("1")]), a.people.keeper);
  const { draftedBy } = await t.database.read(a.people.author).one<{ draftedBy: string[] }>(sql`
    select drafted_by
    from contract
    where org_id = ${a.agency.orgId} and id = ${id}
  `);
  expect(draftedBy).toContain(a.people.keeper.personId);
});

test("a price given twice is refused with its place", async () => {
  const { id } = await a.drafted();
  await expect(write(id, sheet([stone("1"), stone("2")]))).rejects.toMatchObject({
    code: "invalid_rates",
    errors: [{ path: "rates.1.code" }],
  });
});
