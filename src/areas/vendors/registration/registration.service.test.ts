import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { actingFor, makeCompany, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  colleaguesOf,
  foundVendorIdentity,
  inviteColleague,
  joinCompany,
  removeColleague,
} from "#areas/identity/identity.server.ts";
import { callBackInput } from "../bank/bank.model.ts";
import { payableBankAccount, verifyBankChange } from "../bank/bank.service.ts";
import { readCompany, saveCompany } from "./company.service.ts";
import { approveRegistration, refuseRegistration } from "./decision.service.ts";
import { proposeFromRegistration } from "./registration-bank.service.ts";
import { screenRegistration } from "./registration-screening.service.ts";
import { debarVendor, inviteVendor } from "./invitation.service.ts";
import { companyInput, compareFields, missingForSubmission } from "./registration.model.ts";
import { submitTo, withdrawRegistration } from "./submission.service.ts";
import { recordW9 } from "./w9.service.ts";

let t: TestDatabase;
let agency: Agency;
let other: Agency;
let people: Record<"buyer" | "ap" | "treasurer" | "manager", Actor>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  [agency, other] = [await makeAgency(t.database), await makeAgency(t.database)];
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    ap: { duties: ["ap"] },
    treasurer: { duties: ["treasurer"] },
    manager: { role: "manager" },
  });
  for (const orgId of [agency.orgId, other.orgId])
    await t.database.transaction({ orgId, personId: null }, async (tx) => {
      const [file, list] = (
        await tx.rows<{ id: string }>(
          sql`select gen_random_uuid() as id union all select gen_random_uuid()`,
        )
      ).map((r) => r.id);
      await tx.rows(sql`
        insert into stored_file (org_id, id, name, media_type, size, sha256)
        values (${orgId}, ${file}, 'sam.csv', 'text/plain', 1, ${"0".repeat(64)})
      `);
      await tx.rows(sql`
        insert into exclusion_list (org_id, id, file_id, file_name, sha256, list_date, state)
        values (${orgId}, ${list}, ${file}, 'sam.csv', ${"0".repeat(64)}, current_date, 'current')
      `);
    });
});

const bank = {
  bankName: "Prairie Community Bank",
  routingNumber: "091000019",
  accountNumber: "1234567890",
  accountType: "checking" as const,
};
const submit = (actor: Actor, orgId: string, over: object = {}) =>
  submitTo(t.app, actor, { orgId, agencyCodes: [], ...over });
const at = <T>(
  actor: Actor,
  work: (tx: Parameters<Parameters<typeof t.database.transaction>[1]>[0]) => Promise<T>,
) => t.database.transaction(actor, work as never) as Promise<T>;
const screen = (id: string, input: object = {}) =>
  at(people.buyer, (tx) =>
    screenRegistration(
      tx,
      people.buyer,
      { id, version: null },
      { confirmedDuplicates: [], ...input },
    ),
  );
const approve = (id: string) =>
  at(people.buyer, (tx) => approveRegistration(tx, people.buyer, { id, version: null }));
const compareW9 = (id: string, result: "agrees" | "differs" = "agrees", note = "") =>
  at(people.buyer, (tx) => recordW9(tx, people.buyer, id, null, { result, note }));
const accept = async (id: string) => {
  await compareW9(id);
  return approve(id);
};
const vendorOf = (orgId: string, id: string) =>
  t.database
    .read({ orgId, personId: null })
    .one<Record<string, unknown>>(sql`select * from vendor where org_id = ${orgId} and id = ${id}`);
const mails = (to: string) =>
  identityDb(t.database).rows<{ subject: string; bodyText: string; link: string | null }>(sql`
    select subject, body_text, link
    from mail
    where to_address = ${to}
    order by created_at, id
  `);

