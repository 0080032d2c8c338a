import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { claimable } from "../change/terms.service.ts";
import { keepContractDays } from "../contract/contract-deadlines.service.ts";
import type { contract } from "../contracts.tables.ts";
import { storeCompletion } from "./completion.service.ts";
import { completionFault, type CompletionInput } from "./retainage.model.ts";
import { completionOf, retainageStanding } from "./retainage.service.ts";

const contractsOf = (db: Db, ids: readonly string[]) =>
  db.rows<typeof contract.$inferSelect>(sql`
    select *
    from contract
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    order by number
  `);

/** How much contracts withhold, in cents, how much they may, and by when the rest is released. */
type HeldOfContract = {
  id: string;
  number: string;
  withheld: number;
  /** Null while nothing limits it. */
  atMost: number | null;
  releaseBy: Day | null;
  completedOn: Day | null;
  citation: string;
};

/** What contracts withhold, in cents, and by when the rest is released; null while nothing says so. */
export const retainageOfContracts = async (
  db: Db,
  ids: readonly string[],
): Promise<HeldOfContract[]> =>
  Promise.all(
    (await contractsOf(db, ids)).map(async (c) => {
      const { withheld, atMost, releaseBy, completion, citation } = await retainageStanding(db, c);
      const completedOn = completion?.completedOn ?? null;
      return { id: c.id, number: c.number, withheld, atMost, releaseBy, completedOn, citation };
    }),
  );

/** A list of what is left of a contract changed: the day to release what may not be withheld follows. */
export const openWorkChanged = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  if (await completionOf(tx, id)) await keepContractDays(tx, actor, id);
};

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
  await storeCompletion(tx, actor, id, input, 0);
};
