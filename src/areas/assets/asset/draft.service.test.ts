// What a receipt brought becomes assets, each piece once; and codes that say why jobs were needed.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { failureInput } from "../failure/failure.model.ts";
import { addFailureCode, changeFailureCode, failureCodes } from "../failure/failure.service.ts";
import { workOrderInput } from "../work-order/work-order.model.ts";
import { readWork } from "../work-order/work-order.read.service.ts";
import {
  approveWork,
  completeWork,
  requestWork,
  startWork,
} from "../work-order/work-order.service.ts";
import { readAsset } from "./asset.read.service.ts";
import { createClass } from "./class.service.ts";
import { assetDrafts, makeDrafts } from "./draft.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "manager" | "receiver" | "requester" | "keeper" | "crew", Actor>;
let stranger: Actor;
let classId: string;
const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    manager: { role: "manager" },
    receiver: { duties: ["receiver"] },
    requester: {},
    keeper: { duties: ["asset_manager"] },
    crew: { duties: ["technician"] },
  });
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  ({ id: classId } = await as(people.keeper, (tx) =>
    createClass(tx, people.keeper, {
      code: "RADIO",
      name: "Radio",
      conditionScale: "one_to_five",
      lifeMonths: 84,
      active: true,
    }),
  ));
});
afterAll(() => t.drop());

test("pieces of a receipt's line become assets once, received, at the order's price", async () => {
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_000);
  await makePolicy(t.database, people.manager, { documentType: "purchaseOrder" });
  const vendor = await makeVendor(t.database, agency);
  const order = await issuedOrder(
    t.database,
    people as never,
    {
      vendorId: vendor.id,
      departmentId: agency.departmentId,
      lines: [
        { description: "Radio", quantity: "3", unitPrice: "412.50", splits: [{ accountStringId }] },
      ],
    } as never,
  );
  await receiveGoods(t.database, people as never, order, ["3"]);
  const drafts = () => assetDrafts(t.database.read(people.keeper), "radio");
  const [line] = await drafts();
  expect(line).toMatchObject({ description: "Radio", pieces: 3, made: 0, unitCents: 412_50 });
  const make = (pieces: number, actor = people.keeper) =>
    as(actor, (tx) => makeDrafts(tx, actor, { receiptLineId: line!.id, classId, pieces }));
  const { ids } = await make(2);
  expect(ids).toHaveLength(2);
  const made = await readAsset(t.database.read(people.keeper), people.keeper, ids[0]!);
  expect(made).toMatchObject({
    status: "received",
    name: "Radio",
    costCents: 412_50,
    acquiredOn: agencyDay(),
    lifeMonths: 84,
    note: expect.stringContaining(line!.receipt) as string,
  });
  expect(await drafts()).toMatchObject([{ made: 2 }]);
  await expect(make(2)).rejects.toMatchObject({
    code: "more_than_came",
    errors: [{ path: "pieces", message: expect.stringContaining("1 piece of") as string }],
  });
  const both = await Promise.allSettled([make(1), make(1)]);
  expect(both.filter((each) => each.status === "fulfilled")).toHaveLength(1);
  expect(await drafts()).toEqual([]);
  await expect(make(1, stranger)).rejects.toMatchObject({ status: 404 });
  await expect(
    as(people.keeper, (tx) =>
      makeDrafts(tx, people.keeper, { receiptLineId: newId(), classId, pieces: 1 }),
    ),
  ).rejects.toMatchObject({ status: 404 });
});

test("codes say what was wrong, why, and what was done; jobs that ended with one are counted", async () => {
  const add = (kind: string, code: string, name: string) =>
    as(people.keeper, (tx) =>
      addFailureCode(tx, people.keeper, failureInput.parse({ kind, code, name })),
    );
  const leak = await add("problem", "leak", "Leaks");
  await add("cause", "AGE", "Worn");
  await add("remedy", "SEAL", "New seal");
  await expect(add("problem", "LEAK", "Drips")).rejects.toMatchObject({ code: "same_code" });
  const work = await as(people.requester, (tx) =>
    requestWork(tx, people.requester, workOrderInput.parse({ title: "Pump leaks" })),
  );
  const step = { id: work.id, version: null };
  await as(people.manager, (tx) => approveWork(tx, people.manager, step));
  await as(people.crew, (tx) => startWork(tx, people.crew, "start", step));
  const complete = (codes: object) =>
    as(people.crew, (tx) =>
      completeWork(tx, people.crew, step, {
        problem: "",
        cause: "",
        remedy: "Changed the seal",
        ...codes,
      }),
    );
  await expect(complete({ problemCode: "AGE" })).rejects.toMatchObject({
    code: "no_such_code",
    errors: [{ path: "problemCode", message: "Choose a code that is in use." }],
  });
  await complete({ problemCode: "LEAK", causeCode: "AGE", remedyCode: "SEAL" });
  expect(await readWork(t.database.read(people.crew), people.crew, work.id)).toMatchObject({
    problemCode: "LEAK",
    causeCode: "AGE",
    remedyCode: "SEAL",
  });
  expect(
    (await failureCodes(t.database.read(people.crew))).map(({ code, jobs }) => [code, jobs]),
  ).toEqual([
    ["SEAL", 1],
    ["LEAK", 1],
    ["AGE", 1],
  ]);
  const change = (over: object, version: number) =>
    as(people.keeper, (tx) =>
      changeFailureCode(
        tx,
        people.keeper,
        leak.id,
        failureInput.parse({ kind: "problem", code: "LEAK", name: "Leaks", ...over }),
        version,
      ),
    );
  await expect(change({ code: "DRIP" }, 1)).rejects.toMatchObject({ code: "code_stays" });
  await change({ name: "Leaks or drips", active: false }, 1);
  await expect(change({}, 1)).rejects.toMatchObject({ status: 412 });
});
