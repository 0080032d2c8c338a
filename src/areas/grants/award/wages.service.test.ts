// Whether the law of a program demands prevailing wages is a fact of its award; clauses of orders,
// solicitations and contracts follow it, and what nobody answered leaves no clause out.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { wagesOfAwardNamed } from "#areas/budget/budget.server.ts";
import { requiredClauses } from "#areas/contracts/clause/required.service.ts";
import { mapAccounts } from "#areas/finance/finance.server.ts";
import { clausesForOrder } from "#areas/sourcing/solicitation/order-clauses.service.ts";
import { openedAward } from "../opened.setup.ts";
import type { AwardPatch } from "./award.model.ts";
import { readAward } from "./award.read.service.ts";
import { changeAward } from "./award.service.ts";

let t: TestDatabase;
let manager: Actor;
let stranger: Actor;
let accountStringId: string;
let awardId: string;
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(manager, work);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await payingAgency(t.database);
  const elsewhere = await payingAgency(t.database);
  ({ accountStringId } = await makeBudget(t.database, agency, 1_000_000_00, { federal: true }));
  manager = (await makeMembers(t.database, agency, { grants: { duties: ["grant_manager"] } }))
    .grants;
  stranger = (await makeMembers(t.database, elsewhere, { grants: { duties: ["grant_manager"] } }))
    .grants;
  awardId = (
    await openedAward(t.database, { ...agency, accountStringId }, manager, {
      grantorNumber: "HBP-0012",
      assistanceListing: "20.205",
    })
  ).id;
});
afterAll(() => t.drop());

const answer = async (patch: AwardPatch) => {
  const { version } = await readAward(t.database.read(manager), manager, awardId);
  return as((tx) => changeAward(tx, manager, awardId, patch, version));
};
const sourceMissing = {
  errors: [
    {
      path: "prevailingWagesSource",
      message: "Name the law, or the page of the award, that says so.",
    },
  ],
};

const builds = async (objectClass: "construction" | "supplies") => {
  const { accountId } = await t.database.read(manager).one<{ accountId: string }>(sql`
    select account_id
    from account_string
    where id = ${accountStringId}
  `);
  await as((tx) => mapAccounts(tx, [{ accountId, objectClass }]));
};

const wageClauses = async () => {
  const db = t.database.read(manager);
  const order = await clausesForOrder(db, {
    amount: 2_500_00,
    accountStringIds: [accountStringId],
  });
  const contract = await requiredClauses(db, {
    id: newId(),
    kind: "construction",
    ceiling: 2_500_00,
    federalAward: "hbp-0012",
    insuranceRequired: false,
  });
  return [order, contract].map(
    (found) => found.find(({ ruleKey }) => ruleKey === "clause.davisBacon")?.because ?? null,
  );
};

test("while nobody answered, construction bears the clause, and other orders do not", async () => {
  const [order, contract] = await wageClauses();
  expect(order).toBeNull();
  expect(contract).toMatch(/does not say yet whether the law of its program demands them/);
  await builds("construction");
  expect((await wageClauses())[0]).toMatch(/does not say yet .*, construction, above \$2,000/);
  const { wageLaw } = await readAward(t.database.read(manager), manager, awardId);
  expect(wageLaw).toBe(
    "20.205: demanded of construction (23 U.S.C. 113). Not confirmed: read the award.",
  );
});

test("an answer names where it is written, and clauses follow it at once", async () => {
  for (const prevailingWages of ["yes", "no"] as const)
    await expect(answer({ prevailingWages })).rejects.toMatchObject(sourceMissing);
  await answer({ prevailingWages: "yes", prevailingWagesSource: "23 U.S.C. 113" });
  for (const because of await wageClauses())
    expect(because).toMatch(/AWD-.* demands them \(23 U\.S\.C\. 113\)/);
  await answer({ prevailingWages: "no", prevailingWagesSource: "Award page 4" });
  expect(await wageClauses()).toEqual([null, null]);
  await expect(answer({ prevailingWagesSource: " " })).rejects.toMatchObject(sourceMissing);
});

test("what no award here says is not known, also where another agency's award says it", async () => {
  await answer({ prevailingWages: "yes", prevailingWagesSource: "23 U.S.C. 113" });
  const asked = (actor: Actor, number: string) =>
    wagesOfAwardNamed(t.database.read(actor), number).then(({ demanded }) => demanded);
  expect(await asked(manager, "DR-4897, HBP-0012")).toBe("yes");
  expect(await asked(manager, "DR-4897")).toBe("notKnown");
  expect(await asked(manager, " ")).toBe("no");
  expect(await asked(stranger, "HBP-0012")).toBe("notKnown");
});
