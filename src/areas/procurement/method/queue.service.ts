import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Likeness } from "./lookback.service.ts";

/**
 * More keys than these, and the purchase holds its whole department instead: locks take room that
 * all connections share.
 */
const MOST = 100;

/**
 * What a purchase locks within its department, in order. Two of one department meet in a key that
 * one of them holds alone exactly where they are alike
 * (see `likeAmount`): in a commodity code; in an account where one of them has a line without a
 * code; or because one has so many that it holds all.
 */
export const keysOf = ({
  codes,
  accounts,
  uncoded,
}: Likeness): { key: string; alone: boolean }[] => {
  if (codes.length + accounts.length > MOST) return [{ key: "all", alone: true }];
  const keys = [
    { key: "all", alone: false },
    ...codes.map((code) => ({ key: `code ${code}`, alone: true })),
    ...accounts.map((id) => ({ key: `account ${id}`, alone: uncoded.includes(id) })),
  ];
  return keys.sort((a, b) => (a.key < b.key ? -1 : 1));
};

/**
 * Waits until no other transaction is sending a purchase that could be alike, and holds those that
 * come after until this one ends: each sees the others
 * among its like purchases. Everyone takes keys in the same order, so that nobody waits in a
 * circle; unlike purchases do not wait.
 */
export const queueAlike = async (tx: Tx, departmentId: string, like: Likeness): Promise<void> => {
  const keys = keysOf(like);
  const place = `like purchases ${tx.scope.orgId} ${departmentId} `;
  await tx.rows(sql`
    select count(case
        when k.alone then pg_advisory_xact_lock(hashtextextended(${place} || k.key, 0))
        else pg_advisory_xact_lock_shared(hashtextextended(${place} || k.key, 0))
      end)::int as held
    from unnest(${keys.map((k) => k.key)}::text[], ${keys.map((k) => k.alone)}::boolean[]) as k(
      key, alone
    )
  `);
};