test("what is missing is named before anything is sent, and only a confirmed address founds a company", async () => {
  const person = await makePerson(t, "Nora");
  await identityDb(t.database).rows(
    sql`update person set email_verified_at = null where id = ${person.personId}`,
  );
  await expect(foundVendorIdentity(identityDb(t.database), person, "Quarry")).rejects.toMatchObject(
    { code: "email_not_verified" },
  );
  await identityDb(t.database).rows(
    sql`update person set email_verified_at = now() where id = ${person.personId}`,
  );
  const actor = actingFor(
    person,
    await foundVendorIdentity(identityDb(t.database), person, "Quarry"),
  );
  await expect(submit(actor, agency.orgId)).rejects.toMatchObject({
    code: "not_complete",
    errors: expect.arrayContaining([
      expect.objectContaining({ path: "tin" }),
      expect.objectContaining({ path: "documents" }),
    ]),
  });
  await expect(foundVendorIdentity(identityDb(t.database), actor, "Another")).rejects.toMatchObject(
    { code: "company_exists" },
  );
  expect(
    companyInput.safeParse({ name: "X", tin: "00-1234567", tinKind: "ein" }).error!.issues[0]!.path,
  ).toEqual(["tin"]);
  expect(
    companyInput.safeParse({
      name: "X",
      owners: [
        { name: "A", percent: 60 },
        { name: "B", percent: 50 },
      ],
    }).error!.issues[0]!.path,
  ).toEqual(["owners"]);
  const filled = {
    tinLast4: "1",
    email: "a@b.test",
    phone: "1",
    address1: "1",
    city: "X",
    commodityCodes: ["1"],
  };
  expect(
    missingForSubmission(
      filled,
      [
        { kind: "w9", expiresOn: null },
        { kind: "insurance", expiresOn: "2026-01-01" },
      ],
      "2026-11-20",
    ).map((m) => m.field),
  ).toEqual(["documents"]);
  expect(missingForSubmission(filled, [{ kind: "w9", expiresOn: null }], "2026-11-20")).toEqual([]);
});

test("from submission to an active vendor tied to the company; numbers are sealed and the bank account waits for two people", async () => {
  const vendor = await makeCompany(t, "Northline Aggregates LLC");
  const made = await submit(vendor, agency.orgId, { bank });
  expect(made).toMatchObject({ status: "submitted", kind: "registration", accountLast4: "7890" });
  expect(JSON.stringify([made.content, made.tinSealed, made.accountSealed])).not.toContain(
    "1234567890",
  );
  await expect(submit(vendor, agency.orgId)).rejects.toMatchObject({ code: "being_looked_at" });
  const screened = await screen(made.id);
  expect(await vendorOf(agency.orgId, screened.vendorId!)).toMatchObject({
    status: "draft",
    screeningResult: "clear",
    identityId: null,
  });
  const done = await accept(made.id);
  expect(done.status).toBe("active");
  expect(await vendorOf(agency.orgId, done.vendorId!)).toMatchObject({
    status: "active",
    identityId: vendor.vendorIds[0],
    tinLast4: done.tinLast4,
    entityType: "corporation",
  });
  expect((await mails(vendor.email)).at(-1)!.subject).toMatch(/you are registered/);
  const db = t.database.read(people.ap);
  expect(
    await db.rows(sql`
      select kind
      from vendor_document
      where org_id = ${agency.orgId} and vendor_id = ${done.vendorId}
    `),
  ).toEqual([{ kind: "w9" }]);
  expect(
    await db.one(sql`
      select trigger, outcome
      from vendor_screening
      where org_id = ${agency.orgId} and vendor_id = ${done.vendorId}
      order by at
      limit 1
    `),
  ).toEqual({ trigger: "registration", outcome: "clear" });
  expect(await payableBankAccount(db, done.vendorId!)).toBeNull();
  await expect(
    at(people.ap, (tx) => proposeFromRegistration(tx, people.ap, made.id, null)),
  ).rejects.toMatchObject({ errors: [expect.objectContaining({ path: "phone" })] });
  const proposed = await at(people.ap, (tx) =>
    proposeFromRegistration(tx, people.ap, made.id, {
      phone: "(952) 555-0199",
      source: "State register of corporations",
    }),
  );
  await expect(
    at(people.ap, (tx) => proposeFromRegistration(tx, people.ap, made.id, null)),
  ).rejects.toThrow("These bank details were proposed already.");
  const change = await db.one<{ knownNumbers: { key: string; phone: string }[] }>(sql`
    select known_numbers
    from vendor_bank_change
    where org_id = ${agency.orgId} and id = ${proposed.bankChangeId}
  `);
  expect(change.knownNumbers.map((n) => n.phone)).toEqual(["(952) 555-0199"]);
  const call = callBackInput.parse({
    numberKey: change.knownNumbers[0]!.key,
    calledWho: "Nora",
    calledAt: new Date(Date.now() + 1000).toISOString(),
  });
  await expect(
    at(people.ap, (tx) =>
      verifyBankChange(tx, people.ap, { id: proposed.bankChangeId!, version: null }, call),
    ),
  ).rejects.toMatchObject({ status: 403 });
  await at(people.treasurer, (tx) =>
    verifyBankChange(tx, people.treasurer, { id: proposed.bankChangeId!, version: null }, call),
  );
  expect(await payableBankAccount(db, done.vendorId!)).toMatchObject({
    accountNumber: "1234567890",
    heldUntil: expect.any(String),
  });
});

