import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { claimable } from "../change/terms.service.ts";
import type { contract } from "../contracts.tables.ts";
import { recordCompletion } from "./completion.service.ts";
import { completionFault, type CompletionInput } from "./retainage.model.ts";
import { completionOf, retainageStanding } from "./retainage.service.ts";

const contractsOf = (db: Db, ids: readonly string[]) =>
  db.rows<typeof contract.$inferSelect>(sql`
    select *
    from contract
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
  `);

/** What contracts withhold, in cents, and by when the rest is released; null while nothing says so. */
export const retainageOfContracts = async (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; withheld: number; releaseBy: Day | null }[]> =>
  Promise.all(
    (await contractsOf(db, ids)).map(async (c) => {
      const { withheld, releaseBy } = await retainageStanding(db, c);
      return { id: c.id, withheld, releaseBy };
    }),
  );

/**
 * Records the substantial completion of a contract that its project's certificate tells, where nobody
 * recorded one and the contract's course allows it; else nothing happens.
 */
export const completeWithProject = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: CompletionInput,
): Promise<void> => {
  const [c] = await contractsOf(tx, [id]);
  if (!c || !claimable.includes(c.status) || c.status === "closed") return;
  if (completionFault(input.completedOn, c, businessDate(tx.scope))) return;
  if (await completionOf(tx, id)) return;
  await recordCompletion(tx, actor, id, input, 0);
};
