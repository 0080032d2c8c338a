import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { RfiCourt, TurnKind, turnSides } from "./rfi.labels.ts";
import type { Turn } from "./rfi.model.ts";
import { rfiTurn } from "./rfi.tables.ts";

/** Who takes a turn: the agency's person, the contractor's, or a designer outside. */
export type Hand = { side: keyof typeof turnSides; name: string };

/** The hand of a person of the agency. */
export const ourHand = (actor: Actor): Hand => ({ side: "agency", name: actor.name ?? "" });

type Taken = { kind: TurnKind; by: Hand; says?: string; court: RfiCourt | null };

/** Writes down what a side did; from that day on it is in the court of the side that must act. */
export const takeTurn = async (
  tx: Tx,
  rfiId: string,
  { kind, by, says = "", court }: Taken,
): Promise<{ court: RfiCourt | null; courtSince: Day | null }> => {
  const { position } = await tx.one<{ position: number }>(sql`
    select coalesce(max(position) + 1, 0) as position
    from rfi_turn
    where org_id = ${tx.scope.orgId} and rfi_id = ${rfiId}
  `);
  const onDay = businessDate(tx.scope);
  await insertRow(tx, rfiTurn, {
    orgId: tx.scope.orgId!,
    rfiId,
    position,
    kind,
    bySide: by.side,
    byName: by.name,
    at: businessNow(tx.scope).toISOString(),
    onDay,
    says,
    court,
  });
  return { court, courtSince: court && onDay };
};

/** What the sides did, in their order. */
export const turnsOf = (db: Db, rfiIds: readonly string[]): Promise<(Turn & { rfiId: string })[]> =>
  db.rows<Turn & { rfiId: string }>(sql`
    select rfi_id, kind, by_side, by_name, at, says
    from rfi_turn
    where rfi_id = any(${[...rfiIds]}::uuid[])
    order by rfi_id, position
    limit 5000
  `);
