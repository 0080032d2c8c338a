import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { withheldOfOrders } from "#areas/finance/finance.server.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { ordersUnder, type KeepBack } from "#areas/procurement/procurement.server.ts";
import { claimable } from "../change/terms.service.ts";
import { contract } from "../contracts.tables.ts";
import { finalPapersOpen } from "./final-papers.ts";
import { costOfOpenWork } from "./open-work.ts";
import {
  heldAtMost,
  lawOf,
  releaseBy,
  standingOf,
  type Retainage,
  type RetainageLaw,
} from "./retainage.model.ts";
import type { contractCompletion } from "./retainage.tables.ts";

type Of = { kind: string; startsOn: Day };

/**
 * What the law of the day on which a contract begins says of its retainage (rule `retainage`); null
 * where none concerns it.
 */
export const retainageLaw = async (db: Db, c: Of): Promise<RetainageLaw | null> =>
  lawOf(ownOrShipped(await rulesOfKey(db, "retainage"), "retainage", c.startsOn), c.kind);

export type Completed = typeof contractCompletion.$inferSelect;
/** When a contract was substantially complete; null while nobody recorded it. */
export const completionOf = (db: Db, id: string) =>
  db.maybe<Completed>(sql`
    select *
    from contract_completion
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

type Row = Of & { id: string; ceiling: number; retainagePercent: string };

// Lists that are kept of the contract say what is left to correct and whether final papers are still to
// come; what was typed stands where none is.
const asListed = async (
  db: Db,
  id: string,
): Promise<{ completion: Completed | null; byList: boolean }> => {
  const [completion, listed, papersOpen] = await Promise.all([
    completionOf(db, id),
    costOfOpenWork(db, id),
    finalPapersOpen(db, id),
  ]);
  return {
    completion: completion && {
      ...completion,
      costToCorrect: listed ?? completion.costToCorrect,
      papersOpen: papersOpen ?? completion.papersOpen,
    },
    byList: listed !== null,
  };
};

/** What may be kept back of a contract's invoices: its terms, within the law. */
export const keepBackOf = async (db: Db, c: Row): Promise<KeepBack> => {
  const [law, { completion }] = await Promise.all([retainageLaw(db, c), asListed(db, c.id)]);
  return {
    percent: c.retainagePercent,
    capPercent: law?.capPercent ?? null,
    atMost: completion ? heldAtMost(law, completion, c.ceiling) : null,
    citation: law?.citation ?? "",
  };
};

/** How a contract's retainage stands: what is withheld, what may be, and by when the rest is released. */
export const retainageStanding = async (
  db: Db,
  c: Row,
): Promise<Omit<Retainage, "completion" | "canRecord"> & { completion: Completed | null }> => {
  const [law, { completion, byList }, orders] = await Promise.all([
    retainageLaw(db, c),
    asListed(db, c.id),
    ordersUnder(db, c.id),
  ]);
  const invoices = await withheldOfOrders(
    db,
    orders.map((order) => order.id),
  );
  const withheld = invoices.reduce((sum, each) => sum + each.withheld, 0);
  const atMost = completion ? heldAtMost(law, completion, c.ceiling) : null;
  const by = completion ? releaseBy(law, completion.completedOn) : null;
  const today = businessDate(db.scope);
  return {
    percent: c.retainagePercent,
    capPercent: law?.capPercent ?? null,
    citation: law?.citation ?? "",
    finding: standingOf({ withheld, atMost, releaseBy: by, today, shown: formatDate }),
    withheld,
    atMost,
    over: atMost === null ? 0 : Math.max(0, withheld - atMost),
    releaseBy: by,
    completion,
    byList,
    invoices,
  };
};

/** The same for its page, with what this person may do. 404. */
export const readRetainage = async (db: Db, actor: Actor, id: string): Promise<Retainage> => {
  const c = await getRow(db, contract, id, "contract");
  return {
    ...(await retainageStanding(db, c)),
    canRecord:
      actor.permissions.has("contract.edit") &&
      c.status !== "closed" &&
      claimable.includes(c.status),
  };
};
