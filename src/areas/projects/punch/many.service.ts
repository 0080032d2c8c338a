import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { Database } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { VerifiedMany } from "./punch.model.ts";
import { verifyItem } from "./punch.service.ts";

/** Verifies many items, each for itself: what is refused leaves the others verified. */
export const verifyMany = async (
  database: Pick<Database, "transaction" | "read">,
  actor: Actor,
  ids: readonly string[],
): Promise<VerifiedMany> => {
  const chosen = [...new Set(ids)];
  const found = await database.read(actor).rows<{ id: string; number: string }>(sql`
    select id, number
    from punch_item
    where org_id = ${actor.orgId} and id = any(${chosen}::uuid[])
  `);
  const numbers = new Map(found.map(({ id, number }) => [id, number]));
  const refused: VerifiedMany["refused"] = [];
  for (const id of chosen)
    try {
      await database.transaction(actor, (tx) => verifyItem(tx, actor, { id, version: null }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, number: numbers.get(id) ?? "", reason: error.message });
    }
  return { done: chosen.length - refused.length, refused };
};
