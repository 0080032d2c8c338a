import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { makeBudget, makePolicy } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  acceptAll,
  begun,
  makePanel,
  openedProposal,
  scoreAll,
  step,
  storeOpened,
  type Bidder,
  type Panel,
} from "#server/testing/evaluation.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { makeBidder, published, solicitationOf } from "#server/testing/sourcing.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import "../procurement.server.ts";
import { readAward } from "#areas/evaluation/award/award.read.service.ts";
import { makeAward, postIntent } from "#areas/evaluation/award/award.service.ts";
import { makeQuoteAward } from "#areas/evaluation/award/quote-award.service.ts";
import { readQuotes } from "#areas/evaluation/award/quotes-read.service.ts";
import { scenarioInput } from "#areas/evaluation/award/scenario.fields.model.ts";
import { addScenario } from "#areas/evaluation/award/scenario.service.ts";
import { saveWriting } from "#areas/evaluation/evaluation/writing.service.ts";
import { orderInput } from "../order/order.model.ts";
import { readOrder } from "../order/order.read.service.ts";
import { asSystem } from "#server/lifecycle.ts";
import { createOrder, orderNoun } from "../order/order.service.ts";
import { issueOrder } from "../order/issue.service.ts";
import { ofOrder, ofSolicitation, overrideInsurance } from "./insurance.service.ts";

let t: TestDatabase;
let panel: Panel;
let ada: Bidder;
let bo: Bidder;
let accountStringId: string;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());
beforeEach(async () => {
  panel = await makePanel(t.database);
  await makeExclusionList(t.database, panel.agency);
  [ada, bo] = [
    await makeBidder(t.database, panel.agency, "Ada Salt"),
    await makeBidder(t.database, panel.agency, "Bo Minerals"),
  ];
  ({ accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00));
  await makePolicy(
    t.database,
    {
      ...panel.people.manager,
      permissions: new Set([...panel.people.manager.permissions, "approval.policy"]),
    },
    { documentType: "purchaseOrder" },
  );
});

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code ?? String(error),
  );
