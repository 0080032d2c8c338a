import { afterAll, beforeAll, expect, test } from "vitest";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { BundleVerifier } from "#kernel/audit-verify.ts";
import { newId } from "#kernel/ids.ts";
import { Frontier } from "#kernel/merkle.ts";
import { sql } from "../db/sql.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "../keys.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { audit, auditStaging, eraseContent } from "./audit.ts";
import { recheckLedger } from "./recheck.ts";
import { exportBundle, type BundleRequest } from "./bundle.ts";
import { hasher } from "./hash.ts";
import { historyOf } from "./history.ts";
import { startSequencer, type Sequencer } from "./sequencer.ts";

let t: TestDatabase;
let owner: pg.Client;
let sequencer: Sequencer;
const ann = memberActor(newId(), "manager");
const bob = memberActor(newId(), "admin");

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  sequencer = await startSequencer({ database: t.database, every: 20, checkpointEvery: 100 });
});
afterAll(async () => {
  await sequencer.stop();
  await owner.end();
  await t.drop();
});

const write = (actor = ann, over: Partial<Parameters<typeof audit>[2]> = {}) =>
  t.database.transaction(actor, async (tx) =>
    audit(tx, actor, {
      action: "invoice.approve",
      objectType: "invoice",
      objectId: newId(),
      objectNumber: "INV-2027-00001",
      before: { status: "matched", version: 1 },
      after: { status: "approved", version: 2 },
      ...over,
    }),
  );
const bundle = async (request: Partial<BundleRequest> = {}, actor = ann): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of exportBundle(t.database.read(actor), {
    agency: "Delta County",
    objectIds: "all",
    ...request,
  }))
    lines.push(line);
  return lines;
};
const verify = async (lines: readonly string[]) => {
  const verifier = new BundleVerifier(auditKeys().verifier, hasher);
  for (const line of lines) verifier.push(Buffer.from(line));
  return verifier.finish();
};
const tableSize = async (table: string, orgId: string) =>
  (
    await owner.query<{ n: number }>(`select count(*)::int as n from ${table} where org_id = $1`, [
      orgId,
    ])
  ).rows[0]!.n;

