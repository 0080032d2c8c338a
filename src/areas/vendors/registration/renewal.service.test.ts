import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { makeCompany } from "#server/testing/company.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { waitingFor } from "#areas/vendor-portal/portal/waiting.service.ts";
import { decideScreening } from "../screening/screening-decision.service.ts";
import { readScreenings } from "../screening/screening.read.service.ts";
import { recordW9 } from "./w9.service.ts";
import { approveRegistration } from "./decision.service.ts";
import { screenRegistration } from "./registration-screening.service.ts";
import { submitTo } from "./submission.service.ts";
import { addMonths, mayRenew } from "./term.model.ts";

let t: TestDatabase;
let agency: Agency;
let buyer: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  buyer = (await makeMembers(t.database, agency, { buyer: { duties: ["buyer"] } })).buyer;
  await makeExclusionList(t.database, agency);
});

const today = agencyDay();
const day = agencyDay;
const submit = (of: Actor) => submitTo(t.app, of, { orgId: agency.orgId, agencyCodes: [] });
const screen = (id: string) =>
  t.database.transaction(buyer, (tx) =>
    screenRegistration(tx, buyer, { id, version: null }, { confirmedDuplicates: [] }),
  );
const approve = (id: string) =>
  t.database.transaction(buyer, async (tx) => {
    await recordW9(tx, buyer, id, null, { result: "agrees", note: "" });
    return approveRegistration(tx, buyer, { id, version: null });
  });
const accept = async (of: Actor) => {
  const { id } = await submit(of);
  await screen(id);
  return approve(id);
};
const vendorOf = (id: string) =>
  t.database.read(buyer).one<{ registeredUntil: string | null; status: string }>(sql`
    select registered_until, status
    from vendor
    where org_id = ${agency.orgId} and id = ${id}
  `);
const ends = (id: string, on: string) =>
  t.database.transaction(buyer, (tx) =>
    tx.rows(sql`
      update vendor
      set registered_until = ${on}::date
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
const waiting = async (of: Actor) =>
  (await waitingFor(vendorSide(t.database, of), t.database.read(of), of))
    .filter((w) => w.kind === "renewal")
    .map((w) => [w.title, w.urgent]);

test("months are counted on the calendar; a term can be renewed in its last sixty days and after", () => {
  expect([
    addMonths("2026-11-20", 24),
    addMonths("2027-12-31", 2),
    addMonths("2026-08-31", 6),
  ]).toEqual(["2028-11-20", "2028-02-29", "2027-02-28"]);
  expect([
    mayRenew(null, "2026-11-20"),
    mayRenew("2027-01-20", "2026-11-20"),
    mayRenew("2027-01-19", "2026-11-20"),
    mayRenew("2026-01-01", "2026-11-20"),
  ]).toEqual([false, false, true, true]);
});

test("accepting sets the term of the rule; a change in the middle of it leaves it, near its end the same data renew it after a new screening", async () => {
  const vendor = await makeCompany(t, "Marsh Culverts");
  const first = await accept(vendor);
  const id = first.vendorId!;
  expect(await vendorOf(id)).toEqual({ registeredUntil: addMonths(today, 24), status: "active" });
  expect(await waiting(vendor)).toEqual([]);
  expect(await accept(vendor)).toMatchObject({ kind: "change" });
  expect((await vendorOf(id)).registeredUntil).toBe(addMonths(today, 24));

  await ends(id, day(30));
  expect(await waiting(vendor)).toEqual([[expect.stringContaining("runs out"), false]]);
  const renewal = await submit(vendor);
  expect(renewal).toMatchObject({ kind: "renewal", vendorId: id });
  expect(await waiting(vendor)).toEqual([]);
  await screen(renewal.id);
  expect(await approve(renewal.id)).toMatchObject({ status: "active" });
  expect((await vendorOf(id)).registeredUntil).toBe(addMonths(day(30), 24));
  const evidence = (await readScreenings(t.database.read(buyer), buyer, id)).items;
  expect(
    evidence.slice(0, 2).map((s) => [s.trigger, s.outcome, s.objectType, s.objectNumber]),
  ).toEqual([
    ["renewal", "clear", "vendorRegistration", renewal.number],
    ["renewal", "clear", "vendorRegistration", renewal.number],
  ]);
});

test("a renewal after the end counts from today; a match keeps it in screening and the term where it was, until a person decides", async () => {
  const vendor = await makeCompany(t, "Tamarack Signs");
  const { vendorId } = await accept(vendor);
  const id = vendorId!;
  await ends(id, day(-3));
  expect(await waiting(vendor)).toEqual([[expect.stringContaining("has run out"), true]]);
  await makeExclusionList(t.database, agency, [{ name: "Tamarack Signs LLC" }]);
  const renewal = await submit(vendor);
  await screen(renewal.id);
  expect(await approve(renewal.id)).toMatchObject({ status: "screening" });
  expect((await vendorOf(id)).registeredUntil).toBe(day(-3));
  const [open] = (await readScreenings(t.database.read(buyer), buyer, id)).items;
  await t.database.transaction(buyer, (tx) =>
    decideScreening(tx, buyer, open!.id, {
      decision: "clear",
      reason: "Registered in another state, other owners",
    }),
  );
  expect(await approve(renewal.id)).toMatchObject({ status: "active" });
  expect((await vendorOf(id)).registeredUntil).toBe(addMonths(today, 24));
});

test("also a vendor on hold is screened before its change is accepted", async () => {
  const vendor = await makeCompany(t, "Osier Fencing");
  const { vendorId } = await accept(vendor);
  const id = vendorId!;
  await t.database.transaction(buyer, (tx) =>
    tx.rows(
      sql`update vendor set status = 'on_hold' where org_id = ${agency.orgId} and id = ${id}`,
    ),
  );
  await makeExclusionList(t.database, agency, [{ name: "Osier Fencing Co" }]);
  const change = await submit(vendor);
  await screen(change.id);
  expect(await approve(change.id)).toMatchObject({ status: "screening" });
});

test("a registration and a document run out with the agency's last day, not with the day in UTC", async () => {
  const vendor = await makeCompany(t, "Clearwater Pumps");
  const { vendorId } = await accept(vendor);
  const label = "Over midnight";
  await ends(vendorId!, "2027-03-31");
  await t.database.transaction(buyer, (tx) =>
    tx.rows(sql`update organization set time_zone = 'America/Chicago' where id = ${agency.orgId}`),
  );
  await t.database.transaction(vendor, (tx) =>
    tx.rows(sql`
      insert into vendor_company_document (
        id, identity_id, kind, label, file_name, media_type, size, sha256, expires_on
      )
      values (
        gen_random_uuid(), ${vendor.vendorIds[0]!}, 'insurance', ${label}, 'policy.pdf',
        'application/pdf', 1, ${"0".repeat(64)}, '2027-03-31'
      )
    `),
  );
  const at = async (businessNow: string) => {
    const side = vendorSide(t.database, vendor);
    return (
      await waitingFor(
        { ...side, scope: { ...side.scope, businessNow } },
        t.database.read(vendor),
        vendor,
      )
    )
      .filter((w) => w.kind === "renewal" || w.detail === label)
      .map((w) => `${w.kind} ${w.title.split(" ").slice(-2).join(" ")}`)
      .toSorted();
  };
  expect(await at("2027-04-01T04:30:00Z")).toEqual(["document runs out", "renewal runs out"]);
  expect(await at("2027-04-01T05:30:00Z")).toEqual(["document run out", "renewal run out"]);
});