test("duplicates by tax number stop the screening until staff decide; an existing record can be adopted, but not another company's", async () => {
  const first = await makeCompany(t, "Castor Electric", { tin: "41-7654321" });
  const second = await makeCompany(t, "Castor Electrical Works", {
    tin: "41-7654321",
    address1: "9 Quarry Lane",
  });
  const one = await submit(first, agency.orgId);
  await screen(one.id);
  await accept(one.id);
  const two = await submit(second, agency.orgId);
  const refused = await screen(two.id).catch((e: unknown) => e);
  expect(refused).toMatchObject({
    code: "possible_duplicates",
    extra: {
      duplicates: [
        expect.objectContaining({ reasons: expect.arrayContaining(["same tax number"]) }),
      ],
    },
  });
  const { id: firstVendor } = await t.database.read(people.buyer).one<{ id: string }>(sql`
    select id
    from vendor
    where org_id = ${agency.orgId} and identity_id = ${first.vendorIds[0]}
  `);
  await expect(screen(two.id, { useVendorId: firstVendor })).rejects.toMatchObject({
    code: "another_company",
  });
  const separate = await screen(two.id, { confirmedDuplicates: [firstVendor] });
  expect(separate.duplicates).toHaveLength(1);
  const third = await makeCompany(t, "Beacon Traffic Safety");
  const known = await makeVendor(t.database, agency, { name: "Beacon Traffic Safety" });
  const three = await submit(third, agency.orgId);
  await expect(screen(three.id)).rejects.toMatchObject({ code: "possible_duplicates" });
  await screen(three.id, { useVendorId: known.id });
  await accept(three.id);
  expect(await vendorOf(agency.orgId, known.id)).toMatchObject({
    identityId: third.vendorIds[0],
    city: "Chaska",
  });
});

test("a returned registration comes back mended, a rejected one leaves no vendor in use; the company is told why", async () => {
  const vendor = await makeCompany(t, "Fieldstone Ready Mix");
  const made = await submit(vendor, agency.orgId);
  await expect(
    at(people.buyer, (tx) =>
      refuseRegistration(tx, people.buyer, "return", { id: made.id, version: null, reason: null }),
    ),
  ).rejects.toMatchObject({ code: "reason_required" });
  await at(people.buyer, (tx) =>
    refuseRegistration(tx, people.buyer, "return", {
      id: made.id,
      version: null,
      reason: "The W-9 is not signed",
    }),
  );
  expect((await mails(vendor.email)).at(-1)!.bodyText).toContain("The W-9 is not signed");
  const again = await submit(vendor, agency.orgId);
  expect(again).toMatchObject({ id: made.id, status: "submitted", decisionReason: null });
  const screened = await screen(made.id);
  await at(people.buyer, (tx) =>
    refuseRegistration(tx, people.buyer, "reject", {
      id: made.id,
      version: null,
      reason: "Not a business of this trade",
    }),
  );
  expect(await vendorOf(agency.orgId, screened.vendorId!)).toMatchObject({ status: "inactive" });
});

