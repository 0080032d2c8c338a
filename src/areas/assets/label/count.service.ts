import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { tagOf } from "#kernel/label-tag.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { nextNumber } from "#server/lifecycle.ts";
import { departmentById } from "#areas/organization/organization.server.ts";
import { countRule } from "./count.labels.ts";
import type { CountDetail, CountRow, CountsAnswer, countInput } from "./count.model.ts";
import { assetByTag } from "./label.service.ts";
import { assetCount } from "./label.tables.ts";

const columns = sql`
  
    c.id, c.number, c.status, c.federal, d.name as department, p.display_name as opened_by,
    c.created_at, c.closed_at, count(l.asset_id)::int as assets, count(l.found_at)::int as found,
    c.version
`;
const tables = sql`
  asset_count c
  join person p on p.id = c.opened_by
  left join department d on d.org_id = c.org_id and d.id = c.department_id
  left join asset_count_line l on l.org_id = c.org_id and l.count_id = c.id
`;

/** Counts of the agency, newest first, and how many federal assets are overdue (`countRule`). */
export const countsOf = async (db: Db): Promise<CountsAnswer> => {
  const now = businessNow(db.scope).toISOString();
  const [items, { n }] = await Promise.all([
    db.rows<CountRow>(sql`
      select ${columns}
      from ${tables}
      where c.org_id = ${db.scope.orgId}
      group by c.org_id, c.id, d.name, p.display_name
      order by c.created_at desc, c.id desc
      limit 100
    `),
    db.one<{ n: number }>(sql`
      select count(*)::int as n
      from asset a
      where a.org_id = ${db.scope.orgId}
        and a.federal_percent > 0
        and a.status in ('in_service', 'out_of_service')
        and not exists (
          select 1
          from asset_count_line l
          where l.org_id = a.org_id
            and l.asset_id = a.id
            and l.found_at > ${now}::timestamptz - make_interval(years => ${countRule.years})
        )
    `),
  ]);
  return { items, overdue: n };
};

/** One count with what it looks for, what is not found first. 404. */
export const readCount = async (db: Db, id: string): Promise<CountDetail> => {
  const [head, lines] = await Promise.all([
    db.maybe<CountRow>(sql`
      select ${columns}
      from ${tables}
      where c.org_id = ${db.scope.orgId} and c.id = ${id}
      group by c.org_id, c.id, d.name, p.display_name
    `),
    db.rows<CountDetail["lines"][number]>(sql`
      select
        l.asset_id, a.number, a.name, a.tag, a.location, l.found_at, p.display_name as found_by,
        l.scanned, l.missing_reason
      from asset_count_line l
      join asset a on a.org_id = l.org_id and a.id = l.asset_id
      left join person p on p.id = l.found_by
      where l.org_id = ${db.scope.orgId} and l.count_id = ${id}
      order by l.found_at is not null, a.number
      limit 5000
    `),
  ]);
  if (!head) throw notFound("count");
  return { ...head, lines };
};

/** Begins a count of what is in use now: of a department, or with a federal share alone. */
export const openCount = async (
  tx: Tx,
  actor: Actor,
  { federal, departmentId }: z.output<typeof countInput>,
): Promise<{ id: string }> => {
  if (departmentId) await departmentById(tx, departmentId);
  const id = newId();
  const row = await insertRow(tx, assetCount, {
    orgId: actor.orgId!,
    id,
    number: await nextNumber(tx, "CNT"),
    federal,
    departmentId,
    openedBy: actor.personId!,
  });
  const lines = await tx.rows<{ assetId: string }>(sql`
    insert into asset_count_line (org_id, count_id, asset_id)
    select org_id, ${id}, id
    from asset
    where org_id = ${tx.scope.orgId}
      and status in ('in_service', 'out_of_service')
      and (not ${federal}::boolean or federal_percent > 0)
      and (${departmentId}::uuid is null or department_id = ${departmentId}::uuid)
    order by number
    limit 5000
    returning asset_id
  `);
  if (lines.length === 0)
    throw invalidField("departmentId", "There is nothing to count here: no such asset is in use.");
  note(tx, actor, "assetCount", row, { action: "open", after: { ...row, assets: lines.length } });
  return { id };
};

const openOne = async (tx: Tx, id: string) => {
  const row = await lockRow(tx, assetCount, id, "count");
  if (row.status !== "open") throw conflict("closed", `${row.number} is closed. Begin a new one.`);
  return row;
};

/**
 * Writes down that an asset was found, by its label; found twice changes nothing. 404 for a label
 * that is nobody's, 422 for an asset that this count does not look for.
 */
export const findAsset = async (
  tx: Tx,
  actor: Actor,
  id: string,
  said: { tag: string; scanned: boolean },
): Promise<{ number: string; again: boolean }> => {
  const row = await openOne(tx, id);
  const asset = await assetByTag(tx, tagOf(said.tag));
  const line = await tx.maybe<{ foundAt: Instant | null }>(sql`
    select found_at
    from asset_count_line
    where org_id = ${tx.scope.orgId} and count_id = ${id} and asset_id = ${asset.id}
  `);
  if (!line)
    throw invalidField("tag", `${asset.number} is ours, but ${row.number} does not look for it.`);
  if (line.foundAt) return { number: asset.number, again: true };
  await tx.rows(sql`
    update asset_count_line
    set
      found_at = ${businessNow(tx.scope).toISOString()}::timestamptz, found_by = ${actor.personId},
      scanned = ${said.scanned}, missing_reason = ''
    where org_id = ${tx.scope.orgId} and count_id = ${id} and asset_id = ${asset.id}
  `);
  note(tx, actor, "assetCount", row, {
    action: "find",
    after: { asset: asset.number, scanned: said.scanned },
  });
  return { number: asset.number, again: false };
};

/** Says what became of an asset that is not found. 409 for one that was found. */
export const explainMissing = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { assetId, reason }: { assetId: string; reason: string },
): Promise<{ id: string }> => {
  const row = await openOne(tx, id);
  const changed = await tx.maybe(sql`
    update asset_count_line
    set missing_reason = ${reason}
    where org_id = ${tx.scope.orgId}
      and count_id = ${id}
      and asset_id = ${assetId}
      and found_at is null
    returning asset_id
  `);
  if (!changed) throw conflict("not_missing", "This asset was found, or is not looked for.");
  note(tx, actor, "assetCount", row, { action: "explain", after: { assetId, reason } });
  return { id };
};

/**
 * Closes a count. 409 while an asset is neither found nor explained; closed by another than who
 * began it, so that nobody vouches for their own count.
 */
export const closeCount = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<{ id: string }> => {
  const row = await openOne(tx, id);
  requireVersion(row.version, version);
  if (row.openedBy === actor.personId)
    throw conflict("own_count", "Somebody other than who began the count closes it.");
  const { n } = await tx.one<{ n: number }>(sql`
    select count(*)::int as n
    from asset_count_line
    where org_id = ${tx.scope.orgId}
      and count_id = ${id}
      and found_at is null
      and missing_reason = ''
  `);
  if (n > 0)
    throw conflict(
      "not_complete",
      `${counted(n, "asset")} neither found nor explained. Say of each what became of it.`,
    );
  const after = await updateRow(tx, assetCount, id, {
    status: "closed",
    closedBy: actor.personId,
    closedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "assetCount", row, { action: "close", after });
  return { id };
};
