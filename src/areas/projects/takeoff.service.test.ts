import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { projectAgency } from "./projects.setup.ts";
import type { DrawnOnSheet, MeasurementDetail } from "./takeoff/measurement.model.ts";
import type { SheetDetail } from "./takeoff/plan.model.ts";
import { drawPlans, takeoffOf } from "./takeoff/takeoff.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof projectAgency>>;
let to: ReturnType<typeof takeoffOf>;
let engineer: Actor;
let projectId: string;
let setId: string;
beforeAll(async () => {
  t = await freshDatabase();
  a = await projectAgency(t);
  to = takeoffOf(() => t, a);
  ({ engineer } = a.people);
  await to.units();
  await a.segment("P131");
  ({ id: projectId } = await a.begun("P131"));
  setId = await to.plans(projectId, "Bid set", [
    { number: "C-101", title: "RIPRAP PLAN" },
    { number: "C-102", title: "GUARDRAIL PLAN", rotate: 90, crop: [50, 60, 1100, 700] },
    { number: "C-103", title: "DETAILS", feetPerPoint: 20 / 72 },
    { number: "", title: "" },
  ]);
});
afterAll(() => t.drop());

type Written = { id: string; version: number; status: string };
const refuses = (code: string, message?: RegExp) => ({
  code,
  ...(message ? { message: expect.stringMatching(message) as string } : {}),
});
const sheetOf = async (number: string): Promise<SheetDetail> => {
  const { sheets } = await to.sheetsOf(setId);
  return to.sheet(sheets.find((one) => one.number === number)!.id);
};
const square = (side: number, x = 150, y = 150) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const given = (sheet: SheetDetail, over: object = {}) => ({
  sheetId: sheet.id,
  viewportId: sheet.viewports[0]!.id,
  kind: "area",
  points: square(144),
  name: "Riprap",
  unit: "sq yd",
  ...over,
});
const measure = (sheet: SheetDetail, over: object = {}, actor = engineer) =>
  a.asking<Written>(actor, "POST /api/v1/measurements", given(sheet, over));
const read = (id: string) =>
  a.asking<MeasurementDetail>(engineer, `GET /api/v1/measurements/${id}`);
const scale = async (number: string, body: object, viewport = 0, actor = engineer) => {
  const { id, version } = (await sheetOf(number)).viewports[viewport]!;
  return a.asking<Written>(actor, `PUT /api/v1/sheet-viewports/${id}/scale`, body, version);
};
const listed = (name: string, seen = false) => ({ basis: "listed", listed: name, seen });
const step = async (id: string, name: string, actor: Actor, body: object = {}) =>
  a.asking<Written>(
    actor,
    `POST /api/v1/measurements/${id}/actions/${name}`,
    body,
    (await read(id)).version,
  );

test("a plan set is split into its sheets, whose number and title the title block proposes", async () => {
  const { sheets, issues } = await to.sheetsOf(setId);
  expect(issues).toMatchObject([{ label: "Issue 1", state: "ready", problem: "" }]);
  expect(sheets).toMatchObject([
    { number: "C-101", title: "RIPRAP PLAN", revision: 1, scales: 0, viewports: 1 },
    { number: "C-102", title: "GUARDRAIL PLAN" },
    { number: "C-103", title: "DETAILS", viewports: 2 },
    { number: "Page 4", title: "" },
  ]);
  const turned = await sheetOf("C-102");
  expect(turned).toMatchObject({ rotate: 90, box: [50, 60, 1150, 760], current: true });
  const { viewports } = await sheetOf("C-103");
  expect(viewports[1]).toMatchObject({ name: "Detail A", fileScale: { label: "1 in = 20 ft" } });
});

test("a file that is no readable plan says what to do, and leaves nothing half taken", async () => {
  const { people, asking } = a;
  const body = { projectId, name: "Notes", fileId: await to.fileOf(engineer, "only text") };
  await expect(asking(engineer, "POST /api/v1/plan-sets", body)).rejects.toMatchObject(
    refuses("plans_not_pdf"),
  );
  const other = await to.fileOf(people.inspector, await drawPlans([{ number: "A-1", title: "X" }]));
  await expect(
    asking(engineer, "POST /api/v1/plan-sets", { ...body, fileId: other }),
  ).rejects.toMatchObject(refuses("unknown_file"));
  await expect(
    asking(engineer, "POST /api/v1/plan-sets", {
      ...body,
      name: "Bid set",
      fileId: await to.fileOf(engineer, await drawPlans([{ number: "A-1", title: "X" }])),
    }),
  ).rejects.toMatchObject(refuses("same_plans"));
  const { addPlans } = await import("./takeoff/plan.service.ts");
  const broken = await to.fileOf(engineer, "%PDF-1.7\nnothing of a PDF follows");
  const input = { projectId, name: "Broken", label: "Issue 1", issuedOn: null, fileId: broken };
  const made = await a.as(engineer, (tx) => addPlans(tx, engineer, input));
  expect((await to.read(made.issueId)).problem).toMatch(/damaged/);
  const standing = await to.sheetsOf(made.id);
  expect(standing).toMatchObject({ sheets: [], issues: [{ state: "failed" }] });
});

