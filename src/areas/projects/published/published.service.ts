// What everybody reads of a project: place, money, contractor, finish, the photos that were chosen.
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import { membersNamed, readOrganization } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { chargedTo } from "../money/money.service.ts";
import { moneyParts } from "../money/parts.service.ts";
import { projectStatuses } from "../project/project.labels.ts";
import { contractIdsOf, projectNoun, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { ProjectPublicity, PublishProjectInput } from "./published.model.ts";
import { projectPublication } from "./published.tables.ts";

type Stored = typeof projectPublication.$inferSelect;

/** Photos that a page of everybody shows at most. */
const mostPhotos = 12;

const chosenPhotos = async (db: Db, projectId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select photo.id
      from (
        select d.day as taken, d.number, d.public_file_ids as ids
        from daily_log d
        where d.org_id = ${db.scope.orgId} and d.project_id = ${projectId}
        union all
        select null::date as taken, i.number, i.public_file_ids as ids
        from punch_item i
        where i.org_id = ${db.scope.orgId} and i.project_id = ${projectId}
      ) record
      cross join lateral jsonb_array_elements_text(record.ids) photo(id)
      order by record.taken desc nulls last, record.number, photo.id
      limit ${mostPhotos}
    `)
  ).map(({ id }) => id);

const standingOf = (db: Db, id: string): Promise<Stored | null> =>
  db.maybe<Stored>(sql`
    select *
    from project_publication
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

// The last day that its contracts grant, or that its days give.
const finishOf = ({ startsOn, contractDays }: ProjectStored, ends: readonly Day[]): Day | null =>
  ends.toSorted().at(-1) ?? (startsOn && contractDays ? addDays(startsOn, contractDays - 1) : null);

// What would be read of it today.
const contentOf = async (db: Db, row: ProjectStored) => {
  const [charged, contracts, photoIds] = await Promise.all([
    chargedTo(db, row.segmentId),
    contractsNamed(db, contractIdsOf(row)),
    chosenPhotos(db, row.id),
  ]);
  return {
    name: row.name,
    number: row.number,
    place: row.place,
    status: projectStatuses[row.status as keyof typeof projectStatuses].label,
    budgetCents: charged.ledger.budget,
    paidCents: moneyParts(charged).reduce((sum, { paid }) => sum + paid, 0),
    contractors: [...new Set(contracts.map(({ vendor }) => vendor))].join(", "),
    finishOn: finishOf(
      row,
      contracts.map(({ endsOn }) => endsOn),
    ),
    photoIds,
    asOf: businessDate(db.scope),
  };
};

const published: ReadonlySet<string> = new Set([
  "approved",
  "active",
  "on_hold",
  "substantially_complete",
  "closed",
]);

const publishesProjects = async (db: Db): Promise<boolean> =>
  (await readOrganization(db)).publish?.projects === true;

/** What would be published of a project today, and what stands published. 404. */
export const readPublicity = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<ProjectPublicity> => {
  const row = await getRow(db, project, id, "project");
  const [content, stands] = await Promise.all([contentOf(db, row), standingOf(db, id)]);
  const [files, people, agencyPublishes] = await Promise.all([
    storedFilesOf(db, content.photoIds),
    membersNamed(db, { ids: stands ? [stands.publishedBy] : [] }),
    publishesProjects(db),
  ]);
  return {
    name: content.name,
    place: content.place,
    status: content.status,
    budget: content.budgetCents,
    paid: content.paidCents,
    contractors: content.contractors,
    finishOn: content.finishOn,
    photos: content.photoIds.flatMap((photoId) => {
      const file = files.get(photoId);
      return file ? [{ id: photoId, name: file.name }] : [];
    }),
    published:
      stands && stands.withdrawnAt === null
        ? {
            words: stands.words,
            asOf: stands.asOf,
            at: stands.publishedAt,
            by: people[0]?.name ?? null,
            version: stands.version,
          }
        : null,
    agencyPublishes,
    canPublish:
      agencyPublishes && actor.permissions.has("project.edit") && published.has(row.status),
  };
};

/**
 * Publishes a project to everybody, or publishes it anew: its money, finish and chosen photos of today.
 * 404, 409 `not_for_publication` before it is approved or once it is cancelled, `publishes_no_projects`.
 */
export const publishProject = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { words }: PublishProjectInput,
): Promise<{ id: string; version: number }> => {
  const row = await lockRow(tx, project, id, "project");
  if (!published.has(row.status))
    throw conflict(
      "not_for_publication",
      `${row.number} is published from its approval on, and not once it is cancelled.`,
    );
  if (!(await publishesProjects(tx)))
    throw conflict(
      "publishes_no_projects",
      "Your agency lets nobody outside read of its projects. An administrator turns it on under what everybody may read.",
    );
  const before = await standingOf(tx, id);
  const content = {
    ...(await contentOf(tx, row)),
    words,
    publishedBy: actor.personId!,
    publishedAt: businessNow(tx.scope).toISOString(),
    withdrawnAt: null,
  };
  const after = before
    ? await updateRow(tx, projectPublication, id, content)
    : await insertRow(tx, projectPublication, { ...content, orgId: row.orgId, id });
  note(tx, actor, projectNoun, row, { action: "publish", before, after });
  return { id, version: after.version };
};

/** Takes a project back from everybody's eyes. 404, 409 `not_published`, 412. */
export const withdrawPublication = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<{ id: string; version: number }> => {
  const row = await lockRow(tx, project, id, "project");
  const before = await standingOf(tx, id);
  if (!before || before.withdrawnAt !== null)
    throw conflict("not_published", `${row.number} is not published.`);
  requireVersion(before.version, version);
  const after = await updateRow(tx, projectPublication, id, {
    withdrawnAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, projectNoun, row, { action: "withdrawPublication", before, after });
  return { id, version: after.version };
};

/**
 * Brings what is published of an agency's projects to the day: money, finish, status, chosen photos. One
 * that was cancelled is read by nobody any more.
 */
export const refreshPublications = async (tx: Tx): Promise<void> => {
  const rows = await tx.rows<ProjectStored>(sql`
    select p.*
    from project p
    join project_publication x on x.org_id = p.org_id and x.id = p.id
    where p.org_id = ${tx.scope.orgId} and x.withdrawn_at is null
    order by p.number
    limit 500
  `);
  for (const row of rows)
    await updateRow(
      tx,
      projectPublication,
      row.id,
      published.has(row.status)
        ? await contentOf(tx, row)
        : { withdrawnAt: businessNow(tx.scope).toISOString() },
    );
};
