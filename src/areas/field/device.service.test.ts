import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { fieldDevicesAfterRestore } from "./device/restored.service.ts";
import { tellSilentDevices } from "./device/silence.service.ts";
import type { PacketAnswer } from "./packet/packet.model.ts";
import { fieldOf, phoneOf, type Written } from "./field.setup.ts";

let t: TestDatabase;
let f: Awaited<ReturnType<typeof fieldOf>>;
let code: string;
const asking = askingOf(() => t);
const path = "/api/v1/field";

beforeAll(async () => {
  t = await freshDatabase();
  f = await fieldOf(t);
  code = await f.service();
});
afterAll(() => t.drop());

const pothole = () => ({
  kind: "service_request",
  values: { serviceCode: code, description: "A deep pothole", address: "12 Elm Street" },
});
const act = (id: string, name: string, body: object, by = f.people.admin) =>
  asking<Written>(by, `POST ${path}/devices/${id}/actions/${name}`, body);
type Phone = Awaited<ReturnType<typeof phoneOf>>;
const packet = (phone: Phone, cursor?: string) =>
  asking<PacketAnswer>(
    phone.actor,
    `GET ${path}/packet?device=${phone.id}${cursor ? `&cursor=${cursor}` : ""}`,
  );
const keyOf = (phone: Phone, by = phone.actor) =>
  asking<{ storeKey: string }>(by, `POST ${path}/devices/${phone.id}/store-key`);

test("a device is enrolled behind a fresh proof, by its own key, once", async () => {
  const jwk = { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "B".repeat(43) };
  const body = { id: newId(), name: "Phone", publicKey: jwk, storeKey: "C".repeat(43) };
  const phone = await phoneOf(t, f.people.crew);
  const crew = phone.actor;
  const enrol = (given: object) => asking(crew, `POST ${path}/devices`, { ...body, ...given });
  expect(await refusalOf(enrol({}))).toBe("device_key: This is no public key of ECDSA P-256.");
  const { publicKey } = await t.database.read(crew).one<{ publicKey: typeof jwk }>(sql`
    select public_key
    from field_device
    where org_id = ${crew.orgId} and id = ${phone.id}
  `);
  expect(await refusalOf(enrol({ id: phone.id, publicKey }))).toContain("device_enrolled");
  await identityDb(t.database).rows(sql`
    update session
    set proved_at = null, created_at = clock_timestamp() - interval '1 day'
    where id = ${crew.sessionId}
  `);
  expect(await refusalOf(enrol({ publicKey }))).toMatch(/proof_needed|fresh_sign_in_needed/);
});

test("the key of its store goes back to whom it belongs, and to nobody else", async () => {
  const phone = await phoneOf(t, f.people.crew);
  expect(await keyOf(phone)).toEqual({ storeKey: phone.storeKey });
  const admins = await phoneOf(t, f.people.admin, "Own phone of the administrator");
  expect(await refusalOf(keyOf(phone, admins.actor))).toContain("not_found");
  await act(phone.id, "lock", { reason: "Left in a truck" });
  expect(await refusalOf(keyOf(phone))).toContain("device_closed");
  const shown = JSON.stringify(await asking(f.people.admin, `GET ${path}/devices`));
  expect(shown).not.toContain(phone.storeKey);
});

test("another person's device and another agency's are not found", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(pothole());
  const url = `POST ${path}/devices/${phone.id}/captures`;
  const body = { captures: [], highest: 0, deviceNow: new Date().toISOString(), appVersion: "1" };
  expect(await refusalOf(asking(f.people.other, url, body))).toContain("not_found");
  const abroad = await fieldOf(t);
  expect(await refusalOf(asking(abroad.people.admin, url, body))).toContain("not_found");
  expect(await refusalOf(asking(abroad.people.admin, `GET ${path}/devices/${phone.id}`))).toContain(
    "not_found",
  );
  const outside = { ...f.people.crew, orgId: null };
  expect(await refusalOf(asking(outside, url, body))).toContain("no_agency");
});

