// What contracts, their terms, changes, claims, coverage and duties refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "#kernel/lifecycle.ts";
import { newId } from "#kernel/ids.ts";
import { day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { changeCycle } from "./change/change.labels.ts";
import { notInForce } from "./ceiling/ceiling.service.ts";
import { contractsOfOrders } from "./ceiling/orders.service.ts";
import { claimCycle } from "./claim/claim.labels.ts";
import { contractAgency } from "./contracts.setup.ts";
import { authorityInput } from "#areas/workflow/signature/authority.model.ts";
import { addAuthority } from "#areas/workflow/signature/authority.service.ts";
import { askInput } from "#areas/workflow/signature/signature.model.ts";
import { askForSignatures } from "#areas/workflow/workflow.server.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let contractId: string;
const ask = askingOf(() => t);
type Name = "author" | "keeper" | "counsel" | "buyer";
const refused = (asked: string, body?: unknown, version?: number, who: Name = "author") =>
  refusalOf(ask(a.people[who], asked, body, version));
const contracts = "POST /api/v1/contracts";

beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  contractId = await a.inForce();
});
afterAll(() => t.drop());

test("a contract names a vendor in use, and ends after it begins", async () => {
  const vendor = await makeVendor(t.database, a.agency, { status: "inactive" });
  const { id, version } = await a.drafted();
  const change = (body: object) => refused(`PATCH /api/v1/contracts/${id}`, body, version);
  for (const vendorId of [vendor.id, newId()])
    expect(await change({ vendorId })).toBe(
      "invalid_field: This vendor does not exist, or is not in use any more.",
    );
  expect(await change({ endsOn: agencyDay(-11) })).toBe(
    "invalid_field: The contract ends before it begins.",
  );
  expect(await change({ endsOn: agencyDay(-10) })).toBe("nothing was refused");
});

test("an order names a contract that is there, with its own vendor, in force", async () => {
  const require = (id: string, vendorId: string) =>
    refusalOf(
      t.database.transaction(a.people.buyer, (tx) => contractsOfOrders.require(tx, id, vendorId)),
    );
  expect(await require(newId(), newId())).toBe("invalid_field: This contract does not exist.");
  expect(await require(contractId, newId())).toMatch(/ is a contract with another vendor\.$/);
  const c = { number: "C-1", status: "active", endsOn: day("2027-01-02") };
  expect(notInForce(c, "2027-01-02")).toBeNull();
  expect(notInForce(c, "2027-01-03")).toMatch(/^C-1 ended on /);
  expect(notInForce({ ...c, status: "drafting" }, "2027-01-02")).toBe(
    "C-1 is drafting: orders are placed under contracts in force.",
  );
});

test("a signature is not of tomorrow", async () => {
  const id = await a.approved();
  await ask(a.people.author, `${contracts}/${id}/actions/send`);
  const ink = {
    signedOn: agencyDay(1),
    ourSigner: "Chair of the board",
    vendorSigner: "Ann Oakes",
    fileId: newId(),
  };
  const { version } = await ask(a.people.author, `GET /api/v1/contracts/${id}`);
  const sign = (over: object) =>
    refused(`${contracts}/${id}/actions/sign`, { ...ink, ...over }, version, "keeper");
  expect(await sign({})).toContain("This day is still to come. Enter the day of the signature.");
  expect(await sign({ signedOn: agencyDay() })).toContain(
    "This file does not exist here. Upload it first.",
  );
});

test("coverage is demanded as bonds and insurance are, and ends after it begins", async () => {
  const path = `POST /api/v1/contracts/${contractId}/coverage`;
  const demand = (body: object) => refused(`${path}/demands`, body);
  const bond = { kind: "performance_bond", percent: "100" };
  const insurance = { kind: "general_liability", amount: 1_000_000_00 };
  const percent = "Say how many percent of the price the bond covers, up to 200.";
  for (const each of [{ percent: null }, { percent: "0" }, { percent: "200.01" }])
    expect(await demand({ ...bond, ...each })).toBe(`invalid_field: ${percent}`);
  expect(await demand({ ...bond, amount: 1 })).toBe(
    "invalid_field: A bond is demanded in percent: it follows the current price.",
  );
  expect(await demand({ ...insurance, percent: "10" })).toBe(
    "invalid_field: Insurance is demanded in dollars, not in percent.",
  );
  const { fileId } = await t.database.read(a.people.author).one<{ fileId: string }>(sql`
    select id as file_id
    from stored_file
    where org_id = ${a.agency.orgId}
    limit 1
  `);
  const hand = (over: object) =>
    refused(`${path}/certificates`, {
      kind: "general_liability",
      issuer: "League of Cities",
      policyNumber: "P-1",
      amount: 1_000_000_00,
      fromOn: agencyDay(-1),
      fileId,
      ...over,
    });
  expect(await hand({})).toBe("invalid_field: Enter the last day of the insurance.");
  expect(await hand({ toOn: agencyDay(-2) })).toBe("invalid_field: It ends before it begins.");
  expect(await hand({ toOn: agencyDay(-1) })).toBe("nothing was refused");
});

