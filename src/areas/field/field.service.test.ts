import { afterAll, beforeAll, expect, test } from "vitest";
import { withParts } from "#areas/governance/governance.server.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { fieldOf, phoneOf } from "./field.setup.ts";

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

const pothole = (over: object = {}) => ({
  kind: "service_request",
  values: { serviceCode: code, description: "A deep pothole", address: "12 Elm Street", ...over },
});
const requests = async () =>
  (
    await t.database
      .read(f.people.admin)
      .one<{ n: number }>(
        sql`select count(*)::int as n from service_request where org_id = ${f.agency.orgId}`,
      )
  ).n;

test("what a device captured is stored and applied once, however often it is sent", async () => {
  const phone = await phoneOf(t, f.people.crew);
  const before = await requests();
  await phone.capture(pothole());
  await phone.capture(pothole({ description: "Another pothole" }));
  const first = await phone.send();
  expect(first).toMatchObject({ known: 2, missing: [], deviceState: "active" });
  expect(first.results.map(({ state }) => state)).toEqual(["applied", "applied"]);
  const again = await phone.send();
  expect(again.results).toEqual(first.results);
  expect(await requests()).toBe(before + 2);
  const detail = await f.detail(f.people.boss, first.results[0]!.id);
  expect(detail).toMatchObject({ status: "applied", appliedType: "serviceRequest", flags: [] });
  const evidence = await withParts(t.database.read(f.people.boss), [detail.appliedId!]);
  expect(evidence).toContain(detail.id);
  const entries = await asking<{ items: { changes: { field: string; after: unknown }[] }[] }>(
    f.people.boss,
    `GET ${path}/captures/${detail.id}/history`,
  );
  expect(JSON.stringify(entries)).toContain(detail.hash);
});

test("a number that was told and never came is named until it comes", async () => {
  const phone = await phoneOf(t, f.people.crew);
  for (let i = 0; i < 4; i++) await phone.capture(pothole());
  const gap = await phone.send([phone.store[0]!, phone.store[1]!, phone.store[3]!]);
  expect(gap).toMatchObject({ known: 2, missing: [3] });
  const shown = await asking<{ told: string }>(f.people.boss, `GET ${path}/devices/${phone.id}`);
  expect(shown.told).toBe("3 of 4, number 3 missing");
  expect(await phone.send([phone.store[2]!])).toMatchObject({ known: 4, missing: [] });
});

test("what the rules refuse is kept in review with its fields, and corrected beside the original", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(pothole({ serviceCode: "unknown" }));
  const [held] = (await phone.send()).results;
  expect(held).toMatchObject({
    state: "in_review",
    message: "Choose what it is about from the list.",
  });
  const detail = await f.detail(f.people.crew, held!.id);
  expect(detail.errors).toEqual([
    { path: "serviceCode", message: "Choose what it is about from the list." },
  ]);
  const corrected = await asking<{ version: number }>(
    f.people.crew,
    `POST ${path}/captures/${held!.id}/actions/correct`,
    { values: { ...detail.values, serviceCode: code } },
    detail.version,
  );
  await asking(
    f.people.boss,
    `POST ${path}/captures/${held!.id}/actions/apply`,
    {},
    corrected.version,
  );
  expect(await f.detail(f.people.boss, held!.id)).toMatchObject({
    ...{ status: "applied", settledBy: "boss", correctedBy: "crew" },
    values: { serviceCode: "unknown" },
    corrected: { serviceCode: code },
  });
  const late = asking(
    f.people.crew,
    `POST ${path}/captures/${held!.id}/actions/correct`,
    {
      values: detail.values,
    },
    corrected.version + 1,
  );
  expect(await refusalOf(late)).toContain("Only what is in review is corrected.");
});

test("a forged signature, an old number with other content and another device are refused and told", async () => {
  const phone = await phoneOf(t, f.people.crew);
  await phone.capture(pothole());
  await phone.send();
  const [{ envelope, signature }] = phone.store as [(typeof phone.store)[number]];
  const other = { ...envelope, values: { ...envelope.values, description: "Something else" } };
  expect(await refusalOf(phone.send([{ envelope: other, signature }]))).toContain(
    "field_signature",
  );
  expect(await refusalOf(phone.send([await phone.sign(other)]))).toContain("field_number_taken");
  expect(
    await refusalOf(phone.send([await phone.sign({ ...envelope, device: newId() })])),
  ).toContain("field_other_device");
  const told = await t.database.read(f.people.admin).rows<{ why: string }>(sql`
    select event_data->>'why' as why
    from security_event
    where org_id = ${f.agency.orgId} and event_type = 'field_capture_refused'
  `);
  expect(told.map(({ why }) => why).toSorted()).toEqual([
    ...["field_number_taken", "field_other_device", "field_signature"],
  ]);
});
