// What notices, topics and letters refuse.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { showLetter, writeLetter } from "./letter/letter.service.ts";
import { reachOf } from "./notice/recipients.service.ts";
import { templates } from "./template/template.service.ts";
import { askForTopics } from "./topic/topic.service.ts";

let t: TestDatabase;
let writer: Actor;
let approver: Actor;
const ask = askingOf(() => t);
const refused = (path: string, body?: object, version: number | null = null) =>
  refusalOf(ask(writer, path, body, version));
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(writer, work);
const notices = "POST /api/v1/mass-notices";
const notice = (over: object = {}) => ({
  subject: "Doors",
  body: "The south door is closed.",
  audience: { kind: "staff", duties: ["receiver"] },
  ...over,
});

beforeAll(async () => {
  t = await freshDatabase();
  ({ writer, approver } = await makeMembers(t.database, await makeAgency(t.database), {
    writer: { role: "admin" },
    approver: { role: "admin" },
  }));
});
afterAll(() => t.drop());

test("a notice has fields that are there, a length of its event, and topics in use", async () => {
  expect(await refused(notices, notice({ body: "Dear {{shoe}}" }))).toMatch(/^merge_field: /);
  const eventAt = new Date(Date.now() + 86_400_000).toISOString();
  expect(await refused(notices, notice({ eventAt }))).toContain("Say how long it takes.");
  const everybody = { audience: { kind: "public", topicIds: [newId()] } };
  expect(await refused(notices, notice({ ...everybody, acknowledgeDays: 5 }))).toContain(
    "Nobody of the public is asked to acknowledge a notice.",
  );
  expect(await refused(notices, notice(everybody))).toContain(
    "One of these topics is no longer in use.",
  );
});

test("a notice is scheduled ahead, and goes to somebody who has an address", async () => {
  const { id } = await ask(writer, notices, notice());
  const version = async () => (await ask(writer, `GET /api/v1/mass-notices/${id}`)).version;
  await ask(approver, `${notices}/${id}/actions/approve`, {}, await version());
  const move = async (action: string, body: object = {}) =>
    refused(`${notices}/${id}/actions/${action}`, body, await version());
  expect(await move("schedule")).toContain("Say when it goes out.");
  expect(await move("schedule", { sendAt: "2020-01-01T08:00" })).toContain(
    "This moment has passed. Choose a later one, or send it now.",
  );
  expect(await move("send")).toBe(
    "nobody: Nobody of this audience has an address. Choose another audience.",
  );
});

test("a topic has a name of its own, and is chosen from the list", async () => {
  const topics = "POST /api/v1/notice-topics";
  const topic = { name: "Road closures", about: "Where roads are closed" };
  expect(await refused(topics, topic)).toBe("nothing was refused");
  expect(await refused(topics, topic)).toContain("There is a topic of this name already.");
  expect(
    await refusalOf(
      as((tx) => askForTopics(tx, writer, { email: "a@b.test", topicId: newId(), website: "" })),
    ),
  ).toContain("Choose a topic of the list.");
});

test("a notice goes to twenty thousand addresses at most", async () => {
  const topicId = newId();
  const audience = { kind: "public" as const, topicIds: [topicId] };
  const subscribers = (from: number, to: number) =>
    as((tx) =>
      tx.rows(sql`
        insert into notice_subscriber (org_id, id, email, topic_ids, confirmed_at)
        select
          ${writer.orgId}, gen_random_uuid(), 'p' || n || '@people.test', array[${topicId}::uuid],
          clock_timestamp()
        from generate_series(${from}::int, ${to}::int) n
      `),
    );
  const reach = () => reachOf(t.database.read(writer), writer, audience);
  await subscribers(1, 20_000);
  expect(await reach()).toEqual({ addresses: 20_000, without: 0 });
  await subscribers(20_001, 20_001);
  expect(await refusalOf(reach())).toBe(
    "invalid_field: A notice goes to at most 20,000 addresses. Choose fewer, and send several.",
  );
});

test("a letter is written by a template in use, and a mail has an address", async () => {
  const draft = await as((tx) =>
    templates.draft(tx, writer, {
      name: "Late",
      kind: "mail",
      noun: "",
      subject: "For you",
      body: "Dear reader.",
    }),
  );
  const { id, version } = await as((tx) => templates.publish(tx, writer, draft.id, draft.version));
  const input = { templateId: id, objectId: null, to: null };
  expect(await refusalOf(writeLetter(t.app, writer, input))).toContain(
    "Enter the address that this mail goes to.",
  );
  await as((tx) => templates.retire(tx, writer, id, version));
  expect(await refusalOf(showLetter(t.database.read(writer), writer, input))).toContain(
    "This template is out of use. Choose another one.",
  );
});
