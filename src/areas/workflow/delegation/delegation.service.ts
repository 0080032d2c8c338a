import type { z } from "zod";
import type { Actor, Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type {
  Delegation,
  DelegationHop,
  delegationInput,
  onwardQuery,
} from "../approval/approval.model.ts";
import { approvableTypes } from "../policy/policy.labels.ts";
import type { ApprovableType } from "../policy/policy.model.ts";
import { approvalDelegation } from "../workflow.tables.ts";
import { allTypes, circleOf, comingAlong, onward, type Link, type Span } from "./chain.model.ts";
import { linksOf, namesOf, typesFor } from "./chain.service.ts";
import { tellRequesters } from "./requesters.service.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const columns = sql`
  
    d.id, f.display_name as from_name, d.from_person_id, t.display_name as to_name, d.to_person_id,
    d.starts_at, d.ends_at, d.document_types, d.note,
    d.revoked_at is null and clock_timestamp() >= d.starts_at and clock_timestamp() < d.ends_at as active,
    d.version
`;
const from = sql`
  approval_delegation d
  join person f on f.id = d.from_person_id
  join person t on t.id = d.to_person_id
`;

type Row = Omit<Delegation, "onward" | "along">;
type Asked = { startsAt: string; endsAt: string; documentTypes: readonly string[] };
const spanOf = ({ startsAt, endsAt, documentTypes }: Asked): Span => ({
  from: Date.parse(startsAt),
  until: Date.parse(endsAt),
  types: allTypes.filter((t) => documentTypes.length === 0 || documentTypes.includes(t)),
});

// One hop once, however many ways lead to it.
const hopsFrom = (links: readonly Link[], personId: string, span: Span) =>
  onward(links, personId, span)
    .filter(
      (hop, at, all) =>
        all.findIndex(
          (h) =>
            String([h.path.slice(-2), h.from, h.until, h.types]) ===
            String([hop.path.slice(-2), hop.from, hop.until, hop.types]),
        ) === at,
    )
    .slice(0, 50);

const shown = async (db: Db, rows: readonly Row[]): Promise<Delegation[]> => {
  const links = rows.length === 0 ? [] : await linksOf(db);
  const now = databaseMs();
  const found = rows.map((row) => ({
    row,
    hops: hopsFrom(
      links.filter((l) => l.toId !== row.fromPersonId),
      row.toPersonId,
      spanOf(row),
    ),
    along: row.active
      ? comingAlong(links, row.fromPersonId, { ...spanOf(row), from: now, until: now + 1 })
      : [],
  }));
  const names = await namesOf(
    db,
    found.flatMap(({ hops, along }) => [...hops.flatMap((h) => h.path), ...along]),
  );
  return found.map(({ row, hops, along }) => ({
    ...row,
    onward: hops.map((h) => hopOf(h, names, now)),
    along: along.map((id) => names.get(id) ?? "a former member"),
  }));
};
const hopOf = (
  hop: ReturnType<typeof onward>[number],
  names: ReadonlyMap<string, string>,
  now: number,
): DelegationHop => ({
  fromName: names.get(hop.path.at(-2)!) ?? "a former member",
  toName: names.get(hop.path.at(-1)!) ?? "a former member",
  startsAt: new Date(hop.from).toISOString(),
  endsAt: new Date(hop.until).toISOString(),
  documentTypes: hop.types.length === allTypes.length ? [] : [...hop.types],
  active: hop.from <= now && now < hop.until,
});

/**
 * Delegations that end in the future: one's own given and received; administrators see all. Each
 * says where it goes on to while its receiver is away, and whose approvals come along now.
 */
export const listDelegations = async (db: Db, actor: Actor): Promise<Delegation[]> =>
  shown(
    db,
    await db.rows<Row>(sql`
      select ${columns}
      from ${from}
      where d.org_id = ${actor.orgId}
        and d.revoked_at is null
        and d.ends_at > clock_timestamp()
        and (
          ${actor.permissions.has("approval.policy")}::boolean
          or d.from_person_id = ${actor.personId}
          or d.to_person_id = ${actor.personId}
        )
      order by d.starts_at
      limit 200
    `),
  );

/**
 * Where approvals would go on to, were they delegated to this member in this time: empty when the
 * member is there.
 */
export const goesOn = async (
  db: Db,
  query: z.output<typeof onwardQuery>,
): Promise<DelegationHop[]> => {
  const hops = hopsFrom(await linksOf(db), query.toPersonId, spanOf(query));
  const names = await namesOf(
    db,
    hops.flatMap((h) => h.path),
  );
  const now = databaseMs();
  return hops.map((h) => hopOf(h, names, now));
};

const entitled = async (
  tx: Tx,
  actor: Actor,
  { toPersonId, documentTypes }: z.output<typeof delegationInput>,
): Promise<void> => {
  const member = await tx.maybe<{ role: Role; duties: Duty[] }>(sql`
    select
      coalesce(
        (
          select r.role
          from user_role r
          where r.org_id = m.org_id
            and r.person_id = m.person_id
            and (r.expires_at is null or r.expires_at > clock_timestamp())
          order by r.granted_at desc, r.id desc
          limit 1
        ),
        'user'
      ) as role,
      array(
        select d.duty
        from member_duty d
        where d.org_id = m.org_id
          and d.person_id = m.person_id
          and (d.expires_at is null or d.expires_at > clock_timestamp())
      ) as duties
    from organization_member m
    where m.org_id = ${actor.orgId} and m.person_id = ${toPersonId} and m.active
  `);
  if (!member)
    throw invalidField("toPersonId", "This person is not an active member of the agency.");
  const may = typesFor(member.role, member.duties);
  const closed = documentTypes.find((type: ApprovableType) => !may.includes(type));
  if (closed)
    throw invalidField(
      "documentTypes",
      `This person may not approve documents of the type ${approvableTypes[closed].toLowerCase()}. Choose somebody who may, or leave the type out.`,
      "delegate_permission",
    );
};

type Links = Awaited<ReturnType<typeof linksOf>>;

const refuseCircle = async (
  tx: Tx,
  links: Links,
  from: string,
  to: string,
  span: Span,
): Promise<void> => {
  const circle = circleOf(links, from, to, span);
  if (circle?.length === 2)
    throw conflict("circle", "This person delegates to you in the same time. Choose someone else.");
  if (circle) {
    const names = await namesOf(tx, circle);
    const [first, ...rest] = circle.slice(0, -1).map((id) => names.get(id) ?? "a former member");
    throw conflict(
      "circle",
      `In the same time ${first} delegates to ${rest.join(", who delegates to ")}, who delegates to you: nobody would be left to decide. Choose someone else, or another time.`,
    );
  }
};

/** Tells the delegate, and those whom the approvals reach while the delegate is away. */
const tellDelegates = async (
  tx: Tx,
  actor: Actor,
  links: Links,
  span: Span,
  made: { toPersonId: string; toName: string; note: string },
): Promise<void> => {
  const told = {
    kind: "delegation",
    title: `${actor.name} delegated approvals to you`,
    link: "/approvals-inbox",
  };
  const givers = comingAlong(links, actor.personId!, span);
  const names = await namesOf(tx, givers);
  const body = [
    made.note,
    givers.length > 0 &&
      `What reaches ${actor.name} from ${givers.map((id) => names.get(id) ?? "a former member").join(", ")} comes along.`,
  ]
    .filter(Boolean)
    .join(" ");
  notify(tx, [made.toPersonId], { ...told, body });
  notify(
    tx,
    onward(links, made.toPersonId, span).map((h) => h.path.at(-1)!),
    {
      ...told,
      title: `${actor.name} delegated approvals to ${made.toName}, who is away: they come to you`,
      body,
    },
  );
};

/**
 * Hands one's approvals to another member between two instants. The delegate never decides what
 * they themselves asked for, nor a type of document
 * that takes a permission they do not hold: named, it is refused (422); among "all", it stays with
 * the giver. Where the delegate is away in that time,
 * the approvals go on along their delegations (`onward` of the answer), and those whom they reach
 * are told too, and so is whoever asked for something that waits for the giver now; a circle is
 * refused (409).
 */
export const delegate = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof delegationInput>,
): Promise<Delegation> => {
  if (input.toPersonId === actor.personId)
    throw invalidField("toPersonId", "Choose another person.");
  await entitled(tx, actor, input);
  const links = await linksOf(tx);
  const span = spanOf(input);
  await refuseCircle(tx, links, actor.personId!, input.toPersonId, span);
  const row = await insertRow(tx, approvalDelegation, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    fromPersonId: actor.personId!,
  });
  note(tx, actor, "delegation", row.id, { action: "create", after: row, event: null });
  const [made] = await shown(tx, [
    await tx.one<Row>(
      sql`select ${columns} from ${from} where d.org_id = ${actor.orgId} and d.id = ${row.id}`,
    ),
  ]);
  await tellDelegates(tx, actor, links, span, { ...input, toName: made!.toName });
  if (made!.active)
    await tellRequesters(tx, { id: row.fromPersonId, name: made!.fromName }, span.types);
  return made!;
};

/**
 * Ends a delegation now; its giver or an administrator may. Whoever asked for something that waits
 * for the giver is told who decides.
 */
export const revokeDelegation = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<{ id: string }> => {
  const before = await lockRow(tx, approvalDelegation, id, "delegation");
  requireVersion(before.version, version);
  if (before.fromPersonId !== actor.personId && !actor.permissions.has("approval.policy"))
    throw notAllowed("Only the person who delegated, or an administrator, can end this.");
  const { at, active, name } = await tx.one<{ at: string; active: boolean; name: string }>(sql`
    select
      clock_timestamp() as at, p.display_name as name,
      d.revoked_at is null and clock_timestamp() >= d.starts_at and clock_timestamp() < d.ends_at as active
    from ${from}
    join person p on p.id = d.from_person_id
    where d.org_id = ${actor.orgId} and d.id = ${id}
  `);
  const after = await updateRow(tx, approvalDelegation, id, { revokedAt: at });
  note(tx, actor, "delegation", id, { action: "revoke", before, after, event: null });
  if (active) await tellRequesters(tx, { id: before.fromPersonId, name }, spanOf(before).types);
  return { id };
};
