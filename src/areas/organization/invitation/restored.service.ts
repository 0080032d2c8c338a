import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Closed, Closing } from "#server/restored/closing.ts";

type Revoked = { id: string; email: string };

const revoke = async (tx: Tx, actor: Actor, only: string | null): Promise<Closed[]> => {
  const gone = await tx.rows<Revoked>(sql`
    update invitation
    set revoked_at = clock_timestamp()
    where org_id = ${tx.scope.orgId}
      and accepted_at is null
      and revoked_at is null
      and expires_at > clock_timestamp()
      and (${only}::uuid is null or id = ${only}::uuid)
    returning id, email
  `);
  for (const { id, email } of gone)
    note(tx, actor, "invitation", id, {
      number: email,
      action: "closedAfterRestore",
      event: null,
    });
  return gone.map(({ id, email }) => ({ subjectId: id, name: email, before: {} }));
};

/** Links of invitations that were open at the backup. */
export const invitationsAfterRestore: Closing = {
  kind: "invitation",
  told: ({ objectType, objectId, action }) =>
    objectType === "invitation" && ["invitation.revoke", "invitation.accept"].includes(action)
      ? {
          subject: objectId,
          taken: {},
          sentence: action === "invitation.revoke" ? "Withdrawn" : "Accepted",
        }
      : null,
  close: async (tx, actor, subject) => (await revoke(tx, actor, subject))[0] ?? null,
  closeAll: (tx, actor) => revoke(tx, actor, null),
  final:
    "An invitation that was withdrawn or accepted is not opened again. Send a new one under Team.",
  open: async (tx, actor, { subjectId, reason }) => {
    const opened = await tx.maybe<Revoked>(sql`
      update invitation i
      set revoked_at = null
      where i.org_id = ${tx.scope.orgId}
        and i.id = ${subjectId}
        and i.accepted_at is null
        and i.expires_at > clock_timestamp()
        and not exists (
          select 1
          from invitation o
          where o.org_id = i.org_id
            and o.email = i.email
            and o.accepted_at is null
            and o.revoked_at is null
        )
      returning i.id, i.email
    `);
    if (!opened)
      throw conflict(
        "invitation_over",
        "This invitation has run out, or a new one to this address is open. Send it anew under Team.",
      );
    note(tx, actor, "invitation", opened.id, {
      number: opened.email,
      action: "openedAfterRestore",
      note: reason,
      event: null,
    });
    return null;
  },
};
