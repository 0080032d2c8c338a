// Inspections on pinned checklists: what failed is followed by work, once for a defect, and an
// inspection is its person's.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { assetInput } from "./asset/asset.model.ts";
import { readAsset } from "./asset/asset.read.service.ts";
import { createAsset, moveAsset } from "./asset/asset.service.ts";
import { createClass } from "./asset/class.service.ts";
import { checklistInput } from "./checklist/checklist.model.ts";
import { checklists, draftShipped, listChecklists } from "./checklist/checklist.service.ts";
import { readInspection } from "./inspection/inspection.read.service.ts";
import {
  acknowledge,
  keepAnswers,
  reviewInspection,
  scheduleInspection,
  startInspection,
  submitInspection,
} from "./inspection/inspection.service.ts";

let t: TestDatabase;
let agency: Agency;
let keeper: Actor;
let manager: Actor;
let crew: Actor;
let inspector: Actor;
let stranger: Actor;
let classId: string;

const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string; errors?: { path: string }[]; message: string }) =>
      error.errors?.[0]?.path ?? error.code ?? error.message,
  );

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ keeper, manager, crew, inspector } = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    crew: { duties: ["technician"] },
    inspector: { duties: ["inspector"] },
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  ({ id: classId } = await as(keeper, (tx) =>
    createClass(tx, keeper, {
      code: "PUMP",
      name: "Pump",
      conditionScale: "one_to_five",
      lifeMonths: 120,
      active: true,
    }),
  ));
});
afterAll(() => t.drop());

let tags = 0;
const serving = async (over: object = {}) => {
  const { id } = await as(keeper, (tx) =>
    createAsset(
      tx,
      keeper,
      assetInput.parse({
        name: "Pump",
        classId,
        tag: `F-${++tags}`,
        location: "Yard",
        departmentId: agency.departmentId,
        ...over,
      }),
    ),
  );
  await as(keeper, (tx) => moveAsset(tx, keeper, "putInService", { id, version: null }));
  return id;
};
const listOf = async (over: object = {}) => {
  const input = checklistInput.parse({
    name: `List ${newId()}`,
    items: [
      {
        key: "brakes",
        label: "Brakes",
        onFail: { workOrder: "urgent", takeOut: true, photo: false },
      },
      {
        key: "level",
        label: "Level",
        kind: "number",
        least: 1,
        most: 5,
        onFail: { workOrder: "normal", takeOut: false, photo: false },
      },
      { key: "photo", label: "Photo", kind: "photo", required: false },
    ],
    ...over,
  });
  const draft = await as(manager, (tx) => checklists.draft(tx, manager, input));
  await as(manager, (tx) => checklists.publish(tx, manager, draft.id, draft.version));
  return draft.definitionId;
};
const inspect = async (checklistId: string, assetId: string) => {
  const { id } = await as(manager, (tx) =>
    scheduleInspection(tx, manager, {
      checklistId,
      assetId,
      placeId: null,
      location: "",
      assignedTo: inspector.personId!,
      dueOn: agencyDay(),
    }),
  );
  await as(inspector, (tx) => startInspection(tx, inspector, { id, version: null }));
  return id;
};
const submit = (id: string, answers: object, actor = inspector) =>
  as(actor, (tx) =>
    submitInspection(
      tx,
      actor,
      { id, version: null },
      { answers: answers as Record<string, unknown> },
    ),
  );

test("what failed makes a finding, one corrective order for the defect while it is open, and takes the asset out", async () => {
  const [list, assetId] = await Promise.all([listOf(), serving()]);
  const first = await inspect(list, assetId);
  const second = await inspect(list, assetId);
  const bad = { brakes: "fail", brakesNote: "They pull", level: 9, levelNote: "High" };
  expect(await refused(submit(first, { brakes: "fail", level: 2 }))).toBe("answers.brakesNote");
  expect(await refused(submit(first, { ...bad, photo: [newId()] }))).toBe("answers.photo");
  expect(await refused(submit(first, bad, crew))).toBe("not_allowed");
  await Promise.all([submit(first, bad), submit(second, bad)]);
  const db = t.database.read(manager);
  const [one, two] = await Promise.all([
    readInspection(db, manager, first),
    readInspection(db, manager, second),
  ]);
  const orders = [...one.findings, ...two.findings].map((f) => f.workOrderId);
  expect(new Set(orders).size).toBe(2);
  expect([...one.findings, ...two.findings].filter((f) => f.joined)).toHaveLength(2);
  expect((await readAsset(db, manager, assetId)).status).toBe("out_of_service");
  const mine = as(inspector, (tx) =>
    reviewInspection(tx, inspector, { id: first, version: null }, { note: "" }),
  );
  expect(await refused(mine)).toBe("not_allowed");
  expect(
    await as(manager, (tx) =>
      reviewInspection(tx, manager, { id: first, version: null }, { note: "Seen" }),
    ),
  ).toMatchObject({ status: "reviewed", reviewedBy: manager.personId });
});

test("an inspection is its person's; a draft is kept as it is; a demanded certificate never passes silently", async () => {
  const assetId = await serving();
  const list = await listOf({ certificates: ["NBIS-TL"] });
  const { id } = await as(manager, (tx) =>
    scheduleInspection(tx, manager, {
      checklistId: list,
      assetId,
      placeId: null,
      location: "",
      assignedTo: inspector.personId!,
      dueOn: null,
    }),
  );
  await expect(readInspection(t.database.read(crew), crew, id)).rejects.toThrow();
  await expect(readInspection(t.database.read(stranger), stranger, id)).rejects.toThrow();
  const start = () => as(inspector, (tx) => startInspection(tx, inspector, { id, version: null }));
  await expect(start()).rejects.toThrow("NBIS-TL, which is not checked");
  await as(manager, (tx) => acknowledge(tx, manager, id, 1));
  await start();
  await as(inspector, (tx) => keepAnswers(tx, inspector, id, { brakes: "pass" }, 3));
  const kept = await readInspection(t.database.read(inspector), inspector, id);
  expect(kept.answers).toEqual({ brakes: "pass" });
  expect(kept.qualification).toContain(manager.name);
  const wrong = as(manager, (tx) =>
    scheduleInspection(tx, manager, {
      checklistId: list,
      assetId,
      placeId: null,
      location: "",
      assignedTo: stranger.personId!,
      dueOn: null,
    }),
  );
  expect(await refused(wrong)).toBe("assignedTo");
});

test("the checklists that come with the product can be drafted once and published", async () => {
  expect(await as(manager, (tx) => draftShipped(tx, manager))).toEqual({ drafted: 5 });
  expect(await as(manager, (tx) => draftShipped(tx, manager))).toEqual({ drafted: 0 });
  const drafts = (await listChecklists(t.database.read(manager))).filter(
    (l) => l.status === "draft",
  );
  for (const list of drafts)
    await as(manager, (tx) => checklists.publish(tx, manager, list.id, list.version));
  expect(drafts).toHaveLength(5);
});