test("without a scale nothing has a quantity; with one it is that of the closed formula", async () => {
  const sheet = await sheetOf("C-101");
  const { id } = await measure(sheet);
  expect(await read(id)).toMatchObject({ quantity: null, scale: "" });
  await expect(step(id, "check", a.people.inspector)).rejects.toMatchObject(refuses("no_quantity"));
  await scale("C-101", listed("1in-20ft"));
  // 144 points at 1" = 20' are 40 ft: 1,600 sq ft.
  expect(await read(id)).toMatchObject({ quantity: "177.7778", scale: `1" = 20'` });
  const cut = await measure(sheet, { cutOuts: [square(72, 160, 160)] });
  expect((await read(cut.id)).quantity).toBe("133.3333");
  const deep = await measure(sheet, {
    kind: "volume",
    unit: "cu yd",
    depth: { amount: "1.5", unit: "ft" },
  });
  expect((await read(deep.id)).quantity).toBe("88.8889");
  const count = await measure(await sheetOf("C-102"), {
    ...{ kind: "count", unit: "each", name: "Posts" },
    points: [
      [60, 70],
      [90, 70],
    ],
  });
  expect((await read(count.id)).quantity).toBe("2.0000");
  for (const each of [cut, deep, count]) await step(each.id, "drop", engineer, { reason: "A try" });
});

test("another scale shows every quantity before and after first; a depth stays as typed", async () => {
  const sheet = await sheetOf("C-101");
  const depth = { amount: "2", unit: "ft" };
  const deep = await measure(sheet, { kind: "volume", unit: "cu yd", name: "Bedding", depth });
  await step(deep.id, "check", a.people.inspector);
  await expect(scale("C-101", listed("1in-40ft"))).rejects.toMatchObject({
    code: "quantities_change",
    extra: {
      changes: [
        { name: "Riprap", before: "177.7778", after: "711.1111" },
        { name: "Bedding", before: "118.5185", after: "474.0741" },
      ],
    },
  });
  expect((await read(deep.id)).quantity).toBe("118.5185");
  await scale("C-101", listed("1in-40ft", true));
  expect(await read(deep.id)).toMatchObject({ quantity: "474.0741", status: "measured" });
  await scale("C-101", {
    ...{ basis: "points", from: [100, 100], to: [244, 100], length: "40", unit: "ft", seen: true },
  });
  expect(await read(deep.id)).toMatchObject({
    quantity: "118.5185",
    scale: "40 ft between two points",
  });
  await step(deep.id, "drop", engineer, { reason: "A try" });
});

test("each part of a sheet has its own scale, the file's own among them", async () => {
  const sheet = await sheetOf("C-103");
  const detail = sheet.viewports[1]!;
  await scale("C-103", { basis: "file" }, 1);
  await scale("C-103", listed("1in-10ft"));
  const line = {
    kind: "length",
    unit: "ft",
    name: "Guardrail",
    points: [
      [150, 150],
      [222, 150],
    ],
  };
  const [whole, part] = [
    await measure(sheet, line),
    await measure(sheet, { ...line, viewportId: detail.id }),
  ];
  expect((await read(whole.id)).quantity).toBe("10.0000");
  expect((await read(part.id)).quantity).toBe("20.0000");
  await expect(scale("C-101", { basis: "file" })).rejects.toMatchObject(refuses("no_file_scale"));
  await expect(
    measure(sheet, {
      ...line,
      viewportId: detail.id,
      points: [
        [150, 150],
        [700, 150],
      ],
    }),
  ).rejects.toMatchObject(refuses("point_outside", /Point 2 lies outside of Detail A/));
  const made = await a.asking<Written>(engineer, `POST /api/v1/plan-sheets/${sheet.id}/viewports`, {
    name: "Profile",
    box: [600, 300, 900, 120],
  });
  expect((await to.sheet(sheet.id)).viewports[2]).toMatchObject({
    id: made.id,
    box: [600, 120, 900, 300],
    scale: null,
  });
  for (const [body, code] of [
    [{ name: "Profile", box: [1, 1, 9, 9] }, "same_viewport"],
    [{ name: "Far", box: [1, 1, 9000, 9] }, "viewport_outside"],
  ] as const)
    await expect(
      a.asking(engineer, `POST /api/v1/plan-sheets/${sheet.id}/viewports`, body),
    ).rejects.toMatchObject(refuses(code));
});

