// A change order's way: proposed by either side, judged, priced, paid for, measured with the caps,
// approved by others, signed, applied.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { ruleInput } from "#areas/governance/rule/rule.model.ts";
import { recount } from "../ceiling/ceiling.model.ts";
import { contractAgency } from "../contracts.setup.ts";
import { signChange } from "./applying.service.ts";
import { changeInput } from "./change.model.ts";
import { readChange } from "./change.read.service.ts";
import { editChange, endChange, proposeChange, takeBackChange } from "./change.service.ts";
import {
  checkFunds,
  priceChange,
  recordDecision,
  reviewChange,
  submitChange,
} from "./course.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

type Lines = readonly (readonly [cents: number, days?: number])[];
const inputOf = (contractId: string, lines: Lines) =>
  changeInput.parse({
    contractId,
    title: "Deeper wet well",
    reason: "Rock lies deeper than the borings said",
    lines: lines.map(([amount, days = 0]) => ({ description: "Excavation", amount, days })),
  });
const propose = async (contractId: string, lines: Lines) =>
  (
    await a.as(a.people.author, (tx) =>
      proposeChange(tx, a.people.author, inputOf(contractId, lines)),
    )
  ).id;
const at = (id: string) => ({ id, version: null });
const review = (id: string, inScope = true) =>
  a.as(a.people.author, (tx) =>
    reviewChange(tx, a.people.author, at(id), { inScope, scopeReason: "The same well" }),
  );
const price = (id: string, analysis = "Compared with unit prices of the bid") =>
  a.as(a.people.author, (tx) => priceChange(tx, a.people.author, at(id), { analysis }));
const fund = (id: string, net: number, who = a.people.deputy) =>
  a.as(who, (tx) =>
    checkFunds(tx, who, at(id), {
      funding: "Fund 430",
      yearPlan: net === 0 ? [] : [{ year: 2027, amount: net }],
    }),
  );
const submit = (id: string) =>
  a.as(a.people.author, (tx) => submitChange(tx, a.people.author, at(id)));
const netOf = (lines: Lines) => lines.reduce((n, [cents]) => n + cents, 0);
const upTo = async (contractId: string, lines: Lines) => {
  const id = await propose(contractId, lines);
  await review(id);
  await price(id);
  await fund(id, netOf(lines));
  return id;
};
const finish = async (id: string) => {
  await approveDocument(t.database, a.people.manager, id);
  await a.as(a.people.keeper, (tx) =>
    signChange(tx, a.people.keeper, { id, version: null }, a.ink),
  );
};
const apply = async (contractId: string, lines: Lines) => {
  const id = await upTo(contractId, lines);
  await submit(id);
  await finish(id);
  return id;
};
const read = (id: string) => readChange(t.database.read(a.people.author), a.people.author, id);
const big = { ceiling: 100_000_00, yearPlan: [{ year: 2027, amount: 100_000_00 }] };

test("a change is judged, priced, paid for, approved by another, signed, and moves ceiling and end", async () => {
  const contractId = await a.inForce(big);
  const before = await a.read(contractId);
  const id = await propose(contractId, [[6_000_00, 14], [-2_500_00]]);
  expect(await read(id)).toMatchObject({
    status: "proposed",
    increase: 6_000_00,
    decrease: 2_500_00,
    net: 3_500_00,
    days: 14,
    canEdit: true,
  });
  await review(id);
  await price(id);
  // Who proposed it does not say that there is money, and the years come to the net.
  await expect(fund(id, 3_500_00, a.people.author)).rejects.toMatchObject({ status: 403 });
  await expect(fund(id, 3_000_00)).rejects.toMatchObject({
    message: "By fiscal year the change comes to $3,000.00; net it is $3,500.00.",
  });
  await fund(id, 3_500_00);
  await submit(id);
  await approveDocument(t.database, a.people.manager, id);
  // Who proposed it does not record its signatures.
  await expect(
    a.as(a.people.author, (tx) => signChange(tx, a.people.author, { id, version: null }, a.ink)),
  ).rejects.toMatchObject({ code: "rule" });
  await a.as(a.people.keeper, (tx) =>
    signChange(tx, a.people.keeper, { id, version: null }, a.ink),
  );
  const [after, now] = await Promise.all([a.read(contractId), read(id)]);
  expect(now).toMatchObject({ status: "applied", growth: { up: 6_000_00, down: 2_500_00 } });
  expect(now.signings).toHaveLength(1);
  expect(after.ceiling).toBe(before.ceiling + 3_500_00);
  expect(after.signings).toHaveLength(1);
  expect(after.entries[0]).toMatchObject({ kind: "change_order", amount: 3_500_00 });
  expect(recount(after.entries)).toEqual({ ceiling: after.ceiling, drawn: after.drawn });
  expect((Date.parse(after.endsOn) - Date.parse(before.endsOn)) / 86_400_000).toBe(14);
  expect(after.yearPlan).toEqual([{ year: 2027, amount: after.ceiling }]);
  expect(after.versions.at(-1)).toMatchObject({ ceiling: after.ceiling });
});

