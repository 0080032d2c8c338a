import { addDays, type Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { quoteInput } from "../quote/quote.model.ts";
import { recordQuote } from "../quote/quote.service.ts";

type Bought = { id: string; amount: number; issuedAt: string; vendor: string };

/** Orders that asked for quotes and came from no solicitation and no contract, the oldest first. */
const boughtByQuotes = (db: Db): Promise<Bought[]> =>
  db.rows<Bought>(sql`
    select o.id, o.amount, o.issued_at, v.name as vendor
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where o.org_id = ${db.scope.orgId}
      and o.method = 'simplified'
      and o.issued_at is not null
      and o.contract_id is null
      and o.blanket_id is null
      and not exists (
        select 1
        from award_order a
        where a.org_id = o.org_id and a.purchase_order_id = o.id
      )
    order by o.issued_at, o.id
  `);

const othersOf = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ name: string }>(sql`
      select name
      from vendor
      where org_id = ${db.scope.orgId} and status = 'active'
      order by name
      limit 40
    `)
  ).map(({ name }) => name);

/** Three suppliers of an order: its vendor, one that asked for more, and one that declined or did so, too. */
const answersFor = (
  { amount, vendor }: Bought,
  at: number,
  others: readonly string[],
  day: Day,
) => {
  const rest = others.filter((name) => name !== vendor);
  const another = (n: number) => rest[(at * 2 + n) % rest.length]!;
  const more = (percent: number) => Math.round((amount * (100 + percent)) / 100);
  const declines = at % 3 === 0;
  return [
    { source: vendor, answer: "quoted", cents: amount, answeredOn: day, way: "written" },
    {
      source: another(0),
      answer: "quoted",
      cents: more(3 + (at % 9)),
      answeredOn: day,
      way: "email",
    },
    {
      source: another(1),
      answer: declines ? "declined" : "quoted",
      cents: declines ? null : more(6 + (at % 7)),
      answeredOn: addDays(day, -1),
      way: declines ? "phone" : "email",
    },
  ] as const;
};

/** Quotes of what was bought by them; the last three orders went out without any. */
export const seedQuotes = async (app: App): Promise<number> => {
  const buyer = demoActor("buyer");
  const db = app.database.read(buyer);
  const [bought, others] = await Promise.all([boughtByQuotes(db), othersOf(db)]);
  const asked = bought.slice(0, Math.max(0, bought.length - 3));
  if (others.length < 3) return 0;
  await app.database.transaction(buyer, async (tx) => {
    for (const [at, order] of asked.entries()) {
      const day = addDays(dayIn(tx.scope, order.issuedAt as never), -2);
      for (const said of answersFor(order, at, others, day))
        await recordQuote(
          tx,
          buyer,
          { type: "purchaseOrder", id: order.id },
          quoteInput.parse(said),
        );
    }
  });
  return asked.length;
};
