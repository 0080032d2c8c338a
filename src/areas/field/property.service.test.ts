import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { captureHash } from "./capture/envelope.ts";
import { fieldOf, phoneOf } from "./field.setup.ts";

let t: TestDatabase;
let f: Awaited<ReturnType<typeof fieldOf>>;
let code: string;

beforeAll(async () => {
  t = await freshDatabase();
  f = await fieldOf(t);
  code = await f.service();
});
afterAll(() => t.drop());

type Phone = Awaited<ReturnType<typeof phoneOf>>;
/** What a device keeps of its own: what it committed, and up to which number the server told it has all. */
type Device = { phone: Phone; acknowledged: number };

// A small generator of its own: a failing run is told by its seed and can be run again.
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) >>> 0;
  let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
};

const given = (name: string, random: () => number) =>
  random() < 0.2
    ? { kind: "service_request", values: { serviceCode: "none-such", description: name } }
    : {
        kind: "service_request",
        values: { serviceCode: code, description: name, address: "12 Elm Street" },
      };

/** One contact as the sender makes it: behind what was acknowledged, and sometimes a piece of it. */
const contact = async (device: Device, random: () => number): Promise<void> => {
  const { phone } = device;
  const open = phone.store.slice(device.acknowledged);
  const cut = random() < 0.3 ? open.filter(() => random() < 0.6) : open;
  const piece = cut.slice(0, 1 + Math.floor(random() * 10));
  const answer = await phone.send(piece);
  // The answer is swallowed, or the process killed, before the device wrote it down.
  if (random() < 0.35) return;
  device.acknowledged = answer.known;
};

/** The server as it was restored: what came last is gone, with all that it caused. */
const restore = (phones: readonly Phone[], random: () => number) =>
  t.database.transaction(f.people.admin, async (tx) => {
    for (const { id } of phones) {
      const keep = Math.floor(random() * 12);
      await tx.rows(sql`
        delete from service_request r
        where r.org_id = ${f.agency.orgId}
          and r.id in (
            select c.applied_id
            from field_capture c
            where c.org_id = r.org_id and c.device_id = ${id} and c.capture_no > ${keep}
          )
      `);
      await tx.rows(sql`
        delete from field_capture
        where org_id = ${f.agency.orgId} and device_id = ${id} and capture_no > ${keep}
      `);
      await tx.rows(sql`
        update field_device
        set
          highest = least(highest, ${keep}),
          received = (
            select count(*)::int
            from field_capture
            where org_id = ${f.agency.orgId} and device_id = ${id}
          )
        where org_id = ${f.agency.orgId} and id = ${id}
      `);
    }
  });

type Kept = { no: number; hash: string; status: string; appliedId: string | null };
const keptOf = (phone: Phone) =>
  t.database.read(f.people.admin).rows<Kept>(sql`
    select capture_no as no, hash, status, applied_id
    from field_capture
    where org_id = ${f.agency.orgId} and device_id = ${phone.id}
    order by capture_no
  `);
const madeOf = (name: string) =>
  t.database.read(f.people.admin).rows<{ id: string; description: string }>(sql`
    select id, description
    from service_request
    where org_id = ${f.agency.orgId} and description like ${`${name} %`}
  `);

const finish = async (device: Device) => {
  for (let i = 0; i < 20 && device.acknowledged < device.phone.store.length; i++) {
    const answer = await device.phone.send(
      device.phone.store.slice(device.acknowledged, device.acknowledged + 50),
    );
    device.acknowledged = answer.known;
  }
};

const proves = async ({ phone }: Device, name: string) => {
  const kept = await keptOf(phone);
  expect(kept.map(({ no }) => no)).toEqual(phone.store.map(({ envelope }) => envelope.number));
  expect(kept.map(({ hash }) => hash)).toEqual(
    await Promise.all(phone.store.map(({ envelope }) => captureHash(envelope))),
  );
  // Each effect once, of each capture that the rules took.
  const wanted = phone.store.filter(({ envelope }) => envelope.values["serviceCode"] === code);
  const made = await madeOf(name);
  expect(made.map(({ description }) => description).toSorted()).toEqual(
    wanted.map(({ envelope }) => envelope.values["description"] as string).toSorted(),
  );
  expect(
    kept
      .filter(({ status }) => status === "applied")
      .map(({ appliedId }) => appliedId)
      .toSorted(),
  ).toEqual(made.map(({ id }) => id).toSorted());
  expect(kept.filter(({ status }) => status === "in_review")).toHaveLength(
    phone.store.length - wanted.length,
  );
};

const steps = async (
  devices: readonly Device[],
  names: readonly string[],
  random: () => number,
) => {
  for (let i = 0; i < 60; i++) {
    const at = Math.floor(random() * devices.length);
    const device = devices[at]!;
    const what = random();
    if (what < 0.5)
      await device.phone.capture(
        given(`${names[at]} number ${device.phone.store.length + 1}`, random),
      );
    else if (what < 0.93) await contact(device, random);
    else
      await restore(
        devices.map(({ phone }) => phone),
        random,
      );
  }
};

test.each([1, 2, 3, 4, 5, 6])(
  "what two devices committed and what the server has are the same set, gaps are named, effects happen once (seed %i)",
  { timeout: 240_000 },
  async (seed) => {
    const random = randomOf(seed);
    const names = [`Seed ${seed} a`, `Seed ${seed} b`];
    const people: Actor[] = [f.people.crew, f.people.other];
    const devices = await Promise.all(
      people.map(async (person, i): Promise<Device> => {
        const phone = await phoneOf(t, person, names[i]);
        return { phone, acknowledged: 0 };
      }),
    );
    await steps(devices, names, random);
    for (const device of devices) {
      const { missing, known } = await device.phone.send([]);
      const kept = new Set((await keptOf(device.phone)).map(({ no }) => no));
      expect(missing).toEqual(
        device.phone.store.map(({ envelope }) => envelope.number).filter((no) => !kept.has(no)),
      );
      device.acknowledged = known;
    }
    await t.database.transaction(f.people.admin, (tx) =>
      tx.rows(sql`delete from idempotency_key where org_id = ${f.agency.orgId}`),
    );
    for (const device of devices) await finish(device);
    for (const [i, device] of devices.entries()) await proves(device, names[i]!);
  },
);

test("a server that stopped between taking in and judging judges what comes again, once", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(given("Stopped 1", () => 1));
  await phone.send();
  await t.database.transaction(f.people.admin, (tx) =>
    tx.rows(sql`
      with gone as (
        delete from service_request
        where org_id = ${f.agency.orgId} and description = 'Stopped 1'
      )
      update field_capture
      set status = 'received', applied_id = null, applied_type = '', applied_number = ''
      where org_id = ${f.agency.orgId} and device_id = ${phone.id}
    `),
  );
  expect((await phone.send()).results).toMatchObject([{ state: "applied" }]);
  expect((await phone.send()).results).toMatchObject([{ state: "applied" }]);
  expect(await madeOf("Stopped")).toHaveLength(1);
});

test("a store that was copied and went on twice is taken in, and held for a decision", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(given("Chain 1", () => 1));
  await phone.capture({ ...given("Chain 2", () => 1), before: "a".repeat(64) });
  const { results } = await phone.send();
  expect(results).toMatchObject([{ state: "applied" }, { state: "in_review" }]);
  expect(results[1]?.message).toContain("store was changed or copied");
});
