// Random histories of two awards: whatever is billed, credited, paid, voided, withheld, paid to staff,
// moved, reversed, drawn, drawn ahead, refunded and claimed by another funder, no line is claimed beyond
// what is paid of it but for what is marked, what is drawn is the sum of the claims, and the SF-425 is
// what a recomputation of its own says.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { isBankDay } from "#kernel/holidays.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import {
  claimCost,
  draftTransfer,
  postJournal,
  releaseClaim,
  releaseRun,
  sendRegister,
  voidPayment,
} from "#areas/finance/finance.server.ts";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";
import { releaseRetainage } from "#areas/finance/invoice/retainage.service.ts";
import { reverseJournal } from "#areas/finance/journal/journal.service.ts";
import { awardInput } from "./award/award.model.ts";
import { acceptAward, createAward, stepAward } from "./award/award.service.ts";
import {
  certifyDrawdown,
  checkDrawdown,
  draftDrawdown,
  cancelDrawdown,
  payDrawdown,
  submitDrawdown,
} from "./drawdown/drawdown.service.ts";
import { readChoices } from "./drawdown/drawdown.read.service.ts";
import { naiveCells, naiveSums, type NaiveAward, type Sums } from "./histories.setup.ts";
import { factsUntil } from "./report/report.service.ts";
import { sf425Of } from "./report/sf425.model.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

type Award = NaiveAward & { code: string };
type World = Awaited<ReturnType<typeof world>>;
/** Pay that counts on its day, and was posted on a later one. */
type Backdated = { account: string; on: Day; postedOn: Day; cents: number };
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
// Every second step is a working day later: what was so on a day is asked again at the end.
let days = 0;
const workingDays = Array.from({ length: 60 }, (_, n) => agencyDay(n)).filter(isBankDay);
const today = () => workingDays[days]!;
const now = (actor: Actor): Actor => ({ ...actor, businessNow: `${today()}T18:00:00Z` });
const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(now(actor), work);
const payingNow = (agency: World["agency"]): World["agency"] => ({
  ...agency,
  people: Object.fromEntries(
    Object.entries(agency.people).map(([name, actor]) => [name, now(actor)]),
  ) as typeof agency.people,
});

const anAward = async (
  grants: Actor,
  orgId: string,
  account: string,
  rate: number,
): Promise<Award> => {
  const { code, string } = await t.database.read(grants).one<{ code: string; string: string }>(sql`
    select w.code, s.code as string
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${orgId} and s.id = ${account}
  `);
  const amount = 2_000_00;
  const match = Math.round((amount * 10_000) / rate) - amount;
  const { id } = await run(grants, (tx) =>
    createAward(
      tx,
      grants,
      awardInput.parse({
        title: `Award ${code}`,
        grantor: "CDC",
        amount,
        match,
        shareRate: rate,
        periodFrom: "2026-07-01",
        periodTo: "2027-06-30",
        reportEvery: "annual",
        // Of the second one bills that fall due are drawn ahead.
        method: rate === 10_000 ? "advance" : "reimbursement",
        advanceDays: 60,
        budget: [{ objectClass: "other", cents: amount + match }],
      }),
    ),
  );
  await run(grants, (tx) => acceptAward(tx, grants, { id, version: null }, { segmentCode: code }));
  await run(grants, (tx) => stepAward(tx, grants, "activate", { id, version: null, reason: null }));
  return { id, account, code: string, amount, rate };
};

const world = async (seed: number) => {
  const agency = await payingAgency(t.database);
  const made = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
    budget: { duties: ["budget_officer", "ap"] },
    other: { duties: ["budget_officer", "ap"] },
  });
  const accounts = [];
  for (let i = 0; i < 2; i++)
    accounts.push(
      (await makeBudget(t.database, agency, 1_000_000_00, { federal: true })).accountStringId,
    );
  const awards = [
    await anAward(made.grants, agency.orgId, accounts[0]!, 7_500),
    await anAward(made.grants, agency.orgId, accounts[1]!, 10_000),
  ];
  return { agency, ...made, awards, next: random(seed), backdated: [] as Backdated[] };
};

const one = <T>(w: World, items: readonly T[]): T | undefined =>
  items[Math.floor(w.next() * items.length)];
const cents = (w: World, most: number): number => 1 + Math.floor(w.next() * most);

