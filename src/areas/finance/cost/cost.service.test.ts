import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay, onSettlement } from "#server/testing/days.ts";
import { postedPay } from "#server/testing/payroll.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { clearPayment, voidPayment } from "../payment/payment.service.ts";
import { a, as, invoice, paid, paymentTests, people, t } from "../payment/payment.setup.ts";
import { releaseRetainage } from "../invoice/retainage.service.ts";
import { draftTransfer, postJournal, reverseJournal } from "../journal/journal.service.ts";
import { journalNoun } from "../journal/journal.noun.ts";
import { transition } from "#server/lifecycle.ts";
import { voidInvoice } from "../invoice/course.service.ts";
import { claimCost, liveClaims, releaseClaim, settleClaims } from "./claim.service.ts";
import { costsOf } from "./cost.read.service.ts";
import { costRules } from "./cost.checks.ts";

paymentTests();

type Line = {
  id: string;
  documentId: string;
  cents: number;
  paid: number;
  moved: number;
  claimed: number;
  accountStringId: string;
};
const lines = () =>
  t.database.read(people.ap).rows<Line>(sql`
    select id, document_id, cents, paid, moved, claimed, account_string_id
    from cost_line
    where org_id = ${a.orgId} and reversed_on is null
    order by created_at, id
  `);
const rules = async () =>
  (await costRules[0]!.check({ db: t.database.read(people.ap) } as never)).map((f) => f.sentence);
const by = (funderId: string) => ({
  kind: "test",
  id: newId(),
  number: "T-1",
  funderId,
  funderNumber: "F-1",
});
const claim = (id: string, cents: number, of = by(newId()), ahead = false) =>
  as(people.ap, (tx) =>
    claimCost(tx, people.ap, of, [{ costLineId: id, cents, share: "federal", ahead }]),
  );

test("posting writes a cost line, a payment pays it, and nobody claims more than that", async () => {
  const { id } = await invoice({ cents: 100_00, retainage: 10_00 });
  const [line] = await lines();
  expect(line).toMatchObject({ documentId: id, cents: 100_00, paid: 0 });
  await expect(claim(line!.id, 1)).rejects.toMatchObject({ code: "cost_claimed" });
  await paid();
  expect(await lines()).toMatchObject([{ paid: 90_00 }]);
  await claim(line!.id, 60_00);
  await expect(claim(line!.id, 30_01)).rejects.toThrow(/\$60\.00 are claimed already/);
  await claim(line!.id, 30_00);
  await as(people.manager, (tx) =>
    releaseRetainage(tx, people.manager, { id, version: null, reason: "done" }, { amount: null }),
  );
  await paid();
  await claim(line!.id, 10_00);
  expect(await lines()).toMatchObject([{ paid: 100_00, claimed: 100_00 }]);
  expect(await rules()).toEqual([]);
});

test("a void payment takes the cover of the newest claims; the next request gives it back", async () => {
  await invoice({ cents: 100_00 });
  const run = await paid();
  const [line] = await lines();
  const funder = newId();
  const [old, young] = [by(funder), by(funder)];
  await claim(line!.id, 60_00, old);
  await claim(line!.id, 40_00, young);
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: run.payments[0]!.id, version: null }, t.app.files, {
      reason: "lost",
    }),
  );
  expect(await liveClaims(t.database.read(people.ap), { funderId: funder })).toMatchObject([
    { uncovered: 60_00 },
    { uncovered: 40_00 },
  ]);
  await expect(claim(line!.id, 1)).rejects.toMatchObject({ code: "cost_claimed" });
  await claim(line!.id, -100_00, by(funder));
  expect(await lines()).toMatchObject([{ paid: 0, claimed: 0 }]);
  expect(
    (await liveClaims(t.database.read(people.ap), { funderId: funder })).map((c) => c.uncovered),
  ).toEqual([0, 0, 0]);
  expect(await rules()).toEqual([]);
});

