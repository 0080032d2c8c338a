import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blankField } from "#areas/forms/form/form.labels.ts";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { publishedForm } from "#server/testing/forms.ts";
import { declaredDisaster } from "#server/testing/recovery.ts";
import type { PacketAnswer, SentItem } from "./packet/packet.model.ts";
import { fieldOf, phoneOf } from "./field.setup.ts";

let t: TestDatabase;
let f: Awaited<ReturnType<typeof fieldOf>>;
let phone: Awaited<ReturnType<typeof phoneOf>>;

beforeAll(async () => {
  t = await freshDatabase();
  f = await fieldOf(t);
  phone = await phoneOf(t, f.people.crew);
});
afterAll(() => t.drop());

const item = async (kind: string, id?: string): Promise<SentItem> => {
  const { items } = await f.asking<PacketAnswer>(
    phone.actor,
    `GET /api/v1/field/packet?device=${phone.id}`,
  );
  return items.find((one) => one.kind === kind && (id === undefined || one.id === id))!;
};
/** Captures, sends and gives what became of it. */
const captured = async (given: Parameters<typeof phone.capture>[0]) => {
  const sent = await phone.capture(given);
  const { results } = await phone.send([sent]);
  return f.detail(f.people.boss, results[0]!.id);
};
const seenOf = ({ id, version, data }: SentItem) => ({
  record: { id, version },
  seen: { status: data["status"] },
});
const ask = <T = { id: string; version: number }>(
  by: Actor,
  what: string,
  body?: object,
  v?: number,
) => f.asking<T>(by, what, body, v);

test("a work order is started, its tasks ticked, a part asked for, its meter read, and completed", async () => {
  const { boss, crew } = f.people;
  const made = await ask(f.people.other, "POST /api/v1/work-orders", {
    ...{ title: "Clear the culvert", tasks: [{ title: "Lock out", mandatory: true }] },
  });
  const at = `POST /api/v1/work-orders/${made.id}/actions`;
  await ask(boss, `${at}/approve`);
  await ask(boss, `${at}/schedule`, { scheduledOn: agencyDay(), leadId: crew.personId });
  const planned = await item("work_order_step", made.id);
  const started = await captured({
    ...{ kind: "work_order_step", ...seenOf(planned), values: { action: "start" } },
  });
  expect(started).toMatchObject({ status: "applied", appliedType: "workOrder" });
  const [task] = planned.data["tasks"] as { id: string }[];
  const seen = { status: "in_progress", [task!.id]: false };
  const about = { kind: "work_order_step", record: { id: made.id, version: planned.version } };
  const ticked = { ...about, seen, values: { action: "tick", taskId: task!.id, done: true } };
  expect(await captured(ticked)).toMatchObject({ status: "applied" });
  // The same tick of what somebody saw undone: it is done by now.
  expect(await captured(ticked)).toMatchObject({ status: "in_review", heldFor: "changed" });
  const need = { action: "need", description: "Gasket", quantity: "2", unit: "each" };
  expect(await captured({ ...about, values: need })).toMatchObject({ status: "applied" });
  const read = { action: "read", kind: "hours", value: 12 };
  expect(await captured({ ...about, values: read })).toMatchObject({
    ...{ status: "in_review", heldFor: "no_asset" },
  });
  const done = { action: "complete", remedy: "Cleared by hand" };
  expect(await captured({ ...about, seen: { status: "in_progress" }, values: done })).toMatchObject(
    {
      status: "applied",
    },
  );
  expect(await item("work_order_step", made.id)).toBeUndefined();
});

