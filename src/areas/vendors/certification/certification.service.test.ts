import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { VendorDetail } from "../vendor/vendor.model.ts";
import type { CertificateRow } from "./certification.model.ts";
import { kindsOfVendor } from "./certification.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "ap" | "clerk", Actor>;
const ask = askingOf(() => t);
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    ap: { duties: ["ap"] },
    clerk: {},
  });
});

const made = (diversity: string[] = []) =>
  ask<VendorDetail>(people.buyer, "POST /api/v1/vendors", {
    name: `Firm ${newId()}`,
    email: "firm@firm.test",
    diversity,
  });
const wbe = (from: number, to: number | null, more: object = {}) => ({
  kind: "wbe",
  certifier: "State of Minnesota",
  certificateNumber: "W-204",
  validFrom: agencyDay(from),
  validTo: to === null ? null : agencyDay(to),
  ...more,
});
type Items = { items: CertificateRow[] };
const add = (id: string, body: object, who = people.buyer) =>
  ask<Items>(who, `POST /api/v1/vendors/${id}/certifications`, body);
const act = (row: CertificateRow, name: "correct" | "end", body: object, who = people.buyer) =>
  ask<Items>(
    who,
    `POST /api/v1/vendor-certifications/${row.id}/actions/${name}`,
    body,
    row.version,
  );
const read = (id: string, who: Actor = people.clerk) =>
  ask<VendorDetail>(who, `GET /api/v1/vendors/${id}`);
const patch = async (id: string, diversity: string[]) =>
  ask<VendorDetail>(
    people.buyer,
    `PATCH /api/v1/vendors/${id}`,
    { diversity },
    (await read(id)).version,
  );
const named = async (query: string, who: Actor = people.clerk) =>
  (await ask<{ items: { id: string }[] }>(who, `GET /api/v1/vendors?${query}`)).items.map(
    (v) => v.id,
  );
/** Somebody at noon of a day from today. */
const on = (days: number): Actor => ({
  ...people.clerk,
  businessNow: `${agencyDay(days)}T18:00:00.000Z`,
});

test("what is stated holds from its day on; a certificate takes its place as it begins", async () => {
  const firm = await made(["wbe", "sb"]);
  expect(firm.diversity).toEqual(["sb", "wbe"]);
  const { items } = await add(firm.id, wbe(-10, 20));
  expect(items.map((c) => [c.kind, c.datesRecorded, c.standing])).toEqual([
    ["sb", false, "holds"],
    ["wbe", true, "ending"],
    ["wbe", false, "ended"],
  ]);
  expect((await read(firm.id)).diversity).toEqual(["sb", "wbe"]);
  const kinds = (days: number) =>
    kindsOfVendor(t.database.read(people.clerk), firm.id, agencyDay(days) as Day);
  expect([await kinds(-11), await kinds(-10), await kinds(20), await kinds(21)]).toEqual([
    [],
    ["wbe"],
    ["sb", "wbe"],
    ["sb"],
  ]);
});

test("lists, filters and pages say what is in force on the day on which they are read", async () => {
  const firm = await made();
  await add(firm.id, wbe(2, 40));
  for (const [days, found] of [
    [1, false],
    [2, true],
    [40, true],
    [41, false],
  ] as const) {
    expect(await named("certification=wbe,dbe", on(days)), `${days}`).toEqual(
      found ? [firm.id] : [],
    );
    expect((await read(firm.id, on(days))).diversity).toEqual(found ? ["wbe"] : []);
  }
  expect(await named("certificationEnding=true", on(9))).toEqual([]);
  expect(await named("certificationEnding=true", on(10))).toEqual([firm.id]);
  expect(await named("certificationEnding=true", on(41))).toEqual([firm.id]);
  await add(firm.id, wbe(41, 400));
  expect(await named("certificationEnding=true", on(41))).toEqual([]);
});

test("a certificate is corrected and withdrawn with the reason, which the history keeps", async () => {
  const firm = await made();
  const [row] = (await add(firm.id, wbe(-30, 300))).items;
  const [corrected] = (
    await act(row!, "correct", { ...wbe(-20, 300), reason: "First day misread" })
  ).items;
  expect(corrected).toMatchObject({ validFrom: agencyDay(-20), version: row!.version + 1 });
  expect(await refusalOf(act(row!, "end", { endedOn: agencyDay(), reason: "Sold" }))).toMatch(
    /^stale_version: /,
  );
  expect(
    await refusalOf(act(corrected!, "end", { endedOn: agencyDay(1), reason: "Sold" })),
  ).toMatch(/^end_to_come: /);
  const [ended] = (
    await act(corrected!, "end", { endedOn: agencyDay(-1), reason: "The firm was sold" })
  ).items;
  expect(ended).toMatchObject({ standing: "ended", endedReason: "The firm was sold" });
  for (const name of ["end", "correct"] as const)
    expect(
      await refusalOf(
        act(
          ended!,
          name,
          name === "end"
            ? { endedOn: agencyDay(), reason: "Again" }
            : { ...wbe(-20, 1), reason: "Again" },
        ),
      ),
    ).toMatch(/^certificate_ended: /);
  const { items } = await ask<{ items: { action: string; reason: string | null }[] }>(
    people.buyer,
    `GET /api/v1/vendors/${firm.id}/history`,
  );
  expect(items.map((e) => [e.action, e.reason])).toEqual(
    expect.arrayContaining([
      ["vendor.endCertification", "The firm was sold"],
      ["vendor.correctCertification", "First day misread"],
    ]),
  );
});

test("only who verifies vendors records certificates; everybody of the agency reads them, no other agency", async () => {
  const firm = await made();
  for (const who of [people.clerk, people.ap])
    expect(await refusalOf(add(firm.id, wbe(-1, 9), who))).toMatch(/^not_allowed: /);
  await add(firm.id, wbe(-1, 9));
  const path = `GET /api/v1/vendors/${firm.id}/certifications`;
  expect((await ask<Items>(people.clerk, path)).items).toHaveLength(1);
  const other = await makeAgency(t.database);
  const { stranger } = await makeMembers(t.database, other, { stranger: { role: "admin" } });
  expect(await refusalOf(ask(stranger, path))).toMatch(/^not_found: /);
});

test("the form neither leaves out nor states a kind that has a certificate", async () => {
  const firm = await made(["sb"]);
  const [row] = (await add(firm.id, wbe(-30, 300))).items.filter((c) => c.kind === "wbe");
  expect(await refusalOf(patch(firm.id, ["sb"]))).toMatch(/^certificate_recorded: /);
  expect((await patch(firm.id, ["wbe", "dbe"])).diversity).toEqual(["dbe", "wbe"]);
  await act(row!, "end", { endedOn: agencyDay(), reason: "The firm was sold" });
  expect(await refusalOf(patch(firm.id, ["wbe", "dbe"]))).toMatch(/^certificate_recorded: /);
  expect((await patch(firm.id, [])).diversity).toEqual([]);
});

test("a merged record's certificates are not changed any more", async () => {
  const [firm, other] = [await made(), await made()];
  const [row] = (await add(firm.id, wbe(-1, 9))).items;
  await t.database.transaction(people.buyer, (tx) =>
    tx.rows(sql`
      update vendor
      set status = 'inactive', merged_into_id = ${other.id}
      where org_id = ${agency.orgId} and id = ${firm.id}
    `),
  );
  const end = { endedOn: addDays(agencyDay(), -1), reason: "Over" };
  for (const asked of [() => add(firm.id, wbe(-1, 9)), () => act(row!, "end", end)])
    expect(await refusalOf(asked())).toMatch(/^merged: /);
});
