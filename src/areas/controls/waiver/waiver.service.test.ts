import { beforeAll, expect, test } from "vitest";
import { systemActor, type Actor } from "#kernel/access.ts";
import { instantIn } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { day, type Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { seesRecord } from "#server/lifecycle.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import { quoteInput } from "#areas/procurement/quote/quote.model.ts";
import { recordQuote } from "#areas/procurement/quote/quote.service.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import {
  a,
  as,
  controlTests,
  failuresOf,
  judgeNow,
  orderOf,
  people,
  standingsOf,
  t,
} from "../controls.setup.ts";
import { controlsInForce } from "../control/control.service.ts";
import { readFailure } from "../failure/failure.read.service.ts";
import { standingsOfRecord } from "../standing/standing.service.ts";
import { waiverInput, type WaiverInput } from "./waiver.model.ts";
import { readWaiver } from "./waiver.read.service.ts";
import { waiverList } from "./waiver.list.ts";
import {
  attachPermission,
  endWaivers,
  requestWaiver,
  revokeWaiver,
  termOf,
  withdrawWaiver,
} from "./waiver.service.ts";

controlTests();

let controlId: string;
beforeAll(async () => {
  await judgeNow();
  controlId = (await controlsInForce(t.database.read(people.admin))).find(
    (c) => c.checkName === "order.quotes",
  )!.controlId;
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const words = {
  reason: "The only quarry with this stone is across the river.",
  measure: "The price is compared with the last three orders.",
};
const ofOrder = (subjectId: string, over: object = {}): WaiverInput =>
  waiverInput.parse({
    scope: "record",
    controlId,
    subjectId,
    part: 1,
    endsAt: inDays(7),
    ...words,
    ...over,
  });

const ask = (actor: Actor, input: WaiverInput) =>
  as(actor, (tx, by) => requestWaiver(tx, by, input));
const decided = async (actor: Actor, waiverId: string, how: "approve" | "reject" = "approve") => {
  const { id } = (await newestApproval(t.database.read(actor), waiverId))!;
  await as(actor, (tx, by) => decide(tx, by, id, how, "Read and weighed.", null));
};
const read = (actor: Actor, id: string) => readWaiver(t.database.read(actor), actor, id);
const quotesFailure = async (order: string) => (await failuresOf(order))["order.quotes"]!;
const endAt = (now: string) =>
  t.database.transaction({ ...people.admin, businessNow: now }, (tx) =>
    endWaivers(tx, systemActor(a.orgId)),
  );
const failing = async (cents: number) => {
  const order = await orderOf(cents);
  await judgeNow();
  expect((await quotesFailure(order)).status).toBe("open");
  return order;
};

const endsOf = (id: string) =>
  t.database.read(people.admin).rows<{ status: string; dueOn: Day }>(sql`
    select status, due_on
    from deadline
    where org_id = ${a.orgId} and source_type = 'controlWaiver' and source_id = ${id}
  `);

test("a waiver holds what fails, never as met, and ends to the minute: then it fails again", async () => {
  const order = await failing(20_000_00);
  const endsAt = inDays(7);
  const { id } = await ask(people.buyer, ofOrder(order, { endsAt }));
  expect(await read(people.buyer, id)).toMatchObject({ status: "requested", failures: [] });
  expect((await quotesFailure(order)).status).toBe("open");
  await decided(people.officer, id);
  expect(await quotesFailure(order)).toMatchObject({ status: "waived" });
  expect(await endsOf(id)).toEqual([{ status: "open", dueOn: agencyDay(7) }]);
  expect((await standingsOf(order))["order.quotes"]).toBe("fail");
  expect((await read(people.officer, id)).failures).toHaveLength(1);
  const row = (
    await standingsOfRecord(t.database.read(people.buyer), people.buyer, "purchaseOrder", order)
  ).find(({ control }) => control === "Quotes of a small purchase");
  expect(row).toMatchObject({ answer: "fail", waivedUntil: expect.any(String), asksWaiver: false });
  // Judged again, it stays waived.
  await judgeNow();
  expect((await quotesFailure(order)).status).toBe("waived");
  await endAt(new Date(Date.parse(endsAt) - 1000).toISOString());
  expect((await quotesFailure(order)).status).toBe("waived");
  await endAt(endsAt);
  expect((await quotesFailure(order)).status).toBe("reopened");
  expect(await endsOf(id)).not.toMatchObject([{ status: "open" }]);
  const after = await readFailure(
    t.database.read(people.buyer),
    people.buyer,
    (await quotesFailure(order)).id,
  );
  expect(after).toMatchObject({ waiver: { status: "expired" }, askWaiver: { offered: true } });
});

test("where the clocks go back, a waiver ends in the hour that was meant, once", async () => {
  // 01:30 comes twice on 1 November 2026 in Chicago; the form takes the first.
  const endsAt = new Date(instantIn("2026-11-01T01:30", "America/Chicago")).toISOString();
  const order = await orderOf(21_000_00);
  await judgeNow();
  const early = { ...people.buyer, businessNow: "2026-10-20T12:00:00Z" };
  const { id } = await t.database.transaction(early, (tx) =>
    requestWaiver(tx, people.buyer, ofOrder(order, { endsAt })),
  );
  const at = { ...people.officer, businessNow: "2026-10-21T12:00:00Z" };
  const approval = (await newestApproval(t.database.read(at), id))!;
  await t.database.transaction(at, (tx) =>
    decide(tx, people.officer, approval.id, "approve", "", null),
  );
  expect((await quotesFailure(order)).status).toBe("waived");
  await endAt("2026-11-01T06:29:59Z");
  expect((await quotesFailure(order)).status).toBe("waived");
  await endAt("2026-11-01T06:30:00Z");
  expect((await quotesFailure(order)).status).toBe("reopened");
  await endAt("2026-11-01T07:30:00Z");
  expect(await read(people.officer, id)).toMatchObject({
    status: "expired",
    endedAt: expect.stringMatching(/06:30:00/),
  });
});

test("evidence ends what is waived as met; the waiver does not bring it back", async () => {
  const order = await failing(22_000_00);
  const { id } = await ask(people.buyer, ofOrder(order));
  await decided(people.officer, id);
  for (const source of ["Delta Rock", "River City", "Northside"])
    await as(people.buyer, (tx, actor) =>
      recordQuote(
        tx,
        actor,
        { type: "purchaseOrder", id: order },
        quoteInput.parse({
          source,
          answer: "quoted",
          cents: 22_000_00,
          answeredOn: "2026-01-05",
          way: "email",
        }),
      ),
    );
  await judgeNow();
  expect((await quotesFailure(order)).status).toBe("closed");
  await endAt(inDays(30));
  expect((await quotesFailure(order)).status).toBe("closed");
});

test("nobody decides a waiver of a record that they asked for or approved, also meanwhile", async () => {
  const order = await failing(23_000_00);
  const { id } = await ask(people.buyer, ofOrder(order));
  const approval = (await newestApproval(t.database.read(people.admin), id))!;
  expect(approval.people).not.toContain(people.manager.personId);
  expect(approval.people).not.toContain(people.buyer.personId);
  await expect(decided(people.manager, id)).rejects.toMatchObject({ status: 403 });
  // Somebody who got a hand in the order after the waiver was asked.
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set former_authors = ${JSON.stringify([people.stranger.personId])}::jsonb
      where org_id = ${a.orgId} and id = ${order}
    `),
  );
  await expect(decided(people.stranger, id)).rejects.toMatchObject({ code: "own_record" });
  await decided(people.officer, id, "reject");
  expect(await read(people.buyer, id)).toMatchObject({ status: "refused" });
  expect((await quotesFailure(order)).status).toBe("open");
});

test("an end over or beyond the longest term, a second request and a record that meets it are refused", async () => {
  const order = await failing(24_000_00);
  const { latest, days } = await termOf(t.database.read(people.buyer));
  expect([days, Math.round((Date.parse(latest) - Date.now()) / 86_400_000)]).toEqual([365, 365]);
  await expect(ask(people.buyer, ofOrder(order, { endsAt: inDays(-1) }))).rejects.toMatchObject({
    code: "end_over",
  });
  await expect(ask(people.buyer, ofOrder(order, { endsAt: inDays(366) }))).rejects.toMatchObject({
    code: "term_too_long",
  });
  const { id, version } = await ask(people.buyer, ofOrder(order));
  await expect(ask(people.buyer, ofOrder(order))).rejects.toMatchObject({ code: "waiver_asked" });
  await expect(
    as(people.officer, (tx, actor) => withdrawWaiver(tx, actor, { id, version })),
  ).rejects.toMatchObject({ message: "Whoever asked for the waiver takes it back." });
  await as(people.buyer, (tx, actor) => withdrawWaiver(tx, actor, { id, version }));
  expect(await newestApproval(t.database.read(people.admin), id)).toMatchObject({
    status: "withdrawn",
  });
  const notBroken = (await controlsInForce(t.database.read(people.admin))).find(
    (c) => c.checkName === "order.receiptFirst",
  )!;
  await expect(
    ask(people.buyer, ofOrder(order, { controlId: notBroken.controlId })),
  ).rejects.toMatchObject({ code: "not_broken" });
});

test("a waiver that nobody decided in its time ends as well, and what is over is not approved", async () => {
  const order = await failing(24_500_00);
  const { id } = await ask(people.buyer, ofOrder(order, { endsAt: inDays(1) }));
  const late = { ...people.officer, businessNow: inDays(2) };
  const approval = (await newestApproval(t.database.read(late), id))!;
  await expect(
    t.database.transaction(late, (tx) =>
      decide(tx, people.officer, approval.id, "approve", "", null),
    ),
  ).rejects.toMatchObject({ code: "waiver_over" });
  await endAt(inDays(2));
  expect((await read(people.officer, id)).status).toBe("expired");
  expect((await quotesFailure(order)).status).toBe("open");
});

test("revoked, it counts again; only with a reason", async () => {
  const order = await failing(25_000_00);
  const { id } = await ask(people.buyer, ofOrder(order));
  await decided(people.officer, id);
  await expect(
    as(people.officer, (tx, actor) => revokeWaiver(tx, actor, { id, version: null, reason: "" })),
  ).rejects.toMatchObject({ code: "reason_required" });
  await as(people.officer, (tx, actor) =>
    revokeWaiver(tx, actor, { id, version: null, reason: "Two more quarries were found." }),
  );
  expect((await quotesFailure(order)).status).toBe("reopened");
});

test("a class is waived for a department below an amount, at an officer's request alone", async () => {
  const input = waiverInput.parse({
    scope: "class",
    controlId,
    departmentId: a.departmentId,
    amountBelow: 26_500_00,
    endsAt: inDays(5),
    ...words,
  });
  await expect(ask(people.buyer, input)).rejects.toMatchObject({ code: "class_by_officers" });
  const [below, above] = [await failing(26_000_00), await failing(27_000_00)];
  const { id } = await ask(people.officer, input);
  // Whoever approved the orders decides the class, and so it does not cover them.
  await decided(people.manager, id);
  expect((await quotesFailure(below)).status).toBe("open");
  await as(people.officer, (tx, actor) =>
    revokeWaiver(tx, actor, { id, version: null, reason: "By somebody without a hand in them." }),
  );
  const again = await ask(people.officer, input);
  await decided(people.stranger, again.id);
  expect((await quotesFailure(below)).status).toBe("waived");
  expect((await quotesFailure(above)).status).toBe("open");
  // What comes later is covered from the first.
  const later = await orderOf(26_100_00);
  await judgeNow();
  expect((await quotesFailure(later)).status).toBe("waived");
});

test("a rule of a federal award holds until the awarding agency's permission is attached", async () => {
  const order = await failing(28_000_00);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set federal = true
      where org_id = ${a.orgId} and id = ${order}
    `),
  );
  const { id } = await ask(people.buyer, ofOrder(order));
  await decided(people.officer, id);
  expect(await read(people.buyer, id)).toMatchObject({ status: "approved", federal: true });
  expect((await quotesFailure(order)).status).toBe("open");
  const fileId = newId();
  await as(people.buyer, (tx, actor) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${a.orgId}, ${fileId}, 'permission.pdf', 'application/pdf', 1, ${"a".repeat(64)},
        ${actor.personId}
      )
    `),
  );
  const attach = (actor: Actor, permissionFileId: string) =>
    as(actor, (tx, by) => attachPermission(tx, by, { id, version: null }, { permissionFileId }));
  await expect(attach(people.buyer, newId())).rejects.toMatchObject({ code: "unknown_file" });
  await expect(attach(people.clerk, fileId)).rejects.toMatchObject({ status: 422 });
  await attach(people.buyer, fileId);
  expect((await read(people.buyer, id)).actions.map(({ name }) => name)).not.toContain("withdraw");
  expect((await read(people.officer, id)).permission?.name).toBe("permission.pdf");
  expect((await quotesFailure(order)).status).toBe("waived");
});

test("a permission is attached where one is needed, once, by whoever asked or watches", async () => {
  const order = await failing(28_500_00);
  const { id } = await ask(people.buyer, ofOrder(order));
  const fileId = newId();
  await as(people.clerk, (tx, actor) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${a.orgId}, ${fileId}, 'letter.pdf', 'application/pdf', 1, ${"b".repeat(64)},
        ${actor.personId}
      )
    `),
  );
  const attach = (actor: Actor) =>
    as(actor, (tx, by) =>
      attachPermission(tx, by, { id, version: null }, { permissionFileId: fileId }),
    );
  await expect(attach(people.clerk)).rejects.toMatchObject({
    message: "No federal rule stands behind it: nobody's permission is needed.",
  });
  await as(people.admin, (tx) =>
    tx.rows(sql`update control_waiver set federal = true where org_id = ${a.orgId} and id = ${id}`),
  );
  await expect(attach(people.clerk)).rejects.toMatchObject({ code: "own_waiver" });
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update control_waiver
      set permission_file_id = ${fileId}
      where org_id = ${a.orgId} and id = ${id}
    `),
  );
  await expect(attach(people.officer)).rejects.toMatchObject({
    message: "The permission is attached.",
  });
});

test("without a rule on the term nothing is asked", async () => {
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update legal_rule
      set effective_to = '2020-01-01'
      where org_id = ${a.orgId} and key = 'waiverTerm'
    `),
  );
  await expect(termOf(t.database.read(people.buyer))).rejects.toMatchObject({ code: "no_term" });
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update legal_rule
      set effective_to = null
      where org_id = ${a.orgId} and key = 'waiverTerm'
    `),
  );
});

test("the agency's own rule shortens the term", async () => {
  await as(people.admin, (tx, actor) =>
    addRule(tx, actor, {
      key: "waiverTerm",
      jurisdiction: "local",
      citation: "Policy 7",
      text: "A waiver holds for thirty days.",
      effectiveFrom: day("2020-01-01"),
      effectiveTo: null,
      parameters: { days: 30 },
      source: "County board",
      verified: true,
    }),
  );
  expect(await termOf(t.database.read(people.buyer))).toMatchObject({
    days: 30,
    citation: "Policy 7",
  });
});

test("another agency, a clerk without a hand in it and a lower role see and ask nothing", async () => {
  const order = await orderOf(29_000_00);
  await judgeNow();
  await expect(ask(people.clerk, ofOrder(order))).rejects.toMatchObject({ status: 404 });
  const { id } = await ask(people.buyer, ofOrder(order));
  const seen = async (actor: Actor) =>
    (
      await runList<{ id: string }>(t.database.read(actor), actor, waiverList, { limit: 200 })
    ).items.some((w) => w.id === id);
  expect([await seen(people.buyer), await seen(people.officer)]).toEqual([true, true]);
  const other = await makeAgency(t.database);
  const { officer } = await makeMembers(t.database, other, {
    officer: { duties: ["compliance_officer"] },
  });
  for (const actor of [people.clerk, officer]) {
    expect(await seen(actor)).toBe(false);
    expect(await seesRecord(t.database.read(actor), actor, "controlWaiver", id)).toBe(false);
    await expect(read(actor, id)).rejects.toMatchObject({ status: 404 });
  }
  await expect(
    t.database.transaction(officer, (tx) => requestWaiver(tx, officer, ofOrder(order))),
  ).rejects.toMatchObject({ status: 404 });
});
