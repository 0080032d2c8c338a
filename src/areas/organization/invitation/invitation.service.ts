import type { Actor, Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import type { z } from "zod";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { asSystem } from "#server/lifecycle.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { departmentById } from "../department/department.service.ts";
import { askFor } from "../grant/ask.service.ts";
import { requireApart } from "../grant/separation.service.ts";
import { roleWeighsMore, weightyDuties } from "../grant/powers.model.ts";
import { grantRole, setDuties } from "../member/access.service.ts";
import type { invitationInput, InvitationRow } from "../member/member.model.ts";
import { tellChanged } from "../member/changed.service.ts";
import { requireSupervisor } from "../member/supervisor.service.ts";
import { invitation } from "../organization.tables.ts";
import { changeState } from "../state/state.service.ts";

const lifeDays = 14;
const status = sql`
  case
    when i.accepted_at is not null then 'accepted'
    when i.revoked_at is not null then 'revoked'
    when i.expires_at <= clock_timestamp() then 'expired'
    else 'open'
  end
`;

const rows = sql`
  select
    i.id, i.email, i.role, i.department_id, i.title, i.supervisor_id, i.duties,
    p.display_name as invited_by_name, i.created_at, i.expires_at, ${status} as status
  from invitation i
  left join person p on p.id = i.invited_by
`;

/**
 * Invitations of the scope's agency, newest first; accepted and withdrawn ones leave the list after
 * 30 days.
 */
export const listInvitations = (db: Db): Promise<InvitationRow[]> =>
  db.rows<InvitationRow>(sql`
    ${rows}
    where i.org_id = ${db.scope.orgId}
      and coalesce(i.accepted_at, i.revoked_at, 'infinity') > clock_timestamp() - interval '30 days'
    order by i.created_at desc
    limit 200
  `);

const oneInvitation = async (db: Db, id: string) => {
  const row = await db.maybe<InvitationRow>(
    sql`${rows} where i.org_id = ${db.scope.orgId} and i.id = ${id}`,
  );
  if (!row) throw notFound("invitation");
  return row;
};

const memberInvitationLetter = defineLetter({
  kind: "member_invitation",
  why: "You get this letter because {agency} invited this address to work with it.",
  write: (to: { agency: string; by: string; email: string; origin: string }) => ({
    subject: `${to.agency} invites you to Levee`,
    paragraphs: [
      `${to.by} invites you to work with ${to.agency} in Levee.`,
      `Sign in or sign up with this address (${to.email}); the invitation then waits for you. It is open for ${lifeDays} days.`,
    ],
    link: { label: "Accept the invitation", href: `${to.origin}/welcome` },
  }),
  sample: { agency: "Gulfside", by: "Dana Ruiz", email: "lee@example.gov", origin: "{origin}" },
});

const mailInvitation = async (tx: Tx, actor: Actor, email: string, origin: string) => {
  const { name } = await tx.one<{ name: string }>(
    sql`select name from organization where id = ${actor.orgId}`,
  );
  await queueMail(tx, {
    ...memberInvitationLetter({ agency: name, by: actor.name, email, origin }),
    to: email,
    orgId: actor.orgId,
  });
};

/**
 * Invites an address. @throws Problem 409 when that person is a member or an invitation is open, 422
 * `joins_set` for both ends of what is kept apart.
 */
export const invite = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof invitationInput>,
  origin: string,
): Promise<InvitationRow> => {
  requireApart(input);
  if (input.departmentId) await departmentById(tx, input.departmentId);
  await requireSupervisor(tx, null, input.supervisorId);
  const member = await tx.maybe(sql`
    select 1
    from organization_member m
    join person p on p.id = m.person_id
    where m.org_id = ${actor.orgId} and p.email = ${input.email} and m.active
  `);
  if (member) throw conflict("already_member", "This person is a member already.");
  await tx.rows(sql`
    update invitation
    set revoked_at = clock_timestamp()
    where org_id = ${actor.orgId}
      and email = ${input.email}
      and accepted_at is null
      and revoked_at is null
      and expires_at <= clock_timestamp()
  `);
  const row = await tx.maybe<{ id: string }>(sql`
    insert into invitation (
      org_id, id, email, role, department_id, title, supervisor_id, duties, invited_by, expires_at
    )
    values (
      ${actor.orgId}, ${newId()}, ${input.email}, ${input.role}, ${input.departmentId},
      ${input.title}, ${input.supervisorId}, ${JSON.stringify(input.duties)}, ${actor.personId},
      clock_timestamp() + make_interval(days => ${lifeDays})
    )
    on conflict (org_id, email)
    where accepted_at is null and revoked_at is null
    do nothing
    returning id
  `);
  if (!row)
    throw conflict(
      "already_invited",
      "An invitation to this address is open. Send it again or withdraw it.",
    );
  await mailInvitation(tx, actor, input.email, origin);
  const after = await oneInvitation(tx, row.id);
  note(tx, actor, "invitation", row.id, {
    number: input.email,
    action: "create",
    after,
    event: null,
  });
  return after;
};

/** Invites the first administrator of an agency that somebody else founded. */
export const inviteFirst = (tx: Tx, actor: Actor, email: string, origin: string) =>
  invite(
    tx,
    actor,
    { email, role: "admin", departmentId: null, title: "", supervisorId: null, duties: [] },
    origin,
  );

