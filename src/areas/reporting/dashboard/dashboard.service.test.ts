import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { transition } from "#server/lifecycle.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { questionInput } from "../figure/figure.model.ts";
import { makeReport, retireReport } from "../report/report.service.ts";
import { savedReportNoun } from "../report/report.noun.ts";
import { sharedHoldings } from "./dashboard.holding.ts";
import { dashboardInput, shareInput } from "./dashboard.model.ts";
import {
  changeDashboard,
  homeDashboard,
  makeDashboard,
  onHome,
  readDashboard,
  retireDashboard,
  shareDashboard,
  withdrawDashboard,
} from "./dashboard.service.ts";
import { tileChoices } from "./tile.service.ts";

let t: TestDatabase;
let agency: PayingAgency;
let people: Record<"owner" | "other" | "clerk", Actor>;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error: { code?: string; errors?: { path: string; message: string }[] }) =>
      error.errors?.[0]?.message ?? error.code,
  );

beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(async () => {
  await t.drop();
});
beforeEach(async () => {
  agency = await payingAgency(t.database);
  people = await makeMembers(t.database, agency, {
    owner: { duties: ["budget_officer"] },
    other: { duties: ["budget_officer"] },
    clerk: {},
  });
});

const half = { look: "bar", width: "half" } as const;
const ready = { of: "ready", id: "budget-to-actual", ...half } as const;
const waits = { of: "waits", id: "reports-to-publish", look: "figure", width: "third" } as const;
const make = (tiles: readonly object[], over: object = {}) =>
  as(people.owner, (tx) =>
    makeDashboard(tx, people.owner, dashboardInput.parse({ name: "Council", tiles, ...over })),
  ).then(({ id }) => id);
const reportOf = (actor: Actor, shared: boolean) =>
  as(actor, async (tx) => {
    const { id } = await makeReport(tx, actor, {
      name: "Orders by department",
      question: questionInput.parse({
        measures: ["orders.ordered"],
        by: ["department"],
        where: {},
        period: "all",
      }),
      chart: "bar",
    });
    if (shared)
      await transition(tx, actor, savedReportNoun, { id, action: "share", version: null });
    return id;
  });
const read = (actor: Actor, id: string) => readDashboard(t.database.read(actor), actor, id);
const home = (actor: Actor) => homeDashboard(t.database.read(actor), actor);
const taken = (id: string) => ({ id, version: null, reason: null });
const share = (id: string, duty = "") =>
  as(people.owner, (tx) => shareDashboard(tx, people.owner, taken(id), shareInput.parse({ duty })));

test("a dashboard of a ready report and of what waits is shown to its maker alone", async () => {
  const id = await make([ready, waits]);
  const { tiles, number } = await read(people.owner, id);
  expect(number).toMatch(/^DSH-/);
  expect(tiles.map(({ name, why }) => [name, why])).toEqual([
    ["Budget to actual by department", null],
    ["Reports to read and publish", null],
  ]);
  expect(tiles[0]!.question!.measures).toContain("budget.available");
  expect(tiles[0]!.parts.map((part) => part.id)).toContain("department");
  expect(tiles[1]!.counts).toEqual({ api: "/api/v1/publications", query: "waits=true" });
  await expect(read(people.other, id)).rejects.toMatchObject({ status: 404 });
});

test("shared it is everybody's, and who may not count what waits is told so", async () => {
  const id = await make([ready, waits]);
  await share(id);
  const { tiles, canEdit } = await read(people.clerk, id);
  expect(canEdit).toBe(false);
  expect(tiles[1]!.why).toContain("not among what you may read");
  expect(tiles[1]!.counts).toBeNull();
});

test("a report that is not shared is no tile for others", async () => {
  const own = await reportOf(people.owner, false);
  const tile = { of: "report", id: own, ...half };
  const id = await make([tile]);
  expect(await refusal(share(id))).toBe("tiles_not_shared");
  await as(people.owner, (tx) =>
    transition(tx, people.owner, savedReportNoun, { id: own, action: "share", version: null }),
  );
  await share(id);
  // Taken back behind it, the tile says so and the others stand.
  await as(people.owner, (tx) =>
    transition(tx, people.owner, savedReportNoun, { id: own, action: "withdraw", version: null }),
  );
  expect((await read(people.clerk, id)).tiles[0]).toMatchObject({
    name: "A report",
    why: "Whoever made this report keeps it to themselves.",
    question: null,
  });
});

test("a retired report leaves a tile that says so, and the dashboard can still be changed", async () => {
  const own = await reportOf(people.owner, false);
  const tile = { of: "report", id: own, ...half };
  const id = await make([tile]);
  await as(people.owner, (tx) => retireReport(tx, people.owner, taken(own)));
  expect((await read(people.owner, id)).tiles[0]!.why).toContain("retired");
  const renamed = dashboardInput.parse({ name: "Council of May", tiles: [tile, ready] });
  await as(people.owner, (tx) => changeDashboard(tx, people.owner, id, renamed, 1));
  expect((await read(people.owner, id)).name).toBe("Council of May");
  expect(await refusal(make([tile]))).toContain("retired");
});

