import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { vendorPatch } from "../vendor/vendor.model.ts";
import { changeVendor, saveContact } from "../vendor/vendor.service.ts";
import { bankChangeInput, callBackInput, isRoutingNumber } from "./bank.model.ts";
import {
  endBankChange,
  payableBankAccount,
  proposeBankChange,
  readBank,
  verifyBankChange,
} from "./bank.service.ts";
import { vendorHolds } from "./vendor-holds.service.ts";

let t: TestDatabase;
let agency: Agency;
let vendorId: string;
let people: Record<"ap" | "treasurer" | "clerk" | "both", Actor>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ap: { duties: ["ap"] },
    treasurer: { duties: ["treasurer"] },
    both: { role: "admin" },
    clerk: {},
  });
  vendorId = (await makeVendor(t.database, agency, { paymentMethod: "ach" })).id;
  await t.database.transaction(people.ap, (tx) =>
    tx.rows(sql`
      update vendor
      set phone = '952 555 0134'
      where org_id = ${agency.orgId} and id = ${vendorId}
    `),
  );
});

const at = (actor: Actor, instant: string): Actor => ({ ...actor, businessNow: instant });
const account = {
  bankName: "Prairie Community Bank",
  routingNumber: "091000019",
  accountNumber: "1234567890",
  accountType: "checking",
  reason: "Letter of the vendor, by mail",
};
const propose = (actor: Actor, over: object = {}) =>
  t.database.transaction(actor, (tx) =>
    proposeBankChange(tx, actor, vendorId, bankChangeInput.parse({ ...account, ...over })),
  );
const verify = (actor: Actor, id: string, over: object = {}, version: number | null = null) =>
  t.database.transaction(actor, (tx) =>
    verifyBankChange(
      tx,
      actor,
      { id, version },
      callBackInput.parse({
        numberKey: "vendor",
        calledWho: "Nora Whitfield",
        calledAt: "2026-11-10T16:00:00Z",
        ...over,
      }),
    ),
  );
const payable = (now: string) => payableBankAccount(t.database.read(at(people.ap, now)), vendorId);
const proposedAt = "2026-11-10T15:00:00.000Z";
const verifiedAt = "2026-11-10T17:00:00.000Z";

test("routing numbers have a check digit", () => {
  expect(["091000019", "021000021", "011401533", "122105155"].map(isRoutingNumber)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    ["091000018", "000000000", "09100001", "0910000190", "o91000019"].map(isRoutingNumber),
  ).toEqual([false, false, false, false, false]);
  expect(
    bankChangeInput.safeParse({ ...account, routingNumber: "091000091" }).error!.issues[0]!.path,
  ).toEqual(["routingNumber"]);
});

test("the proposer cannot verify, whatever role they hold; another person can, and payments wait 48 hours", async () => {
  const change = await propose(at(people.both, proposedAt));
  expect(change).toMatchObject({
    number: "BC-2027-00001",
    accountLast4: "7890",
    knownNumbers: [{ key: "vendor", phone: "952 555 0134" }],
  });
  await expect(verify(at(people.both, verifiedAt), change.id)).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("somebody else"),
  });
  await expect(verify(at(people.clerk, verifiedAt), change.id)).rejects.toMatchObject({
    status: 403,
  });
  expect(await payable(verifiedAt)).toBeNull();
  const done = await verify(at(people.treasurer, verifiedAt), change.id, {}, change.version);
  expect(done).toMatchObject({
    status: "verified",
    calledPhone: "952 555 0134",
    calledWho: "Nora Whitfield",
  });
  expect(await payable("2026-11-12T16:59:59Z")).toMatchObject({
    routingNumber: "091000019",
    accountNumber: "1234567890",
    heldUntil: "2026-11-12T17:00:00Z",
  });
  expect((await payable("2026-11-12T17:00:01Z"))!.heldUntil).toBeNull();
  expect(
    await vendorHolds(t.database.read(at(people.ap, "2026-11-11T12:00:00Z")), vendorId),
  ).toEqual([
    { kind: "bank_hold", reason: expect.any(String), until: "2026-11-12T17:00:00Z", blocks: true },
  ]);
});