const said = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: Error) => error.message,
  );
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const system = () => t.database.read({ orgId: panel.agency.orgId, personId: null });
const insured = (bidder: Bidder, until: string | null) =>
  t.database.transaction({ orgId: panel.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set insurance_expires_on = ${until}::date
      where org_id = ${panel.agency.orgId} and id = ${bidder.vendorId}
    `),
  );
const policy = (parameters: Record<string, unknown>) =>
  as(panel.people.manager, (tx) =>
    addRule(tx, panel.people.manager, {
      key: "insurancePolicy",
      jurisdiction: "local",
      citation: "County code 7.12",
      text: "Insurance.",
      effectiveFrom: "2020-01-01",
      effectiveTo: null,
      parameters,
      source: "test",
      verified: true,
    } as never),
  );

/** Quotes of Ada and Bo; Bo's is the lower. */
const quoted = async (insuranceRequired: boolean) => {
  const { id } = await published(
    t.database,
    panel.people,
    solicitationOf(panel.agency, { kind: "rfq", minimumBids: 2, insuranceRequired }),
  );
  await storeOpened(t.database, panel.agency, id, [
    { bidder: ada, prices: ["5", "6"] },
    { bidder: bo, prices: ["4.8", "6"] },
  ]);
  return id;
};
const award = (id: string) =>
  makeQuoteAward(t.app, panel.people.buyer, id, {
    choices: [],
    reason: "Two answered, both known to us",
    noConflict: true,
    competitionFinding: "",
    accountStringId,
    growth: false,
  });
const override = (
  id: string,
  actor = panel.people.manager,
  reason = "The new certificate is on its way; the broker confirmed it.",
) =>
  as(actor, async (tx) =>
    overrideInsurance(tx, actor, await ofSolicitation(tx, id), bo.vendorId, reason),
  );

describe("where the solicitation demands insurance", () => {
  test("a certificate that has run out, or none, stops the award of quotations; one that ends today does not; the message says what to do", async () => {
    const id = await quoted(true);
    const clauses = await system().rows<{ title: string; because: string; verified: boolean }>(sql`
      select title, because, verified
      from solicitation_clause
      where org_id = ${panel.agency.orgId}
        and solicitation_id = ${id}
        and rule_key = 'clause.insurance'
    `);
    expect(clauses).toEqual([
      { title: "Insurance", because: "insurance is asked for", verified: false },
    ]);
    await insured(ada, null);
    await insured(bo, agencyDay(-2));
    const message = await said(award(id));
    expect(message).toMatch(
      /^Bo Minerals's certificate of insurance ran out on .*, and RFQ-.* demands insurance\. Ask the vendor for a current certificate and enter its last day in the vendor's record, or have a manager or administrator override it with a reason\.$/,
    );
    expect(
      (await readQuotes(system(), id)).insurance.map((each) => [
        each.vendorName,
        each.effect,
        each.until,
      ]),
    ).toEqual([
      ["Ada Salt", "block", null],
      ["Bo Minerals", "block", agencyDay(-2)],
    ]);
    await insured(bo, null);
    expect([await code(award(id)), await said(award(id))]).toEqual([
      "insurance",
      expect.stringMatching(/^No certificate of insurance of Bo Minerals is on record/),
    ]);
    expect(
      await system().rows(sql`select 1 from award where org_id = ${panel.agency.orgId}`),
    ).toEqual([]);
    // Ada's is missing too, but does not win.
    await insured(bo, agencyDay(0));
    expect(await award(id)).toMatchObject({ status: "waiting" });
  });

  test("the clause left out demands nothing; then it is a warning", async () => {
    const id = await quoted(true);
    await insured(bo, agencyDay(-2));
    await as(panel.people.buyer, (tx) =>
      tx.rows(sql`
        update solicitation_clause
        set left_out = 'Nothing can be damaged'
        where org_id = ${panel.agency.orgId}
          and solicitation_id = ${id}
          and rule_key = 'clause.insurance'
      `),
    );
    expect((await readQuotes(system(), id)).insurance).toMatchObject([
      { vendorName: "Bo Minerals", effect: "warn", demanded: false },
    ]);
    expect(await award(id)).toMatchObject({ status: "waiting" });
  });

  test("somebody else than the buyer overrides it with a reason, on record; it holds for that certificate alone", async () => {
    const id = await quoted(true);
    const { buyer, manager } = panel.people;
    expect(await code(override(id)), "nothing has run out where nothing blocks").toBe("no refusal");
    await insured(bo, agencyDay(-2));
    expect(await code(award(id)), "that override was for the missing one").toBe("insurance");
    expect(await code(override(id, { ...manager, personId: buyer.personId }))).toBe("own_work");
    await override(id);
    expect(await code(override(id)), "twice").toBe("nothing_blocked");
    expect(
      (await readQuotes(system(), id)).insurance.find((each) => each.vendorId === bo.vendorId),
    ).toMatchObject({
      effect: "block",
      override: { by: "manager", reason: expect.stringContaining("broker") },
      text: expect.stringContaining("let it go on: The new certificate"),
    });
    expect(
      await system().rows(sql`
        select 1
        from audit_entry
        where org_id = ${panel.agency.orgId}
          and object_id = ${id}
          and action = 'solicitation.overrideInsurance'
      `),
    ).toHaveLength(2);
    await insured(bo, agencyDay(-1));
    expect(await code(award(id)), "another certificate that ran out").toBe("insurance");
    await insured(bo, agencyDay(-2));
    expect(await award(id)).toMatchObject({ status: "waiting" });
  });

  test("the award of an evaluation says why it does not go on, and an order that waited is not issued once the certificate has run out", async () => {
    const { solicitationId, bidIds } = await openedProposal(
      t.database,
      panel,
      [
        { bidder: ada, prices: ["50", "60"] },
        { bidder: bo, prices: ["55", "52"] },
      ],
      { insuranceRequired: true },
    );
    const { buyer, chair, manager, one, two } = panel.people;
    for (const bidder of [ada, bo]) await insured(bidder, agencyDay(40));
    const id = await begun(t.database, panel, solicitationId, [ada.vendorId, bo.vendorId]);
    await scoreAll(t.database, id, [chair, one, two], bidIds, ["8", "8"]);
    for (const action of ["lock", "startConsensus"] as const)
      await step(t.database, buyer, id, action);
    await acceptAll(t.database, buyer, id, bidIds);
    for (const action of ["openPrices", "rank"] as const) await step(t.database, buyer, id, action);
    const scenario = await as(buyer, (tx) =>
      addScenario(tx, buyer, id, scenarioInput.parse({ name: "Lowest", kind: "lowest" })),
    );
    await as(buyer, (tx) =>
      saveWriting(tx, buyer, id, {
        scenarioId: scenario.id,
        memo: "We recommend Ada in the north and Bo in the south.",
      }),
    );
    await step(t.database, chair, id, "recommend");
    await step(t.database, manager, id, "approve");
    const row = await as(buyer, (tx) => postIntent(tx, buyer, id));
    const later: Actor = {
      ...manager,
      businessNow: new Date(Date.now() + 12 * 86_400_000).toISOString(),
    };
    await insured(bo, agencyDay(5));
    const read = await readAward(t.database.read(later), later, row.id);
    expect(read.actions.find((action) => action.name === "finalise")).toMatchObject({
      enabled: false,
      reason: expect.stringMatching(/^Bo Minerals's certificate of insurance ran out/),
    });
    expect(read.insurance).toMatchObject([
      { vendorName: "Bo Minerals", demanded: true, effect: "block" },
    ]);
    expect(await code(makeAward(t.app, later, row.id, null, accountStringId))).toBe("insurance");
    expect(
      (await readAward(t.database.read(manager), manager, row.id)).insurance,
      "today it is in force",
    ).toEqual([]);
    await as(later, async (tx) =>
      overrideInsurance(
        tx,
        later,
        await ofSolicitation(tx, solicitationId),
        bo.vendorId,
        "Work begins after the renewal on the first.",
      ),
    );
    await makeAward(t.app, later, row.id, null, accountStringId);
    expect(
      (await readAward(t.database.read(later), later, row.id)).orders.map((order) => order.status),
    ).toEqual(["issued", "issued"]);
  });
});

describe("the agency's own policy", () => {
  /** An approved order that came of no solicitation. */
  const approved = async () => {
    const { buyer } = panel.people;
    const { id } = await as(buyer, (tx) =>
      createOrder(
        tx,
        buyer,
        orderInput.parse({
          title: "Sand",
          vendorId: bo.vendorId,
          departmentId: panel.agency.departmentId,
          lines: [
            {
              description: "Sand",
              quantity: "2",
              unit: "t",
              unitPrice: "20",
              splits: [{ accountStringId, percent: "100" }],
            },
          ],
        }),
      ),
    );
    await as(buyer, (tx) =>
      transition(tx, asSystem(buyer), orderNoun, {
        id,
        action: "submit",
        effect: async () => ({ to: "approved" }),
      }),
    );
    return id;
  };
  const issue = (id: string) =>
    as(panel.people.buyer, (tx) =>
      issueOrder(tx, panel.people.buyer, { id, version: null }, t.app.config.origin),
    );

  test("by default warns on an order that no solicitation stands behind, and tells nothing of a vendor without a certificate", async () => {
    const id = await approved();
    expect((await readOrder(system(), panel.people.buyer, id)).insurance).toEqual([]);
    await insured(bo, agencyDay(-3));
    expect((await readOrder(system(), panel.people.buyer, id)).insurance).toMatchObject([
      { effect: "warn", demanded: false, citation: "Agency procurement policy" },
    ]);
    expect((await issue(id)).status).toBe("issued");
  });

  test("may block such orders and only warn where a clause demands it; a local rule goes before the default", async () => {
    await policy({ demanded: "warn", otherwise: "block" });
    await insured(bo, agencyDay(-3));
    const id = await approved();
    const { manager } = panel.people;
    expect(await code(issue(id))).toBe("insurance");
    expect((await readOrder(system(), manager, id)).insurance).toMatchObject([
      { effect: "block", citation: "County code 7.12" },
    ]);
    await as(manager, async (tx) =>
      overrideInsurance(
        tx,
        manager,
        await ofOrder(tx, id),
        bo.vendorId,
        "Delivered at the gate; nobody enters the yard.",
      ),
    );
    expect((await issue(id)).status).toBe("issued");
    const other = await approved();
    expect(await code(issue(other)), "the override was for the first order").toBe("insurance");
    const rfq = await quoted(true);
    expect(
      (await readQuotes(system(), rfq)).insurance.find((each) => each.vendorId === bo.vendorId),
    ).toMatchObject({ effect: "warn", demanded: true });
    expect(await award(rfq)).toMatchObject({ status: "waiting" });
    await as(manager, (tx) =>
      tx.rows(sql`
        update legal_rule
        set parameters = '{"demanded": "none", "otherwise": "none"}'
        where org_id = ${manager.orgId} and key = 'insurancePolicy' and jurisdiction = 'local'
      `),
    );
    expect((await readOrder(system(), manager, other)).insurance).toEqual([]);
    expect((await issue(other)).status).toBe("issued");
  });
});
