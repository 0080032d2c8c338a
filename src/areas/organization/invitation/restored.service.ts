import { sql } from "#server/db/sql.ts";
import { revocable } from "#server/restored/revocable.ts";

type Revoked = { id: string; email: string };

/** Links of invitations that were open at the backup. */
export const invitationsAfterRestore = revocable<Revoked>({
  kind: "invitation",
  told: ({ objectType, objectId, action }) =>
    objectType === "invitation" && ["invitation.revoke", "invitation.accept"].includes(action)
      ? {
          subject: objectId,
          taken: {},
          sentence: action === "invitation.revoke" ? "Withdrawn" : "Accepted",
        }
      : null,
  final:
    "An invitation that was withdrawn or accepted is not opened again. Send a new one under Team.",
  revoke: (tx, only) =>
    tx.rows<Revoked>(sql`
      update invitation
      set revoked_at = clock_timestamp()
      where org_id = ${tx.scope.orgId}
        and accepted_at is null
        and revoked_at is null
        and expires_at > clock_timestamp()
        and (${only}::uuid is null or id = ${only}::uuid)
      returning id, email
    `),
  reopen: (tx, id) =>
    tx.maybe<Revoked>(sql`
      update invitation i
      set revoked_at = null
      where i.org_id = ${tx.scope.orgId}
        and i.id = ${id}
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
    `),
  shown: ({ email }) => email,
  record: ({ id, email }) => ({ type: "invitation", id, number: email, event: null }),
  steps: { closed: "closedAfterRestore", opened: "openedAfterRestore" },
  over: {
    code: "invitation_over",
    sentence:
      "This invitation has run out, or a new one to this address is open. Send it anew under Team.",
  },
});
