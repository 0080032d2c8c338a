// A bill waits while its delivery lacks the witness that the agency's rule demands; a witness never pays.
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { acceptException } from "#areas/finance/invoice/exception.service.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { readInvoice } from "#areas/finance/invoice/invoice.read.service.ts";
import { createInvoice } from "#areas/finance/invoice/invoice.service.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { announceInStory } from "#areas/procurement/procurement.server.ts";

let t: TestDatabase;
let people: Record<"manager" | "admin" | "buyer" | "receiver" | "second" | "ap", Actor>;
const asking = askingOf(() => t);
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("a bill waits for the proof of its delivery, is matched when it comes, and is accepted by another than who received", async () => {
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    second: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
  });
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  const vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  await as(people.admin, (tx) =>
    addRule(tx, people.admin, {
      key: "deliveryProof",
      jurisdiction: "local",
      citation: "County policy 12",
      text: "Three witnesses.",
      effectiveFrom: agencyDay(-30),
      effectiveTo: null,
      parameters: { proofWitnesses: "place,receiver,quantity" },
      source: "Board of commissioners",
      verified: true,
    }),
  );
  const placed = () =>
    issuedOrder(t.database, people, {
      vendorId,
      departmentId: agency.departmentId,
      lines: [{ quantity: "10", unitPrice: "5", splits: [{ accountStringId }] }],
    });
  const order = await placed();
  const place = newId();
  await as(people.admin, (tx) =>
    tx.rows(sql`
      insert into agency_place (org_id, id, name, kind, latitude, longitude)
      values (${agency.orgId}, ${place}, 'County yard', 'yard', 44.79, -93.6)
    `),
  );
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set place_id = ${place}
      where org_id = ${agency.orgId} and id = ${order.id}
    `),
  );
  const lineId = order.lines[0]!.id;
  const ship = (quantity: string) =>
    as(people.buyer, (tx) =>
      announceInStory(
        tx,
        {
          ...{ id: order.id, vendorId, vendor: "Vendor", year: 2027, status: "issued" },
          ...{ receiptId: null, orderedOn: agencyDay(-20), receivedOn: null, lines: [] },
        },
        {
          ...{ carrier: "Own truck", tracking: "", packages: 1 },
          ...{ shippedOn: agencyDay(-1), expectedOn: agencyDay(0) },
          lines: [{ lineId, quantity }],
        },
      ),
    );
  const linkOf = async (id: string) =>
    (
      await asking<{ path: string }>(
        people.receiver,
        `POST /api/v1/ship-notices/${id}/driver-links`,
      )
    ).path
      .split("/")
      .at(-1)!;
  const handOver = (token: string, latitude: number) =>
    asking(systemActor(null), "POST /api/v1/delivery-proofs/give", {
      ...{ token, key: newId(), driver: "Dana Fox", at: new Date().toISOString() },
      position: { latitude, longitude: -93.6, accuracy: 9 },
    });
  const bill = (quantity: string, of = order) =>
    as(people.ap, (tx) =>
      createInvoice(
        tx,
        people.ap,
        invoiceInput.parse({
          ...{ vendorId, purchaseOrderId: of.id, vendorNumber: `N-${quantity}` },
          invoiceDate: agencyDay(0),
          lines: [
            {
              purchaseOrderLineId: of.lines[0]!.id,
              description: "Stone",
              quantity,
              unitPrice: "5.00",
            },
          ],
        }),
      ),
    );
  const read = (id: string) => readInvoice(t.database.read(people.ap), people.ap, id);

  const first = await ship("6");
  const token = await linkOf(first);
  await receiveGoods(t.database, people, order, ["6"]);
  const held = await bill("6");
  expect(await read(held.id)).toMatchObject({
    status: "exception",
    exceptions: [{ kind: "delivery", ownerDuty: "receiver", status: "open", amount: 30_00 }],
  });
  await handOver(token, 44.79);
  expect(await read(held.id)).toMatchObject({
    status: "matched",
    exceptions: [{ status: "cleared" }],
  });

  const second = await ship("4");
  const elsewhere = await linkOf(second);
  await receiveGoods(t.database, people, order, ["4"]);
  await handOver(elsewhere, 44.99);
  const away = await bill("4");
  const [open] = (await read(away.id)).exceptions;
  expect(open).toMatchObject({ kind: "delivery", status: "open" });
  expect(open!.message).toMatch(/^ASN-2027-\d+ was handed over at another place\.$/);
  const accept = (actor: Actor) =>
    as(actor, (tx) =>
      acceptException(tx, actor, away.id, open!.id, "The gate was flooded: unloaded uphill", null),
    );
  expect(await refusalOf(accept(people.receiver))).toBe(
    "separation_of_duties: You placed, issued or received this order: another person accepts what its delivery lacks.",
  );
  await accept(people.second);
  expect((await read(away.id)).status).toBe("matched");

  // Nobody announced it, so no driver can prove its place: the rule demands it all the same.
  const unannounced = await placed();
  await receiveGoods(t.database, people, unannounced, ["9"]);
  const unproved = await bill("9", unannounced);
  const [lacks] = (await read(unproved.id)).exceptions;
  expect(lacks).toMatchObject({ kind: "delivery", status: "open" });
  expect(lacks!.message).toMatch(
    /^RCV-2027-\d+ came without a ship notice, so nobody proved its place\.$/,
  );
});