test("a transfer names its line, takes no more than is paid, and follows what is paid", async () => {
  await invoice({ cents: 100_00 });
  const run = await paid();
  const [line] = await lines();
  const other = await makeBudget(t.database, a, 1_000_00);
  const { preparer, poster } = await makeMembers(t.database, a, {
    preparer: { duties: ["ap"] },
    poster: { duties: ["budget_officer"] },
  });
  const draft = (cents: number) =>
    as(preparer, (tx) =>
      draftTransfer(tx, preparer, {
        title: "Stone",
        reason: "It was used on the other road.",
        moves: [{ costLineId: line!.id, accountStringId: other.accountStringId, cents }],
      }),
    );
  await expect(draft(100_01)).rejects.toMatchObject({ code: "cannot_move" });
  const j = await draft(70_00);
  await as(preparer, (tx) => transition(tx, preparer, journalNoun, { id: j.id, action: "submit" }));
  const self = { ...preparer, permissions: poster.permissions };
  await expect(
    as(self, (tx) => postJournal(tx, self, { id: j.id, version: null })),
  ).rejects.toThrow(/another person/);
  await as(poster, (tx) => postJournal(tx, poster, { id: j.id, version: null }));
  const [from, , to] = await lines();
  expect([from!.paid - from!.moved, to!.paid]).toEqual([30_00, 70_00]);
  await expect(claim(from!.id, 30_01)).rejects.toMatchObject({ code: "cost_claimed" });
  const holder = by(newId());
  await claim(to!.id, 70_00, holder);
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: run.payments[0]!.id, version: null }, t.app.files, {
      reason: "lost",
    }),
  );
  const after = await lines();
  expect(after.map((l) => l.paid)).toEqual([0, 0, 0]);
  expect(await rules()).toEqual([]);
  await paid();
  expect((await lines()).map((l) => l.paid)).toEqual([100_00, -70_00, 70_00]);
  await as(people.ap, (tx) => releaseClaim(tx, people.ap, holder.id));
  await as(poster, (tx) =>
    reverseJournal(tx, poster, { id: j.id, version: null, reason: "it was right before" }),
  );
  const end = await lines();
  expect(end[0]!.paid - end[0]!.moved).toBe(100_00);
  expect(end.reduce((n, l) => n + l.cents, 0)).toBe(100_00);
  expect(await rules()).toEqual([]);
});

test("a claimed cost stays until its funder netted it: no transfer, no reversal, no void", async () => {
  await invoice({ cents: 100_00 });
  await invoice({ cents: 20_00 });
  const run = await paid();
  const [line, small] = await lines();
  const { preparer, poster } = await makeMembers(t.database, a, {
    preparer: { duties: ["ap"] },
    poster: { duties: ["budget_officer"] },
  });
  const other = await makeBudget(t.database, a, 1_000_000_00);
  const transfer = async (costLineId: string, cents: number) => {
    const j = await as(preparer, (tx) =>
      draftTransfer(tx, preparer, {
        title: "Stone",
        reason: "It was used on the other road.",
        moves: [{ costLineId, accountStringId: other.accountStringId, cents }],
      }),
    );
    await as(preparer, (tx) =>
      transition(tx, preparer, journalNoun, { id: j.id, action: "submit" }),
    );
    return () => as(poster, (tx) => postJournal(tx, poster, { id: j.id, version: null }));
  };
  const funder = newId();
  const first = by(funder);
  const takes = (of: ReturnType<typeof by>, federal: number, match: number) =>
    as(people.ap, (tx) =>
      claimCost(tx, people.ap, of, [
        { costLineId: line!.id, cents: federal, share: "federal" },
        { costLineId: line!.id, cents: match, share: "match" },
      ]),
    );
  const early = await transfer(line!.id, 50_00);
  await takes(first, 60_00, 20_00);
  const says =
    /\$80\.00 of this cost are drawn or asked for by F-1 in T-1 \(\$60\.00 federal, \$20\.00 match\)/;
  await expect(early()).rejects.toThrow(says);
  await expect(transfer(line!.id, 20_01)).rejects.toMatchObject({ code: "cannot_move" });
  const free = await transfer(line!.id, 20_00);
  await free();
  // Given back, but the money did not go back yet: the cost is still the first funder's.
  const back = by(funder);
  await takes(back, -60_00, -20_00);
  await expect(transfer(line!.id, 1_00)).rejects.toMatchObject({
    code: "cannot_move",
  });
  await expect(claim(line!.id, 1_00)).rejects.toMatchObject({ code: "cost_claimed" });
  await as(people.ap, (tx) => releaseClaim(tx, people.ap, back.id));
  const netted = by(funder);
  await takes(netted, -60_00, -20_00);
  await as(people.ap, (tx) => settleClaims(tx, netted.id));
  const next = await transfer(line!.id, 80_00);
  await next();
  const moved = (await lines()).findLast((l) => l.cents === 80_00)!;
  await claim(moved.id, 80_00);
  const last = await t.database.read(poster).one<{ id: string }>(sql`
    select id
    from journal
    where org_id = ${a.orgId}
    order by number desc
    limit 1
  `);
  await expect(
    as(poster, (tx) =>
      reverseJournal(tx, poster, { id: last.id, version: null, reason: "Not so." }),
    ),
  ).rejects.toMatchObject({ code: "cost_claimed" });
  await claim(small!.id, 5_00);
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: run.payments[0]!.id, version: null }, t.app.files, {
      reason: "lost",
    }),
  );
  const cancel = (id: string) =>
    as(people.ap, (tx) => voidInvoice(tx, people.ap, { id, version: null, reason: "Twice." }));
  await expect(cancel(small!.documentId)).rejects.toMatchObject({ code: "cost_claimed" });
  await expect(cancel(line!.documentId)).rejects.toMatchObject({ code: "cost_moved" });
  expect(await rules()).toEqual([]);
});

