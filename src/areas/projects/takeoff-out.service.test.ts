import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { withdrawRequisition } from "#areas/procurement/procurement.server.ts";
import { askersOf } from "#server/origin/origin.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { projectAgency } from "./projects.setup.ts";
import { markedPdf, markedSheet } from "./takeoff/marked/marked.service.ts";
import type { DrawnOnSheet, MeasurementDetail } from "./takeoff/measurement.model.ts";
import type { ToBuy } from "./takeoff/out/lines.model.ts";
import { takeoffOf } from "./takeoff/takeoff.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof projectAgency>>;
let to: ReturnType<typeof takeoffOf>;
let engineer: Actor;
let projectId: string;
let accountStringId: string;
let setId: string;
let sheetId: string;
beforeAll(async () => {
  t = await freshDatabase();
  a = await projectAgency(t);
  to = takeoffOf(() => t, a);
  ({ engineer } = a.people);
  await to.units();
  await a.segment("P131");
  ({ id: projectId, accountStringId } = await a.begun("P131"));
  setId = await to.plans(projectId, "Bid set", [
    { number: "C-101", title: "RIPRAP PLAN" },
    { number: "C-102", title: "GUARDRAIL PLAN" },
  ]);
  sheetId = (await to.sheetsOf(setId)).sheets[0]!.id;
  const [whole] = (await to.sheet(sheetId)).viewports;
  await a.asking(
    engineer,
    `PUT /api/v1/sheet-viewports/${whole!.id}/scale`,
    { basis: "listed", listed: "1in-20ft" },
    whole!.version,
  );
});
afterAll(() => t.drop());

type Written = { id: string; version: number; status: string; number: string };
const read = (id: string) =>
  a.asking<MeasurementDetail>(engineer, `GET /api/v1/measurements/${id}`);
const riprap = async (over: object = {}, actor = engineer, on = sheetId): Promise<Written> => {
  const [whole] = (await to.sheet(on)).viewports;
  const points = [
    [150, 150],
    [294, 150],
    [294, 294],
    [150, 294],
  ];
  return a.asking<Written>(actor, "POST /api/v1/measurements", {
    ...{ sheetId: on, viewportId: whole!.id, kind: "area", points, name: "Riprap", unit: "sq yd" },
    ...over,
  });
};
const toBuy = (on = sheetId, purpose = "requisition", actor = engineer) =>
  a.asking<ToBuy>(actor, `GET /api/v1/plan-sheets/${on}/to-buy?for=${purpose}`);
const keys = async (ids: readonly string[], purpose = "requisition") => {
  const { lines } = await toBuy(sheetId, purpose);
  return lines.filter(({ parts }) => parts.some(({ id }) => ids.includes(id)));
};
const send = async (ids: readonly string[], over: object = {}, actor = engineer) =>
  a.asking<Written>(actor, "POST /api/v1/measurements/actions/to-requisition", {
    ids,
    title: "Riprap of the abutment",
    neededOn: agencyDay(30),
    accountStringId,
    lines: (await keys(ids)).map(({ key }) => ({ key, unitPrice: "85.00" })),
    ...over,
  });

test("measurements become the lines of one draft requisition, which opens back to their shapes", async () => {
  const code = await to.costCode("31-37");
  const [one, two, rail] = [
    await riprap({ costCodeId: code }),
    await riprap({ costCodeId: code }),
    await riprap({
      ...{ kind: "length", name: "Guardrail", unit: "ft" },
      points: [
        [100, 100],
        [244, 100],
      ],
    }),
  ];
  await a.asking(
    a.people.second,
    `POST /api/v1/measurements/${one.id}/actions/check`,
    {},
    one.version,
  );
  const made = await send([one.id, two.id, rail.id]);
  expect(made.status).toBe("draft");
  const requisition = await a.asking<{ requesterId: string; lines: object[] }>(
    engineer,
    `GET /api/v1/requisitions/${made.id}`,
  );
  expect(requisition.lines).toMatchObject([
    { description: "Riprap", quantity: "355.5556", unit: "sq yd", costCodeId: code },
    { description: "Guardrail", quantity: "40.0000", unit: "ft" },
  ]);
  expect(await read(one.id)).toMatchObject({ status: "sent", requisitionId: made.id });
  const chain = await a.asking<{ from: { id: string }[] }>(
    engineer,
    `GET /api/v1/records/requisition/${made.id}/chain`,
  );
  expect(chain.from.map(({ id }) => id).toSorted()).toEqual([one.id, two.id, rail.id].toSorted());
  // Whoever measured is among those who asked for it, so they approve nothing of it.
  const askers = await askersOf(t.database.read(engineer), { type: "requisition", id: made.id });
  expect(askers).toContain(engineer.personId);
  await expect(send([one.id])).rejects.toMatchObject({
    code: "not_to_requisition",
    message: expect.stringMatching(/is in a requisition already/) as string,
  });
});

