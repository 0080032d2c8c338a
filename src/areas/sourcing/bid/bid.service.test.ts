import { identityDb } from "#server/db/scopes/identity.ts";
import "#areas/sourcing/sourcing.server.ts";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { utf8 } from "#kernel/sealing/bytes.ts";
import type { EnclosedFile } from "#kernel/sealing/enclosed.ts";
import { sql } from "#server/db/sql.ts";
import { auditKeys } from "#server/keys.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { readReceipt } from "#kernel/sealing/receipt.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { bidOf, giveAll, pastDeadline, sealed } from "#server/testing/opening.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import { openStage, publishTabulation } from "../opening/open-stage.service.ts";
import { joinOpening, openingState } from "../opening/opening.service.ts";
import { transcriptOf } from "../opening/transcript.service.ts";
import { endSolicitation } from "../solicitation/solicitation.service.ts";
import { bidsOf, deskOf } from "./bid-desk.service.ts";
import { liftHold, placeHold } from "#areas/governance/governance.server.ts";
import { tendKeyStore } from "./erase.service.ts";
import { openedBids } from "./opened.service.ts";
import { receiptOf } from "./receipt.service.ts";
import { submitBid, withdrawBid } from "./submit.service.ts";
import { bidWithdrawal } from "./withdrawal.service.ts";
import { eventDigest, sealScope } from "./under-seal.service.ts";
import {
  tender,
  t,
  ada,
  priced,
  bo,
  statuses,
  code,
  officers,
  agency,
  itemsOf,
  moveDue,
  told,
  people,
  system,
  store,
  bidSetUp,
} from "./bid.setup.ts";

bidSetUp();

test("two vendors bid, one replaces its bid; two officers open; rows, minutes, tabulation and transcript say what was sealed", async () => {
  const s = await tender({
    lots: [{ lotNo: 1, title: "North" }],
    items: [
      { lotNo: 1, description: "Salt", quantity: "100" },
      { lotNo: 1, description: "Sand", quantity: "10" },
    ],
  });
  const plan: EnclosedFile = {
    name: "plan.txt",
    mediaType: "text/plain",
    bytes: utf8("the route of the trucks"),
  };
  await bidOf(t.app, ada.actor, s.id, await priced(s.id, "9.00", "1.00"));
  await bidOf(t.app, bo.actor, s.id, await priced(s.id, "7.7777"));
  const { sha256 } = {
    sha256: Buffer.from(await crypto.subtle.digest("SHA-256", plan.bytes)).toString("hex"),
  };
  const content = {
    ...(await priced(s.id, "8.00", "1.00")),
    technical: {
      statement: "We deliver.",
      files: [
        {
          requirementId: null,
          name: plan.name,
          mediaType: plan.mediaType,
          size: plan.bytes.length,
          sha256,
        },
      ],
    },
  };
  const third = await bidOf(t.app, ada.actor, s.id, content, { files: [plan] });
  expect(await statuses(s.id)).toEqual(["superseded", "submitted", "submitted"]);
  expect(third.revision).toBe(2);
  expect(await code(openStage(t.app, officers[0]!.actor, s.id))).toBe("too_early");
  await pastDeadline(t.database, agency.orgId, s.id);
  expect(await code(openStage(t.app, officers[0]!.actor, s.id))).toBe("blocked");
  expect(await giveAll(t.database, officers[0]!, s.id)).toEqual({ taken: 2, wrong: 0 });
  expect(await openingState(t.database, officers[0]!.actor, s.id)).toMatchObject({
    expected: 2,
    ready: false,
    blocked: "Two officers must give their shares.",
    rows: [],
  });
  await giveAll(t.database, officers[2]!, s.id);
  // The parts were promised to the store for the day that was published: the deadline in this test
  // moved, its promise did not.
  expect(await code(openStage(t.app, officers[0]!.actor, s.id))).toBe("key_store_too_early");
});