test("Form W-9 is compared by somebody else than the company; one that differs cannot be accepted; submitted again it is compared again", async () => {
  const vendor = await makeCompany(t, "Copperleaf Signs");
  const made = await submit(vendor, agency.orgId);
  const check = (result: "agrees" | "differs", note = "") => compareW9(made.id, result, note);
  await screen(made.id);
  await expect(approve(made.id)).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("Nobody has compared Form W-9"),
  });
  await check("differs", "The number on the form is another one");
  await expect(approve(made.id)).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("Form W-9"),
  });
  await at(people.buyer, (tx) =>
    refuseRegistration(tx, people.buyer, "return", {
      id: made.id,
      version: null,
      reason: "The number on Form W-9 is another one",
    }),
  );
  expect(await submit(vendor, agency.orgId)).toMatchObject({
    id: made.id,
    w9Result: null,
    w9CheckedAt: null,
  });
  await check("agrees", "TIN matching answered: match");
  await screen(made.id);
  expect(await approve(made.id)).toMatchObject({ status: "active", w9Result: "agrees" });
  await expect(check("differs")).rejects.toMatchObject({ code: "not_in_this_status" });
  expect(
    await t.database.read(people.manager).rows(sql`
      select action
      from audit_entry
      where org_id = ${agency.orgId}
        and object_id = ${made.id}
        and action = 'vendorRegistration.checkW9'
    `),
  ).toHaveLength(2);
});

test("a change of name waits for staff, old beside new; the record stays as it was until then", async () => {
  const vendor = await makeCompany(t, "Larkspur Paving");
  const made = await submit(vendor, agency.orgId);
  await screen(made.id);
  const { vendorId } = await accept(made.id);
  const company = await readCompany(t.database.read(vendor), vendor);
  await at(vendor, (tx) =>
    saveCompany(
      tx,
      vendor,
      companyInput.parse({
        ...company,
        tin: undefined,
        name: "Larkspur Roads LLC",
        commodityCodes: ["212321", "237310"],
      }),
      company.version,
    ),
  );
  const change = await submit(vendor, agency.orgId);
  expect(change).toMatchObject({ kind: "change", vendorId });
  expect(
    compareFields(change.before, change.content)
      .filter((f) => f.changed)
      .map((f) => [f.field, f.before, f.after, f.guarded]),
  ).toEqual([
    ["name", "Larkspur Paving", "Larkspur Roads LLC", true],
    ["commodityCodes", "212321", "212321, 237310", false],
  ]);
  expect(await vendorOf(agency.orgId, vendorId!)).toMatchObject({ name: "Larkspur Paving" });
  await screen(change.id);
  await accept(change.id);
  expect(await vendorOf(agency.orgId, vendorId!)).toMatchObject({
    name: "Larkspur Roads LLC",
    commodityCodes: ["212321", "237310"],
  });
});