test("an increase is refused by a cap though the net fits; the governing body's decision carries it", async () => {
  const contractId = await a.inForce(big);
  await apply(contractId, [[-40_000_00]]);
  await apply(contractId, [[6_000_00]]);
  // 34,000 less than signed, net; but the increases come to 11 percent.
  const id = await upTo(contractId, [[5_000_00], [-5_000_00]]);
  await expect(submit(id)).rejects.toMatchObject({
    code: "over_cap",
    message: expect.stringContaining(
      "$11,000.00, 11% of the original $100,000.00; 10% are allowed",
    ),
  });
  expect((await read(id)).beyond).toHaveLength(1);
  const decide = (bodyDay: string, version: number) =>
    a.as(a.people.author, (tx) =>
      recordDecision(
        tx,
        a.people.author,
        { id, version },
        {
          bodyNumber: "Resolution 2027-31",
          bodyDay,
          bodyFileId: a.ink.fileId,
        },
      ),
    );
  const { version } = await read(id);
  await expect(decide(agencyDay(1), version)).rejects.toMatchObject({ status: 422 });
  await decide(agencyDay(-1), version);
  await submit(id);
  await finish(id);
  expect((await read(id)).growth).toMatchObject({ up: 11_000_00, down: 45_000_00 });
});

test("a change that takes more days than the contract has is not applied", async () => {
  const contractId = await a.inForce(big);
  const id = await upTo(contractId, [[0, -3650]]);
  await submit(id);
  await expect(finish(id)).rejects.toThrow("The contract would end before it begins.");
  expect(await read(id)).toMatchObject({ status: "approved" });
});

test("of two changes on their way the second is measured with the first", async () => {
  const contractId = await a.inForce(big);
  const [first, second] = [
    await upTo(contractId, [[6_000_00]]),
    await upTo(contractId, [[5_000_00]]),
  ];
  const outcomes = await Promise.allSettled([submit(first), submit(second)]);
  expect(outcomes.map((o) => o.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const waiting = outcomes[0]!.status === "fulfilled" ? first : second;
  await a.as(a.people.author, (tx) =>
    takeBackChange(tx, a.people.author, { id: waiting, version: null, reason: "Later" }),
  );
  await submit(waiting === first ? second : first);
  expect(await read(waiting)).toMatchObject({ status: "proposed", inScope: null, funding: "" });
});

test("beyond the scope it is a new procurement; above the threshold an analysis is asked for", async () => {
  const contractId = await a.inForce({
    ceiling: 5_000_000_00,
    yearPlan: [{ year: 2027, amount: 5_000_000_00 }],
  });
  const other = await propose(contractId, [[1_000_00]]);
  expect(await review(other, false)).toMatchObject({
    status: "refused",
    statusReason: expect.stringContaining("a new procurement"),
  });
  // 200,000 up and 200,000 down net to nothing, and are above 350,000 together.
  const id = await propose(contractId, [[200_000_00], [-200_000_00]]);
  await review(id);
  await expect(price(id, "")).rejects.toMatchObject({ code: "analysis_required" });
  await price(id);
});

test("the agency's own caps take the place of the default from their day on; the strictest holds", async () => {
  const own = (parameters: object, effectiveFrom: string) =>
    a.as(a.people.deputy, (tx) =>
      addRule(
        tx,
        a.people.deputy,
        ruleInput.parse({
          key: "changeOrderCaps",
          jurisdiction: "local",
          citation: "Code 3.12.040",
          text: "The county board decides beyond.",
          source: "County code, read today",
          effectiveFrom,
          parameters,
        }),
      ),
    );
  await own({ percent: 50, totalCents: 30_000_00 }, agencyDay());
  await own({ percent: 1 }, agencyDay(1));
  const contractId = await a.inForce(big);
  const id = await propose(contractId, [[20_000_00]]);
  expect((await read(id)).beyond).toEqual([]);
  expect((await read(await propose(contractId, [[30_000_01]]))).beyond).toHaveLength(1);
  await own({ percent: 12 }, agencyDay());
  expect((await read(id)).growth.caps).toMatchObject({ percent: 12, totalCents: 30_000_00 });
  expect((await read(id)).beyond).toHaveLength(1);
});

test("the ceiling does not fall below what is drawn; the vendor's proposal is not rewritten or withdrawn by us", async () => {
  const contractId = await a.inForce();
  await a.issue(await a.ordered(contractId, "6500"));
  const id = await propose(contractId, [[-1_000_00]]);
  await review(id);
  await price(id);
  await expect(fund(id, -1_000_00)).rejects.toMatchObject({
    message: "Orders have drawn $6,500.00: the ceiling cannot fall to $6,000.00.",
  });
  const theirs = await a.as(a.people.author, (tx) =>
    proposeChange(tx, a.people.author, inputOf(contractId, [[10_00]]), {
      side: "vendor",
      proposedBy: "Ann Oakes",
    }),
  );
  const who = a.people.author;
  await expect(
    a.as(who, (tx) => editChange(tx, who, theirs.id, { title: "Other" }, theirs.version)),
  ).rejects.toThrow("This is the vendor's proposal. Price it anew once it is reviewed.");
  const end = (action: "withdraw" | "refuse") =>
    a.as(who, (tx) =>
      endChange(tx, who, action, { id: theirs.id, version: null, reason: "Not needed" }),
    );
  await expect(end("withdraw")).rejects.toMatchObject({ code: "rule" });
  expect(await end("refuse")).toMatchObject({ status: "refused" });
  const [row] = await a.as(who, (tx) =>
    tx.rows<{ draftedBy: string[] }>(
      sql`
        select drafted_by
        from contract_change
        where org_id = ${a.agency.orgId} and id = ${theirs.id}
      `,
    ),
  );
  expect(row!.draftedBy).toEqual([]);
});
