import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { tellDeadlines } from "./deadline.day.ts";
import { deadlineList } from "./deadline.list.ts";
import type { DeadlineRow, DeadlineSpec } from "./deadline.model.ts";
import { assignDeadline, moveDeadline, readDeadline } from "./deadline.service.ts";
import { endFeed, feedOf, openFeed } from "./feed.service.ts";
import { keepDeadlines, recomputeDeadlines } from "./register.service.ts";
import { deadlineSources } from "./sources.service.ts";

let t: TestDatabase;
let people: Record<"manager" | "owner" | "other" | "admin", Actor>;
let stranger: Actor;
let records: { id: string; number: string; link: string; deadlines: DeadlineSpec[] }[] = [];
const lapsed: string[] = [];

beforeAll(async () => {
  t = await freshDatabase();
  people = await makeMembers(t.database, await makeAgency(t.database), {
    manager: { role: "manager" },
    owner: {},
    other: {},
    admin: { role: "admin" },
  });
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  deadlineSources
    .of({
      type: "testRecord",
      label: "Test record",
      permission: "vendor.read",
      all: async () => records,
      lapsed: async (_tx, _actor, row) => void lapsed.push(row.title),
    })
    .add();
});
afterAll(() => t.drop());

const record = (deadlines: DeadlineSpec[], id = newId()) => ({
  id,
  number: "CON-2027-00001",
  link: `/contracts/${id}`,
  deadlines,
});
const spec = (dueIn: number, more: Partial<DeadlineSpec> = {}): DeadlineSpec => ({
  key: "end",
  title: "Decide on the option",
  dueOn: agencyDay(dueIn),
  follows: "180 days before the term ends.",
  ownerId: people.owner.personId,
  notices: [90, 30],
  ...more,
});
const keep = (of: (typeof records)[number]) =>
  t.database.transaction(people.manager, (tx) =>
    keepDeadlines(tx, people.manager, "testRecord", of),
  );
const only = async (id: string, actor = people.owner) => {
  const { items } = await runList<DeadlineRow>(
    t.database.read(actor),
    actor,
    deadlineList,
    listQuery(deadlineList).parse({ sourceId: id }),
  );
  return items[0];
};
const told = async (actor: Actor) =>
  (
    await t.database.read(actor).rows<{ title: string }>(sql`
      select title
      from notification
      where person_id = ${actor.personId} and kind = 'deadline'
      order by created_at
    `)
  ).map((each) => each.title);
const tell = () => tellDeadlines(t.app, people.owner.orgId!);

test("a deadline follows its record: it moves with it, is told once a notice, and is dropped with it", async () => {
  const of = record([spec(60)]);
  await keep(of);
  await Promise.all([tell(), tell()]);
  await tell();
  expect(await told(people.owner)).toEqual(["CON-2027-00001: Decide on the option in 60 days"]);
  await keep(record([spec(20)], of.id));
  await tell();
  expect((await told(people.owner)).slice(1)).toEqual([
    "CON-2027-00001: Decide on the option is due on another day",
    "CON-2027-00001: Decide on the option in 20 days",
  ]);
  expect(await only(of.id)).toMatchObject({ status: "open", dueOn: agencyDay(20) });
  await keep(record([], of.id));
  expect(await only(of.id)).toMatchObject({ status: "dropped" });
  await keep(record([spec(20)], of.id));
  expect(await only(of.id)).toMatchObject({ status: "open" });
});

test("what passed has lapsed, its area and its owner hear of it once; a later day opens it again", async () => {
  const of = record([spec(-1, { title: "Renew the bond" })]);
  await keep(of);
  await Promise.all([tell(), tell()]);
  expect(lapsed).toEqual(["Renew the bond"]);
  expect((await told(people.owner)).filter((each) => each.includes("bond"))).toEqual([
    "CON-2027-00001: Renew the bond has lapsed",
  ]);
  await keep(record([spec(10, { title: "Renew the bond" })], of.id));
  expect(await only(of.id)).toMatchObject({ status: "open" });
});

