import type { Actor, Role } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import type { Duty } from "#roles.ts";
import { addDuties, grantRole } from "../member/access.service.ts";
import { takeDuties } from "../member/duty-words.service.ts";
import type { DutyEnds } from "../member/right.labels.ts";
import { notify } from "../notification/notification.service.ts";
import { accessGrant } from "../organization.tables.ts";
import { grantInWords } from "./grant.labels.ts";
import { actsAlone, confirmersOf } from "./standing.service.ts";

/** What of a change of access waits for a second person. */
export type Asked = {
  role: Role | null;
  roleExpiresAt: string | null;
  duties: readonly Duty[];
  liftsReadOnly: boolean;
  dutyEnds?: DutyEnds;
  why?: string;
};
type About = { id: string; name: string; email: string };

/** Gives a person what was asked for, from now on. */
export const giveAccess = async (
  tx: Tx,
  personId: string,
  asked: Asked,
  grantedBy: string,
): Promise<void> => {
  const giving = { by: grantedBy, reason: asked.why ?? "" };
  if (asked.role) await grantRole(tx, personId, asked.role, asked.roleExpiresAt, giving);
  await addDuties(tx, personId, asked.duties, asked.dutyEnds ?? {}, giving);
  if (asked.liftsReadOnly) await takeDuties(tx, personId, ["read_only"]);
};

const store = (
  tx: Tx,
  personId: string,
  askedBy: string,
  status: "waiting" | "alone" | "taken",
  asked: Asked,
) =>
  insertRow(tx, accessGrant, {
    orgId: tx.scope.orgId!,
    id: newId(),
    personId,
    role: asked.role,
    roleExpiresAt: asked.roleExpiresAt,
    duties: [...asked.duties],
    liftsReadOnly: asked.liftsReadOnly,
    dutyEnds: asked.dutyEnds ?? {},
    why: asked.why ?? "",
    status,
    askedBy,
  });

// What waits already is not asked for twice.
const withoutWaiting = async (tx: Tx, personId: string, asked: Asked): Promise<Asked> => {
  const waiting = await tx.rows<Asked>(sql`
    select role, role_expires_at, duties, duty_ends, lifts_read_only
    from access_grant
    where org_id = ${tx.scope.orgId} and person_id = ${personId} and status = 'waiting'
  `);
  const instant = (text: string | null) => (text === null ? null : Date.parse(text));
  const sameRole = waiting.some(
    (row) => row.role === asked.role && instant(row.roleExpiresAt) === instant(asked.roleExpiresAt),
  );
  return {
    role: sameRole ? null : asked.role,
    roleExpiresAt: sameRole ? null : asked.roleExpiresAt,
    duties: asked.duties.filter(
      (duty) =>
        !waiting.some(
          (row) =>
            row.duties.includes(duty) &&
            instant(row.dutyEnds?.[duty] ?? null) === instant(asked.dutyEnds?.[duty] ?? null),
        ),
    ),
    dutyEnds: asked.dutyEnds ?? {},
    why: asked.why ?? "",
    liftsReadOnly: asked.liftsReadOnly && !waiting.some((row) => row.liftsReadOnly),
  };
};

/**
 * Asks a second person to confirm what somebody shall get; those who may are told once. While nobody
 * else could, it holds at once and is marked as granted alone. The agency's row must be locked.
 * Gives the id of what waits, or null.
 */
export const askFor = async (
  tx: Tx,
  actor: Actor,
  person: About,
  asked: Asked,
  askedBy: { id: string; name: string },
): Promise<string | null> => {
  const alone = await actsAlone(tx, askedBy.id, person.id);
  const open = alone ? asked : await withoutWaiting(tx, person.id, asked);
  if (!open.role && open.duties.length === 0 && !open.liftsReadOnly) return null;
  if (alone) await giveAccess(tx, person.id, open, askedBy.id);
  const row = await store(tx, person.id, askedBy.id, alone ? "alone" : "waiting", open);
  note(tx, actor, "member", person.id, {
    number: person.email,
    action: alone ? "accessGrant.alone" : "accessGrant.ask",
    after: { ...open },
    note: alone
      ? `Granted by one person: nobody else of the agency could confirm it. ${grantInWords(open)}.`
      : `Waits for a second person. ${grantInWords(open)}.`,
    event: null,
  });
  announce(tx, tx.scope.orgId!, "accessGrant.ask", row.id);
  if (alone) return null;
  notify(tx, await confirmersOf(tx, askedBy.id, person.id), {
    kind: "access.asked",
    title: `${askedBy.name} asks for access of ${person.name}: ${grantInWords(open)}`,
    body: "It holds once you or another administrator or officer confirm it.",
    link: "/team?tab=grants",
  });
  return row.id;
};

/** What waits for a person ends: since it was asked for, rights were taken from them. */
export const lapseGrants = (tx: Tx, personId: string): Promise<unknown> =>
  tx.rows(sql`
    update access_grant
    set
      status = 'lapsed', decided_at = clock_timestamp(), version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and person_id = ${personId} and status = 'waiting'
  `);

/** Notes who took the power to confirm from somebody. */
export const noteTaken = async (tx: Tx, personId: string, by: string): Promise<void> =>
  void (await store(tx, personId, by, "taken", {
    role: null,
    roleExpiresAt: null,
    duties: [],
    liftsReadOnly: false,
  }));
