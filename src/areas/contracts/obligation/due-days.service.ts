// The days of a contract's obligations: made while it runs, dropped with what ends, each a deadline.
import { type Actor, systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";
import { contract } from "../contracts.tables.ts";
import { dueDays } from "./obligation.model.ts";
import { dueNoun } from "./obligation.noun.ts";
import { contractObligation, contractObligationDue } from "./obligation.tables.ts";

type Obligation = typeof contractObligation.$inferSelect;
type Contract = Pick<typeof contract.$inferSelect, "id" | "number" | "status" | "endsOn">;
type Due = { id: string; obligationId: string; dueOn: Day; status: string };

const runs = new Set(["active", "suspended", "expired", "closeout"]);

// Which days count: while it runs until its end; ended or terminated, those that are past and were due.
const daysOf = (c: Contract, o: Obligation, kept: readonly Due[], today: string): Day[] => {
  if (o.endedAt !== null || c.status === "terminated")
    return kept.map((due) => due.dueOn).filter((day) => day < today);
  return runs.has(c.status) ? dueDays(o, c.endsOn) : [];
};

const settle = async (tx: Tx, o: Obligation, days: readonly Day[], kept: readonly Due[]) => {
  const there = new Map(kept.map((due) => [due.dueOn, due]));
  const wanted = new Set(days);
  const system = systemActor(o.orgId);
  const made = days.filter((day) => !there.has(day));
  if (made.length)
    await insertRows(
      tx,
      contractObligationDue,
      made.map((dueOn) => ({ orgId: o.orgId, id: newId(), obligationId: o.id, dueOn })),
    );
  for (const due of kept) {
    const action =
      due.status === "dropped" && wanted.has(due.dueOn)
        ? "renew"
        : (due.status === "open" || due.status === "returned") && !wanted.has(due.dueOn)
          ? "drop"
          : null;
    if (action) await transition(tx, system, dueNoun, { id: due.id, action, version: null });
  }
};

type Owed = Due & {
  title: string;
  citation: string;
  side: string;
  ownerId: string | null;
  contractId: string;
  contract: string;
  vendor: string;
};

const owedOf = (db: Db, contractId: string | null): Promise<Owed[]> =>
  db.rows<Owed>(sql`
    select
      d.id, d.obligation_id, d.due_on, d.status, o.title, o.citation, o.side,
      coalesce(o.owner_id, c.owner_id) as owner_id, c.id as contract_id, c.number as contract,
      v.name as vendor
    from contract_obligation o
    join contract c on c.org_id = o.org_id and c.id = o.contract_id
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    join contract_obligation_due d
      on d.org_id = o.org_id
      and d.obligation_id = o.id
      and d.status in ('open', 'returned')
    where o.org_id = ${db.scope.orgId}
      and (${contractId}::uuid is null or o.contract_id = ${contractId}::uuid)
    order by o.id, d.due_on
  `);

const recordOf = (id: string, owed: readonly Owed[], number: string): DeadlineRecordOf => ({
  id,
  number,
  link: `/contracts/${owed[0]?.contractId ?? ""}?tab=obligations`,
  deadlines: owed.map((due) => ({
    key: `due-${due.dueOn}`,
    title: due.title,
    dueOn: due.dueOn,
    follows:
      due.side === "vendor"
        ? `${due.vendor} owes it under ${due.contract}.`
        : `We owe it under ${due.contract}.`,
    ...(due.citation ? { citation: due.citation } : {}),
    ownerId: due.ownerId,
    notices: [30, 7, 1],
    byHand: false,
  })),
});

/** The deadlines of one obligation as they follow now. */
export const keepObligationDays = async (
  tx: Tx,
  actor: Actor,
  { id, contractId }: { id: string; contractId: string },
): Promise<void> => {
  const [c, owed] = await Promise.all([
    getRow(tx, contract, contractId, "contract"),
    owedOf(tx, contractId),
  ]);
  const mine = owed.filter((due) => due.obligationId === id);
  await keepDeadlines(tx, actor, "obligation", recordOf(id, mine, c.number));
};

/**
 * The days of a contract's obligations as its term and its status say now; called by every step that
 * moves them. What was delivered or accepted stays.
 */
export const keepDues = async (tx: Tx, actor: Actor, contractId: string): Promise<void> => {
  const c = await getRow(tx, contract, contractId, "contract");
  const today = businessDate(tx.scope);
  const [obligations, kept] = await Promise.all([
    tx.rows<Obligation>(sql`
      select *
      from contract_obligation
      where org_id = ${c.orgId} and contract_id = ${contractId}
      order by id
      for update
    `),
    tx.rows<Due>(sql`
      select d.id, d.obligation_id, d.due_on, d.status
      from contract_obligation_due d
      join contract_obligation o on o.org_id = d.org_id and o.id = d.obligation_id
      where d.org_id = ${c.orgId} and o.contract_id = ${contractId}
      order by d.id
    `),
  ]);
  for (const o of obligations) {
    const mine = kept.filter((due) => due.obligationId === o.id);
    await settle(tx, o, daysOf(c, o, mine, today), mine);
    await keepObligationDays(tx, actor, o);
  }
};

export const obligationDeadlines: DeadlineSource = {
  type: "obligation",
  label: "Obligation under a contract",
  permission: "contract.read",
  duty: "contract_manager",
  all: async (db) => {
    const owed = await owedOf(db, null);
    return [...new Map(owed.map((due) => [due.obligationId, due.contract]))].map(([id, number]) =>
      recordOf(
        id,
        owed.filter((due) => due.obligationId === id),
        number,
      ),
    );
  },
};
