// In a copy for practice a whole purchase goes to a bank file: nothing leaves it, its agency is as it was,
// and no real number stands in it.
import pg from "pg";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymous, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { describedTables } from "#server/agency-tables/catalogue.ts";
import { financePaymentEndpoints } from "#areas/finance/payment/payment.api.ts";
import { readNacha } from "#areas/finance/payment/nacha-reader.model.ts";
import type { RunDetail } from "#areas/finance/payment/run.model.ts";
import { published } from "#server/db/scopes/published.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { stamped, practising } from "#server/agencies/practice-now.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { askSandbox, makeSandbox } from "./sandbox.service.ts";

let t: TestDatabase;
let owner: pg.Client;
let server: FastifyInstance;
let real: PayingAgency;
let copy: PayingAgency;
let vendorId: string;
const identity = newId();
const canaries = {
  phone: "(641) 207-8833",
  email: "orders@birchline-real.test",
  street: "77 Quarrystone Way",
  city: "Realmouth",
  zip: "50219",
  last4: "7391",
};

const digestsOf = async (orgId: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const { name, ofAgencies } of await describedTables(owner)) {
    if (!ofAgencies) continue;
    const { rows } = await owner.query<{ digest: string | null }>(
      `
        select md5(string_agg(t::text, '' order by t::text)) as digest
        from "${name}" t
        where org_id = $1
      `,
      [orgId],
    );
    if (rows[0]!.digest) found.set(name, rows[0]!.digest);
  }
  return found;
};
/** Tables of an agency in which a text stands; a short one, which ids hold by chance, as a whole value. */
const holding = async (orgId: string, text: string): Promise<string[]> => {
  const within = "t::text ilike '%' || $2 || '%'";
  const whole = "exists (select 1 from jsonb_each_text(to_jsonb(t)) v where v.value = $2)";
  const found: string[] = [];
  for (const { name, ofAgencies } of await describedTables(owner)) {
    if (!ofAgencies) continue;
    const { rowCount } = await owner.query(
      `select 1 from "${name}" t where org_id = $1 and ${text.length < 6 ? whole : within} limit 1`,
      [orgId, text],
    );
    if (rowCount) found.push(name);
  }
  return found;
};

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  server = await buildApp({
    ...t.app,
    endpoints: financePaymentEndpoints,
    principal: async (request) => {
      const of = request.headers["x-copy"] ? copy : real;
      return of.people[request.headers["x-who"] as keyof PayingAgency["people"]] ?? anonymous;
    },
  });
  real = await payingAgency(t.database);
  vendorId = (await makeVendor(t.database, real, { name: "Birchline", paymentMethod: "ach" })).id;
  await bankAccount(t.database, real, vendorId);
  await owner.query("insert into vendor_identity (id, name) values ($1, 'Birchline')", [identity]);
  await owner.query(
    `
      update vendor
      set
        phone = $3, email = $4, address1 = $5, city = $6, postal_code = $7, tin_last4 = $8,
        tin_digest = 'real digest', tin_sealed = 'real seal', tin_kind = 'ein', is_public = true,
        identity_id = $9
      where org_id = $1 and id = $2
    `,
    [real.orgId, vendorId, ...Object.values(canaries), identity],
  );
  const { admin } = real.people;
  const row = await t.database.transaction(admin, (tx) =>
    askSandbox(tx, admin, {
      reason: "A year's end rehearsed.",
      members: Object.values(real.people).map(({ personId }) => personId!),
    }),
  );
  await makeSandbox({
    app: t.app,
    actor: { ...admin, kind: "system" },
    jobId: newId(),
    payload: { sandboxId: row.id },
    progress: async () => {},
  });
  const people = Object.fromEntries(
    Object.entries(real.people).map(([name, actor]) => [name, { ...actor, orgId: row.copyId }]),
  ) as PayingAgency["people"];
  copy = { ...real, orgId: row.copyId, people };
});
afterAll(async () => {
  await server.close();
  await owner.end();
  await t.drop();
});

