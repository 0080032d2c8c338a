// Policies in versions, who confirms them, certificates that end by their day; what everybody reads of it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import type { Tx } from "#server/db/db.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { seesRecord } from "#server/lifecycle.ts";
import { makeAgency, makeMembers, makePolicy, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { nounOf } from "#web/kit/queries.ts";
import "./policies.server.ts";
import { acknowledge, daysForNewcomers, keepAsked } from "./acknowledgement/asked.service.ts";
import { acknowledgementList } from "./acknowledgement/acknowledgement.list.ts";
import { certificateInput } from "./certificate/certificate.model.ts";
import {
  changeCertificate,
  endCertificates,
  enterCertificate,
  publishCertificate,
  readCertificate,
  withdrawCertificate,
} from "./certificate/certificate.service.ts";
import { policiesDay } from "./morning/morning.service.ts";
import { policyInput } from "./policy/policy.model.ts";
import { policyList } from "./policy/policy.list.ts";
import { readPolicy, standingOfPolicies, waitingForMe } from "./policy/policy.read.service.ts";
import {
  changePolicy,
  discardPolicy,
  draftNextVersion,
  draftPolicy,
  publishPolicy,
  retirePolicy,
  reviewPolicy,
  revisePolicy,
  submitPolicy,
  withdrawPolicy,
} from "./policy/policy.service.ts";
import { policyNoun, type PolicyRecord } from "./policy/policy.noun.ts";
import { certificateNoun } from "./certificate/certificate.noun.ts";
import { openCertificates, openPolicies, readOpenPolicy } from "./policy/public.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"officer" | "chief" | "clerk" | "buyer" | "outsider", Actor>;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    officer: { duties: ["compliance_officer"] },
    chief: { role: "manager" },
    clerk: {},
    buyer: { duties: ["buyer"] },
    outsider: { role: "admin" },
  });
  await makePolicy(t.database, people.chief, {
    documentType: "agencyPolicy",
    steps: [
      {
        name: "A second person",
        stage: 1,
        mode: "any",
        approvers: [
          { kind: "duty", duty: "compliance_officer" },
          { kind: "role", role: "manager" },
        ],
      },
    ],
  });
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  t.database.transaction(actor, (tx) => work(tx, actor));
const db = (actor: Actor) => t.database.read(actor);
const read = (actor: Actor, id: string) => readPolicy(db(actor), actor, id);
const typed = (over: object = {}) =>
  policyInput.parse({
    title: "Travel policy",
    kind: "travel",
    body: "# Before\nThe manager approves the trip.",
    ownerId: people.officer.personId,
    reviewOn: agencyDay(200),
    ...over,
  });
const draft = (over: object = {}, by = people.officer) =>
  as(by, (tx, actor) => draftPolicy(tx, actor, typed(over)));
const decided = async (by: Actor, id: string, how: "approve" | "return" = "approve") => {
  const { id: approvalId } = (await newestApproval(db(by), id))!;
  await as(by, (tx, actor) => decide(tx, actor, approvalId, how, "Read it.", null));
};
const at = (id: string) => ({ id, version: null });
const submit = (id: string) => as(people.officer, (tx, actor) => submitPolicy(tx, actor, at(id)));
const publish = (id: string) => as(people.officer, (tx, actor) => publishPolicy(tx, actor, at(id)));
const inForce = async (over: object = {}): Promise<PolicyRecord> => {
  const { id } = await draft(over);
  await submit(id);
  await decided(people.chief, id);
  return publish(id);
};
const nextOf = async (id: string, over: object = {}): Promise<PolicyRecord> => {
  const next = await as(people.officer, (tx, actor) => draftNextVersion(tx, actor, id));
  const input = typed({ changes: "The cost is approved as well.", ...over });
  return as(people.officer, (tx, actor) => changePolicy(tx, actor, next.id, input, next.version));
};
const notices = async (who: Actor, like: string) =>
  (
    await db(who).rows<{ title: string }>(sql`
      select title
      from notification
      where person_id = ${who.personId} and title like ${like}
    `)
  ).length;