test("a packet holds open work by cursor with removals, and nothing where the device is locked", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(pothole());
  await phone.send();
  const whole = await packet(phone);
  expect(whole).toMatchObject({ whole: true, more: false, removed: [], left: 0 });
  expect(whole.terms).toMatchObject({ daysWithoutSignIn: 7, lockMinutes: 15 });
  const open = whole.items.find(({ kind }) => kind === "service_request_step")!;
  expect(whole.items.map(({ kind }) => kind)).toContain("service_request");
  expect(await packet(phone, whole.cursor)).toMatchObject({ whole: false, items: [], removed: [] });
  await asking(f.people.boss, `POST /api/v1/service-requests/${open.id}/actions/decline`, {
    reason: "Not ours",
  });
  const changed = await packet(phone, whole.cursor);
  expect(changed.removed).toContainEqual({ kind: "service_request_step", id: open.id });
  expect(await packet(phone, newId())).toMatchObject({ whole: true });
  await act(phone.id, "lock", { reason: "Lost" });
  expect(await packet(phone)).toMatchObject({ items: [], deviceState: "locked" });
  await act(phone.id, "unlock", {});
  expect((await packet(phone)).items.length).toBeGreaterThan(0);
});

test("what comes after a device was revoked goes to review, and its sessions end", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await packet(phone);
  await phone.capture(pothole());
  await act(phone.id, "revoke", { reason: "Stolen" });
  const ended = await identityDb(t.database).one<{ reason: string }>(sql`
    select ended_reason as reason
    from session
    where id = ${phone.actor.sessionId}
  `);
  expect(ended.reason).toBe("device_revoked");
  const { results } = await phone.send();
  expect(results).toMatchObject([
    { state: "in_review", message: "It came after its device was revoked." },
  ]);
  expect(await packet(phone)).toMatchObject({ items: [], deviceState: "revoked" });
});

test("erasing asks for the number of captures that wait", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(pothole());
  await phone.send([]);
  const erase = (waiting: number) => act(phone.id, "erase", { reason: "Lost", waiting });
  expect(await refusalOf(erase(0))).toContain("waiting_differs");
  expect(await erase(1)).toMatchObject({ status: "erased" });
  expect(await packet(phone)).toMatchObject({ items: [], deviceState: "erased" });
});

test("a role that was withdrawn sends captures to review, and the packet goes", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(pothole());
  phone.actor.permissions = new Set(["serviceRequest.read"]);
  const { results } = await phone.send();
  expect(results[0]?.message).toBe("Whoever captured it may not capture in the field any more.");
  expect((await packet(phone)).items).toEqual([]);
});

test("a device that had captures and is silent for three days is told once, to its person and administrators", async () => {
  const phone = await phoneOf(t, f.people.crew, "Crew phone of the yard");
  await phone.capture(pothole());
  await phone.send([]);
  const toldOf = (who: Actor) =>
    t.database.read(who).one<{ n: number }>(sql`
      select count(*)::int as n
      from notification
      where org_id = ${f.agency.orgId}
        and person_id = ${who.personId}
        and title = 'Crew phone of the yard is silent, with captures on it'
    `);
  const told = async () => [
    (await toldOf(f.people.crew)).n,
    (await toldOf(f.people.admin)).n,
    (await toldOf(f.people.boss)).n,
  ];
  await tellSilentDevices(t.app);
  expect(await told()).toEqual([0, 0, 0]);
  await t.database.transaction(f.people.admin, (tx) =>
    tx.rows(sql`
      update field_device
      set last_contact_at = clock_timestamp() - interval '73 hours'
      where org_id = ${f.agency.orgId} and id = ${phone.id}
    `),
  );
  await tellSilentDevices(t.app);
  await tellSilentDevices(t.app);
  expect(await told()).toEqual([1, 1, 0]);
  expect(
    (
      await asking<{ items: { id: string; silent: boolean }[] }>(
        f.people.boss,
        `GET ${path}/devices`,
      )
    ).items[0],
  ).toMatchObject({ id: phone.id, silent: true });
});

