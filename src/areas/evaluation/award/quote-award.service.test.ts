import { describe, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makePolicy } from "#server/testing/agency.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { storeOpened } from "#server/testing/evaluation.ts";
import { published, solicitationOf } from "#server/testing/sourcing.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { readBoard } from "#areas/procurement/board/board.service.ts";
import { editOrder } from "#areas/procurement/order/order-draft.service.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { orderPatch } from "#areas/procurement/order/order.model.ts";
import { cancelOrder } from "#areas/procurement/order/closing.service.ts";
import { issueOrder } from "#areas/procurement/order/issue.service.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createAndSubmit } from "#areas/procurement/requisition/submission.service.ts";
import { submitOrder } from "#areas/procurement/order/submission.service.ts";
import { writeAddendum } from "#areas/sourcing/solicitation/addendum.service.ts";
import { addendumInput } from "#areas/sourcing/solicitation/solicitation.fields.model.ts";
import { readAward } from "./award.read.service.ts";
import { makeQuoteAward } from "./quote-award.service.ts";
import { readQuotes } from "./quotes-read.service.ts";
import { t, panel, ada, bo, cy, code, system, as, awardSetUp } from "./award.setup.ts";

/** A record whatever its version. */
const asIs = (id: string) => ({ id, version: null });

awardSetUp();