test("an entry exists exactly when its change does, and is sealed under a signed checkpoint", async () => {
  await expect(
    t.database.transaction(ann, async (tx) => {
      audit(tx, ann, {
        action: "x",
        objectType: "invoice",
        objectId: newId(),
        before: null,
        after: null,
      });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  const id = await write();
  const { index, size } = await sequencer.waitForInclusion(ann.orgId!, id);
  expect(index).toBe(0);
  expect(size).toBeGreaterThan(index);
  expect(await tableSize("audit_entry", ann.orgId!)).toBe(1);
});

test.each([1, 2, 8, 9, 40])(
  "%i entries of one transaction are kept in their order with what they say, sealed and proven, odd characters and all",
  async (n) => {
    const fay = memberActor(newId(), "manager");
    const note = (i: number) => (i % 3 ? `"${i}" \\N {a,b}\n'$1' ünï` : null);
    const objectId = newId();
    await t.database.transaction(fay, async (tx) => {
      for (let i = 0; i < n; i++)
        audit(tx, fay, {
          action: `invoice.step${i}`,
          objectType: "invoice",
          objectId,
          objectNumber: i % 2 ? `INV-${i}` : null,
          before: i ? { version: i } : null,
          after: { version: i + 1, text: note(i) },
          note: note(i),
        });
    });
    const last = await owner.query<{ id: string }>(
      "select id from audit_entry where org_id = $1 order by id desc limit 1",
      [fay.orgId],
    );
    await sequencer.waitForInclusion(fay.orgId!, last.rows[0]!.id);
    const { rows } = await owner.query<{
      action: string;
      number: string | null;
      note: string | null;
    }>(
      `
        select action, object_number as number, content::jsonb->>'note' as note
        from audit_entry
        where org_id = $1
        order by id
      `,
      [fay.orgId],
    );
    expect(rows).toEqual(
      Array.from({ length: n }, (_, i) => ({
        action: `invoice.step${i}`,
        number: i % 2 ? `INV-${i}` : null,
        note: note(i),
      })),
    );
    expect(await tableSize("audit_refusal", fay.orgId!)).toBe(0);
    expect(await verify(await bundle({}, fay))).toMatchObject({ ok: true, entries: n });
  },
);

test("entries of a large batch are there with their changes or not at all, sealed, in each record's history, provable one by one, and a flipped letter of one is named", async () => {
  const eve = memberActor(newId(), "manager");
  const ids = Array.from({ length: 1234 }, () => newId());
  const bring = (actor = eve) =>
    t.database.transaction(eve, async (tx) => {
      const entries = auditStaging(tx, actor);
      for (const [i, objectId] of ids.entries())
        entries.add({
          action: "vendor.import",
          objectType: "vendor",
          objectId,
          objectNumber: `V-${i}`,
          before: null,
          after: { name: `Firm\t${i} \\ "é"`, city: null, terms: i, version: 1 },
          note: "Import\n7",
        });
      await entries.end();
    });
  await expect(bring({ ...eve, orgId: ann.orgId })).rejects.toThrow(/row-level security/);
  expect(await tableSize("audit_entry", eve.orgId!)).toBe(0);
  await bring();
  await sequencer.waitForInclusion(eve.orgId!, await write(eve));
  expect(await tableSize("audit_refusal", eve.orgId!)).toBe(0);
  const {
    items: [first],
  } = await historyOf(t.database.read(eve), "vendor", ids[1230]!);
  expect(first).toMatchObject({
    action: "vendor.import",
    actorName: eve.name,
    reason: "Import\n7",
    auditIndex: 1230,
    changes: [
      { field: "name", before: null, after: 'Firm\t1230 \\ "é"' },
      { field: "terms", before: null, after: 1230 },
    ],
  });
  expect(await verify(await bundle({}, eve))).toMatchObject({ ok: true, entries: 1235 });
  const one = await bundle({ objectIds: [ids[700]!] }, eve);
  expect(await verify(one)).toMatchObject({ ok: true, entries: 1 });
  const { finding } = await verify(one.map((line) => line.replace("Firm\\t700", "Firm\\t701")));
  expect(finding).toMatchObject({ part: "content", index: 700 });
});

test("many writers, several sequencers: every committed entry once, none of another agency, and the root is that of a naive recomputation", async () => {
  const rivals = await Promise.all(
    [1, 2].map(() => startSequencer({ database: t.database, every: 5, batch: 7 })),
  );
  const actors = [ann, bob, memberActor(newId())];
  await Promise.all(Array.from({ length: 300 }, (_, i) => write(actors[i % 3])));
  const last = await write(bob);
  await sequencer.waitForInclusion(bob.orgId!, last);
  await Promise.all(rivals.map((rival) => rival.stop()));
  for (const actor of actors) {
    await sequencer.waitForInclusion(actor.orgId!, await write(actor));
    const report = await verify(await bundle({}, actor));
    expect(report.finding).toBeNull();
    expect(report.entries).toBe(await tableSize("audit_entry", actor.orgId!));
    const leaves = await owner.query<{ leaf: string }>(
      "select leaf from audit_leaf where org_id = $1 order by idx",
      [actor.orgId],
    );
    const frontier = new Frontier(hasher);
    frontier.append(leaves.rows.map((row) => row.leaf));
    expect(report.newest).toMatchObject({ size: frontier.size, root: frontier.root() });
  }
});

test("an entry of a transaction that is still open is neither sealed nor overtaken", async () => {
  const before = await tableSize("audit_leaf", ann.orgId!);
  let begun = () => {};
  let finish = () => {};
  const open = new Promise<void>((resolve) => (begun = resolve));
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const object = newId();
  const slow = t.database.transaction(ann, async (tx) => {
    // Takes its transaction number now.
    await tx.rows(sql`insert into record_counter values (${ann.orgId}, ${object}, 2026, 1)`);
    begun();
    await hold;
    return audit(tx, ann, {
      action: "slow",
      objectType: "invoice",
      objectId: object,
      before: null,
      after: null,
    });
  });
  await open;
  const quick = await write();
  await expect(
    sequencer.waitForInclusion(ann.orgId!, quick, 300).finally(finish),
  ).rejects.toMatchObject({ status: 503, code: "audit_pending" });
  expect(await tableSize("audit_leaf", ann.orgId!)).toBe(before);
  const first = await sequencer.waitForInclusion(ann.orgId!, await slow);
  const second = await sequencer.waitForInclusion(ann.orgId!, quick);
  expect(first.index).toBeLessThan(second.index);
});

test("records: proofs across tile borders verify, with the erasure that explains a gap and the checkpoint that the auditor saw", async () => {
  const one = memberActor(newId());
  const object = newId();
  const first = await write(one, { objectId: object });
  const { size: since } = await sequencer.waitForInclusion(one.orgId!, first);
  await t.database.transaction(one, async (tx) => {
    for (let i = 0; i < 700; i++)
      audit(tx, one, {
        action: "vendor.import",
        objectType: "vendor",
        objectId: newId(),
        before: null,
        after: { i },
      });
  });
  await t.database.transaction(one, (tx) =>
    eraseContent(tx, one, first, "Order of the records officer, case 12"),
  );
  await sequencer.waitForInclusion(one.orgId!, await write(one, { objectId: object }));
  const lines = await bundle({ objectIds: [object], since }, one);
  const report = await verify(lines);
  expect(report.finding).toBeNull();
  expect(report).toMatchObject({ entries: 3, erased: 1 });
  expect(report.header!.checkpoints).toContain(since);
  expect(
    Math.max(
      ...lines
        .slice(1)
        .filter((line) => line.startsWith("["))
        .map((line) => line.length),
    ),
  ).toBeLessThan(1024);
  expect(
    (await historyOf(t.database.read(one), "invoice", object)).items.map((item) => item.erased),
  ).toEqual([false, true]);
  await expect(bundle({ objectIds: [newId()] }, one)).rejects.toMatchObject({ status: 404 });
  await expect(
    bundle({ files: [{ name: "scan.pdf", sha256: "0".repeat(64) }] }, one),
  ).rejects.toMatchObject({
    code: "file_not_attested",
    message: "No audit entry of these records mentions the file scan.pdf.",
  });
  await expect(bundle({ since: 3 }, one)).rejects.toMatchObject({ code: "no_such_checkpoint" });
});

test("an erasure needs a ground, happens once, and not to itself or to another agency's entry", async () => {
  const id = await write();
  const erase = (actor: typeof ann, entry: string, why = "case 13") =>
    t.database.transaction(actor, (tx) => eraseContent(tx, actor, entry, why));
  await expect(erase(ann, id, " ")).rejects.toThrow("Say on what ground the content is erased.");
  await expect(erase(bob, id)).rejects.toMatchObject({ status: 404 });
  const erasure = await erase(ann, id);
  await expect(erase(ann, id)).rejects.toMatchObject({ code: "already_erased" });
  await expect(erase(ann, erasure)).rejects.toMatchObject({ code: "erasure_stays" });
});

test("history shows who, what, from, to, why, and the place in the ledger", async () => {
  const objectId = newId();
  const id = await write(ann, {
    objectId,
    note: "Matches the receipt",
    before: { status: "matched", version: 1, amount: 5 },
    after: { status: "approved", version: 2, amount: 6 },
  });
  const { index } = await sequencer.waitForInclusion(ann.orgId!, id);
  expect((await historyOf(t.database.read(ann), "invoice", objectId)).items).toEqual([
    {
      id,
      at: expect.stringMatching(/Z$/),
      actorId: ann.personId,
      actorName: "manager",
      action: "invoice.approve",
      from: "matched",
      to: "approved",
      reason: "Matches the receipt",
      changes: [{ field: "amount", before: 5, after: 6 }],
      auditIndex: index,
      erased: false,
    },
  ]);
  expect((await historyOf(t.database.read(bob), "invoice", objectId)).items).toEqual([]);
});

test("the application's role can neither change nor delete, nor write below the entries", async () => {
  const denied = [
    sql`update audit_entry set action = 'x'`,
    sql`update audit_entry set content = null`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
    sql`delete from audit_leaf`,
    sql`update audit_frontier set size = 0`,
    sql`insert into audit_checkpoint values (${ann.orgId}, 1, 'x', now(), 'x')`,
    sql`delete from audit_tile`,
    sql`update audit_sequencer set after_xid = '0'`,
    sql`insert into audit_key values ('x')`,
    sql`delete from audit_refusal`,
  ];
  for (const statement of denied)
    await expect(t.database.read(ann).rows(statement), statement.text).rejects.toThrow(
      /permission denied/,
    );
});

test("what an intruder with the application's database role inserts is not sealed, and is named", async () => {
  const victim = memberActor(newId());
  const forged = newId();
  await t.database.read(victim).rows(sql`
    insert into audit_entry (
      org_id, id, action, object_type, object_id, content_digest, mac, content
    )
    values (${victim.orgId}, ${forged}, 'payment.release', 'payment', ${newId()}, 'x', 'x', '{}')
  `);
  await sequencer.waitForInclusion(victim.orgId!, await write(victim));
  expect(await t.database.read(victim).rows(sql`select entry_id from audit_refusal`)).toEqual([
    { entryId: forged },
  ]);
  expect(await tableSize("audit_leaf", victim.orgId!)).toBe(1);
});

test("what the database's owner alters behind the product's back is found in the next export", async () => {
  const victim = memberActor(newId());
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await write(victim));
  await sequencer.waitForInclusion(victim.orgId!, ids[5]!);
  expect((await verify(await bundle({}, victim))).ok).toBe(true);
  const tamper = async (statement: string, values: unknown[], index: number) => {
    await owner.query("begin");
    await owner.query(statement, values);
    await owner.query("commit");
    expect((await verify(await bundle({}, victim))).finding).toMatchObject({ index });
  };
  await tamper(
    "update audit_entry set content = replace(content, 'approved', 'rejected') where id = $1",
    [ids[4]],
    4,
  );
  await tamper("update audit_entry set at = at - interval '1 day' where id = $1", [ids[3]], 3);
  await tamper("delete from audit_entry where id = $1", [ids[2]], 2);
  const found = async () =>
    (await recheckLedger(t.database.read(victim), async () => {})).map(
      ({ index, what }) => `${index} ${what}`,
    );
  expect(await found()).toEqual([
    "2 The entry is gone; only its place is left.",
    "3 invoice.approve of INV-2027-00001: it is not what was sealed at this place.",
    "4 invoice.approve of INV-2027-00001: its content was altered; its digest does not fit.",
  ]);
});

test("reading the ledger again names a place that is another entry's, and checkpoints that do not hold", async () => {
  const victim = memberActor(newId());
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push(await write(victim));
  await sequencer.waitForInclusion(victim.orgId!, ids[2]!);
  const of = () => recheckLedger(t.database.read(victim), async () => {});
  expect(await of()).toEqual([]);
  await owner.query("update audit_leaf set leaf = repeat('0', 64) where org_id = $1 and idx = 1", [
    victim.orgId,
  ]);
  const found = (await of()).map(({ what }) => what).join("\n");
  expect(found).toContain("it is not what was sealed at this place.");
  expect(found).toContain("The entries do not lead to the checkpoint that was signed at 3.");
  await owner.query(
    "update audit_checkpoint set note = replace(note, 'levee', 'other') where org_id = $1",
    [victim.orgId],
  );
  expect((await of()).map(({ what }) => what).join("\n")).toMatch(
    /The checkpoint at 3 does not hold: .+\./,
  );
});

test("a database restored into another cluster, whose transaction numbers begin again, goes on sealing and seals nothing twice", async () => {
  await owner.query("update audit_sequencer set after_xid = '9000000000'");
  const messages: string[] = [];
  const restored = await startSequencer({
    database: t.database,
    every: 5,
    log: (line) => messages.push(line),
  });
  await restored.waitForInclusion(bob.orgId!, await write(bob));
  await restored.waitForInclusion(bob.orgId!, await write(bob));
  await restored.stop();
  expect((await verify(await bundle({}, bob))).finding).toBeNull();
  expect(await tableSize("audit_leaf", bob.orgId!)).toBe(
    await tableSize("audit_entry", bob.orgId!),
  );
});

test("another key than the one that sealed this database stops the start", async () => {
  await expect(
    startSequencer({ database: t.database, keys: deriveAuditKeys(randomBytes(32)) }),
  ).rejects.toThrow(/sealed with another key/);
});