const bill = async (w: World, kind: "invoice" | "credit_note") => {
  const award = one(w, w.awards)!;
  const amount = cents(w, 300_00);
  const agency = { ...payingNow(w.agency), accountStringId: award.account };
  await approvedInvoice(t.database, agency, {
    kind,
    cents: amount,
    retainage: kind === "invoice" && w.next() < 0.4 ? Math.floor(amount / 10) : 0,
  });
};
const pay = async (w: World) => {
  const id = await approvedRun(t.database, payingNow(w.agency), { payOn: today() });
  const { treasurer } = w.agency.people;
  await run(treasurer, (tx) => releaseRun(tx, treasurer, { id, version: null }, t.app.files));
};
const rowsOf = (
  w: World,
  table: "payment" | "cost_line" | "invoice" | "drawdown" | "journal",
  where: string,
) =>
  t.database
    .read(w.grants)
    .rows<{ id: string; status: string; paid: number; accountStringId: string }>({
      text: `select * from ${table} where org_id = $1 and ${where} order by id`,
      values: [w.agency.orgId],
    } as never);
const voidOne = async (w: World) => {
  const payment = one(w, await rowsOf(w, "payment", "status = 'released'"));
  const { treasurer } = w.agency.people;
  if (payment)
    await run(treasurer, (tx) =>
      voidPayment(tx, treasurer, { id: payment.id, version: null }, t.app.files, {
        reason: "It was lost.",
      }),
    );
};
const release = async (w: World) => {
  const i = one(
    w,
    await rowsOf(w, "invoice", "status = 'paid' and retainage > retainage_released"),
  );
  const { manager } = w.agency.people;
  if (i)
    await run(manager, (tx) =>
      releaseRetainage(
        tx,
        manager,
        { id: i.id, version: null, reason: "It is done." },
        { amount: null },
      ),
    );
};
const move = async (w: World) => {
  // Claimed ones too: what a funder holds is refused.
  const line = one(
    w,
    await rowsOf(w, "cost_line", "reversed_on is null and paid > 0 and moves_id is null"),
  );
  if (!line) return;
  const to = w.awards.find((a) => a.account !== line.accountStringId)!;
  const { id } = await run(w.budget, (tx) =>
    draftTransfer(tx, w.budget, {
      title: "A cost of the other award",
      reason: "It was charged to the wrong award.",
      moves: [{ costLineId: line.id, accountStringId: to.account, cents: cents(w, line.paid) }],
    }),
  );
  await run(w.other, (tx) => postJournal(tx, w.other, { id, version: null }));
};
const draw = async (w: World) => {
  const award = one(w, w.awards)!;
  const ahead = award.rate === 10_000 && w.next() < 0.4 ? "advance" : "reimbursement";
  const kind = w.next() < 0.3 ? "refund" : ahead;
  const { grants, certifier } = w;
  const { id } = await run(grants, (tx) =>
    draftDrawdown(tx, grants, { awardId: award.id, kind, through: today() }),
  );
  if (w.next() < 0.25) {
    await run(grants, (tx) =>
      cancelDrawdown(tx, grants, { id, version: null, reason: "Not now." }),
    );
    return;
  }
  await run(grants, (tx) => checkDrawdown(tx, grants, { id, version: null }));
  await run(certifier, (tx) => certifyDrawdown(tx, certifier, { id, version: null }));
  await run(grants, (tx) =>
    submitDrawdown(tx, grants, { id, version: null }, { reference: "PMS-1" }),
  );
  if (w.next() < 0.7)
    await run(grants, (tx) =>
      payDrawdown(tx, grants, { id, version: null }, { paidOn: today(), deposit: "D-1" }),
    );
};