test("a duty that comes again begins within the contract, and is ended once", async () => {
  const duty = {
    side: "vendor",
    title: "Monthly report",
    firstDueOn: agencyDay(201),
    recurrence: "monthly",
  };
  const path = `${contracts}/${contractId}/obligations`;
  expect(await refused(path, duty)).toMatch(/The contract ends before, on /);
  expect(await refused(path, { ...duty, recurrence: "once" })).toBe("nothing was refused");
  const made = await ask(a.people.author, path, { ...duty, firstDueOn: agencyDay(200) });
  const end = `POST /api/v1/contract-obligations/${made.id}/actions/end`;
  const ended = await ask(a.people.author, end, { reason: "Given up" }, made.version);
  expect(await refused(end, { reason: "Again" }, ended.version ?? made.version + 1)).toBe(
    "ended: It was ended already.",
  );
});

test("a claim's notice has its days in order, and is valued by its own points", async () => {
  const notice = {
    contractId,
    title: "Flooded excavation",
    narrative: "The river rose into the open pit.",
    eventOn: agencyDay(-3),
    noticedOn: agencyDay(-2),
    issues: [{ title: "Pumping", claimed: 9_000_00, claimedDays: 12 }],
  };
  const path = "POST /api/v1/claims";
  expect(await refused(path, { ...notice, noticedOn: agencyDay(1) })).toContain(
    "This day is still to come. Enter the day of the notice.",
  );
  expect(await refused(path, { ...notice, eventOn: agencyDay(-1) })).toContain(
    "The notice came before it happened. Enter the earlier day.",
  );
  const { id } = await ask(a.people.author, path, { ...notice, eventOn: agencyDay(-2) });
  await ask(a.people.author, `${path}/${id}/actions/submit`, {
    issues: notice.issues,
    certifiedBy: "Ann Oakes",
  });
  await ask(a.people.author, `${path}/${id}/actions/review`);
  expect(
    await refused(`${path}/${id}/actions/assess`, { issues: [{ id: newId(), offered: 1_00 }] }),
  ).toBe("invalid_field: This point is not one of the claim's.");
});

test("a contract's clocks say where they stand, and its clauses are of the library in force", async () => {
  const terms = { noticeDays: 10, citation: "" };
  expect(await refused(`PUT /api/v1/contracts/${contractId}/change-terms`, terms, 0)).toBe(
    "rule: Say where the contract sets these days, such as section 4.3.",
  );
  const { id, version } = await a.drafted();
  expect(await refused(`${contracts}/${id}/clauses`, { clauseIds: [newId()] }, version)).toBe(
    "invalid_field: This clause is not in force. Choose one of the library's.",
  );
});

test("a negotiation gives time and has clauses", async () => {
  const { id } = await a.drafted();
  const made = await ask(a.people.author, `${contracts}/${id}/actions/negotiate`);
  const send = (answerBy: string) =>
    refused(`${contracts}/${id}/rounds`, { answerBy }, made.version);
  expect(await send(agencyDay(-1))).toContain("This day is over. Give the vendor time to answer.");
  expect(await send(agencyDay())).toBe(
    "no_clauses: Add the clauses first: there is nothing to negotiate.",
  );
});

test("both sides sign, each once, until a day to come", async () => {
  const id = await a.approved();
  await a.as(a.people.deputy, (tx) =>
    addAuthority(
      tx,
      a.people.deputy,
      authorityInput.parse({
        personId: a.people.manager.personId,
        kinds: ["contract"],
        fromOn: agencyDay(-1),
        basis: "Resolution 2026-14",
      }),
    ),
  );
  const ours = { side: "ours", personId: a.people.manager.personId };
  const theirs = { side: "link", name: "Ann Oakes", email: "ann@oakes.test" };
  const sign = (signers: object[], expiresOn = agencyDay(14)) =>
    refusalOf(
      askForSignatures(
        t.app,
        a.people.author,
        askInput.parse({
          sourceType: "contract",
          sourceId: id,
          signers,
          ordered: false,
          expiresOn,
        }),
        null,
        async () => new TextEncoder().encode("%PDF-1.7"),
      ),
    );
  const both = "invalid_field: Both sides sign: name somebody of each.";
  expect(await sign([ours])).toBe(both);
  expect(await sign([theirs])).toBe(both);
  expect(await sign([ours, theirs, theirs])).toBe("invalid_field: This signer is named twice.");
  expect(await sign([ours, { side: "portal" }])).toMatch(/^no_portal_people: Nobody of /);
  expect(await sign([ours, theirs], agencyDay(-1))).toMatch(/^invalid_field: Enter a day from /);
});

test("the rules of changes and claims say who withdraws, and what waits", () => {
  const asker = {
    personId: "p",
    kind: "member",
    permissions: new Set(
      [changeCycle, claimCycle].flatMap((cycle) =>
        Object.values(cycle.actions).map((action) => action.permission),
      ),
    ),
  };
  const change = (side: string) =>
    refusal(changeCycle, "withdraw", { status: "proposed", side } as never, asker)?.reason;
  expect(change("vendor")).toBe(
    "The vendor proposed this change: refuse it, or let the vendor withdraw it.",
  );
  expect(change("agency")).toBeUndefined();
  const claim = (settling: boolean) =>
    refusal(claimCycle, "settle", { status: "denied", side: "vendor", settling }, asker)?.reason;
  expect(claim(true)).toBe("A settlement of this claim waits for its approvers.");
  expect(claim(false)).toBeUndefined();
});
