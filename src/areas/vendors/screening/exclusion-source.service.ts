import { administratorsOf, notify } from "#areas/organization/organization.server.ts";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Config } from "#server/config.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { checkAddress } from "#server/outgoing/address.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import type { SourceRow } from "./screening.model.ts";
import type { exclusionSource } from "./screening.tables.ts";

export type ExclusionSource = typeof exclusionSource.$inferSelect;

/** Where the agency takes its exclusion list from, or null when it is uploaded only. */
export const exclusionSourceOf = (db: Db): Promise<ExclusionSource | null> =>
  db.maybe<ExclusionSource>(sql`select * from exclusion_source where org_id = ${db.scope.orgId}`);

/** Without the part that may hold a key. */
const shown = (address: string): string => address.replace(/[?#].*$/s, "");

/** The source as a screen shows it. */
export const sourceFor = (actor: Actor, source: ExclusionSource | null): SourceRow => {
  const canEdit = actor.permissions.has("organization.edit");
  return {
    address: source ? (canEdit ? source.address : shown(source.address)) : "",
    checkedAt: source?.checkedAt ?? null,
    fetchedAt: source?.fetchedAt ?? null,
    failure: source?.failure ?? null,
    failedAt: source?.failedAt ?? null,
    version: source?.version ?? 0,
    canEdit,
  };
};

const refuseAddress = (address: string, config: Pick<Config, "LEVEE_OUTGOING_ALLOW">): void => {
  try {
    checkAddress(address, config.LEVEE_OUTGOING_ALLOW);
  } catch (error) {
    if (!(error instanceof OutgoingRefusal)) throw error;
    throw invalidField("address", error.message, error.code);
  }
};

/**
 * Sets where the list is taken from; an empty address ends it. What an earlier address said of its
 * list is forgotten. 422 for an address that is never called, 412 for an older version.
 */
export const saveSource = async (
  tx: Tx,
  actor: Actor,
  address: string,
  version: number | null,
  config: Pick<Config, "LEVEE_OUTGOING_ALLOW">,
): Promise<SourceRow> => {
  const before = await tx.maybe<ExclusionSource>(
    sql`select * from exclusion_source where org_id = ${actor.orgId} for update`,
  );
  requireVersion(before?.version ?? 0, version);
  if (address !== "") refuseAddress(address, config);
  const after =
    address === ""
      ? (await tx.rows(sql`delete from exclusion_source where org_id = ${actor.orgId}`), null)
      : await tx.one<ExclusionSource>(sql`
        insert into exclusion_source (org_id, address, set_by)
        values (${actor.orgId}, ${address}, ${actor.personId})
        on conflict (org_id)
        do update set
          address = excluded.address, set_by = excluded.set_by, etag = null, modified = null,
          checked_at = null, fetched_at = null, failure = null, failed_at = null,
          version = exclusion_source.version + 1, updated_at = clock_timestamp()
        returning *
      `);
  note(tx, actor, "exclusionList", actor.orgId!, {
    action: "source",
    before: before && { address: shown(before.address) },
    after: after && { address: shown(after.address) },
  });
  return sourceFor(actor, after);
};

/** The source, or 404 that says what to do. */
export const neededSource = async (db: Db): Promise<ExclusionSource> => {
  const source = await exclusionSourceOf(db);
  if (!source) throw notFound("address of an exclusion list; an administrator sets one");
  return source;
};

/** What the address says of its list, and whether a new one came. */
export const noteFetched = async (
  tx: Tx,
  { orgId, version }: ExclusionSource,
  { etag, modified, came }: { etag: string | null; modified: string | null; came: boolean },
): Promise<void> => {
  await tx.rows(sql`
    update exclusion_source
    set
      etag = ${etag}, modified = ${modified}, checked_at = clock_timestamp(),
      fetched_at = case when ${came} then clock_timestamp() else fetched_at end, failure = null,
      failed_at = null
    where org_id = ${orgId} and version = ${version}
  `);
  announce(tx, orgId, "exclusionList.source", orgId);
};

/**
 * Keeps why nothing came. Administrators and who set the address are told when it begins to fail,
 * not again each night.
 */
export const noteFailed = async (
  tx: Tx,
  { orgId, version }: ExclusionSource,
  failure: string,
): Promise<void> => {
  const before = await tx.maybe<ExclusionSource>(sql`
    select *
    from exclusion_source
    where org_id = ${orgId} and version = ${version}
    for update
  `);
  if (!before) return; // another address was set meanwhile
  await tx.rows(sql`
    update exclusion_source
    set failure = ${failure}, failed_at = coalesce(failed_at, clock_timestamp())
    where org_id = ${orgId}
  `);
  announce(tx, orgId, "exclusionList.source", orgId);
  if (before.failure !== null) return;
  const people = await administratorsOf(tx);
  notify(tx, before.setBy ? [...people, before.setBy] : people, {
    kind: "exclusions",
    title: "The exclusion list does not come from its address",
    body: `${failure} Vendors are screened against the list before until it comes again, or somebody loads one.`,
    link: "/vendor-directory/exclusions",
  });
};