test("the ceremony: what was promised in the past opens, in the order of receipt", async () => {
  const s = await tender();
  const items = await itemsOf(s.id);
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  const early = (actor: Actor) => told(actor, "2026-11-01T19:00:00Z");
  await bidOf(t.app, early(bo.actor), s.id, await priced(s.id, "7.7777"));
  await bidOf(t.app, early(ada.actor), s.id, {
    technical: { statement: "We deliver." },
    ...(await priced(s.id, "8.00", "1.00")),
  });
  await pastDeadline(t.database, agency.orgId, s.id);
  await giveAll(t.database, officers[0]!, s.id);
  await giveAll(t.database, officers[1]!, s.id);
  await joinOpening(t.database, people.auditor, s.id);
  expect(await openedBids(t.database.read(people.buyer), s.id)).toEqual([]);
  expect(await openStage(t.app, officers[0]!.actor, s.id)).toEqual({ opened: 2, failed: 0 });
  const bids = await openedBids(t.database.read(people.buyer), s.id);
  expect(bids.map((b) => [b.vendorName, b.price?.lines.map((l) => l.unitPrice)])).toEqual([
    ["Bo Minerals", ["7.7777", null]],
    ["Ada Salt", ["8.0000", "1.0000"]],
  ]);
  expect(bids[1]).toMatchObject({
    status: "opened",
    technical: { statement: "We deliver." },
    price: { validDays: 90 },
  });
  const state = await openingState(t.database, people.buyer, s.id);
  expect(state).toMatchObject({
    state: "done",
    minutes: {
      present: [
        { name: "Ann", officer: true },
        { name: "Ben" },
        { name: "auditor", officer: false },
      ],
      shares: [{ name: "Ann", given: 2, wrong: 0 }, { name: "Ben" }],
    },
  });
  expect(state.rows.map((r) => r.totalCents)).toEqual([9_333_24, 1200 * 800 + 400_50]);
  expect(
    await t.database
      .read(people.buyer)
      .one(sql`select status from solicitation where org_id = ${agency.orgId} and id = ${s.id}`),
  ).toEqual({ status: "opened" });
  expect(
    (await transcriptOf(t.database, people.auditor, s.id, "bid")).envelopes.map((e) => [
      e.vendor,
      e.shares.length,
      e.failure,
    ]),
  ).toEqual([
    ["Bo Minerals", 2, null],
    ["Ada Salt", 2, null],
  ]);
  await t.database.transaction(officers[0]!.actor, (tx) =>
    publishTabulation(tx, officers[0]!.actor, s.id),
  );
  expect(items).toHaveLength(2);
  // What the audit record kept sealed is now explained by entries that name the vendors, and each
  // digest fits.
  const events = await t.database
    .read(people.auditor)
    .rows<Parameters<typeof eventDigest>[0]>(
      sql`select * from bid_event where org_id = ${agency.orgId} and solicitation_id = ${s.id}`,
    );
  const digests = (
    await t.database.read(people.auditor).rows<{ content: string }>(sql`
      select content
      from audit_entry
      where org_id = ${agency.orgId} and action = 'bid.underSeal'
    `)
  ).map((e) => e.content);
  for (const event of events)
    expect(digests.some((text) => text.includes(eventDigest(event)))).toBe(true);
});