test("the database itself refuses a verified change without call-back or by its proposer", async () => {
  const change = await propose(at(people.ap, proposedAt));
  const forge = (by: string | null) =>
    t.database.transaction(people.ap, (tx) =>
      tx.rows(sql`
        update vendor_bank_change
        set status = 'verified', decided_by = ${by}, called_phone = '1', called_at = now()
        where org_id = ${agency.orgId} and id = ${change.id}
      `),
    );
  await expect(forge(people.ap.personId)).rejects.toMatchObject({ code: "23514" });
  await expect(forge(null)).rejects.toMatchObject({ code: "23514" });
});

test("a call in the minute of the proposal, as people enter it, came after it; one of the minute before did not", async () => {
  const change = await propose(at(people.ap, "2026-11-10T15:00:40.000Z"));
  await expect(
    verify(at(people.treasurer, verifiedAt), change.id, { calledAt: "2026-11-10T14:59:00Z" }),
  ).rejects.toMatchObject({ errors: [{ path: "calledAt" }] });
  expect(
    await verify(at(people.treasurer, verifiedAt), change.id, { calledAt: "2026-11-10T15:00:00Z" }),
  ).toMatchObject({ status: "verified" });
});

test("a call counts only on a number known long before, and after the proposal", async () => {
  await t.database.transaction(at(people.ap, "2026-11-09T09:00:00Z"), (tx) =>
    changeVendor(
      tx,
      at(people.ap, "2026-11-09T09:00:00Z"),
      vendorId,
      vendorPatch.parse({ phone: "900 555 6666" }),
      1,
    ),
  );
  const contact = (name: string, when: string) =>
    t.database.transaction(at(people.ap, when), (tx) =>
      saveContact(
        tx,
        at(people.ap, when),
        vendorId,
        null,
        { name, title: "CFO", email: null, phone: "952 555 7777", isPrimary: false, active: true },
        null,
      ),
    );
  await contact("Known Long", "2026-09-01T09:00:00Z");
  await contact("Known Since Yesterday", "2026-11-09T10:00:00Z");
  const change = await propose(at(people.ap, proposedAt));
  expect(change.knownNumbers.map((n) => n.who)).toEqual(["Known Long, CFO"]);
  await expect(verify(at(people.treasurer, verifiedAt), change.id)).rejects.toMatchObject({
    code: "not_a_known_number",
    errors: [{ path: "numberKey" }],
  });
  const key = change.knownNumbers[0]!.key;
  await expect(
    verify(at(people.treasurer, verifiedAt), change.id, {
      numberKey: key,
      calledAt: "2026-11-10T14:00:00Z",
    }),
  ).rejects.toMatchObject({ errors: [{ path: "calledAt" }] });
  await expect(
    verify(at(people.treasurer, verifiedAt), change.id, {
      numberKey: key,
      calledAt: "2026-11-10T18:00:00Z",
    }),
  ).rejects.toMatchObject({ errors: [{ path: "calledAt" }] });
  await verify(at(people.treasurer, verifiedAt), change.id, { numberKey: key });
});

test("without any number known before, nobody can verify", async () => {
  await t.database.transaction(people.ap, (tx) =>
    tx.rows(
      sql`update vendor set phone = null where org_id = ${agency.orgId} and id = ${vendorId}`,
    ),
  );
  const change = await propose(at(people.ap, proposedAt));
  await expect(verify(at(people.treasurer, verifiedAt), change.id)).rejects.toMatchObject({
    code: "rule",
  });
});

test("a change of contact data during the hold starts the hold again; afterwards it does not", async () => {
  const change = await propose(at(people.ap, proposedAt));
  await verify(at(people.treasurer, verifiedAt), change.id);
  const edit = (when: string, phone: string, version: number) =>
    t.database.transaction(at(people.ap, when), (tx) =>
      changeVendor(tx, at(people.ap, when), vendorId, vendorPatch.parse({ phone }), version),
    );
  await edit("2026-11-12T10:00:00Z", "900 555 6666", 1);
  expect((await payable("2026-11-13T00:00:00Z"))!.heldUntil).toBe("2026-11-14T10:00:00Z");
  await edit("2026-11-20T10:00:00Z", "900 555 7777", 2);
  expect((await payable("2026-11-20T11:00:00Z"))!.heldUntil).toBeNull();
});

test("the agency's own stricter rule counts", async () => {
  await t.database.transaction(people.both, (tx) =>
    tx.rows(sql`
      insert into legal_rule (
        org_id, id, key, jurisdiction, citation, text, effective_from, parameters, source
      )
      values (
        ${agency.orgId}, gen_random_uuid(), 'bankChangeHold', 'local', 'Resolution 12', 'Five days',
        '2026-01-01', '{"hours": 120}', 'Board'
      )
    `),
  );
  const change = await propose(at(people.ap, proposedAt));
  await verify(at(people.treasurer, verifiedAt), change.id);
  expect((await payable(verifiedAt))!.heldUntil).toBe("2026-11-15T17:00:00Z");
});