const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
/** A photo as a device names it; `name` makes it another one. */
const photoOf = (name: string) => {
  const bytes = Buffer.concat([pixel, Buffer.from(name)]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes, told: { sha256, bytes: bytes.length, mediaType: "image/gif", name } };
};
/** Sends a photo of a capture; gives the stored file and how the capture stands. */
const sendPhoto = async (captureId: string, { bytes, told }: ReturnType<typeof photoOf>) => {
  const stored = await t.app.files.put(Readable.from([bytes]), 1_000_000);
  const fileId = await t.database.transaction(phone.actor, (tx) =>
    recordFile(tx, {
      ...{ ...stored, orgId: f.agency.orgId, name: told.name },
      uploadedBy: phone.actor.personId,
    }),
  );
  const path = `POST /api/v1/field/captures/${captureId}/photos`;
  const { state } = await ask<{ state: string }>(phone.actor, path, {
    ...{ sha256: told.sha256, fileId },
  });
  return { fileId, state };
};
const attachedTo = async (objectType: string, objectId: string) =>
  (
    await ask<{ items: { fileId: string }[] }>(
      f.people.boss,
      `GET /api/v1/attachments?objectType=${objectType}&objectId=${objectId}`,
    )
  ).items.map(({ fileId }) => fileId);

test("a photo that comes behind its capture is attached to the record; that of hours stays with the capture", async () => {
  const { boss, crew } = f.people;
  const made = await ask(f.people.other, "POST /api/v1/work-orders", { title: "Grade the lane" });
  const at = `POST /api/v1/work-orders/${made.id}/actions`;
  await ask(boss, `${at}/approve`);
  await ask(boss, `${at}/schedule`, { scheduledOn: agencyDay(), leadId: crew.personId });
  const planned = await item("work_order_step", made.id);
  const late = photoOf("lane.gif");
  const started = await captured({
    ...{ kind: "work_order_step", ...seenOf(planned), values: { action: "start" } },
    photos: [late.told],
  });
  expect(started).toMatchObject({ status: "applied", photosWanted: 1, photosReceived: 0 });
  expect(await attachedTo("workOrder", made.id)).toEqual([]);
  const came = await sendPhoto(started.id, late);
  expect(came.state).toBe("applied");
  expect(await attachedTo("workOrder", made.id)).toEqual([came.fileId]);

  const hour = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const sheet = photoOf("sheet.gif");
  const worked = await captured({
    ...{ kind: "hours", photos: [sheet.told] },
    values: {
      ...{ personId: crew.personId, fromAt: hour(60), toAt: hour(58), activity: "Grading" },
    },
  });
  expect(worked).toMatchObject({ status: "applied", appliedType: "workHour" });
  const kept = await sendPhoto(worked.id, sheet);
  const { photos } = await f.detail(boss, worked.id);
  expect(photos.map(({ fileId }) => fileId)).toEqual([kept.fileId]);
});

test("a failed inspection with its photo is submitted by the version that the packet held", async () => {
  const { boss, crew } = f.people;
  const list = await ask<{ id: string; definitionId: string; version: number }>(
    boss,
    "POST /api/v1/inspection-checklists",
    {
      name: "Culverts",
      items: [
        {
          key: "grate",
          label: "Grate",
          onFail: { workOrder: "normal", takeOut: false, photo: true },
        },
      ],
    },
  );
  await ask(
    boss,
    `POST /api/v1/inspection-checklists/${list.id}/actions/publish`,
    {},
    list.version,
  );
  const made = await ask(boss, "POST /api/v1/inspections", {
    ...{ checklistId: list.definitionId, assignedTo: crew.personId, title: "Culvert at Elm" },
  });
  const planned = await item("inspection", made.id);
  expect(planned.data["pages"]).toBeTruthy();
  const photo = photoOf("grate.gif");
  const answers = { grate: "fail", grateNote: "Torn off", gratePhoto: [photo.told.sha256] };
  const sent = await phone.capture({
    ...{ kind: "inspection", ...seenOf(planned), values: { answers } },
    photos: [photo.told],
  });
  const [waiting] = (await phone.send([sent])).results;
  expect(waiting).toMatchObject({ state: "received", photosWanted: 1 });
  const { fileId, state } = await sendPhoto(waiting!.id, photo);
  expect(state).toBe("applied");
  const done = await ask<{ status: string; result: string; answers: object }>(
    boss,
    `GET /api/v1/inspections/${made.id}`,
  );
  expect(done).toMatchObject({
    ...{ status: "submitted", result: "fail" },
    answers: { gratePhoto: [fileId] },
  });
});

