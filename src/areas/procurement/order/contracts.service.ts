import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What an order says of its contract; `citation`: the competition that the order rests on. */
export type ContractOfOrder = {
  id: string;
  number: string;
  title: string;
  method: string | null;
  citation: string;
  insuranceRequired: boolean;
  /** Of each invoice, kept back. */ retainagePercent: string;
};
/** A line of an order as it was asked for; `path`: where its fields stand in what was sent. */
export type LineAtRate = {
  path: string;
  rateCode: string | null;
  quantity: string;
  unitPrice: string | null;
};
/** The same line as the contract's rate sheet has it. */
export type RatedLine = {
  rateCode: string;
  description: string;
  commodityCode: string | null;
  unit: string;
  unitPrice: string;
};
/**
 * What may be kept back of a contract's invoices: `percent` as its terms say, at most `capPercent` of
 * each by law (null: no cap), and `atMost` cents of all together once the work is substantially
 * complete (null: no limit).
 */
export type KeepBack = {
  percent: string;
  capPercent: number | null;
  atMost: number | null;
  citation: string;
};
type Drawn = { kind: "order" | "order_change" | "release"; note: string };

/**
 * What contracts do for the orders that are placed under them. `of` names one; `require` refuses
 * (422 at `contractId`) one that is not this vendor's or not in force; `room` refuses (409
 * `over_ceiling`) what does not fit now, before anybody is asked to approve it; `hold` makes what the order
 * holds of the ceiling so many cents (409 `over_ceiling` where there is no room). `priced`: what the
 * rate sheet of a day says of each line, null where there is none (422 for what is not on it).
 */
export type OrderContracts = {
  /** What a contract's insurance and bonds lack today, in words. */
  lacks: (db: Db, contractId: string) => Promise<readonly string[]>;
  /** What of its invoices may be kept back. */
  keepBack: (db: Db, contractId: string) => Promise<KeepBack>;
  /** What is withheld of its invoices has changed: what follows from that is worked out anew. */
  withheldChanged: (tx: Tx, actor: Actor, contractId: string) => Promise<void>;
  of: (db: Db, contractId: string) => Promise<ContractOfOrder | null>;
  require: (tx: Tx, contractId: string, vendorId: string) => Promise<ContractOfOrder>;
  room: (tx: Tx, contractId: string, cents: number) => Promise<void>;
  hold: (
    tx: Tx,
    actor: Actor,
    order: { id: string; contractId: string },
    cents: number,
    entry: Drawn,
  ) => Promise<void>;
  priced: (
    db: Db,
    contractId: string,
    day: Day,
    lines: readonly LineAtRate[],
  ) => Promise<RatedLine[] | null>;
};

let contracts: OrderContracts | null = null;
/** The area of contracts says what they do for orders. */
export const orderContracts = extensionPoint<OrderContracts>(
  "contracts of orders",
  (given) => void (contracts = given),
  { required: true },
);

const theContracts = (): OrderContracts => {
  if (!contracts) throw new Error("no area keeps contracts");
  return contracts;
};

/** The contract of an order, null where it is under none. */
export const contractOf = async (
  db: Db,
  contractId: string | null,
): Promise<ContractOfOrder | null> => (contractId ? theContracts().of(db, contractId) : null);

/** What the insurance and bonds of an order's contract lack; nothing where it is under none. */
export const lacksOfContract = async (
  db: Db,
  contractId: string | null,
): Promise<readonly string[]> => (contractId ? theContracts().lacks(db, contractId) : []);

/** What may be kept back of the invoices of an order's contract; null where it is under none. */
export const keepBackOfContract = async (
  db: Db,
  contractId: string | null,
): Promise<KeepBack | null> => (contractId ? theContracts().keepBack(db, contractId) : null);

/** Tells the contract of an order that more or less is withheld of its invoices. */
export const withheldChanged = async (
  tx: Tx,
  actor: Actor,
  contractId: string | null,
): Promise<void> => {
  if (contractId) await theContracts().withheldChanged(tx, actor, contractId);
};

/** The contract that an order is to be placed under: 422 at `contractId` where it cannot be. */
export const requireContract = async (
  tx: Tx,
  contractId: string | null | undefined,
  vendorId: string,
): Promise<ContractOfOrder | null> =>
  contractId ? theContracts().require(tx, contractId, vendorId) : null;

/** Refuses what its contract has no room for now; nothing where the order is under none. */
export const requireRoom = async (
  tx: Tx,
  contractId: string | null,
  cents: number,
): Promise<void> => {
  if (contractId && cents > 0) await theContracts().room(tx, contractId, cents);
};

/**
 * Lets an order hold so many cents of its contract's ceiling; nothing where it is under none, or is a
 * release: what its blanket order holds is drawn already.
 */
export const holdOfContract = async (
  tx: Tx,
  actor: Actor,
  {
    id,
    contractId,
    blanketId,
  }: { id: string; contractId: string | null; blanketId: string | null },
  cents: number,
  entry: Drawn,
): Promise<void> => {
  if (contractId && !blanketId)
    await theContracts().hold(tx, actor, { id, contractId }, cents, entry);
};

/**
 * What the contract's rate sheet of the order's day says of its lines; null without a contract or a
 * sheet. 422 names a line that is not on the sheet, or asks for another price.
 */
export const pricedByContract = async (
  db: Db,
  contractId: string | null | undefined,
  day: Day,
  lines: readonly LineAtRate[],
): Promise<RatedLine[] | null> =>
  contractId && lines.length ? theContracts().priced(db, contractId, day, lines) : null;

/**
 * Places orders that have gone out, and are under no contract, under one; gives what each holds of
 * its ceiling, in cents. The caller draws it.
 */
export const placeUnderContract = (
  tx: Tx,
  _actor: Actor,
  orderIds: readonly string[],
  { id }: { id: string },
): Promise<{ id: string; number: string; amount: number }[]> =>
  tx.rows(sql`
    update purchase_order
    set contract_id = ${id}
    where org_id = ${tx.scope.orgId}
      and id = any(${[...orderIds]}::uuid[])
      and contract_id is null
      and issued_at is not null
      and status <> 'cancelled'
    returning
      id, number,
      case when status in ('closed', 'short_closed') then invoiced_amount else amount end as amount
  `);
