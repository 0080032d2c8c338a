// An answered question, or a day that was lost, opens a change of the contract; in force, the order's change is drafted.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { signChange } from "#areas/contracts/change/applying.service.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import type { DraftedChange } from "#areas/procurement/order/change-draft.model.ts";
import type { OpenedChanges } from "./question/change.model.ts";
import { questionAgency } from "./question.setup.ts";

let t: TestDatabase;
let c: Awaited<ReturnType<typeof contractAgency>>;
const setUp = async () => questionAgency(t, c);
let q: Awaited<ReturnType<typeof setUp>>;
let site: string;
let orderId: string;
beforeAll(async () => {
  t = await freshDatabase();
  c = await contractAgency(t);
  q = await setUp();
  site = await q.building("C1");
  orderId = await c.ordered(q.contractId, "5000");
  await c.issue(orderId);
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      update account_string
      set project_id = (select segment_id from project where id = ${site})
      where org_id = ${c.agency.orgId} and id = ${c.accountStringId}
    `),
  );
});
afterAll(() => t.drop());

type Written = { id: string; number: string; version: number; status: string };
const lines = [
  { description: "Excavation in rock", amount: 600_000, days: 4 },
  { description: "Lean concrete left out", amount: -100_000, days: 0 },
];
const proposal = (over: object = {}) => ({
  contractId: q.contractId,
  title: "Lower footing",
  reason: "RFI answered: two feet lower",
  lines,
  ...over,
});
const proposeFrom = (at: string, over: object = {}, actor: Actor = q.people.engineer) =>
  q.asking<Written>(actor, `POST /api/v1/${at}/actions/proposeChange`, proposal(over));
const answered = async (): Promise<string> => {
  const { id } = await q.askOutside(site);
  await q.step(id, "answer", { answer: "Two feet lower." }, q.people.second);
  return id;
};
const changesOf = (at: string) =>
  q.asking<OpenedChanges>(q.people.engineer, `GET /api/v1/${at}/changes`);
const orders = "/api/v1/purchase-orders";
const drafts = async (): Promise<DraftedChange[]> =>
  (
    await q.asking<{ items: DraftedChange[] }>(
      c.people.buyer,
      `GET ${orders}/${orderId}/drafted-changes`,
    )
  ).items;
/** Judged, priced, paid for, approved by another and signed. */
const apply = async (id: string): Promise<void> => {
  const { author, deputy, keeper, manager } = c.people;
  const step = (who: Actor, name: string, body: object) =>
    c.as(who, async () =>
      q.asking(
        who,
        `POST /api/v1/change-orders/${id}/actions/${name}`,
        body,
        (await q.asking<Written>(who, `GET /api/v1/change-orders/${id}`)).version,
      ),
    );
  await step(author, "review", { inScope: true, scopeReason: "The same bridge" });
  await step(author, "price", { analysis: "Unit prices of the bid" });
  await step(deputy, "checkFunds", {
    funding: "Fund 430",
    yearPlan: [{ year: 2027, amount: 500_000 }],
  });
  await step(author, "submit", {});
  await approveDocument(t.database, manager, id);
  await c.as(keeper, (tx) => signChange(tx, keeper, { id, version: null }, c.ink));
};
const told = async (actor: Actor) =>
  (
    await t.database.read(actor).rows<{ title: string }>(sql`
      select title
      from notification
      where org_id = ${c.agency.orgId} and person_id = ${actor.personId}
      order by created_at
    `)
  ).map(({ title }) => title);

test("an answered question opens a change that bears its link; the applied change drafts the order's", async () => {
  const rfiId = await answered();
  const { id, number } = await proposeFrom(`rfis/${rfiId}`);
  expect((await changesOf(`rfis/${rfiId}`)).changes).toMatchObject([
    { id, number, title: "Lower footing", status: "proposed" },
  ]);
  const origin = await t.database.read(q.people.engineer).rows<{ fromId: string }>(sql`
    select from_id
    from record_origin
    where org_id = ${c.agency.orgId} and record_id = ${id}
  `);
  expect(origin.map(({ fromId }) => fromId)).toContain(rfiId);
  expect(await drafts()).toEqual([]);
  await apply(id);
  const [drafted] = await drafts();
  expect(drafted).toMatchObject({
    because: `${number}: Lower footing`,
    days: 4,
    lines: [
      { description: "Excavation in rock", cents: 600_000 },
      { description: "Lean concrete left out", cents: -100_000 },
    ],
  });
  expect((await told(c.people.buyer)).at(-1)).toMatch(/is to be changed: .*Lower footing/);
  expect((await told(q.people.engineer)).at(-1)).toMatch(/is in force$/);
  // The order stays as it is until its buyer sends the change.
  const order = () =>
    q.asking<{ version: number; amount: number; pendingChange: { growth: number } | null }>(
      c.people.buyer,
      `GET ${orders}/${orderId}`,
    );
  const before = await order();
  expect(before).toMatchObject({ amount: 500_000, pendingChange: null });
  await q.asking(
    c.people.buyer,
    `POST ${orders}/${orderId}/actions/change`,
    {
      reason: drafted!.because,
      draftId: drafted!.id,
      added: [
        {
          description: "Excavation in rock",
          commodityCode: null,
          quantity: "1",
          unit: "lump sum",
          unitPrice: "5000",
          splits: [{ accountStringId: c.accountStringId }],
        },
      ],
    },
    before.version,
  );
  expect(await drafts()).toEqual([]);
  expect((await order()).pendingChange).toMatchObject({ growth: 500_000 });
});

test("a question that is not answered, another contract or another hand opens none", async () => {
  const open = await q.askOutside(site);
  expect(await refusalOf(proposeFrom(`rfis/${open.id}`))).toMatch(
    /^not_answered: It is not answered: what changes is known once it is/,
  );
  const rfiId = await answered();
  expect(await refusalOf(proposeFrom(`rfis/${rfiId}`, { contractId: newId() }))).toMatch(
    /^contract_unknown: Choose the contract of the question/,
  );
  expect(await refusalOf(proposeFrom(`rfis/${rfiId}`, {}, q.people.inspector))).toMatch(
    /^not_allowed/,
  );
  expect(await refusalOf(proposeFrom(`rfis/${rfiId}`, {}, q.elsewhere))).toMatch(/^not_found/);
});

test("a submitted log with a delay opens one; without a delay it does not", async () => {
  const { inspector } = q.people;
  const write = async (over: object, submit = true) => {
    const log = await q.asking<Written>(inspector, "POST /api/v1/daily-logs", {
      projectId: site,
      ...over,
    });
    if (submit)
      await q.asking(
        inspector,
        `POST /api/v1/daily-logs/${log.id}/actions/submit`,
        {},
        log.version,
      );
    return log.id;
  };
  const flood = await write({ day: agencyDay(-3), delayCause: "weather" });
  expect(await refusalOf(proposeFrom(`daily-logs/${flood}`, { contractId: newId() }))).toMatch(
    /^contract_unknown: Choose a contract of this project/,
  );
  const { id } = await proposeFrom(`daily-logs/${flood}`, {
    lines: [{ description: "Flood", amount: 0, days: 1 }],
  });
  expect((await changesOf(`daily-logs/${flood}`)).changes).toMatchObject([{ id }]);
  const plain = await write({ day: agencyDay(-2) });
  const draft = await write({ day: agencyDay(-1), delayCause: "weather" }, false);
  for (const log of [plain, draft])
    expect(await refusalOf(proposeFrom(`daily-logs/${log}`))).toMatch(
      /^no_delay: Only a submitted log with a delay opens a change/,
    );
});

test("a drafted change is dropped once, and by who issues orders", async () => {
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      insert into order_change_draft (org_id, id, purchase_order_id, because, href, lines)
      values (${c.agency.orgId}, ${newId()}, ${orderId}, 'CO-1: Deck', '/contracts', '[]')
    `),
  );
  const [drafted] = await drafts();
  const drop = (actor: Actor) =>
    q.asking(actor, `POST ${orders}/${orderId}/actions/dropChange`, { draftId: drafted!.id });
  expect(await refusalOf(drop(q.people.inspector))).toMatch(/^not_allowed/);
  await drop(c.people.buyer);
  expect(await drafts()).toEqual([]);
  expect(await refusalOf(drop(c.people.buyer))).toMatch(
    /^draft_gone: This draft was sent or dropped meanwhile/,
  );
});
