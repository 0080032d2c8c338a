import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { type Kind, type PublicEvent } from "#areas/sourcing/sourcing.public.ts";
import {
  tellSolicitation,
  moveSolicitation,
  solicitation,
} from "#areas/sourcing/sourcing.server.ts";
import { thingsOf } from "../evaluation/evaluated-bids.service.ts";
import { asSystem } from "./award.noun.ts";
import type { AwardPart } from "./scenario.model.ts";

// How each kind of solicitation buys, by the names of 2 CFR 200.320.
const methods = {
  rfi: "simplified",
  rfq: "simplified",
  itb: "sealed_bid",
  rfp: "proposal",
} as const satisfies Record<Kind, string>;

/** What a final award gives to one vendor, and the orders that came of it. */
export type AwardShare = {
  vendorId: string;
  totalCents: number;
  lines: {
    description: string;
    commodityCode: string | null;
    quantity: string;
    unit: string;
    unitPrice: string;
    amount: number;
    /** The lot of the solicitation that its item is in. */
    lotId: string | null;
  }[];
  /** The lots of the solicitation, in order. */
  lots: { id: string; lotNo: number; title: string }[];
  awardNumber: string;
  solicitationId: string;
  solicitationNumber: string;
  title: string;
  departmentId: string;
  method: (typeof methods)[Kind];
  quotes: boolean;
  orderIds: string[];
};

type Row = {
  number: string;
  parts: AwardPart[];
  solicitationId: string;
  solicitationNumber: string;
  title: string;
  departmentId: string;
  kind: Kind;
  orders: { id: string; vendorId: string }[];
  codes: Record<string, string | null>;
};

/** The shares of a final award; none while it is not final. */
export const awardShares = async (db: Db, awardId: string): Promise<AwardShare[]> => {
  const row = await db.maybe<Row>(sql`
    select
      w.number, w.parts, w.solicitation_id, s.number as solicitation_number, s.title,
      s.department_id, s.kind,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object('id', o.purchase_order_id, 'vendorId', o.vendor_id))
          from award_order o
          where o.org_id = w.org_id and o.award_id = w.id
        ),
        '[]'
      ) as orders,
      coalesce(
        (
          select jsonb_object_agg(i.id, i.commodity_code)
          from solicitation_item i
          where i.org_id = s.org_id and i.solicitation_id = s.id
        ),
        '{}'
      ) as codes
    from award w
    join solicitation s on s.org_id = w.org_id and s.id = w.solicitation_id
    where w.org_id = ${db.scope.orgId} and w.id = ${awardId} and w.status = 'final'
  `);
  if (!row) return [];
  const things = await thingsOf(db, row.solicitationId, "lot");
  // Without lots everything is one, by the solicitation's own id.
  const bought = things.lots.filter((lot) => lot.id !== row.solicitationId);
  const lotOf = new Map(bought.flatMap((lot) => lot.itemIds.map((item) => [item, lot.id])));
  const lots = bought.map(({ id, title }, at) => ({ id, title, lotNo: at + 1 }));
  return row.parts.map((part) => ({
    vendorId: part.vendorId,
    totalCents: part.totalCents,
    lines: part.lines
      .filter((line) => Number(line.quantity) > 0)
      .map((line) => ({
        description: line.description,
        commodityCode: row.codes[line.itemId] ?? null,
        quantity: line.quantity,
        unit: line.unit,
        unitPrice: line.unitPrice,
        amount: line.amountCents,
        lotId: lotOf.get(line.itemId) ?? null,
      })),
    lots,
    awardNumber: row.number,
    solicitationId: row.solicitationId,
    solicitationNumber: row.solicitationNumber,
    title: row.title,
    departmentId: row.departmentId,
    method: methods[row.kind],
    quotes: row.kind === "rfq",
    orderIds: row.orders.flatMap((order) => (order.vendorId === part.vendorId ? order.id : [])),
  }));
};

export type ContractEvent = Extract<
  PublicEvent,
  "contracted" | "contractAmended" | "contractEnded"
>;

/**
 * Tells what became of a contract that came of an award: with the last share signed (`complete`) the
 * solicitation is under contract, and its open data tell the contract, its amendment or its end.
 */
export const tellContracts = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
  event: ContractEvent,
  complete: boolean,
): Promise<void> => {
  // Two contracts of one award are signed one after the other: the second sees the first.
  const row = await lockRow(tx, solicitation, solicitationId, "solicitation");
  if (complete && row.status === "awarded")
    await moveSolicitation(tx, asSystem(actor), solicitationId, "contract");
  await tellSolicitation(
    tx,
    actor,
    await getRow(tx, solicitation, solicitationId, "solicitation"),
    event,
  );
};
