// The list of what lies in the stores, and the movements of one item with their running balance, over a
// million movements beside the same over a hundred thousand, in turn, as the application's role.
import { benchDatabase } from "./parts/database.ts";
import { machine, must, quantile, sayer, spread } from "./parts/figures.ts";
import { buyingAgency, type BuyingAgency } from "./parts/people.ts";
import "#areas.server.ts";
import { itemList } from "#areas/inventory/item/item.list.ts";
import { itemMovements } from "#areas/inventory/movement/movement.read.service.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";

const say = sayer("stock");
const [SMALL, LARGE] = (process.env.LEVEE_BENCH_ROWS || "100000,1000000")
  .split(",")
  .map(Number) as [number, number];
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 7);
const ITEMS = 500;
const LOCATIONS = 20;
const READS = 40;
const GOAL_RATIO = 1.5;

const bench = await benchDatabase("stock");
const { owner } = bench;

const writeStores = async (orgId: string): Promise<void> => {
  const place = (
    await owner.query<{ id: string }>(
      `
        insert into agency_place (org_id, id, name, kind)
        values ($1, gen_random_uuid(), 'Yard', 'yard')
        returning id
      `,
      [orgId],
    )
  ).rows[0]!.id;
  await owner.query(
    `
      insert into stock_location (org_id, id, code, name, place_id)
      select $1, gen_random_uuid(), 'L' || n, 'Bay ' || n, $2
      from generate_series(1, $3::int) n
    `,
    [orgId, place, LOCATIONS],
  );
  await owner.query(
    `
      insert into stock_item (org_id, id, number, name, unit)
      select $1, gen_random_uuid(), 'ITM-' || lpad(n::text, 5, '0'), 'Item ' || n, 'each'
      from generate_series(1, $2::int) n
    `,
    [orgId, ITEMS],
  );
};

/**
 * So many movements of one line, over two years: of every five of an item one brings fifty and four take
 * ten. The triggers that keep posted movements are off while the past is written.
 */
const writeMovements = async (
  { orgId, departmentId }: BuyingAgency,
  movements: number,
): Promise<void> => {
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `
      with
      fund as (select id from segment_value where org_id = $1 and kind = 'fund' order by code limit 1),
      items as (select id, row_number() over (order by number) - 1 as n from stock_item where org_id = $1),
      places as (
        select id, row_number() over (order by code) - 1 as n from stock_location where org_id = $1
      ),
      moved as (
        select
          gen_random_uuid() as id, g.n, i.id as item_id, p.id as location_id, g.n / $3 % 5 = 0 as came
        from generate_series(0, $2::int - 1) as g(n)
        join items i on i.n = g.n % $3
        join places p on p.n = g.n % $4
      ),
      heads as (
        insert into stock_movement (
          org_id, id, number, kind, status, moved_on, posted_at, consumer_type, consumer_id, consumer
        )
        select
          $1, id, 'MOV-' || lpad(n::text, 8, '0'), case when came then 'receipt' else 'issue' end,
          'posted', current_date - 730 + (n * 730.0 / $2)::int,
          clock_timestamp() - interval '730 days' + n * interval '1 second',
          case when came then null else 'department' end,
          case when came then null else $5::uuid end, case when came then null else 'Roads' end
        from moved
      )
      insert into stock_movement_line (
        org_id, id, movement_id, line_no, item_id, fund_id, from_location_id, to_location_id, quantity,
        unit, typed_quantity, value_cents
      )
      select
        $1, gen_random_uuid(), m.id, 1, m.item_id, fund.id,
        case when came then null else location_id end, case when came then location_id end,
        case when came then 50 else 10 end, 'each', case when came then 50 else 10 end,
        case when came then 5000 else -1000 end
      from moved m
      cross join fund
    `,
    [orgId, movements, ITEMS, LOCATIONS, departmentId],
  );
  await owner.query("set session_replication_role = origin");
};

/** What lies where, as the sums of what moved, and what it is worth. */
const writeBalances = async (orgId: string): Promise<void> => {
  await owner.query(
    `
      insert into stock_balance (org_id, id, item_id, location_id, fund_id, on_hand)
      select
        l.org_id, gen_random_uuid(), item_id, coalesce(to_location_id, from_location_id), fund_id,
        greatest(sum(case when to_location_id is null then -quantity else quantity end), 0)
      from stock_movement_line l
      where l.org_id = $1
      group by l.org_id, item_id, coalesce(to_location_id, from_location_id), fund_id
    `,
    [orgId],
  );
  await owner.query(
    `
      insert into stock_pool (org_id, item_id, fund_id, quantity, value_cents, state)
      select org_id, item_id, fund_id, sum(on_hand), sum(on_hand)::bigint * 100, '{}'
      from stock_balance
      where org_id = $1
      group by org_id, item_id, fund_id
    `,
    [orgId],
  );
};

const [small, large] = [await buyingAgency(bench.database), await buyingAgency(bench.database)];
for (const [agency, movements] of [
  [small, SMALL],
  [large, LARGE],
] as const) {
  await writeStores(agency.orgId);
  await writeMovements(agency, movements);
  await writeBalances(agency.orgId);
}
await owner.query("vacuum analyze stock_movement, stock_movement_line, stock_balance, stock_pool");

/** Milliseconds of the middle of some readings. */
const timed = async (read: (n: number) => Promise<number>, expected: number): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const began = performance.now();
    must((await read(n)) === expected, "every row is read");
    times.push(performance.now() - began);
  }
  return quantile(times, 0.5);
};

const onHand = (agency: BuyingAgency) => (n: number) =>
  runList(bench.database.read(agency.people.manager), agency.people.manager, itemList, {
    limit: 50,
    page: 1 + (n % 10),
  } as never).then(({ items }) => items.length);

const itemsOf = async (agency: BuyingAgency): Promise<string[]> =>
  (
    await bench.database.read(agency.people.manager).rows<{ id: string }>(sql`
      select id
      from stock_item
      where org_id = ${agency.orgId}
      order by number
      limit ${READS}
    `)
  ).map(({ id }) => id);

const compare = async (
  figure: string,
  reads: readonly [(n: number) => Promise<number>, (n: number) => Promise<number>],
  expected: number,
  goal: { goal_ratio?: number } = {},
): Promise<void> => {
  const rounds: { small: number; large: number }[] = [];
  for (const read of reads) await timed(read, expected);
  for (let n = 0; n < REPEATS; n += 1)
    rounds.push({ small: await timed(reads[0], expected), large: await timed(reads[1], expected) });
  say({
    figure,
    movements: [SMALL, LARGE],
    small_ms: spread(rounds.map((r) => r.small)),
    large_ms: spread(rounds.map((r) => r.large)),
    ratio: spread(rounds.map((r) => r.large / r.small)),
    ...goal,
  });
};

say(machine());
await compare("what lies in the stores, fifty of 500 items", [onHand(small), onHand(large)], 50, {
  goal_ratio: GOAL_RATIO,
});
const [ofSmall, ofLarge] = [await itemsOf(small), await itemsOf(large)];
const movementsOf = (agency: BuyingAgency, ids: readonly string[]) => (n: number) =>
  itemMovements(bench.database.read(agency.people.manager), ids[n]!, { page: 2, limit: 50 }).then(
    ({ items }) => items.length,
  );
await compare(
  "the second 50 movements of an item with their balance",
  [movementsOf(small, ofSmall), movementsOf(large, ofLarge)],
  Math.max(0, Math.min(50, Math.floor(SMALL / ITEMS) - 50)),
);
await bench.close();