test("one company before two agencies: each decides for itself and sees only its own; no company sees another's", async () => {
  const vendor = await makeCompany(t, "Two Rivers Nursery");
  const rival = await makeCompany(t, "Rival Nursery");
  const here = await submit(vendor, agency.orgId);
  const there = await submit(vendor, other.orgId);
  await screen(here.id);
  await accept(here.id);
  expect(
    await t.database
      .read({ orgId: other.orgId, personId: null })
      .one(sql`select status from vendor_registration where id = ${there.id}`),
  ).toEqual({ status: "submitted" });
  expect(
    await t.database
      .read(people.buyer)
      .rows(sql`select id from vendor_registration where id = ${there.id}`),
  ).toEqual([]);
  await expect(
    at(people.buyer, (tx) =>
      screenRegistration(
        tx,
        people.buyer,
        { id: there.id, version: null },
        { confirmedDuplicates: [] },
      ),
    ),
  ).rejects.toMatchObject({ status: 404 });
  expect(
    (await vendorSide(t.database, vendor).rows(sql`select id from vendor_registration`)).length,
  ).toBe(2);
  expect(await vendorSide(t.database, rival).rows(sql`select id from vendor_registration`)).toEqual(
    [],
  );
  expect(
    await t.database
      .read(rival)
      .rows(sql`select id from vendor_company where id = ${vendor.vendorIds[0]}`),
  ).toEqual([]);
  await expect(
    vendorSide(t.database, rival).rows(sql`select tin_sealed from vendor_registration`),
  ).rejects.toMatchObject({ code: "42501" });
  await expect(withdrawRegistration(t.app, rival, other.orgId, there.id)).rejects.toMatchObject({
    status: 404,
  });
  await expect(
    at(rival, (tx) =>
      tx.rows(
        sql`update vendor_company set name = 'Mine' where id = ${vendor.vendorIds[0]} returning id`,
      ),
    ),
  ).resolves.toEqual([]);
  expect((await withdrawRegistration(t.app, vendor, other.orgId, there.id)).status).toBe(
    "withdrawn",
  );
});

test("an invitation works once, for its agency; colleagues join by their own address alone", async () => {
  const { id } = await at(people.buyer, (tx) =>
    inviteVendor(tx, people.buyer, {
      email: "new@firm.test",
      company: "New Firm",
      message: "",
      vendorId: null,
    }),
  );
  const link = (await mails("new@firm.test"))[0]!.link!;
  const token = new URL(link.replace("{origin}", "http://levee.test")).searchParams.get(
    "invitation",
  )!;
  const vendor = await makeCompany(t, "New Firm");
  expect((await submit(vendor, agency.orgId, { invitation: token })).invitationId).toBe(id);
  expect((await submit(vendor, other.orgId, { invitation: token })).invitationId).toBeNull();
  const colleague = await makePerson(t, "Carl");
  const stranger = await makePerson(t, "Sly");
  const db = identityDb(t.database);
  await inviteColleague(db, vendor, colleague.email);
  const secret = new URL(
    (await mails(colleague.email))[0]!.link!.replace("{origin}", "http://levee.test"),
  ).searchParams.get("token")!;
  await expect(joinCompany(db, stranger, secret)).rejects.toMatchObject({ status: 404 });
  expect(await joinCompany(db, colleague, secret)).toEqual({ name: "New Firm" });
  await expect(joinCompany(db, colleague, secret)).rejects.toMatchObject({ status: 404 });
  expect((await colleaguesOf(db, vendor)).people.map((p) => p.name)).toEqual([
    "Person of New Firm",
    "Carl",
  ]);
  await expect(removeColleague(db, vendor, vendor.personId!)).rejects.toMatchObject({
    code: "not_yourself",
  });
  await expect(
    removeColleague(
      db,
      actingFor(stranger, (await makeCompany(t, "Else")).vendorIds[0]!),
      colleague.personId!,
    ),
  ).rejects.toMatchObject({ status: 404 });
});

test("a debarment has dates, suspends, and runs once", async () => {
  const v = await makeVendor(t.database, agency);
  const input = {
    cause: "Unlawful dumping",
    noticedOn: "2026-10-01",
    hearingOn: "2026-10-20",
    fromOn: "2026-11-01",
    untilOn: "2029-10-31",
  };
  await at(people.manager, (tx) => debarVendor(tx, people.manager, v.id, input));
  expect(await vendorOf(agency.orgId, v.id)).toMatchObject({
    status: "suspended",
    holdReason: expect.stringContaining("2029-10-31"),
  });
  await expect(
    at(people.manager, (tx) => debarVendor(tx, people.manager, v.id, input)),
  ).rejects.toMatchObject({ code: "debarred" });
});