test("the deadline is the database's: one millisecond before, at the instant, and one after", async () => {
  const s = await tender();
  const due = "2026-11-01T20:00:00.000Z";
  const before = "2026-11-01T19:59:59.999Z";
  const after = "2026-11-01T20:00:00.001Z";
  await moveDue(s.id, due);
  await bidOf(t.app, told(ada.actor, before), s.id, await priced(s.id, "1"));
  expect(
    await code(bidOf(t.app, told(ada.actor, due), s.id, await priced(s.id, "2"))),
    "a revision at the instant",
  ).toBe("late");
  const { id } = (await bidsOf(t.database, ada.actor))[0]!;
  expect(
    await code(withdrawBid(t.app, told(ada.actor, due), id)),
    "a withdrawal at the instant",
  ).toBe("late");
  const fresh = await bidOf(t.app, told(bo.actor, due), s.id, await priced(s.id, "3"));
  expect(new Date(fresh.receivedAt).toISOString()).toBe(due);
  const cy = await makeBidder(t.database, agency, "Cy Stone");
  const late = await sealed(t.app, told(cy.actor, due), s.id, await priced(s.id, "4"));
  expect(
    await code(
      submitBid(t.app, told(cy.actor, after), late.plan.bidId, {
        manifests: late.manifests,
        addendaAcknowledged: [],
      }),
    ),
  ).toBe("late");
  expect(await code(bidOf(t.app, told(cy.actor, after), s.id, {}))).toBe("late");
  const refused = await system().rows<{ personName: string; detail: string }>(sql`
    select person_name, detail
    from bid_event
    where org_id = ${agency.orgId} and solicitation_id = ${s.id} and kind = 'refused'
    order by at
  `);
  expect(refused.map((r) => [r.personName, r.detail])).toEqual(
    expect.arrayContaining([
      ["Cy Stone's person", "late"],
      ["Ada Salt's person", "late"],
      ["Ada Salt's person", "withdrawal late"],
    ]),
  );
  expect(await statuses(s.id)).toEqual(["submitted", "submitted"]);
  // The real clock of the database, with nothing told.
  await t.database.transaction(sealScope(agency.orgId), (tx) =>
    tx.rows(sql`
      update solicitation
      set due_at = clock_timestamp() + interval '300 milliseconds'
      where org_id = ${agency.orgId} and id = ${s.id}
    `),
  );
  const dee = await makeBidder(t.database, agency, "Dee Sand");
  const waiting = await sealed(t.app, dee.actor, s.id, {});
  await new Promise((r) => setTimeout(r, 350));
  expect(
    await code(
      submitBid(t.app, dee.actor, waiting.plan.bidId, {
        manifests: waiting.manifests,
        addendaAcknowledged: [],
      }),
    ),
  ).toBe("late");
});

test("a withdrawn or replaced bid cannot be read by anybody: the key store's part is gone from its file", async () => {
  const s = await tender();
  const one = await bidOf(t.app, ada.actor, s.id, await priced(s.id, "1"));
  const two = await bidOf(t.app, ada.actor, s.id, await priced(s.id, "2"));
  await withdrawBid(t.app, ada.actor, two.id);
  expect(await code(withdrawBid(t.app, ada.actor, two.id))).toBe("not_in_this_status");
  expect(await statuses(s.id)).toEqual(["superseded", "withdrawn"]);
  // Each receipt comes by a letter of no agency: its list of letters would tell who has bid.
  const told = await identityDb(t.database).rows<{ subject: string; orgId: string | null }>(sql`
    select subject, org_id
    from mail
    where kind = 'bid_receipt'
      and to_address = ${ada.actor.email}
      and body_text like ${`%${one.id}%`}
      or kind = 'bid_receipt'
      and body_text like ${`%${two.id}%`}
    order by created_at, id
  `);
  expect(told.map(({ subject }) => subject.replace(/ (ITB|RFP|RFQ)-\S+/, " N"))).toEqual([
    "Receipt: your bid for N",
    "Receipt: your bid for N",
    "Receipt: your bid for N is taken back",
  ]);
  expect(told.every(({ orgId }) => orgId === null)).toBe(true);
  const { receipt } = await bidWithdrawal(t.app, ada.actor, two.id);
  expect(receipt).toMatchObject({
    format: "levee-withdrawal-receipt/1",
    bid: { id: two.id, revision: 2, round: null },
    ciphertexts: [two.manifests[0]!.ciphertextSha256],
  });
  expect([
    await code(bidWithdrawal(t.app, ada.actor, one.id)),
    await code(bidWithdrawal(t.app, bo.actor, two.id)),
  ]).toEqual(["not_withdrawn", "not_found"]);
  for (const {
    manifests: [manifest],
  } of [one, two])
    await expect(
      store.vault.release(s.id, [manifest!.binding.envelopeId], "2099-01-01T00:00:00Z"),
    ).rejects.toMatchObject({ code: "erased" });
  expect(
    await system().rows(sql`
      select distinct state
      from bid_envelope e
      join bid b on b.org_id = e.org_id and b.id = e.bid_id
      where e.org_id = ${agency.orgId} and b.solicitation_id = ${s.id} and b.status <> 'draft'
    `),
  ).toEqual([{ state: "erased" }]);
});