test("whoever has it marks it done with what was done; others, another agency and the unreadable do not", async () => {
  const of = record([spec(45, { title: "File the certificate" })]);
  await keep(of);
  const { id, version } = (await only(of.id))!;
  const meet = (actor: Actor, at: number | null = null) =>
    t.database.transaction(actor, (tx) =>
      moveDeadline(tx, actor, id, { action: "meet", reason: "Filed as A-12", version: at }),
    );
  await expect(meet(people.other)).rejects.toMatchObject({ status: 409 });
  await expect(meet(stranger)).rejects.toMatchObject({ status: 404 });
  const blind = { ...people.owner, permissions: new Set(["deadline.done", "deadline.read"]) };
  await expect(readDeadline(t.database.read(blind), blind, id)).rejects.toMatchObject({
    status: 404,
  });
  expect(await only(of.id, blind)).toBeUndefined();
  await expect(meet(people.owner, version + 9)).rejects.toMatchObject({ status: 412 });
  expect(await meet(people.owner, version)).toMatchObject({ status: "met", note: "Filed as A-12" });
  // The record says the same again: what was done stays done.
  await keep(of);
  expect(await only(of.id)).toMatchObject({ status: "met" });
});

test("a deadline that its record ends is not ended by hand; one that was given stays with whom it was given to", async () => {
  const of = record([spec(45, { byHand: false })]);
  await keep(of);
  const { id } = (await only(of.id))!;
  const { owner, manager, other } = people;
  const meet = t.database.transaction(owner, (tx) =>
    moveDeadline(tx, owner, id, { action: "meet", reason: "Done", version: null }),
  );
  await expect(meet).rejects.toMatchObject({ status: 409 });
  await t.database.transaction(manager, (tx) =>
    assignDeadline(tx, manager, id, other.personId!, null),
  );
  await keep(record([spec(50, { byHand: false })], of.id));
  expect(await only(of.id)).toMatchObject({ ownerId: other.personId, dueOn: agencyDay(50) });
  const outside = t.database.transaction(manager, (tx) =>
    assignDeadline(tx, manager, id, stranger.personId!, null),
  );
  await expect(outside).rejects.toMatchObject({ status: 422 });
});

test("worked out anew, what no record names any more is dropped; without an owner the administrators hear", async () => {
  const [one, two] = [record([spec(25, { ownerId: null, title: "Insurance ends" })]), record([])];
  records = [one, two];
  const system = systemActor(people.owner.orgId);
  const again = () =>
    t.database.transaction({ orgId: system.orgId, personId: null }, (tx) =>
      recomputeDeadlines(tx, system, "testRecord"),
    );
  await again();
  await tell();
  expect(await told(people.admin)).toEqual(["CON-2027-00001: Insurance ends in 25 days"]);
  records = [];
  await again();
  expect(await only(one.id)).toMatchObject({ status: "dropped" });
});

test("a calendar's address gives its person's open deadlines while it stands and they are a member", async () => {
  const { owner } = people;
  const of = record([spec(70, { title: "Only mine" })]);
  await keep(of);
  await keep(record([spec(70, { title: "Somebody else's", ownerId: people.other.personId! })]));
  const open = () => t.database.transaction(owner, (tx) => openFeed(tx, owner, "https://l.test"));
  const secretOf = ({ address }: { address: string }) => address.split(".").at(-2)!;
  const fetch = (secret: string, person = owner) =>
    feedOf(t.app, person.orgId!, person.personId!, secret);
  const first = secretOf(await open());
  const text = await fetch(first);
  expect(text).toContain("Only mine");
  expect(text).not.toContain("Somebody else");
  await expect(fetch(first, people.other)).rejects.toMatchObject({ status: 404 });
  await expect(fetch(first, { ...owner, orgId: stranger.orgId })).rejects.toMatchObject({
    status: 404,
  });
  const second = secretOf(await open());
  await expect(fetch(first)).rejects.toMatchObject({ status: 404 });
  await t.database.transaction(owner, (tx) => endFeed(tx, owner));
  await expect(fetch(second)).rejects.toMatchObject({ status: 404 });
});