test("a policy is drafted, approved by another person than its author and owner, and published", async () => {
  const { id } = await draft();
  await submit(id);
  await expect(
    as(people.officer, (tx, actor) => changePolicy(tx, actor, id, typed(), 2)),
  ).rejects.toMatchObject({ message: expect.stringContaining("Only a draft is changed") });
  await expect(decided(people.officer, id)).rejects.toMatchObject({ status: 403 });
  await decided(people.chief, id);
  expect(await read(people.officer, id)).toMatchObject({
    status: "approved",
    approvedBy: people.chief.name,
    number: expect.stringMatching(/^POL-/),
  });
  await publish(id);
  expect(await read(people.clerk, id)).toMatchObject({ status: "published", versionNo: 1 });
});

test("a policy comes back to its author, is taken back, goes back to draft, is discarded", async () => {
  const { id } = await draft();
  await submit(id);
  await decided(people.chief, id, "return");
  expect((await read(people.officer, id)).status).toBe("draft");
  expect(await notices(people.officer, "Travel policy came back")).toBe(1);
  await submit(id);
  await as(people.officer, (tx, actor) => withdrawPolicy(tx, actor, at(id)));
  await submit(id);
  await decided(people.chief, id);
  await as(people.officer, (tx, actor) => revisePolicy(tx, actor, at(id)));
  expect(await read(people.officer, id)).toMatchObject({ status: "draft", approvedBy: null });
  await as(people.officer, (tx, actor) =>
    discardPolicy(tx, actor, { ...at(id), reason: "Not needed any more." }),
  );
  // What was never published is read by nobody, also once it is retired.
  await expect(read(people.clerk, id)).rejects.toMatchObject({ status: 404 });
});

test("the next version is written beside the one that holds, and an address keeps its version", async () => {
  const first = await inForce();
  const second = await nextOf(first.id, { body: "The cost is approved too." });
  await expect(
    as(people.officer, (tx, actor) => draftNextVersion(tx, actor, first.id)),
  ).rejects.toMatchObject({ code: "version_underway" });
  expect((await read(people.clerk, first.id)).versions).toHaveLength(1);
  await submit(second.id);
  await decided(people.chief, second.id);
  expect((await read(people.clerk, first.id)).status).toBe("published");
  await publish(second.id);
  const old = await read(people.clerk, first.id);
  expect(old).toMatchObject({ status: "retired", versionNo: 1, body: typed().body });
  expect(old.versions).toMatchObject([
    { id: second.id, versionNo: 2, status: "published" },
    { id: first.id, versionNo: 1, status: "retired" },
  ]);
  await expect(
    as(people.officer, (tx, actor) => draftNextVersion(tx, actor, first.id)),
  ).rejects.toMatchObject({ code: "not_in_force" });
  const open = await readOpenPolicy(t.app, first.id);
  expect(open).toMatchObject({ status: "retired", versionNo: 1, body: typed().body });
  expect(open.versions[0]).toMatchObject({ id: second.id, status: "published" });
  // The database itself writes nothing anew that everybody read.
  await expect(
    as(people.officer, (tx) =>
      tx.rows(sql`
        update agency_policy
        set body = 'Something else'
        where org_id = ${agency.orgId} and id = ${first.id}
      `),
    ),
  ).rejects.toThrow("what is published is not changed");
});

test("two who publish and retire at once leave one version at most in force", async () => {
  const first = await inForce();
  const second = await nextOf(first.id);
  await submit(second.id);
  await decided(people.chief, second.id);
  await Promise.allSettled([
    publish(second.id),
    publish(second.id),
    as(people.chief, (tx, actor) =>
      retirePolicy(tx, actor, { ...at(first.id), reason: "Nobody travels." }),
    ),
  ]);
  const states = (await read(people.officer, second.id)).versions.map(({ status }) => status);
  expect(states.filter((status) => status === "published").length).toBeLessThanOrEqual(1);
  expect((await read(people.officer, second.id)).status).toBe("published");
});

