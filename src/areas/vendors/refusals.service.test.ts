// What a vendor's bank details, tax number and merging refuse.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { refusal } from "#kernel/lifecycle.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { actingFor, makeCompany, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { bankAccount, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { inviteColleague } from "#areas/identity/identity.server.ts";
import { proposeFromFile } from "./bank/bank-import.service.ts";
import { bankChangeCycle } from "./bank/bank.model.ts";
import { addCompanyDocument } from "./registration/company.service.ts";
import { ownVendorId } from "./performance/performance.service.ts";
import { tinProblem, vendorCycle, type VendorFacts } from "./vendor/vendor.model.ts";

let t: TestDatabase;
let a: PayingAgency;
const ask = askingOf(() => t);
const refused = (who: Actor, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(who, asked, body, version));
beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
});
afterAll(() => t.drop());

const asker = (personId: string, cycle: { actions: Record<string, { permission: string }> }) => ({
  personId,
  kind: "member",
  permissions: new Set(Object.values(cycle.actions).map((action) => action.permission)),
});

test("who proposed bank details neither verifies nor rejects them, and nobody else withdraws them", () => {
  const said = (action: keyof typeof bankChangeCycle.actions, by: string, known = ["1"]) =>
    refusal(
      bankChangeCycle,
      action,
      { status: "proposed", proposedBy: "p", knownNumbers: known },
      asker(by, bankChangeCycle),
    )?.reason ?? null;
  expect(said("verify", "p")).toBe("You proposed this change; somebody else must call back.");
  expect(said("verify", "q", [])).toMatch(/^No phone number was known before the proposal\./);
  expect(said("verify", "q")).toBeNull();
  expect(said("reject", "p")).toBe("You proposed this change; withdraw it instead.");
  expect(said("reject", "q")).toBeNull();
  expect(said("withdraw", "q")).toBe("Only the person who proposed it can withdraw it.");
  expect(said("withdraw", "p")).toBeNull();
});

test.each([
  ["12345678", "ein", "A tax number has nine digits."],
  ["001234567", "ein", "No EIN begins with 00."],
  ["411234567", "ein", null],
  ["000123456", "ssn", "No social security number looks like this."],
  ["666123456", "ssn", "No social security number looks like this."],
  ["900123456", "ssn", "No social security number looks like this."],
  ["123006789", "ssn", "No social security number looks like this."],
  ["123450000", "ssn", "No social security number looks like this."],
  ["123456789", "ssn", null],
] as const)("the tax number %s (%s): %s", (digits, kind, said) => {
  expect(tinProblem(digits, kind)).toBe(said);
});

test("a vendor is activated when it is screened and reachable", () => {
  const ready = {
    status: "draft",
    email: "a@b.test",
    address1: null,
    tinLast4: null,
    screeningResult: "clear",
    mergedIntoId: null,
  } as unknown as VendorFacts;
  const said = (over: object) =>
    refusal(vendorCycle, "activate", { ...ready, ...over }, asker("p", vendorCycle))?.reason ??
    null;
  expect(said({})).toBeNull();
  expect(said({ email: null })).toBe(
    "Enter an e-mail or a street address, so that orders reach the vendor.",
  );
  expect(said({ email: null, address1: "400 Mill Street" })).toBeNull();
  expect(said({ email: "", address1: "" })).toBe(
    "Enter an e-mail or a street address, so that orders reach the vendor.",
  );
});

test("bank details are proposed anew, and called back about after they were proposed", async () => {
  const { ap, treasurer } = a.people;
  const vendor = await makeVendor(t.database, a, { paymentMethod: "ach" });
  await bankAccount(t.database, a, vendor.id, {
    routingNumber: "122105155",
    accountNumber: "7730012",
    hoursAgo: 60,
  });
  const account = (accountNumber: string) => ({
    routingNumber: "122105155",
    accountNumber,
    accountType: "checking",
    bankName: "First Bank",
    reason: "Letter of the vendor",
  });
  const path = `POST /api/v1/vendors/${vendor.id}/bank-changes`;
  expect(await refused(ap, path, account("7730012"))).toBe(
    "invalid_field: This is the account that the vendor is paid to already.",
  );
  await ask(ap, path, account("7730013"));
  const made = await t.database.read(ap).one<{ id: string; version: number }>(sql`
    select id, version
    from vendor_bank_change
    where org_id = ${a.orgId} and vendor_id = ${vendor.id} and status = 'proposed'
  `);
  const call = (minutes: number) =>
    refused(
      treasurer,
      `POST /api/v1/vendor-bank-changes/${made.id}/actions/verify`,
      {
        numberKey: "vendor",
        calledWho: "Ann Oakes",
        calledAt: new Date(Date.now() + minutes * 60_000).toISOString(),
      },
      made.version,
    );
  expect(await call(-2)).toBe("invalid_field: The call was before the change was proposed.");
  expect(await call(2)).toBe("invalid_field: The call is in the future.");
  expect(await call(0)).toBe("nothing was refused");
});

