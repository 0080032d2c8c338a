import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { attachedFiles, filesOfRecords, newestPicture } from "#server/http/attachments.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition, type TakenStep } from "#server/lifecycle.ts";
import { damageNoun } from "../recovery.nouns.ts";
import { paDamage, paDeclaration } from "../recovery.tables.ts";
import type { DamageProof } from "../item/proof.model.ts";
import type { DamageStatus } from "./damage.labels.ts";
import { damageList } from "./damage.list.ts";
import {
  missingOf,
  near,
  type Damage,
  type DamageDetail,
  type DamageInput,
} from "./damage.model.ts";

import { disagreements } from "./photo.model.ts";

type Record_ = typeof paDamage.$inferSelect;

// Its cause must lie in the period of the incident, and its declaration must be open.
const checkDamage = async (tx: Tx, input: DamageInput): Promise<void> => {
  const d = await getRow(tx, paDeclaration, input.declarationId, "declaration");
  if (d.status === "closed") throw conflict("rule", `${d.number} is closed.`);
  if (input.occurredOn < d.periodFrom || (d.periodTo && input.occurredOn > d.periodTo))
    throw invalidField(
      "occurredOn",
      `The incident period of ${d.number} is ${formatDate(d.periodFrom)} to ${d.periodTo ? formatDate(d.periodTo) : "today"}. Damage counts when it happened in it.`,
    );
  if (((input.latitude ?? null) === null) !== ((input.longitude ?? null) === null))
    throw invalidField("longitude", "Enter latitude and longitude, or neither.");
};

/** Enters damage that somebody saw; its day lies within the incident period. */
export const reportDamage = async (tx: Tx, actor: Actor, input: DamageInput): Promise<Record_> => {
  await checkDamage(tx, input);
  return create(tx, actor, damageNoun, {
    number: { kind: "DMG" },
    row: { ...input, orgId: actor.orgId!, id: newId(), reportedBy: actor.personId },
  });
};

/** Corrects what is said of damage. */
export const changeDamage = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: DamageInput,
  version: number | null,
): Promise<Record_> => {
  return change(tx, actor, damageNoun, {
    id,
    version,
    action: "change",
    unless: (before) =>
      !["reported", "inspected", "documented"].includes(before.status)
        ? "It is out of the list. Enter it anew."
        : null,
    effect: async (before) => {
      if (
        before.projectId &&
        (before.category !== input.category || before.declarationId !== input.declarationId)
      )
        throw invalidField(
          "category",
          "It belongs to a project of this category. Take it out first.",
        );
      await checkDamage(tx, input);
      return { patch: input };
    },
  });
};

// Photographs are known by the names that cameras give them.
const isPhoto = (name: string): boolean => /\.(jpe?g|png|heic|heif|webp|tiff?)$/i.test(name);
const photosOf = async (db: Db, id: string): Promise<number> =>
  (await attachedFiles(db, [id])).filter((f) => isPhoto(f.name)).length;

/** Damage of a project as far as it proves what is asked for: whether it is documented, and its photos. */
export const damageProofs = async (db: Db, projectId: string): Promise<DamageProof[]> => {
  const rows = await db.rows<{ id: string; number: string; status: DamageStatus }>(sql`
    select id, number, status
    from pa_damage
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by number
    limit 5000
  `);
  const files = await filesOfRecords(
    db,
    rows.map((d) => d.id),
  );
  return rows.map(({ id, number, status }) => ({
    number,
    documented: status === "documented",
    photos: files.filter((f) => f.objectId === id && isPhoto(f.name)).length,
  }));
};

/** Signs the inspection of damage. */
export const inspectDamage = (tx: Tx, actor: Actor, at: TakenStep): Promise<Record_> =>
  transition(tx, actor, damageNoun, {
    ...at,
    action: "inspect",
    effect: async () => ({
      patch: { inspectedBy: actor.personId, inspectedOn: businessDate(tx.scope) },
    }),
  });

