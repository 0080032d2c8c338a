import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { z } from "zod";
import {
  attachPhotos,
  dueBy,
  fieldKind,
  type PacketItem,
  type ToApply,
} from "#areas/field/field.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { askedBy, type Answers } from "../checklist/checklist.model.ts";
import type { ChecklistItem } from "../checklist/checklist.labels.ts";
import { startInspection, submitInspection } from "./inspection.service.ts";
import { inspection } from "./inspection.tables.ts";

/** Answers as they are captured: a photo is named by its hash. */
const captured = z.strictObject({ answers: z.record(z.string().max(60), z.unknown()) });

type Own = {
  id: string;
  version: number;
  number: string;
  status: string;
  title: string;
  dueOn: Day | null;
  location: string;
  asset: string | null;
  tag: string | null;
  latitude: number | null;
  longitude: number | null;
  checklist: string;
  checklistVersion: number;
  citation: string;
  about: string;
  items: ChecklistItem[];
  answers: Answers;
};

const ownOf = (db: Db, actor: Actor) =>
  db.rows<Own>(sql`
    select
      s.id, s.version, s.number, s.status, s.title, s.due_on, s.location, a.name as asset, a.tag,
      a.latitude::float8 as latitude, a.longitude::float8 as longitude, k.name as checklist,
      k.version_no as checklist_version, k.citation, k.about, k.items, s.answers
    from inspection s
    join inspection_checklist k on k.org_id = s.org_id and k.id = s.definition_version_id
    left join asset a on a.org_id = s.org_id and a.id = s.asset_id
    where s.org_id = ${db.scope.orgId}
      and s.assigned_to = ${actor.personId}
      and s.status in ('scheduled', 'in_progress')
    order by s.due_on nulls last, s.id
    limit 100
  `);

const itemOf =
  (zone: string | undefined) =>
  ({ id, version, latitude, longitude, items, ...data }: Own): PacketItem => ({
    ...{ id, version, latitude, longitude },
    title: `${data.number} ${data.title}`,
    dueAt: dueBy(data.dueOn, zone),
    data: { ...data, pages: askedBy(items).pages },
  });

const open = ["scheduled", "in_progress"];

// A photo is the file that came for its hash; what is no hash stays, for the checklist to judge.
const withFiles = (answers: Answers, photos: ToApply["photos"]): Answers => {
  const files = new Map(photos.map(({ sha256, fileId }) => [sha256, fileId]));
  return Object.fromEntries(
    Object.entries(answers).map(([key, given]) => [
      key,
      Array.isArray(given)
        ? given.map((one) => (typeof one === "string" && files.get(one)) || one)
        : given,
    ]),
  );
};

const submit = async (
  tx: Tx,
  actor: Actor,
  { recordId, values, photos }: ToApply<z.output<typeof captured>>,
) => {
  const id = recordId!;
  const { status, number } = await getRow(tx, inspection, id, "inspection");
  if (!open.includes(status))
    throw conflict("not_in_this_status", `${number} was submitted or ended meanwhile.`);
  if (status === "scheduled") await startInspection(tx, actor, { id, version: null });
  await attachPhotos(tx, actor, { type: "inspection", id, number }, photos);
  await submitInspection(
    tx,
    actor,
    { id, version: null },
    { answers: withFiles(values.answers, photos) },
  );
  return { type: "inspection", id, number };
};

/**
 * An inspection as it is filled in where there is no line: judged by the version of its checklist
 * that it was scheduled with.
 */
export const capturedInspections = fieldKind({
  kind: "inspection",
  permission: "inspection.work",
  payload: captured,
  demandsPhotos: true,
  packet: async (db, actor) => (await ownOf(db, actor)).map(itemOf(db.scope.timeZone)),
  stands: async (db, _actor, id) => {
    const row = await db.maybe<{
      number: string;
      version: number;
      status: string;
      answers: Answers;
    }>(sql`
      select number, version, status, answers
      from inspection
      where org_id = ${db.scope.orgId} and id = ${id}
    `);
    if (!row) return null;
    const { number, version, ...values } = row;
    return { number, version, values };
  },
  // Begun meanwhile is not changed; other answers are.
  sameAs: (seen, now) =>
    open.includes(String(now["status"])) &&
    (!("answers" in seen) || canonicalJson(seen["answers"]) === canonicalJson(now["answers"])),
  apply: submit,
});
