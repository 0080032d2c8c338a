import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ChangeStatus } from "./change.labels.ts";
import type { ChangeLine } from "./change.model.ts";
import type { ChangeRecord } from "./change.noun.ts";
import { linesOf } from "./lines.service.ts";

/** A change that is in force: its contract has moved, the orders under it have not. */
export type AppliedChange = {
  id: string;
  number: string;
  title: string;
  contractId: string;
  days: number;
  lines: Pick<ChangeLine, "description" | "amount">[];
};
type Listener = (tx: Tx, actor: Actor, change: AppliedChange) => Promise<void>;

const listeners: Listener[] = [];

/** Who hears that a change of a contract is in force, in the transaction that applies it. */
export const appliedChanges = extensionPoint<Listener>(
  "changes of contracts that are in force",
  (hears) => void listeners.push(hears),
);

/** Tells whoever hears of it that a change is in force. */
export const tellApplied = async (tx: Tx, actor: Actor, c: ChangeRecord): Promise<void> => {
  if (listeners.length === 0) return;
  const lines = await linesOf(tx, c.id);
  const { id, number, title, contractId, days } = c;
  for (const hears of listeners)
    await hears(tx, actor, { id, number, title, contractId, days, lines });
};

/** A change as others name it. */
export type NamedChange = { id: string; number: string; title: string; status: ChangeStatus };

/** The agency's changes of these ids, by number. */
export const changesNamed = (db: Db, ids: readonly string[]): Promise<NamedChange[]> =>
  db.rows<NamedChange>(sql`
    select id, number, title, status
    from contract_change
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
  `);
