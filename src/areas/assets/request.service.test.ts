// From a scanned label to the crew and back: what a resident reports becomes work, what they add
// reaches the crew, and what did not hold goes to the same crew above the rest. Then what labels,
// counts, parts and certificates refuse.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { labelDocument } from "#server/labels/paper.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { published } from "#server/db/scopes/published.ts";
import { raw, sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { assetInput } from "./asset/asset.model.ts";
import { createAsset, moveAsset } from "./asset/asset.service.ts";
import { changeClass, createClass } from "./asset/class.service.ts";
import {
  closeCount,
  countsOf,
  explainMissing,
  findAsset,
  openCount,
  readCount,
} from "./label/count.service.ts";
import { assetByTag, idsInUse, labelsOf } from "./label/label.service.ts";
import { workOrderInput } from "./work-order/work-order.model.ts";
import { readWork } from "./work-order/work-order.read.service.ts";
import {
  approveWork,
  completeWork,
  endWork,
  requestWork,
  scheduleWork,
  startWork,
} from "./work-order/work-order.service.ts";

const hydrants = {
  code: "HYDR",
  name: "Hydrant",
  conditionScale: "one_to_five" as const,
  lifeMonths: 600,
  active: true,
};
let t: TestDatabase;
let server: Awaited<ReturnType<typeof assemble>>;
let agency: Agency;
let keeper: Actor;
let manager: Actor;
let other: Actor;
let crew: Actor;
let asker: Actor;
let stranger: Actor;
let classId: string;
let hydrant: string;

const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
const step = (id: string) => ({ id, version: null });
const read = async (tx: Tx, table: string, id: string) =>
  (
    await tx.one<{ version: number }>(
      sql`select version from ${raw(table)} where org_id = ${agency.orgId} and id = ${id}`,
    )
  ).version;
const now = async (tx: Tx, table: string, id: string) => ({
  id,
  version: await read(tx, table, id),
});
const send = async (path: string, payload: object) => {
  const answer = await server.inject({ method: "POST", url: `/api/v1/public/${path}`, payload });
  return { status: answer.statusCode, ...(answer.json() as { number?: string; code?: string }) };
};
const reportOn = async (over: object = {}) =>
  (
    await send("service-requests", {
      serviceCode: "hydrant",
      description: "It leaks at the cap",
      tag: "HYD-1",
      email: "ann@people.test",
      attributes: { leak: "A lot" },
      ...over,
    })
  ).number!;
const mailTo = (address: string) =>
  identityDb(t.database).rows<{ subject: string; bodyText: string; link: string | null }>(sql`
    select subject, body_text, link
    from mail
    where to_address = ${address}
    order by created_at, id
  `);
const keyOf = async (number: string) => {
  const letter = (await mailTo("ann@people.test")).find((one) => one.link?.includes(number));
  return decodeURIComponent(/key=([^&#]+)/.exec(letter!.link!)![1]!);
};
const requestId = async (number: string) =>
  (
    await t.database.read(manager).one<{ id: string }>(sql`
      select id
      from service_request
      where org_id = ${agency.orgId} and number = ${number}
    `)
  ).id;
const noticesOf = async (actor: Actor) =>
  (
    await t.database.read(actor).rows<{ title: string }>(sql`
      select title
      from notification
      where org_id = ${agency.orgId} and person_id = ${actor.personId}
    `)
  ).map((one) => one.title);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ keeper, manager, other, crew, asker } = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    other: { role: "manager" },
    crew: { duties: ["technician"] },
    asker: {},
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  ({ id: classId } = await as(keeper, (tx) =>
    createClass(tx, keeper, { ...hydrants, publicReports: true }),
  ));
  hydrant = await serving("HYD-1");
  server = await assemble(t.app);
  await as(manager, async (tx) => {
    await tx.rows(sql`
      update organization
      set settings = ${JSON.stringify({ publish: { requests: true } })}::jsonb
      where id = ${agency.orgId}
    `);
    const { serviceType } = await import("../engagement/engagement.tables.ts");
    await insertRow(tx, serviceType, {
      orgId: agency.orgId,
      id: newId(),
      code: "hydrant",
      name: "Hydrant",
      expectedDays: 3,
      stewardId: other.personId,
      attributes: [
        {
          code: "leak",
          label: "How much?",
          kind: "choice",
          required: true,
          options: ["A little", "A lot"],
        },
      ],
    });
  });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const serving = async (tag: string, over: object = {}) =>
  as(keeper, async (tx) => {
    const { id } = await createAsset(
      tx,
      keeper,
      assetInput.parse({
        name: `Hydrant ${tag}`,
        classId,
        tag,
        location: "Main Street 4",
        departmentId: agency.departmentId,
        latitude: "44.7901",
        longitude: "-93.6001",
        ...over,
      }),
    );
    await moveAsset(tx, keeper, "putInService", { id, version: null });
    return id;
  });

test("a scanned report becomes work; what its reporter adds reaches the crew, and what did not hold goes to them above the rest", async () => {
  expect(
    await send("service-requests", {
      serviceCode: "hydrant",
      description: "It leaks",
      tag: "NO-1",
      attributes: { leak: "A lot" },
    }),
  ).toMatchObject({ code: "unknown_tag" });
  expect(
    await send("service-requests", {
      serviceCode: "hydrant",
      description: "It leaks",
      tag: "HYD-1",
      attributes: { leak: "Rain" },
    }),
  ).toMatchObject({ status: 422 });
  const number = await reportOn();
  expect(await noticesOf(other)).toEqual([`New: ${number}`]);
  expect(await noticesOf(manager)).toEqual([]);
  const key = await keyOf(number);
  const id = await requestId(number);

  const work = await as(asker, (tx) =>
    requestWork(
      tx,
      asker,
      workOrderInput.parse({ title: "Cap leaks", assetId: hydrant, serviceRequestId: id }),
    ),
  );
  await as(manager, (tx) => approveWork(tx, manager, step(work.id)));
  await as(keeper, (tx) =>
    scheduleWork(tx, keeper, step(work.id), {
      scheduledOn: agencyDay(0),
      leadId: crew.personId!,
    }),
  );
  await as(crew, (tx) => startWork(tx, crew, "start", step(work.id)));
  expect(await send("service-requests/additions", { key, words: "More water now" })).toMatchObject({
    status: 201,
  });
  expect(await noticesOf(crew)).toContain(`${number}: the reporter added words`);
  expect((await readWork(t.database.read(crew), crew, work.id)).additions).toMatchObject([
    { words: "More water now", reopens: false },
  ]);
  const reopening = { key, words: "It leaks again", reopen: true };
  expect(await send("service-requests/additions", reopening)).toMatchObject({
    code: "not_reopenable",
  });

  await as(crew, (tx) =>
    completeWork(tx, crew, step(work.id), { problem: "Cap", cause: "Age", remedy: "New cap" }),
  );
  await as(keeper, (tx) => endWork(tx, keeper, "close", step(work.id)));
  const told = `${number}: the work is done, write the public answer`;
  expect(await noticesOf(other)).toContain(told);
  const { moveRequest } = await import("../engagement/service/service.service.ts");
  await as(manager, (tx) =>
    moveRequest(tx, manager, "close", { id, version: null, reason: "A new cap." }),
  );
  expect((await mailTo("ann@people.test")).at(-1)!.bodyText).toMatch(
    /open it again by the link until/,
  );

  const [first, second] = await Promise.all([
    send("service-requests/additions", reopening),
    send("service-requests/additions", reopening),
  ]);
  expect([first.status, second.status].sort()).toEqual([201, 409]);
  const follow = await t.database.read(crew).rows<object>(sql`
    select status, priority, lead_id, follows_id
    from work_order
    where org_id = ${agency.orgId} and service_request_id = ${id} and follows_id is not null
  `);
  expect(follow).toEqual([
    { status: "approved", priority: "urgent", leadId: crew.personId, followsId: work.id },
  ]);
  const [status] = await t.database.read(crew).rows(sql`
    select status, closed_at
    from service_request
    where org_id = ${agency.orgId} and id = ${id}
  `);
  expect(status).toEqual({ status: "in_progress", closedAt: null });
});

test("a key that is nobody's opens nothing, and the days to reopen end", async () => {
  const number = await reportOn();
  const id = await requestId(number);
  const key = await keyOf(number);
  const forged = `${id}.${key.split(".")[1]!.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`;
  expect(await send("service-requests/additions", { key: forged, words: "Mine" })).toMatchObject({
    status: 404,
  });
  await as(manager, (tx) =>
    tx.rows(sql`
      update service_request
      set status = 'closed', closed_at = clock_timestamp() - interval '16 days'
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  const again = { key, words: "It leaks again", reopen: true };
  expect(await send("service-requests/additions", again)).toMatchObject({ code: "not_reopenable" });
  await as(manager, (tx) =>
    tx.rows(sql`
      insert into service_reopen_rule (org_id, id, from_day, days)
      values (${agency.orgId}, ${newId()}, current_date - 60, 30)
    `),
  );
  expect(await send("service-requests/additions", again)).toMatchObject({ status: 201 });
});

test("near reports are offered, and me too hears of it once it is confirmed", async () => {
  const { nearRequests, followRequest, answerFollow } =
    await import("../engagement/service/follow.service.ts");
  const { hostAgency, visitorIn } = await import("../engagement/host.service.ts");
  const number = await reportOn();
  const near = (latitude: number) =>
    nearRequests(published(t.database), {
      serviceCode: "hydrant",
      latitude,
      longitude: -93.6,
      address: "",
    });
  expect((await near(44.79)).map((one) => one.number)).toContain(number);
  expect((await near(44.79)).find((one) => one.number === number)).toMatchObject({
    description: "",
    address: "",
  });
  expect(JSON.stringify(await near(44.79))).not.toMatch(/ann@/);
  expect(await near(44.85)).toEqual([]);
  const host = await hostAgency(t.app);
  const visitor = visitorIn(host);
  const email = "bo@people.test";
  await as(visitor, (tx) => followRequest(tx, visitor, host, { number, email }));
  const token = /followers\/([^/]+)$/.exec((await mailTo(email))[0]!.link!)![1]!;
  const { moveRequest } = await import("../engagement/service/service.service.ts");
  const id = await requestId(number);
  await as(manager, (tx) =>
    moveRequest(tx, manager, "acknowledge", { id, version: null, reason: null }),
  );
  expect(await mailTo(email)).toHaveLength(1);
  await as(visitor, (tx) => answerFollow(tx, visitor, host, token, false));
  await as(visitor, (tx) => followRequest(tx, visitor, host, { number, email }));
  expect(await mailTo(email)).toHaveLength(1);
  await as(manager, (tx) => moveRequest(tx, manager, "start", { id, version: null, reason: null }));
  const letters = await mailTo(email);
  expect(letters).toHaveLength(2);
  expect(letters[1]!.link).not.toMatch(/key=/);
  const end = /followers\/(\S+)\/end/.exec(letters[1]!.bodyText)![1]!;
  await as(visitor, (tx) => answerFollow(tx, visitor, host, end, true));
  await as(manager, (tx) =>
    moveRequest(tx, manager, "close", { id, version: null, reason: "Done." }),
  );
  expect(await mailTo(email)).toHaveLength(2);
});

test("a missed date is explained in public before the request ends", async () => {
  const { giveLateReason, lateDay } = await import("../engagement/service/late.service.ts");
  const { moveRequest, publicRequests } = await import("../engagement/service/service.service.ts");
  const number = await reportOn();
  const id = await requestId(number);
  const reason = { reason: "material", expectedOn: agencyDay(4) } as const;
  const give = (over: object = {}) =>
    refused(
      as(manager, async (tx) =>
        giveLateReason(tx, manager, await now(tx, "service_request", id), { ...reason, ...over }),
      ),
    );
  expect(await give()).toBe("not_late");
  await as(manager, (tx) =>
    tx.rows(sql`
      update service_request
      set expected_at = clock_timestamp() - interval '1 day'
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  await lateDay.run(t.app, agency.orgId);
  await lateDay.run(t.app, agency.orgId);
  expect(
    (await noticesOf(other)).filter((title) => title === `${number} missed its date`),
  ).toHaveLength(1);
  await as(manager, (tx) =>
    moveRequest(tx, manager, "acknowledge", { id, version: null, reason: null }),
  );
  const close = () =>
    refused(
      as(manager, (tx) =>
        moveRequest(tx, manager, "close", { id, version: null, reason: "Done." }),
      ),
    );
  expect(await close()).toBe("late_unexplained");
  expect(await give({ expectedOn: agencyDay(-1) })).toBe("invalid_field");
  await expect(
    as(manager, async (tx) =>
      giveLateReason(tx, manager, await now(tx, "service_request", id), {
        ...reason,
        expectedOn: agencyDay(-1),
      }),
    ),
  ).rejects.toThrow("This day is over. Enter the day that is expected now.");
  expect(await give()).toBe("done");
  expect(await publicRequests(published(t.database), { number })).toMatchObject([
    { lateReason: "material", timeZone: "America/Chicago" },
  ]);
  expect(await close()).toBe("done");
});

test("labels bear our address with the tag; a stranger's agency finds nothing by it", async () => {
  const [label] = await labelsOf(t.database.read(keeper), [hydrant]);
  const page = labelDocument([{ ...label!, name: "<b>Pump</b>" }], "letter", {
    origin: "https://levee.test",
    agency: "County",
  });
  expect(page).toContain("https://levee.test/label/HYD-1");
  expect(page).not.toContain("<b>Pump</b>");
  expect((await assetByTag(t.database.read(crew), "hyd-1")).id).toBe(hydrant);
  expect(await idsInUse(t.database.read(keeper), classId, 1)).toContain(hydrant);
  expect(await idsInUse(t.database.read(keeper), classId, 2)).toEqual([]);
  expect(await idsInUse(t.database.read(stranger), classId, 1)).toEqual([]);
  expect(await refused(assetByTag(t.database.read(stranger), "HYD-1"))).toBe("not_found");
  expect(await refused(labelsOf(t.database.read(stranger), [hydrant]))).not.toBe("done");
  const open = async () =>
    (await server.inject({ method: "GET", url: "/api/v1/public/labels/HYD-1" })).json() as object;
  expect(await open()).toEqual({ name: "Hydrant HYD-1", location: "Main Street 4" });
  const letReport = (publicReports: boolean) =>
    as(keeper, async (tx) => {
      const version = await read(tx, "asset_class", classId);
      await changeClass(tx, keeper, classId, { ...hydrants, publicReports }, version);
    });
  await letReport(false);
  expect(await open()).toBeNull();
  await letReport(true);
});

test("a count of federal assets is found by scan, explained, and closed by somebody else", async () => {
  const bought = { federalAward: "DR-1", federalPercent: "75" };
  const one = await serving("FED-1", bought);
  const two = await serving("FED-2", bought);
  expect((await countsOf(t.database.read(keeper))).overdue).toBe(2);
  const { id } = await as(keeper, (tx) =>
    openCount(tx, keeper, { federal: true, departmentId: null }),
  );
  const close = (actor: Actor) =>
    as(actor, async (tx) => closeCount(tx, actor, id, await read(tx, "asset_count", id)));
  const find = (tag: string, actor = crew) =>
    as(actor, (tx) => findAsset(tx, actor, id, { tag, scanned: true }));
  expect(await find("https://levee.test/label/FED-1")).toMatchObject({ again: false });
  expect(await find("FED-1")).toMatchObject({ again: true });
  expect(await refused(find("HYD-1"))).not.toBe("done");
  expect(await refused(find("FED-1", stranger))).toBe("not_found");
  expect(await refused(close(keeper))).toBe("own_count");
  expect(await refused(close(manager))).toBe("not_complete");
  const missing = { assetId: two, reason: "Stolen, report 26-118" };
  expect(
    await refused(as(keeper, (tx) => explainMissing(tx, keeper, id, { ...missing, assetId: one }))),
  ).toBe("not_missing");
  await as(keeper, (tx) => explainMissing(tx, keeper, id, missing));
  await close(manager);
  expect(await readCount(t.database.read(keeper), id)).toMatchObject({
    status: "closed",
    found: 1,
    assets: 2,
  });
  expect(await refused(find("FED-2"))).toBe("closed");
  expect((await countsOf(t.database.read(keeper))).overdue).toBe(1);
});
