// The copilot says why a record is stuck and on whom, what changed, and does a step once its person accepts it.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import "#areas.server.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createRequisition } from "#areas/procurement/requisition/requisition.service.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ConversationDetail, ConversationRow, CopilotHome } from "./conversation.model.ts";
import { copilotDay } from "./setting.service.ts";

let t: TestDatabase;
let people: Record<"clerk" | "other" | "manager" | "admin" | "auditor", Actor>;
let stranger: Actor;
let requisition: { id: string; number: string };
const ask = askingOf(() => t);
const at = "/api/v1/copilot-conversations";

beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());
beforeEach(async () => {
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    other: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    auditor: { duties: ["auditor"] },
  });
  const second = await makeMembers(t.database, await makeAgency(t.database), { stranger: {} });
  stranger = second.stranger!;
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
  requisition = await t.database.transaction(people.clerk, (tx) =>
    createRequisition(
      tx,
      people.clerk,
      requisitionInput.parse({
        ...{ title: "Road salt", departmentId: agency.departmentId, neededOn: agencyDay(20) },
        lines: [
          {
            ...{ description: "Salt", quantity: "10", unit: "t", unitPrice: "62.50" },
            splits: [{ accountStringId }],
          },
        ],
      }),
    ),
  );
});

const begin = (question: string, by = people.clerk) =>
  ask<ConversationDetail>(by, `POST ${at}`, { question });
const answer = async (question: string, by = people.clerk) =>
  (await begin(question, by)).messages.at(-1)!;
const submit = async () => {
  const { version } = await ask<{ version: number }>(
    people.clerk,
    `GET /api/v1/requisitions/${requisition.id}`,
  );
  await ask(
    people.clerk,
    `POST /api/v1/requisitions/${requisition.id}/actions/submit`,
    {},
    version,
  );
};
const statusNow = async () =>
  (await ask<{ status: string }>(people.clerk, `GET /api/v1/requisitions/${requisition.id}`))
    .status;

test("why something is stuck: the open step and its person, since when, and what one may do", async () => {
  await submit();
  const { text, sources, proposal } = await answer(`Why is ${requisition.number} stuck?`);
  expect(text).toMatch(/It waits for \*\*manager\*\* in the step .+, asked /);
  expect(text).toMatch(/is \*\*.+\*\* since /);
  expect(sources[0]).toMatchObject({ href: `/smart-requisition/${requisition.id}` });
  expect(sources.map(({ name }) => name)).toContain(`Approval of ${requisition.number}`);
  expect(proposal).toBeNull();
  const { approvals, stuck } = await ask<CopilotHome>(people.clerk, "GET /api/v1/copilot");
  expect([approvals, stuck.total]).toEqual([0, 1]);
  expect(stuck.items[0]).toMatchObject({ number: requisition.number, on: ["manager"] });
  expect((await ask<CopilotHome>(people.manager, "GET /api/v1/copilot")).approvals).toBe(1);
});

test("what changed: who did what since a day, from the history", async () => {
  await submit();
  const { text, sources } = await answer(`What changed on ${requisition.number} today?`);
  expect(text).toMatch(/^.*clerk: submit.*, now /m);
  expect(sources.at(-1)!.href).toContain("?tab=history");
  const later = await answer(`What changed on ${requisition.number} since ${agencyDay(1)}?`);
  expect(later.text).toContain(`Nothing of ${requisition.number} changed since`);
});

test("a step that is asked for is done once its person accepts it, and once only", async () => {
  const message = await answer(`Please submit ${requisition.number}`);
  expect(message.proposal).toMatchObject({ label: `Submit ${requisition.number}` });
  expect(await statusNow()).toBe("draft");
  const accept = (by: Actor, version = message.version) =>
    ask<{ decided: string; said: string; version: number }>(
      by,
      `POST /api/v1/copilot-messages/${message.id}/actions/accept`,
      undefined,
      version,
    );
  for (const by of [people.other, people.admin, people.manager, people.auditor, stranger])
    await expect(accept(by)).rejects.toMatchObject({ code: "not_found" });
  expect(await refusalOf(accept(people.clerk, 7))).toContain("stale_version");
  const done = await accept(people.clerk);
  expect(done).toMatchObject({ decided: "accepted" });
  expect(await statusNow()).toBe("in_approval");
  expect(await refusalOf(accept(people.clerk, done.version))).toBe(
    "decided: This was decided already.",
  );
  const { items } = await ask<{ items: { action: string; reason: string | null }[] }>(
    people.clerk,
    `GET /api/v1/requisitions/${requisition.id}/history`,
  );
  expect(JSON.stringify(items)).toContain("Proposed by the copilot, accepted by clerk");
});