test("what is sent for approval has a text, says what it changes, and its days are to come", async () => {
  const none = await draft({ body: "" });
  await expect(submit(none.id)).rejects.toMatchObject({ code: "no_text" });
  const silent = await nextOf((await inForce()).id, { changes: "" });
  await expect(submit(silent.id)).rejects.toMatchObject({ code: "no_changes" });
  const late = await draft({ ackOf: "everybody", ackBy: agencyDay(-1) });
  await expect(submit(late.id)).rejects.toMatchObject({ code: "day_over" });
  await expect(draft({ reviewOn: agencyDay(0) })).rejects.toMatchObject({ code: "review_over" });
  // A draft that lay until its review is changed as it stands, and sent with a later one only.
  const lain = await draft({ reviewOn: agencyDay(2) });
  const behind = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const then = <T>(work: (tx: Tx) => Promise<T>) =>
    t.database.transaction({ ...people.officer, businessNow: behind }, work);
  const change = (reviewOn: string, version: number) =>
    then((tx) => changePolicy(tx, people.officer, lain.id, typed({ reviewOn }), version));
  const same = await change(agencyDay(2), lain.version);
  await expect(then((tx) => submitPolicy(tx, people.officer, at(lain.id)))).rejects.toMatchObject({
    code: "review_over",
  });
  await change(agencyDay(30), same.version);
  await then((tx) => submitPolicy(tx, people.officer, at(lain.id)));
  const everybody = { ackOf: "everybody", ackBy: null };
  await expect(draft(everybody)).rejects.toMatchObject({ code: "no_day" });
  const ackBy = agencyDay(9);
  await expect(draft({ ackOf: "department", ackBy })).rejects.toMatchObject({
    code: "no_department",
  });
  await expect(draft({ ackOf: "duty", ackDuty: "king", ackBy })).rejects.toMatchObject({
    code: "no_duty",
  });
  await expect(draft({ ownerId: people.clerk.personId })).rejects.toMatchObject({
    code: "no_owner",
  });
  await expect(draft({ ownerId: newId() })).rejects.toMatchObject({ code: "no_owner" });
});

test("a version that is approved after its day of confirming is not published with it", async () => {
  const { id } = await draft({ ackOf: "everybody", ackBy: agencyDay(2) });
  await submit(id);
  await decided(people.chief, id);
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await expect(
    t.database.transaction({ ...people.officer, businessNow: later }, (tx) =>
      publishPolicy(tx, people.officer, at(id)),
    ),
  ).rejects.toMatchObject({ code: "day_over" });
});

test("each person asked confirms a version once; a new version asks anew", async () => {
  const first = await inForce({ title: "Ethics", ackOf: "everybody", ackBy: agencyDay(5) });
  expect(await read(people.officer, first.id)).toMatchObject({ asked: 5, confirmed: 0 });
  expect(await notices(people.clerk, "Read and confirm: Ethics")).toBe(1);
  expect(await waitingForMe(db(people.clerk), people.clerk)).toMatchObject([
    { id: first.id, dueOn: agencyDay(5), versionNo: 1 },
  ]);
  const confirm = (who: Actor, id: string) => as(who, (tx, actor) => acknowledge(tx, actor, id));
  const twice = await Promise.allSettled([
    confirm(people.clerk, first.id),
    confirm(people.clerk, first.id),
  ]);
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(confirm(people.clerk, first.id)).rejects.toMatchObject({
    code: "confirmed_already",
  });
  expect(await waitingForMe(db(people.clerk), people.clerk)).toEqual([]);
  expect((await read(people.clerk, first.id)).mine).toMatchObject({
    confirmedAt: expect.any(String),
  });
  const rows = await runList(db(people.officer), people.officer, acknowledgementList, {
    policyId: [first.id],
    waiting: "true",
  });
  expect(rows.items).toHaveLength(4);
  const second = await nextOf(first.id, {
    title: "Ethics",
    ackOf: "everybody",
    ackBy: agencyDay(6),
  });
  await submit(second.id);
  await decided(people.chief, second.id);
  await publish(second.id);
  expect(await waitingForMe(db(people.clerk), people.clerk)).toMatchObject([{ id: second.id }]);
  // The version before is confirmed by nobody any more, and what was confirmed of it stays.
  await expect(confirm(people.buyer, first.id)).rejects.toMatchObject({ code: "not_in_force" });
  expect(await read(people.officer, first.id)).toMatchObject({ asked: 1, confirmed: 1 });
});

