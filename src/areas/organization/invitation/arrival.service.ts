import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { grantRole } from "../member/access.service.ts";
import { tellChanged } from "../member/changed.service.ts";

/** How somebody stands in the scope's agency: works there, did once, or never. */
export const membershipOf = async (
  db: Db,
  personId: string,
): Promise<"active" | "ended" | "none"> => {
  const row = await db.maybe<{ active: boolean }>(sql`
    select active
    from organization_member
    where org_id = ${db.scope.orgId} and person_id = ${personId}
  `);
  return row === null ? "none" : row.active ? "active" : "ended";
};

/** The open invitation of an address to the scope's agency; null without one. */
export const openInvitationOf = async (db: Db, email: string): Promise<string | null> =>
  (
    await db.maybe<{ id: string }>(sql`
      select id
      from invitation
      where org_id = ${db.scope.orgId}
        and email = ${email}
        and accepted_at is null
        and revoked_at is null
        and expires_at > clock_timestamp()
    `)
  )?.id ?? null;

/**
 * Makes a person a member with the role user, whom the agency's own sign-in named. @throws Problem
 * 403 `vendor_account` for who acts for a vendor.
 */
export const admitAsUser = async (
  tx: Tx,
  who: Pick<Actor, "personId" | "name" | "email"> & Actor,
  by: string,
): Promise<void> => {
  await tx
    .rows(sql`
      insert into organization_member (org_id, person_id)
      values (${tx.scope.orgId}, ${who.personId})
    `)
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === "LV411"
        ? notAllowed(
            "A vendor's account cannot join an agency. Use another address.",
            "vendor_account",
          )
        : error;
    });
  await grantRole(tx, who.personId!, "user", null, { by: null, reason: `Came through ${by}` });
  note(tx, who, "member", who.personId!, {
    number: who.email,
    action: "arrive",
    after: { role: "user" },
    note: `Came through ${by}`,
    event: null,
  });
  await tellChanged(tx, who, who.personId!);
};
