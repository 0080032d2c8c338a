import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { published } from "#server/db/scopes/published.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { transition } from "#server/lifecycle.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { keepRun } from "../run/run.service.ts";
import { keepInput } from "../run/run.model.ts";
import { catalogOf, tableOf, tableSchema } from "./open-data.model.ts";
import { publicationList } from "./publication.list.ts";
import { publicationInput } from "./publication.model.ts";
import { publicationNoun } from "./publication.noun.ts";
import {
  askToPublish,
  declineReport,
  publishReport,
  readPublication,
} from "./publication.service.ts";
import { listedData, publicReports, publicText, readPublicReport } from "./public.service.ts";

let t: TestDatabase;
let agency: PayingAgency;
let budget: Actor;
let controller: Actor;
let third: Actor;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  // The first agency runs the installation: its reports are the public site's.
  agency = await payingAgency(t.database);
  const made = await makeMembers(t.database, agency, {
    budget: { duties: ["budget_officer", "ap"] },
    controller: { duties: ["controller"] },
    third: { duties: ["budget_officer"] },
  });
  ({ budget, controller, third } = made);
  await approvedInvoice(t.database, agency, { cents: 120_00 });
  await as(agency.people.admin, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {"reports": true}}'::jsonb
      where id = ${agency.orgId}
    `),
  );
});
afterAll(() => t.drop());

let serial = 0;
let slug: string;
beforeEach(() => void (slug = `spending-${++serial}`));

const question = { measures: ["invoices.total"], by: ["vendor"], where: {}, period: "all" };
const kept = (actor: Actor = budget, over: object = {}) =>
  as(actor, (tx) =>
    keepRun(
      tx,
      actor,
      keepInput.parse({ name: "Bills by vendor", question, ready: null, ...over }),
    ),
  );
const ask = async (over: object = {}, actor: Actor = budget) => {
  const { id: runId } = await kept(actor);
  return as(actor, (tx) =>
    askToPublish(
      tx,
      actor,
      publicationInput.parse({
        runIds: [runId],
        slug,
        title: "Bills by vendor",
        says: "What was billed, by vendor.",
        ...over,
      }),
    ),
  );
};
const publish = (id: string, actor: Actor) =>
  as(actor, (tx) => publishReport(tx, actor, { id, version: null, reason: null }));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

test("one asks, another publishes, everybody reads what was hashed", async () => {
  const { id } = await ask();
  expect(await refusal(readPublicReport(t.app, slug))).toBe("not_found");
  expect(await refusal(publish(id, budget))).toBe("rule");
  const waiting = (who: Actor) =>
    runList(
      t.database.read(who),
      who,
      publicationList,
      listQuery(publicationList).parse({ waits: "true" }),
    );
  expect((await waiting(budget)).total).toBe(0);
  expect((await waiting(controller)).total).toBe(1);
  await publish(id, controller);
  expect((await waiting(controller)).total).toBe(0);
  const read = await readPublicReport(t.app, slug);
  const { content: text } = await publicText(t.app, slug);
  expect(createHash("sha256").update(text).digest("hex")).toBe(read.sha256);
  const [part] = read.content.parts;
  expect(read.content.versionNo).toBe(1);
  expect(part!.totals).toEqual([{ value: 120_00 }]);
  expect(JSON.parse(text).totals).toEqual([{ value: 120_00 }]);
  expect(tableOf(part!).rows[0]![1]).toBe("120.00");
  expect(tableSchema(part!).fields.map((each) => each.type)).toEqual(["string", "number"]);
  expect((await publicReports(t.app)).map((each) => each.slug)).toContain(slug);
  const { agency: name, reports } = await listedData(t.app);
  const data = catalogOf("https://county.test", { name, email: "a@county.test" }, reports);
  expect(data.dataset.find((each) => each.identifier.endsWith(slug))).toMatchObject({
    accessLevel: "public",
    modified: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  });
  const record = await readPublication(t.database.read(controller), controller, id);
  expect(record.decider).toBeTruthy();
});

test("a correction says what it corrects; what was read before stays and is called corrected", async () => {
  const first = await ask();
  await publish(first.id, controller);
  expect(
    await ask().catch(({ errors }: { errors: { message: string }[] }) => errors[0]!.message),
  ).toBe("This address was published before: say what is corrected.");
  const second = await ask({ correction: "A bill was counted twice." });
  expect(await refusal(ask({ correction: "Again." }))).toBe("waits_already");
  // Until it is published, everybody reads the first.
  expect((await readPublicReport(t.app, slug)).content.versionNo).toBe(1);
  await publish(second.id, controller);
  const now = await readPublicReport(t.app, slug);
  expect(now.content).toMatchObject({ versionNo: 2, correction: "A bill was counted twice." });
  expect(now.versions.map((each) => each.versionNo)).toEqual([2, 1]);
  expect((await readPublicReport(t.app, slug, 1)).status).toBe("superseded");
  await expect(
    as(budget, (tx) =>
      tx.rows(sql`
        update publication
        set content = content || ' '
        where org_id = ${agency.orgId} and id = ${first.id}
      `),
    ),
  ).rejects.toThrow(/publish a correction|check/);
});

test("withdrawn, it is read no more, nor its earlier versions; declined, it never was", async () => {
  const { id } = await ask();
  await publish(id, controller);
  await as(controller, (tx) =>
    transition(tx, controller, publicationNoun, {
      id,
      action: "withdraw",
      version: null,
      reason: "Wrong year",
    }),
  );
  expect(await refusal(readPublicReport(t.app, slug))).toBe("not_found");
  slug = `declined-${++serial}`;
  const asked = await ask();
  await as(controller, (tx) =>
    declineReport(tx, controller, { id: asked.id, version: null, reason: "Not now" }),
  );
  expect(await refusal(publish(asked.id, controller))).not.toBe("done");
  expect(await refusal(readPublicReport(t.app, slug, 1))).toBe("not_found");
  // Nobody read it, so the next one corrects nothing.
  expect(await refusal(ask())).toBe("done");
});

test("a private person's name and key do not go out", async () => {
  await as(budget, (tx) =>
    tx.rows(sql`
      update vendor
      set tin_kind = 'ssn'
      where org_id = ${agency.orgId} and id = ${agency.vendor.id}
    `),
  );
  const { id } = await ask();
  await publish(id, controller);
  const { content } = await publicText(t.app, slug);
  expect(content).not.toContain(agency.vendor.id);
  expect(content).toContain("A private person");
});

test("who kept the figures or may not read them does not publish; nor what each sees otherwise", async () => {
  // The run is the controller's: whoever kept it is one of those who asked.
  const { id: runId } = await kept(controller);
  const input = publicationInput.parse({
    runIds: [runId],
    slug,
    title: "Bills by vendor",
    says: "What was billed, by vendor.",
  });
  const strange = refusal(as(budget, (tx) => askToPublish(tx, budget, input)));
  expect(await strange).toBe("not_found");
  const shared = await kept(controller, { ready: "spend-by-vendor" });
  const byBudget = await as(budget, (tx) =>
    askToPublish(tx, budget, { ...input, runIds: [shared.id] }),
  );
  expect(await refusal(publish(byBudget.id, controller))).not.toBe("done");
  expect(await refusal(publish(byBudget.id, third))).toBe("done");
  slug = `blind-${++serial}`;
  const { id } = await ask();
  const blind: Actor = {
    ...third,
    permissions: new Set(
      [...third.permissions].filter((each) => each !== "invoice.read"),
    ) as Actor["permissions"],
  };
  expect(await refusal(publish(id, blind))).toBe("figures_withheld");
});

test("an agency that does not publish reports shows none, whatever was published", async () => {
  const { id } = await ask();
  await publish(id, controller);
  const set = (on: boolean) =>
    as(agency.people.admin, (tx) =>
      tx.rows(sql`
        update organization
        set settings = settings || ${JSON.stringify({ publish: { reports: on } })}::jsonb
        where id = ${agency.orgId}
      `),
    );
  await set(false);
  expect(await refusal(readPublicReport(t.app, slug))).toBe("not_found");
  expect(await publicReports(t.app)).toEqual([]);
  await set(true);
  await expect(published(t.database).rows(sql`select asked_by from publication`)).rejects.toThrow(
    /permission denied/,
  );
});

test("what stands beside counts of people is not published: it would betray those that are hidden", async () => {
  const safety: Actor = {
    ...budget,
    permissions: new Set([...budget.permissions, "safety.read"]) as Actor["permissions"],
  };
  const counted = { measures: ["safetyCases.cases"], by: ["safetyKind"], where: {} };
  const publishCases = async (question: object) => {
    const { id: runId } = await kept(safety, { question });
    const input = {
      runIds: [runId],
      slug,
      title: "Injuries by kind",
      says: "How many people were hurt.",
    };
    return as(safety, (tx) => askToPublish(tx, safety, publicationInput.parse(input)));
  };
  const month = { ...counted, period: "month" };
  expect(await refusal(publishCases({ ...month, beside: "previous-year" }))).toBe("betrays_people");
  expect(await refusal(publishCases({ ...month, beside: "share" }))).toBe("betrays_people");
  expect(await refusal(publishCases(month))).toBe("done");
});
