// Random histories of orders, changes, cancellations and amendments: what the contract says it has
// drawn is what a naive recount of its entries gives, and never beyond the ceiling.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { contractAgency } from "../contracts.setup.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { createAmendment, signAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { bandOf, recount } from "./ceiling.model.ts";
import { contractsOfOrders } from "./orders.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

// mulberry32
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
  return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
};

const amend = async (contractId: string, cents: number) => {
  const { author, keeper, manager } = a.people;
  const made = await a.as(author, (tx) =>
    createAmendment(
      tx,
      author,
      amendmentInput.parse({
        contractId,
        kind: "money",
        title: "Ceiling",
        reason: "As needed",
        ceilingChange: cents,
        yearPlan: [{ year: 2027, amount: cents }],
      }),
    ),
  );
  await a.as(author, (tx) => submitAmendment(tx, author, { id: made.id, version: null }));
  await approveDocument(t.database, manager, made.id);
  await a.as(keeper, (tx) => signAmendment(tx, keeper, { id: made.id, version: null }, a.ink));
};

const stands = async (id: string) => {
  const [row, entries] = await Promise.all([
    t.database.read(a.people.author).one<{ ceiling: number; drawn: number; entries: number }>(sql`
      select ceiling, drawn, entries
      from contract
      where org_id = ${a.agency.orgId} and id = ${id}
    `),
    t.database.read(a.people.author).rows<{ kind: "set"; amount: number; sequence: number }>(sql`
      select kind, amount, sequence
      from contract_ceiling_entry
      where org_id = ${a.agency.orgId} and contract_id = ${id}
      order by sequence
    `),
  ]);
  expect(recount(entries)).toEqual({ ceiling: row.ceiling, drawn: row.drawn });
  expect(entries.map((e) => e.sequence)).toEqual(entries.map((_, at) => at + 1));
  expect(row.drawn).toBeLessThanOrEqual(row.ceiling);
  return row;
};

test.each([1, 2, 3])(
  "history %i: consumption is a naive recount and within the ceiling",
  async (seed) => {
    const random = chance(seed * 7919);
    const id = await a.inForce({ ceiling: 100_00, yearPlan: [{ year: 2027, amount: 100_00 }] });
    const held = new Map<string, number>();
    const orders = await Promise.all(Array.from({ length: 4 }, () => a.ordered(id, "1.00")));
    const taken = () => [...held.values()].reduce((n, cents) => n + cents, 0);
    let ceiling = 100_00;
    for (let n = 0; n < 40; n++) {
      if (n % 13 === 12) {
        const change = Math.round(random() * 40_00) - 10_00;
        const fits = change !== 0 && ceiling + change >= taken();
        const done = await amend(id, change).then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof Problem)) throw error;
            return false;
          },
        );
        expect(done).toBe(fits);
        if (fits) ceiling += change;
        continue;
      }
      const order = orders[Math.floor(random() * orders.length)]!;
      const wanted = random() < 0.25 ? 0 : Math.round(random() * 60_00);
      const fits =
        wanted <= (held.get(order) ?? 0) || taken() - (held.get(order) ?? 0) + wanted <= ceiling;
      const went = await a
        .as(a.people.buyer, (tx) =>
          contractsOfOrders.hold(tx, a.people.buyer, { id: order, contractId: id }, wanted, {
            kind: wanted < (held.get(order) ?? 0) ? "release" : "order_change",
            note: "",
          }),
        )
        .then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject({ code: "over_ceiling" });
            return false;
          },
        );
      expect(went).toBe(fits);
      if (went) held.set(order, wanted);
      expect(await stands(id)).toMatchObject({ ceiling, drawn: taken() });
    }
  },
);

test("what was kept of a ceiling is never changed or deleted", async () => {
  const id = await a.inForce();
  for (const change of [sql`set amount = 1`, null])
    await expect(
      a.as(a.people.author, (tx) =>
        tx.rows(
          change
            ? sql`update contract_ceiling_entry ${change} where contract_id = ${id}`
            : sql`delete from contract_ceiling_entry where contract_id = ${id}`,
        ),
      ),
    ).rejects.toThrow(/permission denied/);
});

test("shares of a ceiling that are told", () => {
  expect([0, 74_99, 75_00, 89_99, 90_00, 100_00].map((drawn) => bandOf(drawn, 100_00))).toEqual([
    0, 0, 75, 75, 90, 100,
  ]);
  expect(bandOf(0, 0)).toBe(0);
});
