// A general ledger of a million lines: the seconds of a trial balance beside the bare sum of the same
// rows by the database's owner, and of following a thousand bills.
import { benchDatabase } from "./parts/database.ts";
import { machine, must, round, sayer } from "./parts/figures.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { approvedInvoice, payingAgency } from "#server/testing/payments.ts";
import "#areas/books/books.server.ts";
import { beginGeneralLedger } from "#areas/books/begin/begin.service.ts";
import { followOnce } from "#areas/books/posting/follower.service.ts";
import { trialBalance } from "#areas/books/statement/trial-balance.service.ts";

const say = sayer("books");
const LINES = Number(process.env.LEVEE_BENCH_ROWS || 1_000_000);
const BILLS = Math.min(200, LINES);

const bench = await benchDatabase("books");
const { database } = bench;
const a = await payingAgency(database);
const { controller, chief } = await makeMembers(database, a, {
  controller: { duties: ["controller"] },
  chief: { role: "manager" },
});
await database.transaction(chief, (tx) => beginGeneralLedger(tx, chief, a.fiscalYearId));
await bench.owner.query("alter table gl_line disable trigger balanced");
await database.transaction(controller, async (tx) => {
  await tx.rows(sql`
    insert into gl_entry (
      org_id, id, seq, source, source_id, event, fiscal_year_id, period_id, posted_on, record_day,
      document_type, document_id, document_number
    )
    select
      p.org_id, gen_random_uuid(), n, 'entry', gen_random_uuid(), 'entry', p.fiscal_year_id, p.id,
      p.first_day, p.first_day, 'journalEntry', gen_random_uuid(), 'JE-' || n
    from generate_series(1, ${LINES / 2}::int) n
    join accounting_period p on p.org_id = ${a.orgId} and p.place = 1 + n % 12
  `);
});
await database.transaction(controller, async (tx) => {
  await tx.rows(sql`
    insert into gl_line (
      org_id, entry_id, line_no, period_id, fiscal_year_id, fund_id, account_id, cents
    )
    select
      e.org_id, e.id, side.no, e.period_id, e.fiscal_year_id, f.id, g.id,
      side.sign * (100 + e.seq % 997)
    from gl_entry e
    cross join (values (1, 1), (2, -1)) side(no, sign)
    join gl_account f on f.org_id = e.org_id and f.kind = 'fund'
    join gl_account g
      on g.org_id = e.org_id
      and g.role = case when side.sign = 1 then 'cash' else 'fundBalance' end
    where e.org_id = ${a.orgId}
  `);
});
await bench.owner.query("alter table gl_line enable trigger balanced");
await bench.owner.query("analyze gl_line, gl_entry");

const seconds = async <T>(work: () => Promise<T>): Promise<{ took: number; result: T }> => {
  const began = performance.now();
  const result = await work();
  return { took: (performance.now() - began) / 1000, result };
};
const median = (of: readonly number[]) => of.toSorted((x, y) => x - y)[Math.floor(of.length / 2)]!;
const repeats = 5;

say(machine());
const bare: number[] = [];
const product: number[] = [];
for (let n = 0; n < repeats; n += 1) {
  bare.push(
    (
      await seconds(() =>
        bench.owner.query(
          "select fund_id, account_id, sum(cents) from gl_line group by fund_id, account_id",
        ),
      )
    ).took,
  );
  const { took, result } = await seconds(() =>
    trialBalance(database.read(controller), { year: 2027, place: 12 }),
  );
  product.push(took);
  must(result.reduce((sum, row) => sum + row.closing, 0) === 0, "the trial balance balances");
}
say({
  what: `trial balance over ${LINES} lines`,
  seconds: round(median(product)),
  bare: round(median(bare)),
  ratio: round(median(product) / median(bare)),
});
for (let n = 0; n < BILLS; n += 1) await approvedInvoice(database, a, { cents: 100 + n });
const { took, result } = await seconds(() =>
  database.transaction(controller, (tx) => followOnce(tx)),
);
must(result.posted === BILLS, "every bill is posted");
say({ what: `${BILLS} bills followed`, seconds: round(took) });
await bench.close();
