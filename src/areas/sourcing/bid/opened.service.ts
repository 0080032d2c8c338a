import { groupBy } from "#kernel/group.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { OpenedBid } from "./bid-content.model.ts";

type Head = {
  bidId: string;
  vendorId: string;
  vendorName: string;
  vendorNumber: string;
  receivedAt: Instant;
  status: string;
  statement: string | null;
  priceNote: string | null;
  validDays: number | null;
  priceOpenedAt: string | null;
  addendaAcknowledged: number[];
};
type Of<T> = T & { bidId: string };
type Technical = NonNullable<OpenedBid["technical"]>;
type Price = NonNullable<OpenedBid["price"]>;

const headsOfBids = (db: Db, solicitationId: string) =>
  db.rows<Head>(sql`
    select
      b.id as bid_id, b.vendor_id, v.name as vendor_name, v.number as vendor_number, b.received_at,
      b.status, b.statement, b.price_note, b.valid_days, b.price_opened_at, b.addenda_acknowledged
    from bid b
    join vendor v on v.org_id = b.org_id and v.id = b.vendor_id
    where b.org_id = ${db.scope.orgId}
      and b.solicitation_id = ${solicitationId}
      and b.opened_at is not null
      and b.status <> 'unopened'
    order by b.received_at, b.id
    limit 2000
  `);

const answersOfBids = (db: Db, own: Sql) =>
  db.rows<Of<Technical["answers"][number]>>(
    sql`select bid_id, requirement_id, value from bid_answer where ${own}`,
  );

const filesOfBids = (db: Db, own: Sql) =>
  db.rows<Of<Technical["files"][number]> & { fileId: string | null }>(sql`
    select
      bid_id, coalesce(file_id, id) as id, requirement_id, name, media_type, size, sha256, file_id
    from bid_file
    where ${own}
    order by name
  `);

const linesOfBids = (db: Db, own: Sql) =>
  db.rows<Of<Price["lines"][number]>>(sql`
    select bid_id, item_id, no_bid, unit_price, quantity, alternate, lead_days
    from bid_line
    where ${own}
    order by id
  `);

const discountsOfBids = (db: Db, own: Sql) =>
  db.rows<Of<Price["discounts"][number]>>(
    sql`select bid_id, lot_ids, from_cents, percent from bid_discount where ${own} order by id`,
  );

const capacitiesOfBids = (db: Db, own: Sql) =>
  db.rows<Of<Price["capacities"][number]>>(
    sql`select bid_id, lot_id, most_cents from bid_capacity where ${own} order by id`,
  );

/**
 * The bids of a solicitation that were opened, in the order in which they were received, as
 * evaluation reads them; none before the opening, and no prices until
 * the price envelope is open. Bids that failed to open are left out: they are in the minutes.
 */
export const openedBids = async (db: Db, solicitationId: string): Promise<OpenedBid[]> => {
  const own = sql`
    org_id = ${db.scope.orgId} and bid_id in (
      select id
      from bid
      where org_id = ${db.scope.orgId} and solicitation_id = ${solicitationId}
    )
  `;
  const [heads, answers, files, lines, discounts, capacities] = await Promise.all([
    headsOfBids(db, solicitationId),
    answersOfBids(db, own),
    filesOfBids(db, own),
    linesOfBids(db, own),
    discountsOfBids(db, own),
    capacitiesOfBids(db, own),
  ]);
  const of = <T extends { bidId: string }>(rows: readonly T[]) => {
    const groups = groupBy(rows, (row) => row.bidId);
    return (id: string): Omit<T, "bidId">[] =>
      (groups.get(id) ?? []).map(({ bidId: _bidId, ...row }) => row);
  };
  const [answersOf, filesOf, linesOf, discountsOf, capacitiesOf] = [
    of(answers),
    of(files),
    of(lines),
    of(discounts),
    of(capacities),
  ];
  return heads.map(
    ({ bidId, vendorId, vendorName, vendorNumber, receivedAt, status, ...head }) => ({
      bidId,
      vendorId,
      vendorName,
      vendorNumber,
      receivedAt,
      status,
      technical:
        head.statement === null
          ? null
          : {
              answers: answersOf(bidId),
              statement: head.statement,
              addendaAcknowledged: head.addendaAcknowledged,
              files: filesOf(bidId).map(({ fileId: _fileId, ...file }) => file),
            },
      price:
        head.priceOpenedAt === null
          ? null
          : {
              lines: linesOf(bidId),
              discounts: discountsOf(bidId),
              capacities: capacitiesOf(bidId),
              validDays: head.validDays ?? 0,
              note: head.priceNote ?? "",
            },
    }),
  );
};