test("a duty or a department is asked; who leaves it is asked no more, who comes later has time", async () => {
  const { id } = await inForce({
    title: "Quotes",
    ackOf: "duty",
    ackDuty: "buyer",
    ackBy: agencyDay(3),
  });
  expect((await read(people.officer, id)).asked).toBe(1);
  await expect(as(people.clerk, (tx, actor) => acknowledge(tx, actor, id))).rejects.toMatchObject({
    code: "not_asked",
  });
  await expect(
    as(people.clerk, (tx, actor) => acknowledge(tx, actor, newId())),
  ).rejects.toMatchObject({ status: 404 });
  const [late] = Object.values(
    await makeMembers(t.database, agency, { late: { duties: ["buyer"] } }),
  );
  await as(people.officer, keepAsked);
  const waits = await waitingForMe(db(late!), late!);
  expect(waits.filter(({ title }) => title === "Quotes")).toMatchObject([
    { id, dueOn: agencyDay(daysForNewcomers) },
  ]);
  await as(people.chief, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${late!.personId}
    `),
  );
  await as(people.officer, keepAsked);
  expect((await read(people.officer, id)).asked).toBe(1);
});

test("what is not confirmed by its day is told once, to the person and to the owner", async () => {
  await inForce({ title: "Safety", ackOf: "duty", ackDuty: "buyer", ackBy: agencyDay(1) });
  const morning = (days: number) =>
    t.database.transaction(
      {
        ...people.chief,
        businessNow: new Date(Date.now() + days * 86_400_000).toISOString(),
      },
      keepAsked,
    );
  await morning(0);
  expect(await notices(people.buyer, "Still to be confirmed: Safety")).toBe(0);
  await morning(3);
  await morning(4);
  expect(await notices(people.buyer, "Still to be confirmed: Safety")).toBe(1);
  expect(await notices(people.officer, "1 person has not confirmed Safety")).toBe(1);
});

test("a review moves the day and may give the policy to another owner; the register keeps the day", async () => {
  const { id, version } = await inForce({ title: "Records" });
  const dueOn = () =>
    db(people.officer).rows<{ dueOn: string; status: string }>(sql`
      select due_on, status
      from deadline
      where org_id = ${agency.orgId} and source_id = ${id}
      order by id desc
    `);
  expect(await dueOn()).toMatchObject([{ dueOn: agencyDay(200) }]);
  const review = (reviewOn: string) =>
    as(people.officer, (tx, actor) =>
      reviewPolicy(
        tx,
        actor,
        { id, version, reason: null },
        { reviewOn: reviewOn as never, ownerId },
      ),
    );
  const ownerId = people.chief.personId!;
  await expect(review(agencyDay(0))).rejects.toMatchObject({ code: "review_over" });
  await review(agencyDay(400));
  expect(await read(people.officer, id)).toMatchObject({
    reviewOn: agencyDay(400),
    owner: people.chief.name,
    status: "published",
  });
  expect((await dueOn())[0]).toMatchObject({ dueOn: agencyDay(400) });
});

test("drafts are seen by whoever looks after policies, on no door by anybody else", async () => {
  const { id } = await draft({ title: "Secret draft" });
  await expect(read(people.clerk, id)).rejects.toMatchObject({ status: 404 });
  expect(await seesRecord(db(people.clerk), people.clerk, "agencyPolicy", id)).toBe(false);
  expect(await seesRecord(db(people.officer), people.officer, "agencyPolicy", id)).toBe(true);
  const found = async (who: Actor) =>
    (await runList(db(who), who, policyList, { q: "Secret" })).items.length;
  expect([await found(people.officer), await found(people.clerk)]).toEqual([1, 0]);
  await expect(readOpenPolicy(t.app, id)).rejects.toMatchObject({ status: 404 });
  const anonymous = await published(t.database).rows<{ status: string }>(sql`
    select distinct status
    from agency_policy
    order by status
  `);
  expect(anonymous.map(({ status }) => status)).toEqual(["published", "retired"]);
  await expect(published(t.database).rows(sql`select owner from agency_policy`)).rejects.toThrow(
    "permission denied",
  );
  // Another agency's officer finds nothing.
  const other = await makeAgency(t.database);
  const { officer } = await makeMembers(t.database, other, {
    officer: { duties: ["compliance_officer"] },
  });
  await expect(read(officer, id)).rejects.toMatchObject({ status: 404 });
  expect(await found(officer)).toBe(0);
});

const entered = (over: object = {}) =>
  as(people.officer, (tx, actor) =>
    enterCertificate(
      tx,
      actor,
      certificateInput.parse({
        title: "ISO 9001",
        kind: "iso",
        issuer: "A registrar",
        validFrom: agencyDay(-300),
        validUntil: agencyDay(10),
        ownerId: people.officer.personId,
        ...over,
      }),
    ),
  );

test("a certificate is read by everybody until its last day, and ends by it, not by a button", async () => {
  const { id, version } = await entered();
  await expect(readCertificate(db(people.clerk), people.clerk, id)).rejects.toMatchObject({
    status: 404,
  });
  await as(people.officer, (tx, actor) => publishCertificate(tx, actor, { id, version }));
  expect((await openCertificates(t.app)).map((one) => one.id)).toContain(id);
  expect(await standingOfPolicies(db(people.officer))).toMatchObject({ ending: 1 });
  const endOn = (days: number) =>
    t.database.transaction(
      {
        ...people.chief,
        businessNow: new Date(Date.now() + days * 86_400_000).toISOString(),
      },
      (tx) => endCertificates(tx, people.chief),
    );
  await endOn(10);
  const state = async () => (await readCertificate(db(people.clerk), people.clerk, id)).status;
  expect(await state()).toBe("published");
  await endOn(11);
  expect(await state()).toBe("expired");
  expect((await openCertificates(t.app)).map((one) => one.id)).not.toContain(id);
  const [deadline] = await db(people.officer).rows<{ status: string }>(sql`
    select status
    from deadline
    where org_id = ${agency.orgId} and source_id = ${id}
  `);
  expect(deadline!.status).not.toBe("open");
});

test("a certificate is withdrawn with its reason; days that contradict each other are refused", async () => {
  await expect(entered({ validUntil: agencyDay(-400) })).rejects.toMatchObject({
    code: "ends_before",
  });
  const over = await entered({ validUntil: agencyDay(-2) });
  await expect(
    as(people.officer, (tx, actor) => publishCertificate(tx, actor, at(over.id))),
  ).rejects.toMatchObject({ code: "cert_over" });
  const { id } = await entered({ title: "Rating" });
  await as(people.officer, (tx, actor) => publishCertificate(tx, actor, at(id)));
  const row = await as(people.officer, (tx, actor) =>
    withdrawCertificate(tx, actor, { ...at(id), reason: "The agency was downgraded." }),
  );
  expect(row.status).toBe("withdrawn");
  await expect(
    as(people.officer, (tx, actor) =>
      changeCertificate(
        tx,
        actor,
        id,
        certificateInput.parse({ ...row, fileId: null }),
        row.version,
      ),
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining("It ended: enter the new one.") });
});

test("the morning runs twice without harm; a visitor reads what holds", async () => {
  await policiesDay.run(t.app, agency.orgId);
  await policiesDay.run(t.app, agency.orgId);
  const open = await openPolicies(t.app);
  expect(open.length).toBeGreaterThan(0);
  expect(open.map(({ title }) => title)).not.toContain("Secret draft");
});

test("a screen that shows a policy or a certificate hears what happens to it under its address", () => {
  for (const { name, path } of [policyNoun, certificateNoun])
    expect(nounOf(`/api/v1/${path}`)).toBe(nounOf(`${name}.approve`));
});