test("a cancelled solicitation's bids are forgotten within a minute", async () => {
  const s = await tender();
  const {
    manifests: [manifest],
  } = await bidOf(t.app, ada.actor, s.id, {});
  await t.database.transaction(people.buyer, (tx) =>
    endSolicitation(tx, people.buyer, "cancel", { id: s.id, version: null, reason: "No money" }),
  );
  await tendKeyStore(t.app);
  await expect(
    store.vault.release(s.id, [manifest!.binding.envelopeId], "2099-01-01T00:00:00Z"),
  ).rejects.toMatchObject({ code: "erased" });
});

test("bids under a legal hold are not forgotten until it is lifted", async () => {
  const s = await tender();
  await bidOf(t.app, ada.actor, s.id, {});
  const wanted = { chief: { role: "manager" }, other: { role: "admin" } } as const;
  const { chief, other } = await makeMembers(t.database, agency, wanted);
  const records = [{ type: "solicitation", id: s.id }];
  const { id } = await t.database.transaction(chief, (tx) =>
    placeHold(tx, chief, { matter: "Protest 7", reason: "The bids are evidence.", records }),
  );
  await t.database.transaction(people.buyer, (tx) =>
    endSolicitation(tx, people.buyer, "cancel", { id: s.id, version: null, reason: "No money" }),
  );
  const states = () =>
    system().rows<{ state: string }>(sql`
      select distinct e.state
      from bid_envelope e
      join bid b on b.org_id = e.org_id and b.id = e.bid_id
      where e.org_id = ${agency.orgId} and b.solicitation_id = ${s.id}
    `);
  await tendKeyStore(t.app);
  expect(await states()).toEqual([{ state: "sealed" }]);
  await t.database.transaction(other, (tx) =>
    liftHold(tx, other, { id, version: null, reason: "Decided" }),
  );
  await tendKeyStore(t.app);
  expect(await states()).toEqual([{ state: "erased" }]);
});

test("the same bid sent again, and judged after the deadline, leaves alone what the first request brought in before it", async () => {
  const s = await tender();
  const due = "2026-11-01T20:00:00.000Z";
  const twice =
    (await moveDue(s.id, due),
    await sealed(t.app, told(ada.actor, "2026-11-01T19:00:00Z"), s.id, {}));
  const send = (at: string) =>
    code(
      submitBid(t.app, told(ada.actor, at), twice.plan.bidId, {
        manifests: twice.manifests,
        addendaAcknowledged: [],
      }),
    );
  const waiting = async (n: number) => {
    while (
      (
        await system().one<{ n: number }>(sql`
          select count(*)::int as n
          from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
        `)
      ).n < n
    )
      await new Promise((r) => setTimeout(r, 10));
  };
  // Both wait for the solicitation's row, one behind the other.
  const [first, again] = await t.database.transaction(sealScope(agency.orgId), async (tx) => {
    await tx.rows(
      sql`select 1 from solicitation where org_id = ${agency.orgId} and id = ${s.id} for update`,
    );
    const one = send("2026-11-01T19:59:59.999Z");
    await waiting(1);
    const two = send("2026-11-01T20:00:00.001Z");
    await waiting(2);
    return [one, two] as const;
  });
  expect([await first, await again]).toEqual(["no refusal", "late"]);
  expect(await statuses(s.id)).toEqual(["submitted"]);
  expect(
    (
      await store.vault.release(
        s.id,
        twice.manifests.map((m) => m.binding.envelopeId),
        "2099-01-01T00:00:00Z",
      )
    ).length,
  ).toBe(twice.manifests.length);
});