test("one open change at a time; rejecting and withdrawing leave the account; the number is never shown or stored in clear", async () => {
  const first = await propose(at(people.ap, proposedAt));
  await expect(propose(people.ap)).rejects.toMatchObject({ code: "bank_change_open" });
  await t.database.transaction(people.ap, (tx) =>
    endBankChange(tx, people.ap, "withdraw", {
      id: first.id,
      version: first.version,
      reason: null,
    }),
  );
  const second = await propose(at(people.ap, proposedAt), { accountNumber: "99-887766" });
  await expect(
    t.database.transaction(people.treasurer, (tx) =>
      endBankChange(tx, people.treasurer, "reject", { id: second.id, version: null, reason: null }),
    ),
  ).rejects.toMatchObject({ code: "reason_required" });
  await t.database.transaction(people.treasurer, (tx) =>
    endBankChange(tx, people.treasurer, "reject", {
      id: second.id,
      version: null,
      reason: "The vendor knows nothing of it",
    }),
  );
  expect(await payable(verifiedAt)).toBeNull();
  const shown = await readBank(t.database.read(people.ap), people.ap, vendorId);
  expect(shown.changes.map((c) => [c.status, c.accountLast4])).toEqual(
    expect.arrayContaining([
      ["withdrawn", "7890"],
      ["rejected", "7766"],
    ]),
  );
  const stored = await t.database.read(people.ap).rows(sql`
    select
      c::text as change,
      (select string_agg(e::text, '') from audit_entry e where e.org_id = c.org_id) as entries
    from vendor_bank_change c
    where c.org_id = ${agency.orgId}
  `);
  expect(JSON.stringify([shown, stored])).not.toMatch(/1234567890|99887766/);
});

test("forged fields and another agency are refused", async () => {
  expect(() =>
    bankChangeInput.strict().parse({ ...account, status: "verified", heldUntil: "2020-01-01" }),
  ).toThrow();
  const other = await makeAgency(t.database);
  const stranger = (await makeMembers(t.database, other, { stranger: { role: "admin" } })).stranger;
  const change = await propose(at(people.ap, proposedAt));
  await expect(verify(at(stranger, verifiedAt), change.id)).rejects.toMatchObject({ status: 404 });
  expect(await payableBankAccount(t.database.read(stranger), vendorId)).toBeNull();
});

test("the account of another vendor is told to who proposes, who verifies and who looks later", async () => {
  const other = await makeVendor(t.database, agency);
  await propose(at(people.ap, proposedAt));
  const second = at(people.ap, proposedAt);
  await t.database.transaction(second, (tx) =>
    proposeBankChange(tx, second, other.id, bankChangeInput.parse(account)),
  );
  const shared = async (id: string) =>
    (await readBank(t.database.read(second), second, id)).changes[0]!.sharedWith.map((o) => o.id);
  expect(await shared(other.id)).toEqual([vendorId]);
  expect(await shared(vendorId)).toEqual([other.id]);
  const [change] = (await readBank(t.database.read(second), second, vendorId)).changes;
  await verify(at(people.treasurer, verifiedAt), change!.id);
  const bank = await readBank(t.database.read(second), second, vendorId);
  expect(bank.current!.sharedWith.map((o) => o.id)).toEqual([other.id]);
  expect(
    (await readBank(t.database.read(second), second, other.id)).changes[0]!.sharedWith.map(
      (o) => o.number,
    ),
  ).toEqual([expect.stringMatching(/^V-/)]);
  const third = await makeVendor(t.database, agency);
  await t.database.transaction(second, (tx) =>
    proposeBankChange(
      tx,
      second,
      third.id,
      bankChangeInput.parse({ ...account, accountNumber: "5550001111" }),
    ),
  );
  expect(await shared(third.id)).toEqual([]);
});

test("bank details of a vendor that is not there, or is another agency's, are not there either", async () => {
  const stranger = (
    await makeMembers(t.database, await makeAgency(t.database), { stranger: { role: "admin" } })
  ).stranger;
  await expect(readBank(t.database.read(stranger), stranger, vendorId)).rejects.toMatchObject({
    status: 404,
  });
});