const payStaff = async (w: World) => {
  const award = one(w, w.awards)!;
  const paidOn = workingDays[Math.max(0, days - Math.floor(w.next() * 4))]!;
  const row = {
    employee: "Ann Oakes",
    account: award.code,
    from: "2026-11-01",
    to: "2026-11-14",
    paidOn,
    amount: cents(w, 200_00),
  };
  const { id } = await run(w.budget, (tx) =>
    sendRegister(tx, w.budget, `Register ${w.next()}`, [row]),
  );
  await run(w.other, (tx) => postJournal(tx, w.other, { id, version: null }));
  w.backdated.push({
    account: award.account,
    on: paidOn,
    postedOn: today(),
    cents: row.amount,
  });
};
// Another funder takes of the same costs, and gives back what it took.
const claimElsewhere = async (w: World) => {
  const other = { kind: "planted", funderId: newId(), funderNumber: "DR-1", number: "REQ-1" };
  const taken = await t.database.read(w.grants).rows<{ id: string }>(sql`
    select distinct claimer_id as id
    from cost_claim
    where org_id = ${w.agency.orgId} and claimer_kind = 'planted' and live
    order by 1
  `);
  const back = one(w, taken);
  if (back && w.next() < 0.4)
    return void (await run(w.grants, (tx) => releaseClaim(tx, w.grants, back.id)));
  const line = one(w, await rowsOf(w, "cost_line", "paid > 0 and moves_id is null"));
  if (!line) return;
  const wanted = [{ costLineId: line.id, cents: cents(w, line.paid), share: "federal" as const }];
  await run(w.grants, (tx) => claimCost(tx, w.grants, { ...other, id: newId() }, wanted));
};

const reverse = async (w: World) => {
  const j = one(w, await rowsOf(w, "journal", "status = 'posted' and reverses is null"));
  if (j)
    await run(w.other, (tx) =>
      reverseJournal(tx, w.other, { id: j.id, version: null, reason: "It was right before." }),
    );
};
const annul = async (w: World) => {
  const i = one(w, await rowsOf(w, "invoice", "status = 'approved' and paid_amount = 0"));
  const { ap } = w.agency.people;
  if (i)
    await run(ap, (tx) =>
      voidInvoice(tx, ap, { id: i.id, version: null, reason: "Entered twice" }),
    );
};
const giveBack = async (w: World) => {
  const award = one(w, w.awards)!;
  const { held } = await readChoices(t.database.read(w.grants), award.id, {
    kind: "refund",
    through: today(),
    q: "",
  });
  const line = one(w, held);
  if (!line) return;
  const { grants, certifier } = w;
  const { id } = await run(grants, (tx) =>
    draftDrawdown(tx, grants, {
      awardId: award.id,
      kind: "refund",
      through: today(),
      parts: [{ costLineId: line.costLineId, cents: -cents(w, line.federal + line.match) }],
    }),
  );
  if (w.next() < 0.3)
    return void (await run(grants, (tx) =>
      cancelDrawdown(tx, grants, { id, version: null, reason: "Not now." }),
    ));
  await run(grants, (tx) => checkDrawdown(tx, grants, { id, version: null }));
  await run(certifier, (tx) => certifyDrawdown(tx, certifier, { id, version: null }));
  await run(grants, (tx) =>
    submitDrawdown(tx, grants, { id, version: null }, { reference: "PMS-1" }),
  );
  await run(grants, (tx) =>
    payDrawdown(tx, grants, { id, version: null }, { paidOn: today(), deposit: "D-1" }),
  );
};

const invoiced = (w: World) => bill(w, "invoice");
const credited = (w: World) => bill(w, "credit_note");
const acts = [
  invoiced,
  credited,
  pay,
  voidOne,
  release,
  move,
  draw,
  reverse,
  annul,
  giveBack,
  payStaff,
  claimElsewhere,
];
// How often each of them is tried.
const steps = [0, 0, 0, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 6, 6, 6, 7, 8, 9, 9, 10, 10, 11, 11];

