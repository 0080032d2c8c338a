// A transfer between own places is handed over by a driver's link: what is refused, and what it shows.
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { seenFile } from "#server/files/holders.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import type { DriverLink, ProofView, TransferHandover } from "./proof/proof.model.ts";

const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const outside = systemActor(null);
const path = "/api/v1/stock-transfers";

let t: TestDatabase;
let s: Stores;
let receiver: Actor;
let stranger: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  ({ receiver } = await makeMembers(t.database, s.agency, { receiver: { duties: ["receiver"] } }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      update agency_place
      set latitude = 44.79, longitude = -93.6
      where org_id = ${s.agency.orgId}
    `),
  );
});
afterAll(() => t.drop());

type Written = { id: string; number: string };
type Detail = {
  number: string;
  status: string;
  lines: { id: string; arrived: string; open: string }[];
};
const step = (id: string, name: string, by: Actor, body: object = {}) =>
  s.asking<Written>(by, `POST ${path}/${id}/actions/${name}`, body);
/** Ten bags of a new item on their way, by the keeper. */
const sent = async () => {
  const itemId = await s.item();
  await s.found(itemId, "20", 20_00);
  const { id } = await s.asking<Written>(s.people.keeper, `POST ${path}`, {
    ...{ fromLocationId: s.bay, toLocationId: s.shelf, lines: [{ itemId, quantity: "10" }] },
  });
  await step(id, "send", s.people.keeper, { driver: "R. Ortiz" });
  return id;
};
const read = (id: string) => s.asking<Detail>(s.people.clerk, `GET ${path}/${id}`);
const lineOf = async (id: string) => (await read(id)).lines[0]!.id;
const handover = (id: string, by = s.people.clerk) =>
  s.asking<TransferHandover>(by, `GET ${path}/${id}/handover`);
const makeLink = (id: string, by = s.people.keeper) =>
  s.asking<DriverLink>(by, `POST ${path}/${id}/driver-links`);
const linkOf = async (id: string) => (await makeLink(id)).path.split("/").at(-1)!;
const look = (token: string) =>
  s.asking<ProofView>(outside, "POST /api/v1/delivery-proofs/look", { token });
const give = (token: string, over: object = {}) =>
  s.asking<{ number: string }>(outside, "POST /api/v1/delivery-proofs/give", {
    ...{ token, key: newId(), at: new Date(Date.now() - 60_000).toISOString() },
    position: { latitude: 44.79, longitude: -93.6, accuracy: 12 },
    ...{ driver: "R. Ortiz", mark: [[10, 10, 60, 40]] },
    ...over,
  });
const counted = async (id: string, quantity: string) => ({
  counts: [{ lineId: await lineOf(id), quantity }],
});
const notices = () =>
  s.db().rows<{ link: string }>(sql`
    select link
    from notification
    where org_id = ${s.agency.orgId}
      and person_id = ${s.people.keeper.personId}
      and kind = 'transfer.differs'
  `);

test("a driver hands over a transfer by a link, without an account; its receiver still counts it", async () => {
  const id = await sent();
  const token = await linkOf(id);
  const view = await look(token);
  expect(view).toMatchObject({ closed: null, given: false, transfer: true, expectedOn: null });
  expect(view.lines).toMatchObject([{ lineId: await lineOf(id), announced: "10", unit: "bag" }]);
  expect(view.place).not.toBe("");
  expect((await handover(id)).proofs).toEqual([]);
  const { number } = await give(token, { ...(await counted(id, "10")), photo: picture });
  expect(await read(id)).toMatchObject({ number, status: "sent", lines: [{ open: "10" }] });
  const shown = await handover(id);
  expect(shown).toMatchObject({
    witnesses: [
      { witness: "place", says: "agrees" },
      { witness: "quantity", says: "agrees" },
    ],
    lines: [{ sent: "10", handed: "10" }],
    proofs: [{ driver: "R. Ortiz", accuracy: 12, mark: [[10, 10, 60, 40]] }],
  });
  // The picture is for whoever reads the transfer, and for no other agency.
  const file = shown.proofs[0]!.photoFileId!;
  expect(await seenFile(s.db(), s.people.clerk, file)).not.toBeNull();
  expect(await seenFile(t.database.read(stranger), stranger, file)).toBeNull();
  const told = await s.asking<{ items: { action: string; note: string | null }[] }>(
    s.people.clerk,
    `GET ${path}/${id}/history`,
  );
  expect(told.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["stockTransfer.driverLink", "stockTransfer.proof"]),
  );
  // Fewer are counted where it goes: the driver's word does not bring them back.
  await step(id, "arrive", receiver, await counted(id, "9"));
  expect(await read(id)).toMatchObject({ status: "short", lines: [{ arrived: "9", open: "1" }] });
  expect((await handover(id)).witnesses[1]).toEqual({ witness: "quantity", says: "differs" });
  expect(await notices()).toEqual([]);
});

test("handed over elsewhere, or fewer, contradicts and its sender is told; without a place it cannot be told", async () => {
  const away = await sent();
  await give(await linkOf(away), {
    ...(await counted(away, "8")),
    position: { latitude: 44.9, longitude: -93.6, accuracy: 10 },
  });
  expect((await handover(away)).witnesses).toEqual([
    { witness: "place", says: "differs" },
    { witness: "quantity", says: "differs" },
  ]);
  expect(await notices()).toEqual([{ link: `/inventory/transfers/${away}` }]);
  const blind = await sent();
  await give(await linkOf(blind), { position: null });
  expect((await handover(blind)).witnesses).toEqual([
    { witness: "place", says: "unknown" },
    { witness: "quantity", says: "missing" },
  ]);
});

test("forged, replaced, replayed and expired links of a transfer are refused; the same sending arrives once", async () => {
  const id = await sent();
  const first = await linkOf(id);
  const token = await linkOf(id);
  const [orgId, proofId, secret] = token.split(".") as [string, string, string];
  for (const wrong of [
    `${orgId}.${proofId}.${"A".repeat(43)}`,
    `${stranger.orgId}.${proofId}.${secret}`,
    `${orgId}.${newId()}.${secret}`,
  ]) {
    await expect(look(wrong)).rejects.toMatchObject({ status: 404 });
    await expect(give(wrong)).rejects.toMatchObject({ status: 404 });
  }
  expect(await refusalOf(give(first))).toContain("link_closed: A newer link was made");
  const key = newId();
  const once = await give(token, { key });
  expect(await give(token, { key })).toEqual(once);
  expect(await refusalOf(give(token))).toBe("link_closed: This delivery was handed in. Thank you.");
  expect((await handover(id)).proofs).toHaveLength(1);
  expect(await look(token)).toMatchObject({ given: true, lines: [], title: "", place: "" });
  const late = await linkOf(id);
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      update delivery_proof
      set made_at = clock_timestamp() - interval '4 days', ends_at = clock_timestamp()
      where org_id = ${s.agency.orgId} and stock_transfer_id = ${id} and given_at is null
    `),
  );
  expect(await refusalOf(give(late))).toContain("link_closed: This link has ended.");
});