test("no real number, address, phone or mail address stands in any column of the copy", async () => {
  for (const text of [...Object.values(canaries), "real digest", "real seal", "0042119876"]) {
    if (text !== "0042119876") expect(await holding(real.orgId, text), text).toContain("vendor");
    expect(await holding(copy.orgId, text), text).toEqual([]);
  }
  const { rows } = await owner.query(
    "select phone, email, postal_code, tin_last4, tin_digest <> '' as found from vendor where org_id = $1 and id = $2",
    [copy.orgId, vendorId],
  );
  expect(rows[0]).toMatchObject({
    phone: expect.stringMatching(/^\(\d{3}\) 555-\d{4}$/),
    email: expect.stringMatching(/@practice\.example$/),
    postal_code: expect.stringMatching(/^000\d\d$/),
    found: true,
  });
});

test("the public and the vendor see the agency's record and nothing of the copy", async () => {
  await owner.query("update organization set settings = settings || $2 where id = any($1)", [
    [real.orgId, copy.orgId],
    { publish: { orders: true, budget: true, requests: true, changes: true } },
  ]);
  const shown = async (db: { rows: <T>(s: ReturnType<typeof sql>) => Promise<T[]> }) =>
    (await db.rows<{ orgId: string }>(sql`select org_id from vendor where id = ${vendorId}`)).map(
      ({ orgId }) => orgId,
    );
  expect(await shown(published(t.database))).toEqual([real.orgId]);
  const vendor = { kind: "vendor", personId: newId(), vendorIds: [identity] } as unknown as Actor;
  expect(await shown(vendorSide(t.database, vendor))).toEqual([real.orgId]);
});

test("a whole purchase to a bank file: it says VOID, nothing is due to go out, and the agency is as it was", async () => {
  const before = await digestsOf(real.orgId);
  await approvedInvoice(t.database, copy, { vendorId, cents: 125_000 });
  const id = await approvedRun(t.database, copy);
  const ask = (method: "GET" | "POST", url: string, version?: number) =>
    server.inject({
      method,
      url,
      headers: {
        ...{ "x-who": "treasurer", "x-copy": "yes" },
        ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      },
      ...(method === "POST" ? { payload: {} } : {}),
    });
  const { version } = (await ask("GET", `/api/v1/payment-runs/${id}`)).json<RunDetail>();
  const released = await ask("POST", `/api/v1/payment-runs/${id}/actions/release`, version);
  expect(released.statusCode, released.body).toBe(200);
  const file = await ask("GET", `/api/v1/payment-runs/${id}/nacha`);
  expect(file.statusCode, file.body).toBe(200);
  const lines = file.body.split(/\r?\n/).filter(Boolean);
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.every((line) => line.startsWith("VOID PRACTICE COPY "))).toBe(true);
  expect(() => readNacha(file.body)).toThrow();
  expect(file.headers["content-disposition"]).toMatch(/PRACTICE-COPY-/);
  const { rows: due } = await owner.query(
    "select id from mail where org_id = $1 and sent_at is null",
    [copy.orgId],
  );
  expect(due).toEqual([]);
  const { rows: kept } = await owner.query("select id from mail where org_id = $1", [copy.orgId]);
  expect(kept.length).toBeGreaterThan(0);
  await expect(
    t.app.outgoing.of(copy.orgId).call("https://bank.example.gov/"),
  ).rejects.toMatchObject({ code: "outgoing_practice" });
  expect(await digestsOf(real.orgId)).toEqual(before);
});

test("papers carry the mark within a copy alone", () => {
  const page = "<html><body><p>Order</p></body></html>";
  expect(practising(true, () => stamped(page))).toMatch(/PRACTICE COPY<\/div><\/body>/);
  expect(practising(false, () => stamped(page))).toBe(page);
  expect(stamped(page)).toBe(page);
});