test("a record that moved since is not touched; what decides is never offered", async () => {
  const message = await answer(`Submit ${requisition.number}`);
  await submit();
  const told = await ask<{ decided: string; said: string }>(
    people.clerk,
    `POST /api/v1/copilot-messages/${message.id}/actions/accept`,
  );
  expect(told).toMatchObject({ decided: "superseded" });
  expect(told.said).toContain("The record has changed since.");
  const again = await answer(`Submit ${requisition.number}`);
  expect(again.proposal).toBeNull();
  expect(again.text).toContain("**Submit** is not possible: ");
  const question = await answer(`Cancel ${requisition.number}`);
  expect(question.proposal).toBeNull();
  expect(
    await refusalOf(
      ask(people.clerk, `POST /api/v1/copilot-messages/${question.id}/actions/dismiss`),
    ),
  ).toBe("not_proposed: Nothing is proposed here.");
});

test("what somebody wants to remember becomes a task of theirs; or is left", async () => {
  const message = await answer("Remind me to call Northline about the late stone.");
  expect(message.proposal!.changes.map(({ to }) => to)).toContain(
    "Call Northline about the late stone",
  );
  await ask(people.clerk, `POST /api/v1/copilot-messages/${message.id}/actions/accept`);
  const tasks = await ask<{ items: { title: string }[] }>(people.clerk, "GET /api/v1/tasks");
  expect(tasks.items.map(({ title }) => title)).toContain("Call Northline about the late stone");
  const other = await answer("Remind me to look at the gutters");
  const left = await ask<{ decided: string }>(
    people.clerk,
    `POST /api/v1/copilot-messages/${other.id}/actions/dismiss`,
  );
  expect(left.decided).toBe("dismissed");
});

test("a conversation is its person's alone, goes on, is found, taken away, and goes after its days", async () => {
  const made = await begin("What waits for me?");
  const on = await ask<ConversationDetail>(people.clerk, `POST ${at}/${made.id}/actions/ask`, {
    question: "How do I receive part of an order?",
  });
  expect(on.messages.map(({ role }) => role)).toEqual([
    ...["user", "assistant"],
    ...["user", "assistant"],
  ]);
  const rows = (by: Actor, q = "") =>
    ask<{ items: ConversationRow[] }>(by, `GET ${at}?q=${q}`).then(({ items }) => items);
  expect((await rows(people.clerk, "waits")).map(({ id }) => id)).toEqual([made.id]);
  for (const by of [people.other, people.admin, people.auditor, stranger]) {
    expect(await rows(by)).toEqual([]);
    for (const asked of [`GET ${at}/${made.id}`, `DELETE ${at}/${made.id}`])
      await expect(ask(by, asked)).rejects.toMatchObject({ code: "not_found" });
    await expect(
      ask(by, `POST ${at}/${made.id}/actions/ask`, { question: "And me?" }),
    ).rejects.toMatchObject({ code: "not_found" });
  }
  await ask(people.clerk, `DELETE ${at}/${made.id}`);
  expect(await rows(people.clerk)).toEqual([]);

  const kept = await begin("What waits for me?");
  await ask(people.admin, "POST /api/v1/copilot-setting/actions/keep", { keepDays: 30 });
  const old = (days: number) =>
    t.database.transaction(people.clerk, (tx) =>
      tx.rows(sql`
        update copilot_conversation
        set last_at = clock_timestamp() - make_interval(days => ${days})
        where org_id = ${people.clerk.orgId} and id = ${kept.id}
      `),
    );
  await old(29);
  await copilotDay.run(t.app, people.clerk.orgId!);
  expect(await rows(people.clerk)).toHaveLength(1);
  await old(31);
  await copilotDay.run(t.app, people.clerk.orgId!);
  expect(await rows(people.clerk)).toEqual([]);
});

test("a conversation has its bound, and words are refused at their field", async () => {
  const { id } = await begin("What waits for me?");
  await t.database.transaction(people.clerk, (tx) =>
    tx.rows(sql`
      insert into copilot_message (org_id, id, conversation_id, person_id, place, role, text)
      select
        ${people.clerk.orgId}, gen_random_uuid(), ${id}, ${people.clerk.personId}, n, 'user', '?'
      from generate_series(3, 200) n
    `),
  );
  expect(
    await refusalOf(
      ask(people.clerk, `POST ${at}/${id}/actions/ask`, { question: "What waits for me?" }),
    ),
  ).toBe("conversation_full: This conversation is full. Begin a new one.");
});