test("a revoked device that kept captures stands before those where nothing is wrong, until it is erased", async () => {
  const [fine, lost] = [await phoneOf(t, f.people.crew), await phoneOf(t, f.people.crew)];
  await lost.capture(pothole());
  await lost.send([]);
  await act(lost.id, "revoke", { reason: "Lost" });
  const found = await asking<{ items: { id: string }[] }>(
    f.people.admin,
    `GET ${path}/devices?lost=true`,
  );
  expect(found.items.map(({ id }) => id)).toEqual([lost.id]);
  const { items } = await asking<{ items: { id: string }[] }>(
    f.people.admin,
    `GET ${path}/devices`,
  );
  const at = (id: string) => items.findIndex((row) => row.id === id);
  expect(at(lost.id)).toBeLessThan(at(fine.id));
});

test("an agency says how long its devices work without a sign-in, by the version that was read", async () => {
  const terms = { daysWithoutSignIn: 3, lockMinutes: 5 };
  const set = (by = f.people.admin, version = 0) => asking(by, `PUT ${path}/terms`, terms, version);
  expect(await refusalOf(set(f.people.boss))).toContain("not_allowed");
  const bounds = { ...terms, daysWithoutSignIn: 30 };
  expect(await refusalOf(asking(f.people.admin, `PUT ${path}/terms`, bounds, 0))).toContain(
    "Enter 1 to 14 whole days.",
  );
  expect(await set()).toMatchObject({ ...terms, version: 1, canEdit: true });
  expect(await refusalOf(set())).toContain("stale_version");
  const phone = await phoneOf(t, f.people.crew);
  expect((await packet(phone)).terms).toMatchObject(terms);
});

test("after a restore a device that was revoked stays locked until somebody answers", async () => {
  const phone = await phoneOf(t, f.people.crew);
  const admin = f.people.admin;
  const entry = (action: string) => ({ action, objectId: phone.id }) as never;
  expect(fieldDevicesAfterRestore.told(entry("fieldDevice.revoke"), () => null)).toMatchObject({
    taken: {},
    sentence: "Revoked",
  });
  expect(fieldDevicesAfterRestore.told(entry("fieldDevice.unlock"), () => null)).toMatchObject({
    taken: null,
  });
  const close = () =>
    t.database.transaction(admin, (tx) => fieldDevicesAfterRestore.close(tx, admin, phone.id, {}));
  expect(await close()).toMatchObject({ subjectId: phone.id });
  expect(await close()).toBeNull();
  expect(await refusalOf(keyOf(phone))).toContain("device_closed");
  await t.database.transaction(admin, (tx) =>
    fieldDevicesAfterRestore.open(
      ...([tx, admin] as const),
      { subjectId: phone.id, before: {}, told: true, reason: "It is in hand" },
      t.app,
    ),
  );
  expect(await refusalOf(keyOf(phone))).toBe("nothing was refused");
});

test("desks hear of a device that told something new, and not of one that told the same again", async () => {
  const phone = await phoneOf(t, f.people.crew);
  const heard = async () => {
    const rows = await t.database.read(f.people.admin).rows<{
      events: { topic: string; objectId: string }[];
    }>(sql`select events from outbox_event where org_id = ${f.agency.orgId} order by id`);
    return rows
      .flatMap(({ events }) => events)
      .filter(({ topic, objectId }) => topic === "fieldDevice.tell" && objectId === phone.id)
      .length;
  };
  await phone.send([]);
  const first = await heard();
  await phone.send([]);
  expect(await heard()).toBe(first);
  await phone.capture(pothole());
  await phone.send();
  expect(await heard()).toBe(first + 1);
});

test("whoever looks after devices finds one by its number, its name and its person; others do not", async () => {
  const phone = await phoneOf(t, f.people.crew, "Tablet of the grader");
  const found = async (by: Actor, words: string) =>
    (await asking<{ items: { id: string; href: string }[] }>(by, `GET /api/v1/search?q=${words}`))
      .items;
  for (const words of [phone.number, "grader"])
    expect(await found(f.people.admin, words)).toEqual([
      expect.objectContaining({ id: phone.id, href: `/mobile-app?peek=${phone.id}` }),
    ]);
  expect(await found(f.people.other, "grader")).toEqual([]);
});