test("what is not the sender's, has no quantity or no price becomes no line", async () => {
  const { inspector } = a.people;
  const mine = await riprap();
  await expect(send([mine.id], {}, inspector)).rejects.toThrow(/measured MEA-.*, and sends it/);
  await expect(send([mine.id], { lines: [] })).rejects.toMatchObject({
    code: "price_missing",
    message: "Say what a unit of Riprap costs, or leave it out.",
  });
  const [{ key }] = (await keys([mine.id])) as [ToBuy["lines"][number]];
  await expect(send([mine.id], { lines: [{ key, unitPrice: null }] })).rejects.toMatchObject({
    code: "nothing_to_buy",
    message: "Give what is bought a price.",
  });
  await expect(send([crypto.randomUUID()])).rejects.toMatchObject({ code: "unknown_measurement" });
  const other = (await to.sheetsOf(setId)).sheets[1]!.id;
  const unscaled = await riprap({}, engineer, other);
  await expect(send([unscaled.id])).rejects.toThrow(/has no quantity/);
  await a.segment("P132");
  const { id } = await a.begun("P132");
  const elsewhere = await to.plans(id, "Bid set", [{ number: "C-1", title: "PLAN" }]);
  const far = (await to.sheetsOf(elsewhere)).sheets[0]!.id;
  const counted = { kind: "count", unit: "each", name: "Posts" };
  const post = await riprap(counted, engineer, far);
  await expect(send([mine.id, post.id])).rejects.toMatchObject({ code: "other_project" });
  const dropped = await riprap();
  await a.asking(
    engineer,
    `POST /api/v1/measurements/${dropped.id}/actions/drop`,
    { reason: "A try" },
    dropped.version,
  );
  await expect(send([dropped.id])).rejects.toThrow(/was dropped/);
});

test("a measurement whose requisition was cancelled says so, and is opened again", async () => {
  const one = await riprap({ name: "Bank" });
  const reopen = async () =>
    a.asking(
      engineer,
      `POST /api/v1/measurements/${one.id}/actions/reopen`,
      { reason: "It is bought anew" },
      (await read(one.id)).version,
    );
  const made = await send([one.id]);
  expect(await read(one.id)).toMatchObject({ status: "sent", ended: false });
  await expect(reopen()).rejects.toThrow(
    "Its requisition is not over: what that buys was measured here.",
  );
  await a.as(engineer, (tx) => withdrawRequisition(tx, engineer, { id: made.id, version: null }));
  expect(await read(one.id)).toMatchObject({ status: "sent", ended: true });
  expect((await toBuy()).kept.map(({ why }) => why)).toContain(
    `The requisition of ${one.number} is over without it. Open the measurement again first.`,
  );
  await reopen();
  expect(await read(one.id)).toMatchObject({
    ...{ status: "measured", ended: false, requisitionId: null, quantity: "177.7778" },
  });
  await send([one.id]);
});

test("a new revision makes what was measured stale, until it is moved over", async () => {
  const before = await riprap({ name: "Slope" });
  const posts = await riprap({ kind: "count", unit: "each", name: "Posts" });
  expect(await to.revise(setId, "Addendum 1", [{ number: "C-101", title: "RIPRAP PLAN" }])).toEqual(
    { sheets: 1, problem: null },
  );
  const { sheets } = await to.sheetsOf(setId);
  const now = sheets.find(({ number }) => number === "C-101")!;
  expect(now).toMatchObject({ revision: 2, measurements: 0 });
  expect(now.stale).toBeGreaterThan(1);
  expect(await read(before.id)).toMatchObject({ stale: true, sheetRevision: 1 });
  const drawn = () =>
    a.asking<DrawnOnSheet>(engineer, `GET /api/v1/plan-sheets/${now.id}/measurements`);
  expect((await drawn()).stale.map(({ id }) => id)).toContain(before.id);
  const { drawn: shown, others } = await markedSheet(t.database.read(engineer), now.id);
  expect(shown).toEqual([]);
  expect(others.find(({ name }) => name === "Slope")).toMatchObject({ revision: 1 });
  await expect(riprap()).rejects.toMatchObject({ code: "sheet_superseded" });
  await expect(send([before.id])).rejects.toThrow(/older revision/);
  const move = (ids: string[]) =>
    a.asking(engineer, `POST /api/v1/plan-sheets/${now.id}/actions/move-over`, { ids });
  expect(await move([before.id, posts.id])).toEqual({ moved: 2 });
  // The new revision has no scale yet: what is moved over has no quantity until it has.
  expect(await read(before.id)).toMatchObject({ stale: false, sheetRevision: 2, quantity: null });
  expect((await read(posts.id)).quantity).toBe("4.0000");
  await expect(move([before.id])).rejects.toMatchObject({ code: "not_stale" });
});

