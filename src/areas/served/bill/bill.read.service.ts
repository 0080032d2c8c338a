import type { Actor } from "#kernel/access.ts";
import { receiptLines } from "#areas/finance/finance.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { requestsOnBill } from "../request/request.service.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { servedAgreement, servedBill, servedRequest } from "../served.tables.ts";
import { billList } from "./bill.list.ts";
import type { BillDetail, BillLine, BillRow, ReceiptRow } from "./bill.model.ts";
import { billNoun, type BillStored } from "./bill.noun.ts";
import { hourLines } from "./hours.service.ts";

/** The lines that stand on a bill, by their day. */
export const billLines = (db: Db, billId: string): Promise<BillLine[]> =>
  db.rows<BillLine>(sql`
    select
      l.id, l.kind, l.service, l.description, l.served_on, r.number as request, l.cost_line_id,
      l.minutes, l.quantity, l.rate, l.cents
    from served_bill_line l
    left join served_request r on r.org_id = l.org_id and r.id = l.request_id
    where l.org_id = ${db.scope.orgId} and l.bill_id = ${billId} and l.live
    order by l.kind, l.served_on, l.created_at, l.id
  `);

type Stored = Omit<ReceiptRow, "journalId" | "journal"> & { journalLineId: string | null };

/** What came in for a bill, and what was taken back of it. */
const billReceipts = async (db: Db, billId: string): Promise<ReceiptRow[]> => {
  const rows = await db.rows<Stored>(sql`
    select id, journal_line_id, received_on, cents, reference, live, taken_back
    from served_receipt
    where org_id = ${db.scope.orgId} and bill_id = ${billId}
    order by received_on, created_at, id
  `);
  const lines = await receiptLines(db, {
    ids: rows.flatMap(({ journalLineId }) => journalLineId ?? []),
  });
  return rows.map(({ journalLineId, ...row }) => {
    const line = lines.find(({ id }) => id === journalLineId);
    return { ...row, journalId: line?.journalId ?? null, journal: line?.journal ?? null };
  });
};

const roomOf = async (db: Db, bill: BillStored, ceiling: number): Promise<number> => {
  const { cents } = await db.one<{ cents: number }>(sql`
    select coalesce(sum(total), 0)::bigint as cents
    from served_bill
    where org_id = ${db.scope.orgId}
      and agreement_id = ${bill.agreementId}
      and status <> 'cancelled'
  `);
  return ceiling - cents;
};

const hoursWithoutRate = async (
  db: Db,
  bill: BillStored,
  requestIds: readonly string[],
): Promise<number> => {
  if (bill.status !== "draft") return 0;
  const agreement = await getRow(db, servedAgreement, bill.agreementId, "agreement");
  let count = 0;
  for (const id of requestIds) {
    const request = await getRow(db, servedRequest, id, "request");
    count += (await hourLines(db, bill, request, agreement)).withoutRate;
  }
  return count;
};

/** A bill with its lines, what came in, and what may be done. 404. */
export const readBill = async (db: Db, actor: Actor, id: string): Promise<BillDetail> => {
  const row = await getRow(db, servedBill, id, "bill");
  const [{ items }, agreement, lines, receipts, requests, people, actions] = await Promise.all([
    runList<BillRow>(db, actor, billList, { id: [id], limit: 1 }),
    getRow(db, servedAgreement, row.agreementId, "agreement"),
    billLines(db, id),
    billReceipts(db, id),
    requestsOnBill(db, id),
    membersNamed(db, { ids: [row.preparedBy, row.approvedBy].flatMap((each) => each ?? []) }),
    actionsAsked(db, actor, billNoun, row),
  ]);
  const nameOf = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  const { costs, hours, fees, overhead, uncovered, note, agreementId } = row;
  return {
    ...items[0]!,
    ...{ costs, hours, fees, overhead, uncovered, note, agreementId, lines, receipts, actions },
    services: agreement.services.map(({ code, name, kind }) => ({ code, name, kind })),
    preparedBy: nameOf(row.preparedBy) ?? "",
    approvedBy: nameOf(row.approvedBy),
    requests: requests.map(({ id: of, number, title }) => ({ id: of, number, title })),
    withoutRate: await hoursWithoutRate(
      db,
      row,
      requests.map(({ id: of }) => of),
    ),
    room: await roomOf(db, row, agreement.ceiling),
  };
};
