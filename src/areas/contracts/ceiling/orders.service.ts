import { invalidField, Problem } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { OrderContracts } from "#areas/procurement/procurement.server.ts";
import { requireCooperative } from "../cooperative/cooperative.read.service.ts";
import { keepContractDays } from "../contract/contract-deadlines.service.ts";
import { contract } from "../contracts.tables.ts";
import { keepBackOf } from "../retainage/retainage.service.ts";
import { bases } from "../contract/contract.labels.ts";
import { coverageGaps } from "../coverage/standing.service.ts";
import { pricedByContract } from "../rates/in-force.service.ts";
import { draw, heldBy, notInForce, requireRoom } from "./ceiling.service.ts";

type Row = {
  id: string;
  number: string;
  title: string;
  vendorId: string;
  status: string;
  endsOn: Day;
  method: string | null;
  basis: keyof typeof bases | null;
  insuranceRequired: boolean;
  retainagePercent: string;
};

const rowOf = (db: Db, id: string) =>
  db.maybe<Row>(sql`
    select
      id, number, title, vendor_id, status, ends_on, method, basis, insurance_required,
      retainage_percent
    from contract
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

const told = (row: Row) => ({
  id: row.id,
  number: row.number,
  title: row.title,
  method: row.method,
  citation: `Contract ${row.number}${row.basis ? `, ${bases[row.basis].toLowerCase()}` : ""}`,
  insuranceRequired: row.insuranceRequired,
  retainagePercent: row.retainagePercent,
});

/** What the file of a cooperative contract lacks, at the field of the order that names the contract. */
const requireFile = async (tx: Tx, id: string): Promise<void> => {
  try {
    await requireCooperative(tx, id);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "cooperative_gap") throw error;
    throw invalidField("contractId", error.message, error.code);
  }
};

/** What contracts do for orders: they are named, they must be in force, hold the ceiling, say prices. */
export const contractsOfOrders: OrderContracts = {
  lacks: coverageGaps,
  keepBack: async (db, id) => keepBackOf(db, await getRow(db, contract, id, "contract")),
  withheldChanged: keepContractDays,
  of: async (db, id) => {
    const row = await rowOf(db, id);
    return row && told(row);
  },
  require: async (tx, id, vendorId) => {
    const row = await rowOf(tx, id);
    if (!row) throw invalidField("contractId", "This contract does not exist.");
    if (row.vendorId !== vendorId)
      throw invalidField("contractId", `${row.number} is a contract with another vendor.`);
    const why = notInForce(row, businessDate(tx.scope));
    if (why) throw invalidField("contractId", why, "contract_not_in_force");
    await requireFile(tx, id);
    return told(row);
  },
  room: async (tx, id, cents) => {
    await requireRoom(tx, id, cents);
    await requireCooperative(tx, id);
  },
  priced: pricedByContract,
  hold: async (tx, actor, order, cents, entry) => {
    const more = cents - (await heldBy(tx, order.id));
    await draw(tx, actor, order.contractId, more, { ...entry, orderId: order.id });
    // Asked behind the contract's lock, which whoever writes the file holds too.
    if (more > 0) await requireCooperative(tx, order.contractId);
  },
};
