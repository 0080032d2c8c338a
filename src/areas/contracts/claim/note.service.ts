import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Note } from "./claim.model.ts";
import { contractClaim, contractClaimNote } from "./claim.tables.ts";

/**
 * Counsel's notes on a claim, oldest first. Row security gives none to whoever has not counsel's
 * duty. 404 for no claim.
 */
export const notesOf = async (db: Db, claimId: string): Promise<Note[]> => {
  await getRow(db, contractClaim, claimId, "claim");
  return db.rows<Note>(sql`
    select n.id, n.body, p.display_name as author, n.created_at
    from contract_claim_note n
    left join person p on p.id = n.author_id
    where n.org_id = ${db.scope.orgId} and n.claim_id = ${claimId}
    order by n.created_at, n.id
  `);
};

/** Keeps a note of counsel's. The audit record says that there is one, and nothing of what it says. */
export const addNote = async (
  tx: Tx,
  actor: Actor,
  claimId: string,
  body: string,
): Promise<{ id: string }> => {
  const claim = await getRow(tx, contractClaim, claimId, "claim");
  const { id } = await insertRow(tx, contractClaimNote, {
    orgId: claim.orgId,
    id: newId(),
    claimId,
    body,
    authorId: actor.personId!,
  });
  note(tx, actor, "claim", claim, { action: "note", note: "Counsel keeps a note.", event: null });
  return { id };
};
