import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { formatInstant } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import type { AddendumInput } from "./solicitation.fields.model.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";
import type { SolicitationRecord } from "./solicitation.noun.ts";
import { solicitationExtension } from "./solicitation.tables.ts";

export type ExtensionRecord = typeof solicitationExtension.$inferSelect;

/** Where a person reads what waits. */
export const extensionPage = (solicitationId: string): string =>
  `/rfq-builder/${solicitationId}?tab=addenda`;

/**
 * Keeps an addendum that moves the published deadline until a second person agrees, and tells those
 * who may. 409 `extension_waiting` while another one waits.
 */
export const askExtension = async (
  tx: Tx,
  actor: Actor,
  row: SolicitationRecord,
  addendum: AddendumInput,
  dueAfter: Instant,
): Promise<ExtensionRecord> => {
  if (!actor.personId) throw notAllowed();
  const waiting = await tx.maybe(sql`
    select id
    from solicitation_extension
    where org_id = ${row.orgId} and solicitation_id = ${row.id} and status = 'waiting'
  `);
  if (waiting)
    throw conflict(
      "extension_waiting",
      "Another addendum that moves the deadline waits for a second person. Have it decided or withdraw it first.",
    );
  const asked = await insertRow(tx, solicitationExtension, {
    orgId: row.orgId,
    id: newId(),
    solicitationId: row.id,
    addendum,
    dueBefore: row.dueAt!,
    dueAfter,
    askedBy: actor.personId,
  });
  note(tx, actor, "solicitation", row, {
    action: "askExtension",
    before: { dueAt: row.dueAt },
    after: { dueAt: dueAfter, addendum: addendum.title },
    event: "solicitation.extension",
  });
  const zone = tx.scope.timeZone ?? "UTC";
  const others = (await peopleWhoMay(tx, "solicitation.approve")).filter(
    (id) => id !== actor.personId,
  );
  notify(tx, others, {
    kind: "solicitation.extension",
    title: `${row.number}: agree to a later deadline`,
    body: `${actor.name} wants answers due ${formatInstant(dueAfter, zone)} in place of ${formatInstant(row.dueAt!, zone)}: ${addendum.title}. It is published when a second person agrees before the deadline that stands.`,
    link: extensionPage(row.id),
  });
  return asked;
};

/** The addenda that wait for a second person or were not published, newest first. */
export const extensionsOf = (
  db: Db,
  actor: Pick<Actor, "personId">,
  solicitationId: string,
): Promise<SolicitationDetail["extensions"]> =>
  db.rows<SolicitationDetail["extensions"][number]>(sql`
    select
      e.id, e.status, e.addendum ->> 'title' as title, e.addendum ->> 'text' as text, e.due_before,
      e.due_after, e.asked_at, e.decline_reason,
      coalesce(p.display_name, 'a former member') as asked_by_name,
      e.asked_by = ${actor.personId}::uuid as mine, s.due_at <= clock_timestamp() as late
    from solicitation_extension e
    join solicitation s on s.org_id = e.org_id and s.id = e.solicitation_id
    left join person p on p.id = e.asked_by
    where e.org_id = ${db.scope.orgId}
      and e.solicitation_id = ${solicitationId}
      and e.status in ('waiting', 'declined')
    order by e.asked_at desc
    limit 20
  `);