test("fifty claims of two funders on the same lines at once take each cent once", async () => {
  for (const cents of [100_00, 55_55, 33_33]) await invoice({ cents });
  await paid();
  const found = await lines();
  const funders = [newId(), newId()];
  const tries = Array.from({ length: 50 }, (_, n) =>
    as(people.ap, (tx) =>
      claimCost(
        tx,
        people.ap,
        by(funders[n % 2]!),
        (n % 3 ? found : found.toReversed()).map((l) => ({
          costLineId: l.id,
          cents: Math.floor(l.paid / 10),
          share: "federal" as const,
        })),
      ),
    ),
  );
  const done = (await Promise.allSettled(tries)).filter((r) => r.status === "fulfilled").length;
  expect(done).toBe(10);
  expect((await lines()).map((l) => l.claimed)).toEqual(
    found.map((l) => 10 * Math.floor(l.paid / 10)),
  );
  expect(await rules()).toEqual([]);
});

const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test("random histories: claims stay within what is paid, and what is not is marked", async () => {
  const next = random(20_261_124);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)];
  const claimed: string[] = [];
  const payments: string[] = [];
  for (let step = 0; step < 45; step++) {
    const what = Math.floor(next() * 6);
    if (what <= 1)
      await invoice({
        cents: 100 + Math.floor(next() * 90_000),
        retainage: Math.floor(next() * 50),
        kind: next() < 0.2 && payments.length ? "credit_note" : "invoice",
      }).catch(() => null);
    if (what === 2) {
      const run = await paid().catch(() => null);
      payments.push(...(run?.payments.map((p) => p.id) ?? []));
    }
    if (what === 3) {
      const line = pick((await lines()).filter((l) => l.paid > l.claimed));
      const of = by(newId());
      if (line) await claim(line.id, 1 + Math.floor(next() * (line.paid - line.claimed)), of);
      if (line) claimed.push(of.id);
    }
    if (what === 4) {
      const id = pick(claimed);
      if (id) await as(people.ap, (tx) => releaseClaim(tx, people.ap, id));
    }
    if (what === 5) {
      const id = pick(payments);
      if (id)
        await as(onSettlement(people.treasurer), (tx) =>
          next() < 0.5
            ? voidPayment(tx, people.treasurer, { id, version: null }, t.app.files, {
                reason: "lost",
              })
            : clearPayment(tx, people.treasurer, { id, version: null }, { clearedOn: null }),
        ).catch(() => null);
    }
    for (const l of await lines()) {
      const claims = await liveClaims(t.database.read(people.ap), { costLineIds: [l.id] });
      const covered = claims.reduce((n, c) => n + c.cents - c.uncovered, 0);
      expect(covered).toBeLessThanOrEqual(Math.max(0, l.paid));
      expect(claims.reduce((n, c) => n + c.cents, 0)).toBe(l.claimed);
    }
  }
  expect(await rules()).toEqual([]);
});

test("pay is called by its period wherever costs stand, and never by the person", async () => {
  const { everything } = people;
  const { code } = await t.database
    .read(everything)
    .one<{ code: string }>(
      sql`select code from account_string where org_id = ${a.orgId} and id = ${a.accountStringId}`,
    );
  const pay = { employee: "E-1044 R. Ortega", from: "2026-11-01", to: "2026-11-14", cents: 900_00 };
  await postedPay(t.database, { actor: everything, account: code, paidOn: agencyDay() }, [pay]);
  const found = await costsOf(t.database.read(everything), {
    accountStringIds: [a.accountStringId],
  });
  expect(found.filter((c) => c.source === "payroll").map((c) => c.description)).toEqual([
    "Pay of Nov 1 to Nov 14, 2026",
  ]);
});