test("what cannot be measured is refused in words", async () => {
  const sheet = await sheetOf("C-101");
  const bow = [
    [100, 100],
    [200, 200],
    [200, 100],
    [100, 200],
  ];
  const refused = async (over: object, code: string, message?: RegExp) =>
    expect(measure(sheet, over)).rejects.toMatchObject(refuses(code, message));
  await refused({ points: bow }, "bad_shape", /crosses itself between points 1–2 and 3–4/);
  await refused({ kind: "volume", unit: "cu yd" }, "depth_missing");
  await refused({ depth: { amount: "1", unit: "ft" } }, "depth_of_none");
  const wrong = { kind: "volume", unit: "cu yd", depth: { amount: "1", unit: "gal" } };
  await refused(wrong, "depth_unit");
  await refused({ unit: "ft" }, "unit_of_kind");
  await refused({ costCodeId: crypto.randomUUID() }, "unknown_cost_code");
  const { viewports } = await sheetOf("C-102");
  await refused({ viewportId: viewports[0]!.id }, "viewport_of_another");
  for (const [body, code] of [
    [{ basis: "points", from: [100, 100], to: [100, 100], length: "1" }, "bad_scale"],
    [{ basis: "points", from: [100, 100], to: [5000, 100], length: "1" }, "bad_scale"],
    [{ basis: "points", from: [100, 100], to: [200, 100], length: "1", unit: "gal" }, "scale_unit"],
  ] as const)
    await expect(scale("C-101", body)).rejects.toMatchObject(refuses(code));
});

test("whoever measured does not check it, and the later change of one shape is told", async () => {
  const { inspector } = a.people;
  const { id, version } = await measure(await sheetOf("C-101"), { name: "Slope" });
  await expect(step(id, "check", engineer)).rejects.toThrow(/another person|You measured/);
  const {
    sheetId: _sheet,
    kind: _kind,
    ...change
  } = given(await sheetOf("C-101"), {
    slope: "75",
  });
  await a.asking(inspector, `PUT /api/v1/measurements/${id}`, change, version);
  expect((await read(id)).quantity).toBe("222.2222");
  await expect(
    a.asking(engineer, `PUT /api/v1/measurements/${id}`, change, version),
  ).rejects.toMatchObject({ status: 412 });
  // The inspector changed it: somebody else checks it.
  await expect(step(id, "check", inspector)).rejects.toThrow();
  await step(id, "check", a.people.second);
  await expect(
    a.asking(engineer, `PUT /api/v1/measurements/${id}`, change, (await read(id)).version),
  ).rejects.toThrow(/Open it again before you change it/);
  await step(id, "reopen", engineer, { reason: "The edge moved" });
  expect(await read(id)).toMatchObject({ status: "measured", checkedName: "" });
  await step(id, "drop", engineer, { reason: "A try" });
});

test("two people who move different points keep both; the same point asks", async () => {
  const { inspector } = a.people;
  const sheet = await sheetOf("C-101");
  const made = await measure(sheet, { name: "Shared" });
  const reshape = (actor: Actor, points: number[][], version: number | null = made.version) =>
    a.asking<Written & { merged: boolean }>(
      actor,
      `PUT /api/v1/measurements/${made.id}/shape`,
      { points, base: { points: square(144) } },
      version ?? undefined,
    );
  const now = async () =>
    (
      await a.asking<DrawnOnSheet>(engineer, `GET /api/v1/plan-sheets/${sheet.id}/measurements`)
    ).items.find(({ id }) => id === made.id)!;
  expect(await reshape(engineer, square(144).with(1, [366, 150]))).toMatchObject({ merged: false });
  expect(await reshape(inspector, square(144).with(2, [294, 366]))).toMatchObject({ merged: true });
  expect((await now()).points).toEqual(square(144).with(1, [366, 150]).with(2, [294, 366]));
  const stands = await now();
  expect(stands.quantity).toBe("288.8889");
  await expect(reshape(inspector, square(144).with(1, [380, 150]))).rejects.toMatchObject({
    ...refuses("points_changed", /Somebody else changed point 2 too. Keep yours or theirs\./),
    extra: { theirs: { points: stands.points }, theirVersion: stands.version },
  });
  // Each change alone is a shape, both together cross.
  await expect(reshape(inspector, square(144).with(3, [320, 360]))).rejects.toMatchObject(
    refuses("points_changed", /Together with what somebody else changed: The outline crosses/),
  );
  await expect(reshape(engineer, square(144), null)).rejects.toMatchObject({ status: 428 });
  await expect(reshape(engineer, square(144).slice(0, 2), stands.version)).rejects.toMatchObject(
    refuses("bad_shape"),
  );
  await expect(reshape(a.elsewhere, square(144))).rejects.toMatchObject({ status: 404 });
  // Both had a hand in it: another person checks.
  await expect(step(made.id, "check", inspector)).rejects.toThrow();
  await step(made.id, "check", a.people.second);
  await expect(reshape(engineer, square(144))).rejects.toThrow(
    /Open it again before you change it/,
  );
});