test("tiles that nobody can see, twice the same, or of another one's report are refused by their place", async () => {
  const others = await reportOf(people.other, false);
  expect(await refusal(make([{ ...ready, id: "nothing" }]))).toContain("no longer there");
  expect(await refusal(make([ready, ready]))).toContain("already");
  expect(await refusal(make([{ of: "report", id: "12", ...half }]))).toContain("of the list");
  expect(await refusal(make([{ of: "report", id: others, ...half }]))).toContain("keeps it to");
  const many = Array.from({ length: 13 }, () => ready);
  expect(dashboardInput.safeParse({ name: "Council", tiles: many }).success).toBe(false);
});

test("another one neither changes nor shares it, and a stale version is refused", async () => {
  const id = await make([ready]);
  await share(id);
  const input = dashboardInput.parse({ name: "Mine now", tiles: [] });
  const change = (actor: Actor, version: number) =>
    refusal(as(actor, (tx) => changeDashboard(tx, actor, id, input, version)));
  const notMine = "Only whoever made this dashboard does this.";
  const said = (asked: Promise<unknown>) =>
    asked.then(
      () => "done",
      (error: { detail?: string; message: string }) => error.detail ?? error.message,
    );
  expect(
    await said(as(people.other, (tx) => changeDashboard(tx, people.other, id, input, 2))),
  ).toBe(notMine);
  expect(await change(people.owner, 1)).toBe("stale_version");
  expect(await said(as(people.other, (tx) => withdrawDashboard(tx, people.other, taken(id))))).toBe(
    notMine,
  );
  expect(
    await refusal(as(people.clerk, (tx) => retireDashboard(tx, people.clerk, taken(id)))),
  ).not.toBe("done");
});

test("home shows the product's reports of the duties, the agency's for the duty, then one's own choice", async () => {
  const standard = await home(people.other);
  expect(standard!.id).toBeNull();
  expect(standard!.tiles.map((tile) => tile.id)).toEqual([
    "budget-to-actual",
    "open-encumbrances",
    "ledger-by-month",
    "orders-by-department",
  ]);
  expect(await home(people.clerk)).toBeNull();

  const duty = await make([ready]);
  await share(duty, "budget_officer");
  expect((await home(people.other))!.id).toBe(duty);
  expect(await home(people.clerk)).toBeNull();

  const second = await make([ready]);
  expect(await refusal(share(second, "budget_officer"))).toBe("duty_has_dashboard");
  await share(second);
  await as(people.clerk, (tx) => onHome(tx, people.clerk, second, true));
  expect((await home(people.clerk))!.id).toBe(second);
  expect((await read(people.clerk, second)).home).toBe(true);
  await as(people.other, (tx) => onHome(tx, people.other, second, true));
  expect((await home(people.other))!.id).toBe(second);
  await as(people.other, (tx) => onHome(tx, people.other, second, false));
  expect((await home(people.other))!.id).toBe(duty);
});

test("taken back or retired it stands on nobody else's home, and a retired one is put on none", async () => {
  const id = await make([ready]);
  await share(id, "budget_officer");
  await as(people.clerk, (tx) => onHome(tx, people.clerk, id, true));
  await as(people.owner, (tx) => onHome(tx, people.owner, id, true));
  await as(people.owner, (tx) => withdrawDashboard(tx, people.owner, taken(id)));
  expect(await home(people.clerk)).toBeNull();
  expect((await home(people.owner))!.id).toBe(id);
  await as(people.owner, (tx) => retireDashboard(tx, people.owner, taken(id)));
  expect((await home(people.owner))!.id).toBeNull();
  expect(await refusal(as(people.owner, (tx) => onHome(tx, people.owner, id, true)))).toBe(
    "dashboard_retired",
  );
  expect(await refusal(as(people.clerk, (tx) => onHome(tx, people.clerk, id, true)))).toBe(
    "not_found",
  );
});

test("what can become a tile is what one may see", async () => {
  await reportOf(people.other, false);
  const shared = await reportOf(people.other, true);
  const choices = await tileChoices(t.database.read(people.clerk), people.clerk);
  expect(choices.filter(({ of }) => of === "report").map(({ id }) => id)).toEqual([shared]);
  expect(choices.some(({ id }) => id === "reports-to-publish")).toBe(false);
  expect(choices.every(({ why }) => why === null)).toBe(true);
});

test("who leaves hands on the dashboards and reports that others read", async () => {
  const id = await make([ready]);
  await share(id);
  const report = await reportOf(people.owner, true);
  const [leaver, successor] = [people.owner.personId!, people.other.personId!];
  for (const holding of sharedHoldings) {
    const left = await as(people.owner, (tx) => holding.of(tx, leaver));
    expect(left).toHaveLength(1);
    await as(agency.people.admin, (tx) =>
      holding.takeOver!(tx, agency.people.admin, leaver, successor),
    );
  }
  expect((await read(people.other, id)).canEdit).toBe(true);
  const { ownerId } = await t.database.read(people.other).one<{ ownerId: string }>(
    (await import("#server/db/sql.ts")).sql`
        select owner_id from saved_report where org_id = ${agency.orgId} and id = ${report}
      `,
  );
  expect(ownerId).toBe(successor);
});