test("records that are merged are there, and the kept one is active", async () => {
  const { admin } = a.people;
  const merge = (keptId: string, mergedId: string) =>
    refused(admin, "POST /api/v1/vendor-merges", {
      keptId,
      mergedId,
      reason: "One firm",
    });
  expect(await merge(newId(), a.vendor.id)).toContain("There is no such vendor.");
  const draft = await makeVendor(t.database, a, { status: "draft" });
  expect(await merge(draft.id, a.vendor.id)).toMatch(/ is not active\. Keep .+, which is\.$/);
});

test("a file proposes bank details for whom may propose them", async () => {
  const { manager, ap } = a.people;
  const account = {
    bankName: "First Bank",
    routingNumber: "122105155",
    accountNumber: "7730099",
    accountType: "checking" as const,
  };
  const vendor = await makeVendor(t.database, a, { paymentMethod: "ach" });
  const propose = (by: Actor) =>
    refusalOf(
      t.database.transaction(by, (tx) => proposeFromFile(tx, by, vendor.id, account, newId())),
    );
  const without = { ...manager, permissions: new Set(["vendor.read"]) } as Actor;
  expect(await propose(without)).toBe(
    "not_allowed: Your role does not allow proposing bank details.",
  );
  expect(await propose(ap)).toBe("nothing was refused");
});

test("an order is another vendor's, and an agency knows whom it knows", async () => {
  const { admin } = a.people;
  const rated = {
    purchaseOrderId: newId(),
    quality: 4,
    timeliness: 4,
    service: 4,
    comment: "They came when they said.",
  };
  expect(await refused(admin, `POST /api/v1/vendors/${a.vendor.id}/evaluations`, rated)).toContain(
    "This is no order of the vendor.",
  );
  expect(await refusalOf(ownVendorId(t.database.read(admin), newId()))).toBe(
    "not_allowed: This agency has no record of your company.",
  );
});

test("who has an account is not invited to register", async () => {
  const { admin } = a.people;
  const vendor = await makeVendor(t.database, a);
  const identityId = newId();
  await identityDb(t.database).transaction((tx) =>
    tx.rows(sql`insert into vendor_identity (id, name) values (${identityId}, 'Known')`),
  );
  await t.database.transaction(admin, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${identityId}
      where org_id = ${a.orgId} and id = ${vendor.id}
    `),
  );
  const invite = { email: "a@b.test", company: "Known", vendorId: vendor.id, message: "" };
  expect(await refused(admin, "POST /api/v1/vendor-invitations", invite)).toMatch(
    /^has_account: V-\d+ has an account already\.$/,
  );
});

test("a change of a contact keeps what it does not name", async () => {
  const { id: vendorId } = await makeVendor(t.database, a);
  type Contacts = { contacts: { id: string; version: number }[] };
  const made = await ask<Contacts>(a.people.admin, `POST /api/v1/vendors/${vendorId}/contacts`, {
    name: "Nora Whitfield",
    title: "Owner",
    email: null,
    phone: "952 555 0100",
    isPrimary: true,
  });
  const { id, version } = made.contacts[0]!;
  const address = `PATCH /api/v1/vendors/${vendorId}/contacts/${id}`;
  const changed = await ask<Contacts>(a.people.admin, address, { name: "Nora Lind" }, version);

  expect(changed.contacts).toEqual([
    expect.objectContaining({
      name: "Nora Lind",
      title: "Owner",
      phone: "952 555 0100",
      isPrimary: true,
      active: true,
    }) as object,
  ]);
});

test("who acts for a company is not invited into it again, and it keeps a hundred documents at most", async () => {
  const company = await makeCompany(t, "Full Shelf");
  const identity = identityDb(t.database);
  const [companyId] = company.vendorIds;
  const colleague = actingFor(await makePerson(t, "Carl"), companyId!);
  await identity.rows(sql`
    insert into vendor_user (vendor_id, person_id)
    values (${companyId}, ${colleague.personId})
  `);
  expect(await refusalOf(inviteColleague(identity, company, colleague.email))).toBe(
    "already_colleague: This person acts for your company already.",
  );
  const add = () =>
    t.database.transaction(company, (tx) =>
      addCompanyDocument(
        tx,
        company,
        t.app.files,
        { name: "w9.pdf", stream: Readable.from(["%PDF-1.7"]) },
        { kind: "other", label: "" },
      ),
    );
  await identity.rows(sql`
    insert into vendor_company_document (id, identity_id, kind, file_name, media_type, size, sha256)
    select
      gen_random_uuid(), ${companyId}, 'other', 'a.pdf', 'application/pdf', 1, ${"0".repeat(64)}
    from generate_series(
      1, 100 - (select count(*)::int from vendor_company_document where identity_id = ${companyId})
    )
  `);
  expect(await refusalOf(add())).toBe(
    "too_many_documents: A company keeps at most 100 documents here. Take old ones away first.",
  );
});