/**
 * Whether an invited administrator opens the scope's agency: it was founded by whoever runs the
 * installation, and nobody is in it who could confirm the role.
 */
const opensAgency = async (tx: Tx, role: Role): Promise<boolean> =>
  role === "admin" &&
  (await tx.maybe(sql`
    select 1 as ok
    from organization o
    where o.id = ${tx.scope.orgId}
      and o.state = 'founded'
      and not exists (select 1 from organization_member m where m.org_id = o.id and m.active)
  `)) !== null;

const openOne = async (tx: Tx, id: string) => {
  const row = await lockRow(tx, invitation, id, "invitation");
  if (row.acceptedAt || row.revokedAt)
    throw conflict("invitation_closed", "This invitation was accepted or withdrawn.");
  return row;
};

/** Withdraws an open invitation. */
export const revokeInvitation = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<InvitationRow> => {
  const before = await openOne(tx, id);
  await tx.rows(sql`
    update invitation
    set revoked_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${id}
  `);
  const after = await oneInvitation(tx, id);
  note(tx, actor, "invitation", id, {
    number: before.email,
    action: "revoke",
    before,
    after,
    event: null,
  });
  return after;
};

/** Mails an open invitation again and gives it its full time. */
export const resendInvitation = async (
  tx: Tx,
  actor: Actor,
  id: string,
  origin: string,
): Promise<InvitationRow> => {
  const before = await openOne(tx, id);
  await tx.rows(sql`
    update invitation
    set expires_at = clock_timestamp() + make_interval(days => ${lifeDays})
    where org_id = ${actor.orgId} and id = ${id}
  `);
  await mailInvitation(tx, actor, before.email, origin);
  note(tx, actor, "invitation", id, { number: before.email, action: "resend", event: null });
  return oneInvitation(tx, id);
};

const join = async (
  database: Database,
  tx: Tx,
  actor: Actor & { personId: string },
  row: {
    departmentId: string | null;
    title: string;
    supervisorId: string | null;
    role: Role;
    duties: Duty[];
    invitedBy: string;
  },
) => {
  const opens = await opensAgency(tx, row.role);
  await tx.rows(sql`
    insert into organization_member (org_id, person_id, department_id, title, supervisor_id)
    values (
      ${tx.scope.orgId}, ${actor.personId}, ${row.departmentId}, ${row.title}, ${row.supervisorId}
    )
    on conflict (org_id, person_id)
    do update set
      active = true, ends_at = null, department_id = excluded.department_id, title = excluded.title,
      supervisor_id = case
        when excluded.supervisor_id <> excluded.person_id then excluded.supervisor_id
      end,
      version = organization_member.version + 1, updated_at = clock_timestamp()
  `);
  const roleWaits = !opens && roleWeighsMore(row.role, "user");
  const waiting = row.duties.filter((duty) => weightyDuties.includes(duty));
  const now = row.duties.filter((duty) => !waiting.includes(duty));
  const giving = { by: row.invitedBy, reason: "Invited" };
  await grantRole(tx, actor.personId, roleWaits ? "user" : row.role, null, giving);
  await setDuties(tx, actor.personId, now, {}, giving);
  await tellChanged(tx, actor, actor.personId);
  if (opens)
    await changeState(database, tx, asSystem(actor), {
      move: "open",
      reason: "Its first administrator came.",
    });
  if (!roleWaits && waiting.length === 0) return;
  const { name } = await tx.one<{ name: string }>(
    sql`select display_name as name from person where id = ${row.invitedBy}`,
  );
  await askFor(
    tx,
    actor,
    { id: actor.personId, name: actor.name, email: actor.email },
    {
      role: roleWaits ? row.role : null,
      roleExpiresAt: null,
      duties: waiting,
      liftsReadOnly: false,
      why: "Invited",
    },
    { id: row.invitedBy, name },
  );
};

/**
 * Accepts an invitation to the actor's own confirmed address; returns the agency joined. Roles and
 * duties with money powers wait for a second person beside the one who invited.
 * @throws Problem 404 when no open invitation of this address has the id; 403 for a vendor's
 * person.
 */
export const acceptInvitation = async (
  database: Database,
  identity: IdentityDb,
  actor: Actor,
  id: string,
): Promise<string> => {
  if (
    await identity.maybe(sql`select 1 as ok from vendor_user where person_id = ${actor.personId}`)
  )
    throw notAllowed(
      "A vendor's account cannot join an agency. Use another address.",
      "vendor_account",
    );
  const found = await identity.maybe<{ orgId: string }>(sql`
    select i.org_id
    from invitation i
    where i.id = ${id}
      and i.email = ${actor.email}
      and i.accepted_at is null
      and i.revoked_at is null
      and i.expires_at > clock_timestamp()
  `);
  if (!found) throw notFound("open invitation for your address");
  const inside = { ...actor, orgId: found.orgId, personId: actor.personId! };
  await database.transaction(inside, async (tx) => {
    // As every change of power does.
    await tx.rows(sql`select id from organization where id = ${found.orgId} for update`);
    const row = await openOne(tx, id);
    await join(database, tx, inside, row);
    await tx.rows(sql`
      update invitation
      set accepted_at = clock_timestamp()
      where org_id = ${found.orgId} and id = ${id}
    `);
    note(tx, inside, "invitation", id, {
      number: row.email,
      action: "accept",
      after: { role: row.role, duties: row.duties, departmentId: row.departmentId },
      event: null,
    });
  });
  return found.orgId;
};
