// A claim that was known later than it happened, to its end: noticed in time, settled by another's
// approval, carried out by a change order that moves ceiling and end, billed with retainage under
// what was added, released at the closeout. Asked at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { contractAgency } from "../contracts.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let paying: Record<"ap" | "receiver" | "controller", Actor>;
type Read = { id: string; version: number; status: string };
const asking = askingOf(() => t);
/** With the version that the record has now. */
const act = async (who: Actor, path: string, action: string, body: object = {}) => {
  const { version } = await asking<Read>(who, `GET ${path}`);
  return asking<Read>(who, `POST ${path}/actions/${action}`, body, version);
};

beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  paying = await makeMembers(t.database, a.agency, {
    ap: { duties: ["ap"] },
    receiver: { duties: ["receiver"] },
    controller: { role: "manager" },
  });
  await makePolicy(t.database, a.people.manager, { documentType: "invoice" });
});
afterAll(() => t.drop());

type Issue = { id: string };
/** Happened two months ago, known five days ago: the contract's ten business days still run. */
const settled = async (contractId: string) => {
  const { author, keeper, manager } = a.people;
  const made = await asking<Read & { late: boolean }>(author, "POST /api/v1/claims", {
    contractId,
    title: "Flooded excavation",
    narrative: "The pit stood under water when the gate was opened upstream.",
    eventOn: agencyDay(-60),
    knownOn: agencyDay(-5),
    noticedOn: agencyDay(),
    issues: [{ title: "Pumping", claimed: 9_000_00, claimedDays: 12 }],
  });
  const path = `/api/v1/claims/${made.id}`;
  type Claim = Read & { late: boolean; issues: Issue[]; changeId: string | null };
  const read = () => asking<Claim>(author, `GET ${path}`);
  expect(await read()).toMatchObject({ late: false });
  await act(author, path, "submit", {
    certifiedBy: "Ann Oakes, president",
    issues: [{ title: "Pumping", claimed: 9_000_00, claimedDays: 12 }],
  });
  await act(author, path, "review");
  await act(keeper, path, "decide", { outcome: "part", decision: "The log shows seven days" });
  const [issue] = (await read()).issues;
  await act(keeper, path, "settle", {
    settlement: "Pumping is paid as found, nothing more",
    issues: [{ id: issue!.id, amount: 5_500_00, days: 7 }],
  });
  await approveDocument(t.database, manager, made.id);
  const { status, changeId } = await read();
  expect(status).toBe("settled");
  return changeId!;
};

const carriedOut = async (changeId: string) => {
  const { author, deputy, manager } = a.people;
  const path = `/api/v1/change-orders/${changeId}`;
  await act(author, path, "price", { analysis: "Compared with the pump rates of the bid" });
  await act(deputy, path, "checkFunds", {
    funding: "Fund 430",
    yearPlan: [{ year: 2027, amount: 5_500_00 }],
  });
  await act(author, path, "submit");
  await approveDocument(t.database, manager, changeId);
  // Who settled the claim has a hand in its change order, and does not sign it.
  expect(await refusalOf(act(a.people.keeper, path, "sign", a.ink))).not.toBe(
    "nothing was refused",
  );
  await act(deputy, path, "sign", a.ink);
};

/** An order of more than the contract had, received whole, billed with 5 % kept back. */
const billed = async (contractId: string) => {
  const order = await a.ordered(contractId, "104000.00");
  await a.issue(order);
  const path = `/api/v1/purchase-orders/${order}`;
  const { lines } = await asking<{ lines: Issue[] }>(paying.receiver, `GET ${path}`);
  const line = lines[0]!.id;
  await act(paying.receiver, path, "receive", {
    lines: [{ purchaseOrderLineId: line, quantity: "1" }],
  });
  const { id } = await asking(paying.ap, "POST /api/v1/invoices", {
    vendorId: a.vendor.id,
    purchaseOrderId: order,
    vendorNumber: "R-1",
    invoiceDate: agencyDay(),
    lines: [
      { purchaseOrderLineId: line, description: "Stone", quantity: "1", unitPrice: "104000.00" },
    ],
  });
  const invoice = `/api/v1/invoices/${id}`;
  expect(await asking<object>(paying.ap, `GET ${invoice}`)).toMatchObject({ retainage: 5_200_00 });
  await act(paying.ap, invoice, "submit");
  await approveDocument(t.database, a.people.manager, id);
  await act(a.people.buyer, path, "close");
  return invoice;
};

test("known on, settled, carried out by a change order, and what was kept back is released at the closeout", async () => {
  const { author, keeper } = a.people;
  const contractId = await a.inForce({
    retainagePercent: "5",
    ceiling: 100_000_00,
    yearPlan: [{ year: 2027, amount: 100_000_00 }],
  });
  const path = `/api/v1/contracts/${contractId}`;
  type Contract = Read & { ceiling: number; endsOn: string };
  const before = await asking<Contract>(author, `GET ${path}`);
  const terms = await asking<{ version: number }>(author, `GET ${path}/change-terms`).catch(
    () => null,
  );
  await asking(
    author,
    `PUT ${path}/change-terms`,
    {
      noticeDays: 10,
      submitDays: 20,
      decideDays: 30,
      appealDays: 10,
      dayCount: "business",
      citation: "Section 4.3",
    },
    terms?.version ?? 0,
  );
  await carriedOut(await settled(contractId));
  const after = await asking<Contract>(author, `GET ${path}`);
  expect(after.ceiling).toBe(before.ceiling + 5_500_00);
  expect((Date.parse(after.endsOn) - Date.parse(before.endsOn)) / 86_400_000).toBe(7);

  const invoice = await billed(contractId);
  await act(keeper, path, "closeout", { reason: "The work is done." });
  type Closeout = { items: { proof: string; ok: boolean }[] };
  const open = async () =>
    (await asking<Closeout>(author, `GET ${path}/closeout`)).items
      .filter((i) => !i.ok)
      .map((i) => i.proof);
  expect(await open()).toContain("retainage");
  await act(paying.controller, invoice, "releaseRetainage", { reason: "The work is accepted." });
  expect(await open()).not.toContain("retainage");
  await a.provedByHand(contractId);
  await act(keeper, path, "close", { reason: "Everything came and is settled." });
  expect((await a.read(contractId)).status).toBe("closed");
});