test("a driver hands over no more than was sent, over all links, and no line of another transfer", async () => {
  const id = await sent();
  const other = await sent();
  const token = await linkOf(id);
  expect(await refusalOf(give(token, await counted(other, "1")))).toBe(
    "invalid_field: This line is not in the transfer.",
  );
  await give(token, await counted(id, "6"));
  const next = await linkOf(id);
  const more = give(next, await counted(id, "5"));
  expect(await refusalOf(more)).toMatch(
    /^more_than_sent: Of .+ 10 bag were sent, and with this 11 would be handed over: count again\.$/,
  );
  await give(next, await counted(id, "4"));
  expect((await handover(id)).witnesses[1]).toMatchObject({ says: "agrees" });
});

test("links are made by whoever may send, while something is on the way, and end when it is called back", async () => {
  const id = await sent();
  await expect(makeLink(id, receiver)).rejects.toMatchObject({ status: 403 });
  await expect(makeLink(id, stranger)).rejects.toMatchObject({ status: 404 });
  await expect(handover(id, stranger)).rejects.toMatchObject({ status: 404 });
  const token = await linkOf(id);
  await step(id, "callBack", s.people.keeper, { reason: "Turned around." });
  expect(await refusalOf(give(token))).toBe("link_closed: This transfer was called back.");
  const { number } = await read(id);
  expect(await refusalOf(makeLink(id))).toBe(`not_to_come: Nothing of ${number} is on the way.`);
  await expect(
    s.as(s.people.keeper, (tx) =>
      tx.rows(sql`
        update delivery_proof
        set ship_notice_id = null, stock_transfer_id = null
        where org_id = ${s.agency.orgId} and stock_transfer_id = ${id}
      `),
    ),
  ).rejects.toThrow();
});

test("a proof that waited on the phone arrives although the transfer was counted meanwhile", async () => {
  const id = await sent();
  const token = await linkOf(id);
  await step(id, "arrive", receiver, await counted(id, "10"));
  await give(token, await counted(id, "10"));
  expect(await read(id)).toMatchObject({ status: "received" });
  expect((await handover(id)).witnesses).toMatchObject([{ says: "agrees" }, { says: "agrees" }]);
});
