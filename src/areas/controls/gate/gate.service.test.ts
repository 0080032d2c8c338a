import { beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import { issueOrder } from "#areas/procurement/order/issue.service.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { quoteInput } from "#areas/procurement/quote/quote.model.ts";
import { recordQuote } from "#areas/procurement/quote/quote.service.ts";
import { heldBack } from "#server/controls/gates.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { sql } from "#server/db/sql.ts";
import {
  a,
  approvedOrderOf,
  as,
  controlTests,
  failuresOf,
  judgeNow,
  people,
  t,
} from "../controls.setup.ts";
import { controlInput } from "../control/control.model.ts";
import { listControls } from "../control/control.read.service.ts";
import { controls } from "../control/control.service.ts";
import { requestWaiver } from "../waiver/waiver.service.ts";
import { waiverInput } from "../waiver/waiver.model.ts";
import { letPass } from "./gate.service.ts";

controlTests();

const controlOf = async (checkName: string) =>
  (await listControls(t.database.read(people.officer))).find(
    (c) => c.checkName === checkName && c.status === "published",
  )!;

const blockBy = async (checkName: string) => {
  const { definitionId, name, severity, days, ownerDuty } = await controlOf(checkName);
  const draft = await as(people.officer, (tx, actor) =>
    controls.draft(
      tx,
      actor,
      controlInput.parse({ name, checkName, severity, mode: "block", days, ownerDuty }),
      definitionId,
    ),
  );
  return as(people.manager, (tx, actor) => controls.publish(tx, actor, draft.id, draft.version));
};

beforeAll(async () => {
  await judgeNow();
});

const issue = (id: string) =>
  as(people.buyer, (tx, actor) =>
    issueOrder(tx, actor, { id, version: null }, "http://levee.test"),
  );
const issueButton = async (id: string) =>
  (await readOrder(t.database.read(people.buyer), people.buyer, id)).actions.find(
    (action) => action.name === "issue",
  )!;
const quote = (order: string, source: string, answer: "quoted" | "declined") =>
  as(people.buyer, (tx, actor) =>
    recordQuote(
      tx,
      actor,
      { type: "purchaseOrder", id: order },
      quoteInput.parse({
        source,
        answer,
        cents: answer === "quoted" ? 20_000_00 : null,
        answeredOn: "2026-01-05",
        way: "email",
      }),
    ),
  );

test("without a control that stops it an order goes out, and nothing is asked", async () => {
  const order = await approvedOrderOf(20_000_00);
  expect(await heldBack(t.database.read(people.buyer), "order.issue", [order])).toEqual([]);
  expect((await issue(order)).status).toBe("issued");
});

test("only a control of what is about to be done may stop it", async () => {
  await expect(blockBy("order.receiptFirst")).rejects.toMatchObject({ status: 422 });
});

test("a control that stops says itself, the citation and the way; evidence lets the order go", async () => {
  await blockBy("order.quotes");
  const order = await approvedOrderOf(21_000_00);
  const button = await issueButton(order);
  expect(button).toMatchObject({
    enabled: false,
    reason: expect.stringMatching(
      /^Quotes of a small purchase stops it \(2 CFR 200\.1, 200\.320.*Record the/,
    ),
  });
  await expect(issue(order)).rejects.toMatchObject({
    status: 409,
    code: "control_stops",
    message: button.reason,
  });
  await quote(order, "Delta Rock", "quoted");
  await quote(order, "River City", "quoted");
  await quote(order, "Northside", "declined");
  expect(await issueButton(order)).toMatchObject({ enabled: true });
  expect((await issue(order)).status).toBe("issued");
});

test("a waiver lets it go, and what it breaks is waived from the first", async () => {
  const order = await approvedOrderOf(22_000_00);
  const { definitionId } = await controlOf("order.quotes");
  const waiver = await as(people.buyer, (tx, actor) =>
    requestWaiver(
      tx,
      actor,
      waiverInput.parse({
        scope: "record",
        controlId: definitionId,
        subjectId: order,
        part: 1,
        endsAt: new Date(Date.now() + 86_400_000).toISOString(),
        reason: "One quarry alone has this stone now.",
        measure: "The price is compared with last year.",
      }),
    ),
  );
  await expect(issue(order)).rejects.toMatchObject({ code: "control_stops" });
  const approval = (await newestApproval(t.database.read(people.officer), waiver.id))!;
  await as(people.officer, (tx, actor) => decide(tx, actor, approval.id, "approve", "", null));
  expect((await issue(order)).status).toBe("issued");
  await judgeNow();
  expect((await failuresOf(order))["order.quotes"]).toMatchObject({ status: "waived" });
});

test("an order under a local declaration is never stopped; its failure stays", async () => {
  const order = await approvedOrderOf(23_000_00);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set emergency = true
      where org_id = ${a.orgId} and id = ${order}
    `),
  );
  expect((await issueButton(order)).enabled).toBe(true);
  expect((await issue(order)).status).toBe("issued");
  await judgeNow();
  expect((await failuresOf(order))["order.quotes"]).toMatchObject({ status: "open" });
});

test("what cannot be told holds until somebody without a hand in it lets it pass with a reason", async () => {
  await blockBy("order.method");
  const order = await approvedOrderOf(2_000_00);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set method = null
      where org_id = ${a.orgId} and id = ${order}
    `),
  );
  const { definitionId: controlId } = await controlOf("order.method");
  const pass = (actor: Actor, id = controlId) =>
    as(actor, (tx, by) =>
      letPass(tx, by, {
        controlId: id,
        subjectId: order,
        reason: "Bought on the county's own list.",
      }),
    );
  await expect(issue(order)).rejects.toMatchObject({
    code: "control_stops",
    message: expect.stringContaining("cannot be told"),
  });
  await expect(pass(people.manager)).rejects.toMatchObject({ code: "own_record" });
  await expect(pass(people.officer, order)).rejects.toMatchObject({ status: 404 });
  const other = await makeAgency(t.database);
  const { stranger } = await makeMembers(t.database, other, { stranger: { role: "manager" } });
  await expect(pass(stranger)).rejects.toMatchObject({ status: 404 });
  await pass(people.officer);
  await expect(pass(people.officer)).rejects.toMatchObject({ code: "can_be_told" });
  expect((await issue(order)).status).toBe("issued");
});
