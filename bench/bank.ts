// An account of which a bank says 50,000 lines against 60,000 payments: the seconds until each line has
// its proposal, of matching a day's file of 500 checks, and of a month from both sides.
import { join } from "node:path";
import { benchDatabase } from "./parts/database.ts";
import { machine, must, round, sayer } from "./parts/figures.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { agencyDay } from "#server/testing/days.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { agencyAccounts, releaseRun } from "#areas/finance/finance.server.ts";
import "#areas/banking/banking.server.ts";
import { matchCertain } from "#areas/banking/match/match.service.ts";
import { readMatching } from "#areas/banking/match/open.service.ts";
import { readMonth } from "#areas/banking/month/reading.service.ts";
import { monthOf } from "#areas/banking/month/reconcile.model.ts";
import { storeStatement } from "#areas/banking/statement/statement.service.ts";

const say = sayer("bank");
const PAYMENTS = Number(process.env.LEVEE_BENCH_ROWS || 60_000);
const LINES = Math.round((PAYMENTS * 5) / 6);
const DAY = 500;

const bench = await benchDatabase("bank");
const { database } = bench;
const a = await payingAgency(database);
const { controller } = await makeMembers(database, a, { controller: { duties: ["controller"] } });
const files = lookedAtFiles(join(bench.dataDir, "files"), database, null);
const { treasurer } = a.people;
await approvedInvoice(database, a, { cents: 1_00 });
const run = await approvedRun(database, a);
await database.transaction(treasurer, (tx) =>
  releaseRun(tx, treasurer, { id: run, version: null }, files),
);
const [account] = await agencyAccounts(database.read(controller));
const on = agencyDay(-70);
const amount = (n: number) => 10_00 + (n % 977);
await database.transaction(controller, async (tx) => {
  await tx.rows(sql`
    insert into payment (
      org_id, id, number, run_id, vendor_id, method, check_number, status, amount,
      agency_account_id, paid_on
    )
    select
      ${a.orgId}, gen_random_uuid(), 'PB-' || n, ${run}, ${a.vendor.id}, 'check',
      (100000 + n)::text, 'released', 1000 + n % 977, ${account!.id}, ${on}
    from generate_series(1, ${PAYMENTS}::int) n
  `);
});
await bench.owner.query("analyze payment");
await database.transaction(controller, async (tx) => {
  await tx.rows(sql`
    insert into cash_entry (
      org_id, id, kind, on_day, agency_account_id, payment_id, book, outstanding
    )
    select org_id, gen_random_uuid(), 'issued', paid_on, agency_account_id, id, -amount, amount
    from payment
    where org_id = ${a.orgId} and number like 'PB-%'
  `);
});
await bench.owner.query("analyze cash_entry");

let balance = 0;
const said = (days: number, from: number, until: number) => {
  const entries = Array.from({ length: until - from }, (_, n) => ({
    typeCode: "475",
    cents: -amount(from + n),
    customerReference: String(100_000 + from + n),
    bankReference: "",
    text: "CHECK PAID",
  }));
  const opening = balance;
  balance += entries.reduce((n, e) => n + e.cents, 0);
  return { onDay: agencyDay(days), opening, closing: balance, entries };
};
const load = (days: number, from: number, until: number) =>
  database.transaction(controller, (tx) =>
    storeStatement(tx, controller, account!, said(days, from, until), {
      source: "csv",
      fileId: null,
      fileName: null,
    }),
  );
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await work();
  say({ what, seconds: round((performance.now() - began) / 1000) });
  return result;
};

say(machine());
await load(-65, 1, DAY + 1);
const { matched } = await timed(`${DAY} checks matched at one press`, () =>
  database.transaction(controller, (tx) => matchCertain(tx, controller, files, account!.id)),
);
must(matched === DAY, "every check of the day is matched");
await timed(`${LINES} lines stored`, () => load(-64, DAY + 1, DAY + 1 + LINES));
await bench.owner.query("analyze bank_line");
const open = await timed(`${LINES} lines against ${PAYMENTS} payments proposed`, () =>
  readMatching(database.read(controller), account!.id),
);
must(open.proposals.filter((p) => p.certain).length === LINES, "every line has its payment");
const { reconciliation } = await timed("a month from both sides", () =>
  readMonth(database.read(controller), {
    agencyAccountId: account!.id,
    ...monthOf(agencyDay(-64).slice(0, 7)),
    elsewhere: null,
    elsewhereNote: "",
  }),
);
must(reconciliation.items.length > 0, "what is out stands in the month");
await bench.close();
