import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { supportAreas } from "#roles.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import {
  administratorsOf,
  notify,
  operatorsOf,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import { supportAccess } from "../agencies.tables.ts";
import type { SupportInput, SupportRow } from "./support.model.ts";

const supportLetter = defineLetter({
  kind: "support_access",
  why: "You get this letter because an administrator of {agency} let you in for support.",
  write: (to: { agency: string; by: string; reason: string; hours: number; origin: string }) => ({
    subject: `${to.agency} lets you in for support`,
    paragraphs: [
      `${to.by} of ${to.agency} lets you read for ${to.hours === 1 ? "an hour" : `${to.hours} hours`}.`,
      to.reason,
      "Each thing that you read stands in the agency's record.",
    ],
    link: { label: "Open the agency", href: `${to.origin}/platform-admin` },
  }),
  sample: {
    agency: "Gulfside",
    by: "Dana Ruiz",
    reason: "The invoice list stays empty.",
    hours: 2,
    origin: "{origin}",
  },
});

/**
 * Lets a named operator read chosen areas of the agency for some hours, with a reason.
 * @throws Problem 422 for an area that support never sees or somebody who is no operator; 409
 * `support_open` while they are let in already, `own_installation` in the agency that runs it.
 */
export const openSupport = async (
  database: Database,
  tx: Tx,
  actor: Actor,
  input: SupportInput,
  origin: string,
): Promise<SupportRow> => {
  if ((await runningAgency(database)) === actor.orgId)
    throw conflict("own_installation", "This agency runs the installation: its people are inside.");
  const operator = (await operatorsOf(database)).find(({ id }) => id === input.operatorId);
  if (!operator) throw invalidField("operatorId", "Choose somebody who runs the installation.");
  const odd = input.areas.find((area) => !supportAreas.includes(area));
  if (odd) throw invalidField("areas", `Support never reads ${odd}.`);
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`support ${actor.orgId}`}))`);
  const open = await tx.maybe(sql`
    select 1 as ok
    from support_access
    where org_id = ${actor.orgId}
      and operator_id = ${operator.id}
      and ended_at is null
      and ends_at > clock_timestamp()
  `);
  if (open) throw conflict("support_open", `${operator.name} is let in already. End that first.`);
  const id = newId();
  const row = await tx.one<{ endsAt: string }>(sql`
    insert into support_access (
      org_id, id, operator_id, operator_name, reason, areas, opened_by, opened_by_name, opened_at,
      ends_at
    )
    select
      ${actor.orgId}::uuid, ${id}::uuid, ${operator.id}::uuid, ${operator.name}, ${input.reason},
      ${input.areas}::text[], ${actor.personId}::uuid, ${actor.name}, now.at,
      now.at + make_interval(hours => ${input.hours}::int)
    from (select clock_timestamp() as at) now
    returning ends_at
  `);
  note(tx, actor, "supportAccess", id, {
    number: operator.name,
    action: "open",
    after: { operator: operator.name, areas: input.areas, endsAt: row.endsAt },
    note: input.reason,
    event: null,
  });
  await tellOthers(tx, actor, `${actor.name} let ${operator.name} in for support`, input.reason);
  const { name } = await readOrganization(tx);
  await queueMail(tx, {
    ...supportLetter({
      agency: name,
      by: actor.name,
      reason: input.reason,
      hours: input.hours,
      origin,
    }),
    to: operator.email,
    orgId: actor.orgId,
  });
  return readSupport(tx, id);
};

const tellOthers = async (tx: Tx, actor: Actor, title: string, body: string) =>
  notify(
    tx,
    (await administratorsOf(tx)).filter((id) => id !== actor.personId),
    { kind: "support_access", title, body, link: "/tenant-management" },
  );

const shown = sql`
  select
    id, operator_id, operator_name, reason, areas, opened_by_name, opened_at, ends_at, ended_at,
    reads, last_read_at, version, ended_at is null and ends_at > clock_timestamp() as open
  from support_access
`;

const readSupport = (db: Db, id: string): Promise<SupportRow> =>
  db.one<SupportRow>(sql`${shown} where org_id = ${db.scope.orgId} and id = ${id}`);

/** Who was let in for support, newest first: who let them in, why, what they read. */
export const listSupport = (db: Db): Promise<SupportRow[]> =>
  db.rows<SupportRow>(sql`
    ${shown}
    where org_id = ${db.scope.orgId}
    order by opened_at desc, id desc
    limit 100
  `);

/**
 * Ends support at once: the next question of the operator finds them outside.
 * @throws Problem 404, 409 `support_ended`, 412.
 */
export const endSupport = async (
  tx: Tx,
  actor: Actor,
  id: string,
  ifMatch: number | null,
): Promise<SupportRow> => {
  const before = await lockRow(tx, supportAccess, id, "support access");
  requireVersion(before.version, ifMatch);
  if (!(await readSupport(tx, id)).open)
    throw conflict("support_ended", "This support access has ended.");
  await tx.rows(sql`
    update support_access
    set ended_at = clock_timestamp(), ended_by = ${actor.personId}, version = version + 1
    where org_id = ${actor.orgId} and id = ${id}
  `);
  note(tx, actor, "supportAccess", id, {
    number: before.operatorName,
    action: "end",
    event: null,
  });
  await tellOthers(tx, actor, `${actor.name} ended the support of ${before.operatorName}`, "");
  return readSupport(tx, id);
};

/** Writes what support reads into the agency's ledger, before it is answered. @throws Problem 404. */
export const noteSupportRead = async (
  database: Database,
  actor: Actor,
  address: string,
): Promise<void> => {
  const { support } = actor;
  if (!support || !actor.orgId) throw notFound("support access");
  await database.transaction(actor, async (tx) => {
    const row = await tx.maybe<{ operatorName: string }>(sql`
      update support_access
      set reads = reads + 1, last_read_at = clock_timestamp()
      where org_id = ${actor.orgId}
        and id = ${support.id}
        and ended_at is null
        and ends_at > clock_timestamp()
      returning operator_name
    `);
    if (!row) throw notFound("support access");
    note(tx, actor, "supportAccess", support.id, {
      number: row.operatorName,
      action: "read",
      note: address.slice(0, 500),
      event: null,
    });
  });
};