describe("quotations", () => {
  const quoted = async (prices: (string | null)[][], over: object = {}) => {
    const { id: rfq } = await published(
      t.database,
      panel.people,
      solicitationOf(panel.agency, { kind: "rfq", ...over }),
    );
    return {
      rfq,
      bids: await storeOpened(
        t.database,
        panel.agency,
        rfq,
        prices.map((each, i) => ({ bidder: [ada, bo, cy][i]!, prices: each })),
      ),
    };
  };
  const give = (rfq: string, accountStringId: string, more: object = {}) =>
    makeQuoteAward(t.app, panel.people.buyer, rfq, {
      choices: [],
      reason: "",
      noConflict: true,
      competitionFinding: "",
      accountStringId,
      growth: false,
      ...more,
    });

  test("the lowest of three wins in one step; another needs a reason; one alone needs a finding; above the threshold it needs a panel", async () => {
    const { accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00);
    await makePolicy(
      t.database,
      {
        ...panel.people.manager,
        permissions: new Set([...panel.people.manager.permissions, "approval.policy"]),
      },
      { documentType: "purchaseOrder" },
    );
    const three = await quoted([
      ["5", "6"],
      ["4.8", "6.1"],
      ["5.5", "5.9"],
    ]);
    expect(await give(three.rfq, accountStringId)).toMatchObject({
      status: "waiting",
      totalCents: 8203_05,
      parts: [{ vendorName: "Bo Minerals" }],
    });
    const higher = await quoted([
      ["5", "6"],
      ["4.8", "6.1"],
      ["5.5", "5.9"],
    ]);
    const choices = [{ lotId: higher.rfq, bidId: higher.bids[0]! }];
    expect(await code(give(higher.rfq, accountStringId, { choices }))).toBe("reason_required");
    expect(
      (await give(higher.rfq, accountStringId, { choices, reason: "Delivers four weeks earlier" }))
        .parts[0]!.vendorName,
    ).toBe("Ada Salt");
    const alone = await quoted([["5", "6"]]);
    expect(
      await code(give(alone.rfq, accountStringId, { reason: "Nobody else answered us" })),
    ).toBe("finding_required");
    const large = await quoted([
      ["500", "6"],
      ["480", "6"],
      ["490", "7"],
    ]);
    expect(await code(give(large.rfq, accountStringId))).toBe("above_threshold");
  });

  test("an addendum beyond the requisition is refused with a way out; at the award what goes beyond is approved as growth", async () => {
    const { accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00);
    const { manager, buyer } = panel.people;
    const admin = {
      ...manager,
      permissions: new Set([...manager.permissions, "approval.policy" as const]),
    };
    for (const documentType of ["requisition", "purchaseOrder"] as const)
      await makePolicy(t.database, admin, { documentType });
    const { other } = panel.people;
    const asked = await as(other, (tx) =>
      createAndSubmit(
        tx,
        other,
        requisitionInput.parse({
          title: "Pipe",
          departmentId: panel.agency.departmentId,
          neededOn: agencyDay(30),
          lines: [
            {
              description: "Pipe",
              commodityCode: "325998",
              quantity: "400",
              unit: "m",
              unitPrice: "10",
              splits: [{ accountStringId }],
            },
          ],
        }),
      ),
    );
    await approveDocument(t.database, manager, asked.id);
    const { lineId } = await system().one<{ lineId: string }>(sql`
      select id as line_id
      from requisition_line
      where org_id = ${panel.agency.orgId} and requisition_id = ${asked.id}
    `);
    const { id: rfq } = await published(
      t.database,
      panel.people,
      solicitationOf(panel.agency, {
        kind: "rfq",
        items: [
          {
            description: "Pipe",
            quantity: "400",
            unit: "m",
            commodityCode: "325998",
            requisitionLineId: lineId,
          },
        ],
      }),
    );
    const { itemId } = await system().one<{ itemId: string }>(sql`
      select id as item_id
      from solicitation_item
      where org_id = ${panel.agency.orgId} and solicitation_id = ${rfq}
    `);
    const extend = (quantity: string, beyondRequisition: boolean) =>
      as(buyer, (tx) =>
        writeAddendum(
          tx,
          buyer,
          rfq,
          addendumInput.parse({
            title: "More pipe",
            text: "More pipe is needed.",
            material: false,
            changes: [{ itemId, quantity }],
            beyondRequisition,
          }),
          null,
        ),
      );
    await expect(extend("420", false)).rejects.toMatchObject({
      code: "beyond_requisition",
      errors: [
        {
          path: "changes.0.quantity",
          message: expect.stringContaining("400 m left to order: 20 m more"),
        },
      ],
    });
    await extend("420", true);
    await as({ ...buyer, personId: null }, (tx) =>
      tx.rows(sql`
        update solicitation_item
        set quantity = 430
        where org_id = ${panel.agency.orgId} and id = ${itemId}
      `),
    );
    await storeOpened(
      t.database,
      panel.agency,
      rfq,
      [ada, bo, cy].map((bidder, i) => ({ bidder, prices: [["9", "9.5", "9.9"][i]!] })),
    );
    const read = await readQuotes(system(), rfq);
    expect([read.needsAccount, read.shortages]).toMatchObject([
      true,
      [{ beyond: "30", left: "400.0000", cents: 270_00, announced: false }],
    ]);
    expect(await code(give(rfq, accountStringId))).toBe("growth_required");
    await give(rfq, accountStringId, { growth: true });
    const lines = await system().rows<{ quantity: string; ofRequisition: boolean }>(sql`
      select quantity, requisition_line_id is not null as of_requisition
      from purchase_order_line
      where org_id = ${panel.agency.orgId}
      order by line_no
    `);
    expect(lines.map((line) => [Number(line.quantity), line.ofRequisition])).toEqual([
      [400, true],
      [30, false],
    ]);
  });

  test("the award says where its orders stand: waiting for approval, then approved; a held winner leaves evidence and no award", async () => {
    const { accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00);
    const { manager, buyer } = panel.people;
    await makePolicy(
      t.database,
      { ...manager, permissions: new Set([...manager.permissions, "approval.policy"]) },
      {
        documentType: "purchaseOrder",
        condition: { amountBelow: 50_000_00, change: false, requisitioned: false },
      },
    );
    const { rfq } = await quoted([
      ["5", "6"],
      ["4.8", "6.1"],
      ["5.5", "5.9"],
    ]);
    await makeExclusionList(t.database, panel.agency, [{ name: "Bo Minerals" }]);
    expect(await code(give(rfq, accountStringId))).toBe("winner_unresolved");
    expect([
      (await readQuotes(system(), rfq)).awardId,
      (
        await system().one<{ n: number }>(sql`
          select count(*)::int as n
          from vendor_screening
          where org_id = ${panel.agency.orgId} and object_id = ${rfq}
        `)
      ).n,
    ]).toEqual([null, 1]);
    await makeExclusionList(t.database, panel.agency);
    const { id: awardId } = await give(rfq, accountStringId);
    const { awardId: known, status } = await readQuotes(system(), rfq);
    expect([known, status]).toEqual([awardId, "awarded"]);
    expect((await readAward(system(), buyer, awardId)).status).toBe("waiting");
    const [order] = (await readAward(system(), buyer, awardId)).orders;
    expect(order).toMatchObject({
      vendor: "Bo Minerals",
      status: "in_approval",
      approvalId: expect.any(String),
    });
    await as(manager, (tx) => decide(tx, manager, order!.approvalId!, "approve", "", null));
    expect((await readAward(system(), buyer, awardId)).orders[0]).toMatchObject({
      status: "approved",
      approvalId: null,
    });
    expect((await readAward(system(), buyer, awardId)).status, "approved is not issued").toBe(
      "waiting",
    );
    await as(buyer, (tx) => issueOrder(tx, buyer, asIs(order!.id), t.app.config.origin));
    expect(await readAward(system(), buyer, awardId)).toMatchObject({
      status: "final",
      finalisedAt: expect.any(String),
      orders: [{ status: "issued" }],
    });
    expect((await readAward(system(), buyer, awardId)).screenings).toMatchObject([
      { vendor: "Bo Minerals", outcome: "clear" },
    ]);
  });

  /** Quotations in two lots: Ada wins the north, Bo the south; each order waits for the manager. */
  const inLots = async () => {
    const { accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00);
    const { manager } = panel.people;
    await makePolicy(
      t.database,
      { ...manager, permissions: new Set([...manager.permissions, "approval.policy"]) },
      { documentType: "purchaseOrder" },
    );
    const { rfq } = await quoted(
      [
        ["5", "7"],
        ["6", "6"],
        ["8", "8"],
      ],
      {
        awardBy: "lot",
        minimumBids: 3,
        lots: [
          { lotNo: 1, title: "North" },
          { lotNo: 2, title: "South" },
        ],
        items: [
          { description: "Salt, north", quantity: "10", unit: "t", lotNo: 1 },
          { description: "Salt, south", quantity: "10", unit: "t", lotNo: 2 },
        ],
      },
    );
    return { rfq, accountStringId, award: await give(rfq, accountStringId) };
  };
  const ordersOf = async (awardId: string) =>
    (await readAward(system(), panel.people.buyer, awardId)).orders;
  const refuse = (
    order: { approvalId: string | null } | undefined,
    how: "reject" | "approve" = "reject",
  ) =>
    as(panel.people.manager, (tx) =>
      decide(tx, panel.people.manager, order!.approvalId!, how, "The budget is cut", null),
    );
  const tasks = () =>
    t.database.read(panel.people.buyer).rows<{ title: string; detail: string; link: string }>(sql`
      select title, detail, link
      from task
      where org_id = ${panel.agency.orgId} and person_id = ${panel.people.buyer.personId}
      order by created_at
    `);
  const releases = async (rfq: string) =>
    await system().rows<{
      tag: string[];
      release: { awards: { status: string; title: string }[]; contracts: { status: string }[] };
    }>(sql`
      select tag, release
      from ocds_release
      where org_id = ${panel.agency.orgId} and solicitation_id = ${rfq}
      order by release_no desc
    `);
  const standings = async (rfq: string) => {
    const [{ tag, release }] = (await releases(rfq)) as never as [
      Awaited<ReturnType<typeof releases>>[number],
    ];
    return {
      tag,
      awards: release.awards.map((each) => each.status),
      contracts: release.contracts.map((each) => each.status),
    };
  };

  test("an award whose every order is refused is withdrawn: everybody is told, the buyer has a task, and the quotations are awarded anew", async () => {
    const { rfq, award, accountStringId } = await inLots();
    expect([award.status, award.finalisedAt, await standings(rfq)]).toEqual([
      "waiting",
      null,
      {
        tag: ["award", "contract"],
        awards: ["pending", "pending"],
        contracts: ["pending", "pending"],
      },
    ]);
    const notices = await system().rows<{ text: string }>(sql`
      select text
      from award_notice
      where org_id = ${panel.agency.orgId} and solicitation_id = ${rfq} and kind = 'awarded'
    `);
    expect(
      notices.filter((notice) => notice.text.includes("still waits for the agency's approval")),
    ).toHaveLength(2);
    // On the board it waits as an award, and its orders are not counted once more.
    const groups = (
      await readBoard(t.database.read(panel.people.buyer), panel.people.buyer, null)
    ).columns.flatMap((column) => column.groups);
    const group = (name: string) => groups.find((each) => each.id === name)!;
    expect([
      group("sol_waiting").count,
      group("sol_waiting").amount,
      group("preparing").count,
    ]).toEqual([1, award.totalCents, 0]);
    const [first, second] = await ordersOf(award.id);
    await refuse(first);
    expect((await readAward(system(), panel.people.buyer, award.id)).status).toBe("waiting");
    expect(await standings(rfq)).toEqual({
      tag: ["awardUpdate", "contract"],
      awards: expect.arrayContaining(["pending", "cancelled"]),
      contracts: expect.arrayContaining(["pending", "cancelled"]),
    });
    await refuse(second);
    expect(await readAward(system(), panel.people.buyer, award.id)).toMatchObject({
      status: "withdrawn",
      endedReason: `${second!.number} to ${second!.vendor} was refused or cancelled: The budget is cut`,
    });
    expect(await standings(rfq)).toMatchObject({
      tag: ["awardCancellation"],
      awards: ["cancelled", "cancelled"],
    });
    expect((await tasks()).map((each) => [each.title, each.link])).toEqual([
      [`Of ${award.number}, ${first!.number} is not ordered`, `/bid-evaluation/quotes/${rfq}`],
      [expect.stringMatching(/^Award RFQ-.* anew, or end it$/), `/bid-evaluation/quotes/${rfq}`],
    ]);
    expect(
      await system().rows(sql`
        select kind, title
        from award_notice
        where org_id = ${panel.agency.orgId}
          and solicitation_id = ${rfq}
          and kind = 'withdrawn'
          and title like 'Award withdrawn: RFQ-%'
          and text like 'The award of %'
      `),
    ).toHaveLength(3);
    expect(await readQuotes(system(), rfq)).toMatchObject({
      status: "opened",
      awardId: null,
      refused: { number: award.number, reason: expect.stringContaining("The budget is cut") },
    });
    const anew = await give(rfq, accountStringId);
    for (const order of await ordersOf(anew.id)) await refuse(order, "approve");
    const { buyer } = panel.people;
    for (const order of await ordersOf(anew.id))
      await as(buyer, (tx) => issueOrder(tx, buyer, asIs(order.id), t.app.config.origin));
    expect((await readAward(system(), buyer, anew.id)).status).toBe("final");
    expect(await standings(rfq)).toEqual({
      tag: ["awardUpdate", "contract"],
      awards: expect.arrayContaining(["active"]),
      contracts: expect.arrayContaining(["active", "cancelled"]),
    });
  });

  test("where one order is refused and the other issued, the award is final for what stands and says what is missing; two that settle at once agree", async () => {
    const { rfq, award } = await inLots();
    const [first, second] = await ordersOf(award.id);
    const { buyer, manager } = panel.people;
    await refuse(first, "approve");
    await Promise.all([
      as(buyer, (tx) => issueOrder(tx, buyer, asIs(first!.id), t.app.config.origin)),
      as(manager, (tx) =>
        decide(tx, manager, second!.approvalId!, "reject", "Not this year", null),
      ),
    ]);
    expect(await readAward(system(), buyer, award.id)).toMatchObject({
      status: "final",
      orders: [{ status: "issued" }, { status: "cancelled" }],
    });
    expect(await tasks()).toMatchObject([
      { detail: expect.stringContaining("The other orders of the award stand.") },
    ]);
    expect(await standings(rfq)).toMatchObject({
      awards: expect.arrayContaining(["active", "cancelled"]),
    });
    expect((await readQuotes(system(), rfq)).awardId).toBe(award.id);
  });

  test("returned to the buyer it waits on; an order of a final award that is cancelled later changes nothing of the award", async () => {
    const { award } = await inLots();
    const [first, second] = await ordersOf(award.id);
    const { buyer, manager } = panel.people;
    await as(manager, (tx) =>
      decide(tx, manager, first!.approvalId!, "return", "Another account, please", null),
    );
    expect(await readAward(system(), buyer, award.id)).toMatchObject({
      status: "waiting",
      orders: [{ status: "returned" }, { status: "in_approval" }],
    });
    const o = await readOrder(system(), buyer, first!.id);
    const other = await makeBudget(t.database, panel.agency, 900_000_00);
    const own = (over: object = {}) =>
      o.lines.map((l) => ({
        description: l.description,
        commodityCode: l.commodityCode,
        quantity: l.quantity,
        unit: l.unit,
        unitPrice: l.unitPrice,
        splits: [{ accountStringId: other.accountStringId }],
        ...over,
      }));
    const edit = (patch: object) =>
      as(buyer, (tx) => editOrder(tx, buyer, o.id, orderPatch.parse(patch), o.version));
    expect([o.awarded, o.lines.every((l) => l.requisitionLineId === null)]).toEqual([true, true]);
    for (const patch of [
      { lines: own({ unitPrice: "1.00" }) },
      { lines: own({ quantity: "1" }) },
      { vendorId: newId() },
    ])
      await expect(edit(patch)).rejects.toMatchObject({ code: "awarded" });
    expect(await edit({ vendorId: o.vendorId, lines: own(), deliverTo: "The yard" })).toMatchObject(
      { amount: o.amount, deliverTo: "The yard", method: null },
    );
    expect((await readOrder(system(), buyer, o.id)).lines[0]!.splits).toMatchObject([
      { accountStringId: other.accountStringId },
    ]);
    expect(await as(buyer, (tx) => submitOrder(tx, buyer, asIs(first!.id)))).toMatchObject({
      method: null,
      aggregateAmount: 0,
    });
    for (const order of await ordersOf(award.id)) await refuse(order, "approve");
    for (const order of [first!, second!])
      await as(buyer, (tx) => issueOrder(tx, buyer, asIs(order.id), t.app.config.origin));
    await as(buyer, (tx) =>
      cancelOrder(tx, buyer, { ...asIs(first!.id), reason: "The vendor gave up" }),
    );
    expect((await readAward(system(), buyer, award.id)).status).toBe("final");
    expect(await tasks()).toEqual([]);
  });
});