test("submitting, replacing, withdrawing and closing at once leave at most one live bid, in some order", async () => {
  const s = await tender();
  const first = await bidOf(t.app, ada.actor, s.id, {});
  const next = await sealed(t.app, ada.actor, s.id, {});
  const results = await Promise.all([
    code(
      submitBid(t.app, ada.actor, next.plan.bidId, {
        manifests: next.manifests,
        addendaAcknowledged: [],
      }),
    ),
    code(
      submitBid(t.app, ada.actor, next.plan.bidId, {
        manifests: next.manifests,
        addendaAcknowledged: [],
      }),
    ),
    code(withdrawBid(t.app, ada.actor, first.id)),
    code(pastDeadline(t.database, agency.orgId, s.id)),
  ]);
  const live = await system().rows<{ id: string; receivedAt: string }>(sql`
    select id, received_at
    from bid
    where org_id = ${agency.orgId} and solicitation_id = ${s.id} and status = 'submitted'
  `);
  expect(live.length).toBeLessThanOrEqual(1);
  expect(results.slice(0, 2).filter((r) => r === "no refusal").length).toBeLessThanOrEqual(1);
  // Whatever is live has its part, whatever is not has none.
  for (const { id, state, envelope } of await system().rows<{
    id: string;
    state: string;
    envelope: string;
  }>(sql`
    select b.id, e.id as envelope, e.state
    from bid b
    join bid_envelope e on e.org_id = b.org_id and e.bid_id = b.id
    where b.org_id = ${agency.orgId} and b.solicitation_id = ${s.id} and b.status <> 'draft'
  `)) {
    expect(state).toBe(live.some((l) => l.id === id) ? "sealed" : "erased");
    expect(await code(store.vault.release(s.id, [envelope], "2099-01-01T00:00:00Z"))).toBe(
      live.some((l) => l.id === id) ? "too_early" : "erased",
    );
  }
});

test("the agency's people see nothing of bids under seal, whatever is asked in their name", async () => {
  const s = await tender();
  await bidOf(t.app, ada.actor, s.id, await priced(s.id, "4711.4711"));
  for (const actor of [people.buyer, people.manager, people.auditor, officers[0]!.actor]) {
    const db = t.database.read(actor);
    for (const table of ["bid", "bid_envelope", "bid_share", "bid_event"])
      expect(
        await db.rows({
          ...sql`select 1 as n`,
          text: `select 1 as n from ${table} where org_id = $1`,
          values: [agency.orgId],
        }),
      ).toEqual([]);
    const entries = await db.rows<{
      content: string;
      actorId: string | null;
      objectId: string;
    }>(sql`
      select content, actor_id, object_id
      from audit_entry
      where org_id = ${agency.orgId} and action like 'bid.%'
    `);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries)
      expect([
        entry.actorId,
        entry.content.includes("Ada"),
        entry.content.includes(ada.vendorId),
        entry.content.includes('"actorName":"A vendor"'),
      ]).toEqual([null, false, false, true]);
  }
  expect(await openingState(t.database, people.buyer, s.id)).toMatchObject({
    expected: null,
    rows: [],
  });
  expect(
    await t.database.read(people.buyer).rows(sql`
      select e->>'topic' as topic
      from outbox_event, json_array_elements(events) e
      where org_id = ${agency.orgId} and e->>'topic' like 'bid%'
    `),
  ).toEqual([]);
  expect((await deskOf(t.database, bo.actor, s.id)).revisions).toEqual([]);
  expect(await bidsOf(t.database, bo.actor)).toEqual([]);
});

test("the receipt is signed, names the ledger's entry, and is the same whenever it is asked for; nobody else gets it", async () => {
  const s = await tender();
  const { id } = await bidOf(t.app, ada.actor, s.id, {});
  const { note, receipt } = await receiptOf(t.app, ada.actor, id);
  expect(await readReceipt(note, auditKeys().verifier)).toEqual({ receipt });
  expect((await receiptOf(t.app, ada.actor, id)).note).toBe(note);
  expect(await code(receiptOf(t.app, bo.actor, id))).toBe("not_found");
  const { plan } = await sealed(t.app, bo.actor, s.id, {}, []);
  expect(await code(receiptOf(t.app, bo.actor, plan.bidId))).toBe("not_submitted");
  const folder = mkdtempSync(join(tmpdir(), "levee-receipt-"));
  writeFileSync(join(folder, "receipt"), note);
  writeFileSync(join(folder, "key"), formatVerifierKey(auditKeys().verifier));
  const { spawnSync } = await import("node:child_process");
  expect(
    spawnSync(
      process.execPath,
      [
        new URL("../../../../bin/receipt-verify.mjs", import.meta.url).pathname,
        join(folder, "receipt"),
        "--key",
        join(folder, "key"),
      ],
      { encoding: "utf8" },
    ),
  ).toMatchObject({ status: 0, stdout: expect.stringContaining("Ada Salt") });
});
