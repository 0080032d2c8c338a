import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { orderList } from "#areas/procurement/procurement.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { carbonCredit } from "../carbon.tables.ts";
import { creditList } from "./credit.list.ts";
import type {
  CreditDetail,
  CreditInput,
  CreditRow,
  holdInput,
  reserveInput,
  retireInput,
} from "./credit.model.ts";
import { creditNoun, type CreditStored } from "./credit.noun.ts";

/**
 * Lists credits by their serial numbers, which from now on are this agency's. 409 `serials_taken` where any of them
 * is in this installation already; whose they are is not said.
 */
export const listCredit = async (
  tx: Tx,
  actor: Actor,
  input: CreditInput,
): Promise<CreditStored> => {
  const id = newId();
  return create(tx, actor, creditNoun, {
    number: { kind: "CRC" },
    row: { ...input, id, orgId: tx.scope.orgId!, createdBy: actor.personId },
    store: async () => {
      const { free } = await tx.one<{ free: boolean }>(
        sql`select levee_take_serials(${id}::uuid) as free`,
      );
      if (!free)
        throw conflict("serials_taken", "Some of these serial numbers are listed already.");
      return {};
    },
  });
};

const issued = ["issued", "acknowledged", "partly_received", "received", "closed", "short_closed"];

const requireOrder = async (tx: Tx, actor: Actor, orderId: string): Promise<string> => {
  const { items } = await runList<{ number: string; status: string }>(tx, actor, orderList, {
    ...{ id: [orderId], limit: 1 },
  });
  const [order] = items;
  if (!order) throw invalidField("orderId", "Choose an order of the agency.", "order_unknown");
  if (!issued.includes(order.status))
    throw invalidField("orderId", `${order.number} has not gone out.`, "order_not_out");
  return order.number;
};

/** Holds credits that an order bought. 404, 409, 412; 422 `order_unknown`, `order_not_out`. */
export const holdCredit = (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { orderId }: z.output<typeof holdInput>,
): Promise<CreditStored> =>
  transition(tx, actor, creditNoun, {
    ...{ id: at.id, version: at.version, action: "hold" },
    effect: async () => {
      const orderNumber = await requireOrder(tx, actor, orderId);
      return { patch: { orderId, orderNumber }, note: `Bought by ${orderNumber}` };
    },
  });

/** Keeps credits for a year. 404, 409, 412; 422 `year_ahead`. */
export const reserveCredit = (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { year }: z.output<typeof reserveInput>,
): Promise<CreditStored> =>
  transition(tx, actor, creditNoun, {
    ...{ id: at.id, version: at.version, action: "reserve" },
    effect: () => {
      if (year > Number(businessDate(tx.scope).slice(0, 4)))
        throw invalidField("year", `${year} has not begun.`, "year_ahead");
      return Promise.resolve({ patch: { reservedFor: year }, note: `For ${year}` });
    },
  });

/** Gives reserved credits free again, with the reason. 404, 409, 412, 422. */
export const releaseCredit = (tx: Tx, actor: Actor, at: TakenStep): Promise<CreditStored> =>
  transition(tx, actor, creditNoun, {
    ...at,
    action: "release",
    effect: () => Promise.resolve({ patch: { reservedFor: null } }),
  });

/**
 * Retires credits for the year that they are reserved for, for good; what was emitted stays what it is. 404, 409,
 * 412, 422 without the registry's document.
 */
export const retireCredit = (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { document }: z.output<typeof retireInput>,
): Promise<CreditStored> =>
  transition(tx, actor, creditNoun, {
    ...{ id: at.id, version: at.version, action: "retire" },
    effect: ({ reservedFor }) =>
      Promise.resolve({
        patch: {
          ...{ document, retiredFor: reservedFor, retiredBy: actor.personId },
          retiredAt: businessNow(tx.scope).toISOString(),
        },
        note: `For ${reservedFor}, ${document}`,
      }),
  });

/** Takes credits off the list that nobody bought; their numbers are free again. 404, 409, 412, 422. */
export const withdrawCredit = (tx: Tx, actor: Actor, at: TakenStep): Promise<CreditStored> =>
  transition(tx, actor, creditNoun, {
    ...at,
    action: "withdraw",
    effect: () => Promise.resolve({ patch: { taken: false } }),
  });

/** Credits with what may be done of them. 404. */
export const readCredit = async (db: Db, actor: Actor, id: string): Promise<CreditDetail> => {
  const row = await getRow(db, carbonCredit, id, "carbon credit");
  const [{ items }, members, actions] = await Promise.all([
    runList<CreditRow>(db, actor, creditList, { id: [id], limit: 1 }),
    membersNamed(db, { ids: row.retiredBy ? [row.retiredBy] : [] }),
    actionsAsked(db, actor, creditNoun, row),
  ]);
  return {
    ...items[0]!,
    ...{ orderId: row.orderId, retiredAt: row.retiredAt, actions },
    retiredBy: members[0]?.name ?? "",
  };
};
