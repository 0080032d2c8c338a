import { formatCents } from "#kernel/money.ts";
import { accountFacts, expendedOfDocuments } from "#areas/budget/budget.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";

type Off = { id: string; number: string; charged: number; worth: number };

// Every line that hangs on a charged issue, itself, what comes back, corrects or is taken back, charges what
// it takes from its pool.
const worthOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    with recursive charged as (
      select c.line_id as id
      from stock_charge c
      where c.org_id = ${db.scope.orgId} and c.line_id = c.issue_line_id
      union
      select l.id
      from charged
      join stock_movement_line l
        on l.org_id = ${db.scope.orgId}
        and (l.returns_line_id = charged.id or l.corrects_line_id = charged.id)
    )
    select
      m.id, m.number, coalesce(sum(c.cents), 0)::bigint as charged,
      -sum(l.value_cents)::bigint as worth
    from charged
    join stock_movement_line l on l.org_id = ${db.scope.orgId} and l.id = charged.id
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    left join stock_charge c on c.org_id = l.org_id and c.line_id = l.id
    group by m.id, m.number
    having coalesce(sum(c.cents), 0) <> -sum(l.value_cents)
    order by m.number
    limit 100
  `);

// What is taken back charges the opposite of all that stood.
const takenBackOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select m.id, m.number, sum(c.cents)::bigint as charged, 0::bigint as worth
    from stock_movement m
    join stock_movement r on r.org_id = m.org_id and r.reverses_id = m.id
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    join stock_charge b on b.org_id = l.org_id and b.line_id = l.id
    join lateral (
        select c.cents
        from stock_charge c
        where c.org_id = l.org_id and c.line_id = l.id
        union all
        select c.cents
        from stock_movement_line f
        join stock_charge c on c.org_id = f.org_id and c.line_id = f.id
        where f.org_id = l.org_id and f.corrects_line_id = l.id
        union all
        select c.cents
        from stock_movement_line o
        join stock_charge c on c.org_id = o.org_id and c.line_id = o.id
        where o.org_id = r.org_id and o.movement_id = r.id and o.line_no = l.line_no
      ) c
      on true
    where m.org_id = ${db.scope.orgId}
    group by m.id, m.number
    having sum(c.cents) <> 0
    order by m.number
    limit 100
  `);

type Charged = { id: string; number: string; account: string; year: string; cents: number };

const chargedByLine = (db: Db): Promise<Charged[]> =>
  db.rows<Charged>(sql`
    select m.id, m.number, a.account, c.fiscal_year_id as year, sum(a.cents)::bigint as cents
    from stock_charge c
    join stock_movement m on m.org_id = c.org_id and m.id = c.movement_id
    cross join lateral (values (c.account_string_id, c.cents), (c.stores_account_id, -c.cents)) a(
      account, cents
    )
    where c.org_id = ${db.scope.orgId} and c.fiscal_year_id is not null
    group by m.id, m.number, a.account, c.fiscal_year_id
    having sum(a.cents) <> 0
  `);

const linkOf = (id: string): string => `/inventory/movements/${id}`;

const ledgerOff = async (db: Db): Promise<Finding[]> => {
  const [charged, expended] = await Promise.all([
    chargedByLine(db),
    expendedOfDocuments(db, "stockMovement"),
  ]);
  const keyOf = (document: string, account: string, year: string) =>
    `${document} ${account} ${year}`;
  const left = new Map(
    expended.map((one) => [
      keyOf(one.documentId, one.accountStringId, one.fiscalYearId),
      { ...one, charged: 0 },
    ]),
  );
  for (const { id, number, account, year, cents } of charged) {
    const key = keyOf(id, account, year);
    const one = left.get(key) ?? {
      ...{ documentId: id, documentNumber: number, accountStringId: account, fiscalYearId: year },
      cents: 0,
    };
    left.set(key, { ...one, charged: cents });
  }
  const off = [...left.values()].filter(({ cents, charged: said }) => cents !== said).slice(0, 100);
  const facts = await accountFacts(
    db,
    off.map(({ accountStringId }) => accountStringId),
  );
  return off.map(({ documentId, documentNumber, accountStringId, cents, charged: said }) => ({
    sentence: `${documentNumber}: the budget of ${facts.get(accountStringId)!.code} moved ${formatCents(cents)}, the stores charge ${formatCents(said)}.`,
    link: linkOf(documentId),
  }));
};

const sumsOff = async (db: Db): Promise<Finding[]> => {
  const sums = new Map<string, { number: string; id: string; cents: number }>();
  for (const one of await expendedOfDocuments(db, "stockMovement")) {
    const key = `${one.documentId} ${one.fiscalYearId}`;
    const cents = (sums.get(key)?.cents ?? 0) + one.cents;
    sums.set(key, { number: one.documentNumber, id: one.documentId, cents });
  }
  return [...sums.values()]
    .filter(({ cents }) => cents !== 0)
    .slice(0, 100)
    .map(({ id, number, cents }) => ({
      sentence: `${number}: consumer and stores come to ${formatCents(cents)}, not to nothing.`,
      link: linkOf(id),
    }));
};

const todo =
  "Open the movement and its lines in the budget's ledger. Entries are never changed: tell the operator which one is missing.";

/** What must always hold of issues that a budget line bears. */
export const chargeRules: readonly Invariant[] = [
  {
    name: "stock-charged",
    label: "What issues charge",
    area: "inventory",
    what: "Where an issue is charged to a budget line, it, what came back and what corrects it charge the cents that they move in the stores.",
    todo,
    check: async ({ db }) =>
      [...(await worthOff(db)), ...(await takenBackOff(db))].map(
        ({ id, number, charged, worth }) => ({
          sentence: `${number}: ${formatCents(charged)} are charged, ${formatCents(worth)} moved in the stores.`,
          link: linkOf(id),
        }),
      ),
  },
  {
    name: "stock-postings",
    label: "Stores and consumers in the budget",
    area: "inventory",
    what: "What the stores post to the budget comes to nothing for each movement and year, and each line moved by what the stores charge.",
    todo,
    check: async ({ db }) => [...(await sumsOff(db)), ...(await ledgerOff(db))],
  },
];