/** Marks damage as documented. 409 with what is missing. */
export const documentDamage = (tx: Tx, actor: Actor, at: TakenStep): Promise<Record_> =>
  transition(tx, actor, damageNoun, {
    ...at,
    action: "document",
    effect: async (d) => {
      const missing = missingOf(d as Record_, await photosOf(tx, at.id));
      if (missing.length) throw conflict("rule", `Missing: ${missing.join(" ")}`);
    },
  });

/** Says of which other damage it is the same. 422 at the field. */
export const markDuplicate = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { duplicateOf }: { duplicateOf?: string | null },
): Promise<Record_> =>
  transition(tx, actor, damageNoun, {
    ...at,
    action: "markDuplicate",
    effect: async () => {
      if (!duplicateOf || duplicateOf === at.id)
        throw invalidField("duplicateOf", "Choose of which damage it is a duplicate.");
      await getRow(tx, paDamage, duplicateOf, "damage");
      return { patch: { duplicateOf, statusReason: at.reason } };
    },
  });

/** Leaves damage out as not eligible, or withdraws it. */
export const endDamage = (
  tx: Tx,
  actor: Actor,
  action: "exclude" | "withdraw",
  at: TakenStep,
): Promise<Record_> =>
  transition(tx, actor, damageNoun, {
    ...at,
    action,
    effect: async () => ({ patch: { statusReason: at.reason } }),
  });

// Of the same cause, and at the same address or within fifty metres.
const similarTo = async (db: Db, d: Record_) => {
  const rows = await db.rows<{
    id: string;
    number: string;
    title: string;
    location: string;
    latitude: number | null;
    longitude: number | null;
  }>(sql`
    select id, number, title, location, latitude, longitude
    from pa_damage
    where org_id = ${db.scope.orgId}
      and declaration_id = ${d.declarationId}
      and id <> ${d.id}
      and lower(cause) = lower(${d.cause})
      and status in ('reported', 'inspected', 'documented')
    order by number
    limit 2000
  `);
  const at = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
    latitude === null || longitude === null ? null : { latitude, longitude };
  const own = at(d);
  return rows
    .filter((r) => {
      const there = at(r);
      return (
        r.location.toLowerCase() === d.location.toLowerCase() ||
        (own !== null && there !== null && near(own, there, 50))
      );
    })
    .map(({ id, number, title }) => ({ id, number, title }));
};

/** Damage with what is missing of it, with what it may be a duplicate of, and the actor's steps. 404. */
export const readDamage = async (db: Db, actor: Actor, id: string): Promise<DamageDetail> => {
  const row = await db.maybe<Damage & { reporter: string | null; inspector: string | null }>(
    bind(
      `
        select
          ${recordColumns(damageList, {})}, w.display_name as reporter, v.display_name as inspector
        from ${damageList.from}
        left join person w on w.id = g.reported_by
        left join person v on v.id = g.inspected_by
        where g.org_id = $1 and g.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("damage");
  const d = await getRow(db, paDamage, id, "damage");
  const [photos, similar, files, photoId] = await Promise.all([
    photosOf(db, id),
    similarTo(db, d),
    filesOfRecords(db, [id]),
    newestPicture(db, "paDamage", id),
  ]);
  const { reporter, inspector, ...head } = row;
  return {
    ...head,
    declarationId: d.declarationId,
    projectId: d.projectId,
    latitude: d.latitude,
    longitude: d.longitude,
    cause: d.cause,
    responsibility: d.responsibility,
    dimensions: d.dimensions,
    floodZone: d.floodZone,
    otherAgency: d.otherAgency,
    reportedBy: reporter,
    inspectedBy: inspector,
    inspectedOn: d.inspectedOn,
    statusReason: d.statusReason,
    photoId,
    similar,
    missing: missingOf(d, photos),
    disagreements: disagreements(d, files),
    actions: actionsFor(actor, damageNoun, d),
  };
};