test("more measurements than a draft takes are named, and follow behind", async () => {
  const posts = { kind: "count", unit: "each", name: "Post" };
  const other = (await to.sheetsOf(setId)).sheets[1]!.id;
  const [whole] = (await to.sheet(other)).viewports;
  for (let n = 0; n < 203; n++)
    await a.asking(engineer, "POST /api/v1/measurements", {
      ...{ sheetId: other, viewportId: whole!.id, points: [[100 + n, 100]], ...posts },
    });
  const first = await toBuy(other);
  // One without a quantity was there before, and stays out with its reason.
  expect([first.ids.length, first.kept.length, first.rest]).toEqual([199, 1, 4]);
  const then = await a.asking<ToBuy>(
    engineer,
    `GET /api/v1/plan-sheets/${other}/to-buy?for=requisition&after=${first.next}`,
  );
  expect([then.ids.length, then.rest, then.next]).toEqual([4, 0, null]);
});

test("a sheet is handed out with its shapes and a legend, of one's own agency", async () => {
  const { id } = (await to.sheetsOf(setId)).sheets[0]!;
  const marked = await PDFDocument.load(await markedPdf(t.app, t.database.read(engineer), id));
  expect([marked.getPageCount(), marked.getTitle()]).toEqual([2, "Sheet C-101 RIPRAP PLAN"]);
  await expect(markedPdf(t.app, t.database.read(a.elsewhere), id)).rejects.toMatchObject({
    status: 404,
  });
});

test("a sheet that was read wrongly is corrected, into the next revision of its number too", async () => {
  await to.revise(setId, "Addendum 2", [{ number: "", title: "" }]);
  const page = (await to.sheetsOf(setId)).sheets.find(({ number }) => number === "Page 1")!;
  const rename = async (id: string, number: string) =>
    a.asking(
      engineer,
      `PATCH /api/v1/plan-sheets/${id}`,
      { number, title: "Guardrail" },
      (await to.sheet(id)).version,
    );
  await rename(page.id, "C-102");
  const { sheets } = await to.sheetsOf(setId);
  expect(sheets.filter(({ number }) => number === "C-102")).toMatchObject([
    { id: page.id, revision: 2, title: "Guardrail" },
  ]);
  await expect(rename(page.id, "C-200")).rejects.toMatchObject({ code: "sheet_revised" });
  await to.revise(setId, "Addendum 3", [
    { number: "X-1", title: "" },
    { number: "X-2", title: "" },
  ]);
  const last = (await to.sheetsOf(setId)).sheets.find(({ number }) => number === "X-2")!;
  await expect(rename(last.id, "X-1")).rejects.toMatchObject({ code: "same_sheet" });
});

test("another agency sees nothing of it, and who only reads changes nothing", async () => {
  const { elsewhere, asking, people } = a;
  const mine = await riprap({}, engineer, (await to.sheetsOf(setId)).sheets[0]!.id);
  for (const path of [
    `plan-sheets/${sheetId}`,
    `plan-sheets/${sheetId}/measurements`,
    `measurements/${mine.id}`,
  ])
    await expect(asking(elsewhere, `GET /api/v1/${path}`)).rejects.toMatchObject({ status: 404 });
  expect((await asking<{ sets: [] }>(elsewhere, "GET /api/v1/plan-sets")).sets).toEqual([]);
  await expect(riprap({}, elsewhere)).rejects.toMatchObject({ status: 404 });
  await expect(send([mine.id], {}, elsewhere)).rejects.toMatchObject({
    code: "unknown_measurement",
  });
  await expect(riprap({}, people.clerk)).rejects.toMatchObject({ status: 403 });
  await expect(send([mine.id], {}, people.clerk)).rejects.toMatchObject({ status: 403 });
  expect(await asking<object>(people.clerk, `GET /api/v1/measurements/${mine.id}`)).toMatchObject({
    canEdit: false,
  });
});