const holds = async (w: World, award: Award, what: string) => {
  const db = t.database.read(w.grants);
  const over = await db.rows(sql`
    select c.id, c.paid, c.moved, c.claimed, sum(k.uncovered) as uncovered
    from cost_line c
    left join cost_claim k on k.org_id = c.org_id and k.cost_line_id = c.id and k.live
    where c.org_id = ${w.agency.orgId} and c.claimed > 0
    group by c.id, c.paid, c.moved, c.claimed
    having c.claimed - coalesce(sum(k.uncovered), 0) > greatest(0, c.paid - c.moved)
  `);
  expect(over, what).toEqual([]);
  // Over a cost and everything that transfers made of it, no cent is held twice: not even while its
  // payment is void, or before what was given back went back.
  const twice = await db.rows(sql`
    with recursive family as (
      select id, id as root, cents as charged
      from cost_line
      where org_id = ${w.agency.orgId} and moves_id is null and came_from_id is null
      union all
      select c.id, f.root, f.charged
      from family f
      join cost_line m on m.org_id = ${w.agency.orgId} and m.moves_id = f.id
      join cost_line c on c.org_id = m.org_id and c.came_from_id = m.id and c.moves_id is null
    )
    select f.root, f.charged, sum(k.cents)::bigint as held
    from family f
    join cost_claim k
      on k.org_id = ${w.agency.orgId}
      and k.cost_line_id = f.id
      and k.live
      and (k.settled or sign(k.cents) = sign(f.charged))
    group by f.root, f.charged
    having abs(sum(k.cents)) > abs(f.charged)
  `);
  expect(twice, what).toEqual([]);
  const apart = await db.rows(sql`
    select d.number, d.federal, d.match, k.federal as claimed, k.match as matched
    from drawdown d
    join lateral (
        select
          coalesce(sum(c.cents) filter (where c.share = 'federal'), 0)::bigint as federal,
          coalesce(sum(c.cents) filter (where c.share = 'match'), 0)::bigint as match
        from cost_claim c
        where c.org_id = d.org_id and c.claimer_id = d.id and c.live
      ) k
      on true
    where d.org_id = ${w.agency.orgId}
      and d.status <> 'cancelled'
      and (d.federal <> k.federal or d.match <> k.match)
  `);
  expect(apart, what).toEqual([]);
  const said = naiveCells(award, await naiveSums(db, award));
  expect(await cellsOn(w, award, today()), what).toMatchObject(said);
};

/** The SF-425 of an award as of a day, from dated rows. */
const cellsOn = async (w: World, award: Award, day: Day) => {
  const { facts } = await factsUntil(t.database.read(w.grants), award.id, day, false);
  return Object.fromEntries(sf425Of(facts).map((c) => [c.line, c.cents]));
};

test.each([15, 41, 2_027])("history %i of two awards adds up after every step", async (seed) => {
  days = 0;
  const w = await world(seed);
  const done = new Map<number, number>();
  const said: { award: Award; day: Day; sums: Sums }[] = [];
  for (let n = 0; n < 60; n++) {
    days = Math.floor(n / 2);
    const at = steps[Math.floor(w.next() * steps.length)]!;
    try {
      await acts[at]!(w);
      done.set(at, (done.get(at) ?? 0) + 1);
    } catch (error) {
      // What cannot be done now is refused, and changes nothing.
      if (!(error instanceof Problem)) throw error;
    }
    for (const award of w.awards) await holds(w, award, `step ${n} of history ${seed}`);
    if (n % 2)
      for (const award of w.awards)
        said.push({
          award,
          day: today(),
          sums: await naiveSums(t.database.read(w.grants), award),
        });
  }
  // A report of any past day says what was so then, whatever was paid, voided or moved since; pay counts
  // on its day, also where its register came later.
  for (const { award, day, sums } of said) {
    const late = w.backdated
      .filter((b) => b.account === award.account && b.on <= day && b.postedOn > day)
      .reduce((n, b) => n + b.cents, 0);
    const cells = naiveCells(award, {
      ...sums,
      pay: sums.pay + late,
      charged: sums.charged + late,
    });
    expect(await cellsOn(w, award, day), `${day} of history ${seed}`).toMatchObject(cells);
  }
  // A history in which nothing is drawn, voided or paid to staff, or no other funder claims, shows nothing.
  expect([3, 6, 10, 11].map((at) => (done.get(at) ?? 0) >= 2)).toEqual([true, true, true, true]);
});

test("twenty-five requests of each of two awards at once take each paid cent once", async () => {
  days = 0;
  const w = await world(1);
  for (let n = 0; n < 6; n++) await bill(w, "invoice");
  await pay(w);
  const asked = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      run(w.grants, (tx) =>
        draftDrawdown(tx, w.grants, {
          awardId: w.awards[n % 2]!.id,
          kind: "reimbursement",
          through: today(),
        }),
      ),
    ),
  );
  expect(asked.some((a) => a.status === "fulfilled")).toBe(true);
  const lines = await t.database.read(w.grants).rows<{ paid: number; claimed: number }>(sql`
    select paid, claimed
    from cost_line
    where org_id = ${w.agency.orgId} and paid > 0
  `);
  expect(lines.map((l) => l.claimed)).toEqual(lines.map((l) => l.paid));
  for (const award of w.awards) await holds(w, award, "after fifty requests");
});