test("hours are judged by the clock of now, and nobody is in two places", async () => {
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const hours = { personId: phone.actor.personId, fromAt: at(6), toAt: at(2), activity: "Pumping" };
  // Typed before the shift was over: the device's moment lies before its end.
  const early = { kind: "hours", values: hours, at: at(3) };
  expect(await captured(early)).toMatchObject({ status: "applied", appliedType: "workHour" });
  expect(await captured(early)).toMatchObject({ status: "in_review", heldFor: "two_places" });
});

test("damage takes the place of the device, and its day from the capture", async () => {
  const declaration = await declaredDisaster(t.database, f.people.admin);
  expect((await item("damage", declaration.id)).title).toContain("Spring flood");
  const place = { latitude: 44.79, longitude: -93.6, accuracy: 8, at: new Date().toISOString() };
  const shown = await captured({
    ...{ kind: "damage", place, withoutPlace: null },
    values: {
      ...{
        declarationId: declaration.id,
        title: "Washed-out shoulder",
        location: "County Road 11",
      },
      ...{ category: "C", cause: "Flood water" },
    },
  });
  expect(shown).toMatchObject({ status: "applied", appliedType: "paDamage" });
  expect(await ask(f.people.boss, `GET /api/v1/pa-damage/${shown.appliedId}`)).toMatchObject({
    ...{ latitude: 44.79, occurredOn: agencyDay() },
  });
});

test("a form stands on the version that the device held, also once a newer one is in force", async () => {
  const form = await publishedForm(t.database, f.people.admin, "field-sheet");
  const held = await item("staff_form", form.id);
  const fields = [{ ...blankField("guests", "number", "guests") }];
  const pages = [{ title: "Page", sections: [{ title: "", help: "", fields }] }];
  const next = await ask<{ id: string; version: number }>(
    f.people.admin,
    `POST /api/v1/form-definitions?nextVersionOf=${form.definitionId}`,
    { name: "Form field-sheet", slug: "field-sheet", audience: "staff", pages },
  );
  await ask(
    f.people.admin,
    `POST /api/v1/form-definitions/${next.id}/actions/publish`,
    {},
    next.version,
  );
  const values = { formId: held.id, answers: { guests: 4, day: agencyDay() } };
  expect(await captured({ kind: "staff_form", values })).toMatchObject({
    ...{ status: "applied", appliedType: "formSubmission" },
  });
});

test("an entry in the log of an incident bears the moment of the capture", async () => {
  const { admin } = f.people;
  const { id } = await ask(admin, "POST /api/v1/incidents", {
    ...{ title: "Flood", kind: "flood", beginsOn: agencyDay() },
  });
  const entry = { kind: "note", entry: "Water over the road" };
  const about = { kind: "incident_log", record: { id, version: 1 } };
  const refused = await captured({ ...about, values: entry });
  expect(refused).toMatchObject({ status: "in_review", heldFor: "not_allowed" });
  expect(await captured({ ...about, record: null, values: entry })).toMatchObject({
    ...{ status: "in_review", heldFor: "no_record" },
  });
  await ask(admin, `POST /api/v1/incidents/${id}/actions/activate`, { level: 1 }, 1);
  const { positions } = await ask<{ positions: { id: string; code: string }[] }>(
    admin,
    `GET /api/v1/incidents/${id}`,
  );
  const operations = positions.find(({ code }) => code === "OSC")!;
  await ask(admin, `POST /api/v1/incident-positions/${operations.id}/holder`, {
    ...{ personId: phone.actor.personId, handover: "" },
  });
  expect((await item("incident_log", id)).title).toContain("Flood");
  const shown = await captured({ ...about, values: entry });
  expect(shown).toMatchObject({ status: "applied", appliedType: "incident", appliedId: id });
  const written = await t.database.read(admin).one<{ happenedAt: string }>(sql`
    select happened_at
    from incident_log
    where org_id = ${f.agency.orgId} and incident_id = ${id} and entry = ${entry.entry}
  `);
  expect(Date.parse(written.happenedAt)).toBe(Date.parse(shown.happenedAt));
});
