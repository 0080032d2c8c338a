import type { Actor } from "#kernel/access.ts";
import { notFound, type FieldError } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { kindNamed } from "../kinds/kinds.ts";
import { captureList } from "./capture.list.ts";
import type { CaptureDetail, CaptureRow, Compared } from "./capture.model.ts";
import { captureNoun, seesCapture, type CaptureStored } from "./capture.noun.ts";
import { clockFlags, placeFlags } from "./clock.model.ts";
import type { CaptureEnvelope } from "./envelope.ts";
import { shownPhotos } from "./photo-flags.service.ts";

type Head = CaptureRow & {
  recordVersion: number | null;
  envelope: CaptureEnvelope;
  hash: string;
  before: string;
  signature: string;
  capturedAt: Instant;
  offsetMs: number | null;
  sentOffsetMs: number;
  withoutPlace: string;
  spends: boolean;
  heldFor: string;
  errors: FieldError[];
  stood: Record<string, unknown> | null;
  corrected: Record<string, unknown> | null;
  correctedBy: string | null;
  correctedAt: Instant | null;
  settledBy: string | null;
  settledAt: Instant | null;
  statusReason: string;
};

const headOf = (db: Db, actor: Actor, id: string) =>
  db.maybe<Head>(sql`
    select
      ${bindActor(recordColumns(captureList, {}), actor)}, c.record_version, c.envelope, c.hash,
      c.before_hash as before, c.signature, c.captured_at, c.offset_ms, c.sent_offset_ms,
      c.without_place, c.spends, c.held_for, c.errors, c.stood, c.corrected, c.corrected_by,
      c.corrected_at, c.settled_by, c.settled_at, c.status_reason
    from ${raw(captureList.from)}
    where c.org_id = ${db.scope.orgId} and c.id = ${id}
  `);

const compare = (
  seen: Record<string, unknown>,
  given: Record<string, unknown>,
  now: Record<string, unknown> | null,
  errors: readonly FieldError[],
): Compared[] =>
  [...new Set([...Object.keys(seen), ...Object.keys(given)])].map((field) => ({
    field,
    seen: seen[field] ?? null,
    given: given[field] ?? null,
    now: now?.[field] ?? null,
    error: errors.find(({ path }) => path.split(".")[0] === field)?.message ?? null,
  }));

/** How the record stands that a capture is about; null for what is new, and for who may not see it. */
const standsNow = async (db: Db, actor: Actor, { kind, recordId }: Head) => {
  const of = kindNamed(kind);
  if (!of?.stands || recordId === null || !actor.permissions.has(of.permission)) return null;
  return of.stands(db, actor, recordId);
};

/** What was given, in the words of its kind; as it came where its shape is not known any more. */
const shownOf = async (db: Db, kind: string, values: Record<string, unknown>) => {
  const of = kindNamed(kind);
  const known = of?.shows && of.payload.safeParse(values);
  return known?.success ? of!.shows!(db, known.data as never) : values;
};

/**
 * A capture as it was seen, as it was given and as it stands now, with its photos, its place and its
 * clock; for whoever made it or reviews. 404.
 */
export const readCapture = async (db: Db, actor: Actor, id: string): Promise<CaptureDetail> => {
  const head = await headOf(db, actor, id);
  if (!head || !seesCapture(actor, head)) throw notFound("capture");
  const { envelope, spends, stood, ...row } = head;
  const [now, photos, names] = await Promise.all([
    standsNow(db, actor, head),
    shownPhotos(db, { id, happenedAt: row.happenedAt, place: envelope.place }),
    namesOf(db, [row.correctedBy, row.settledBy]),
  ]);
  const named = (who: string | null) => (who && names.get(who)) ?? null;
  const { seen, values } = envelope;
  const standing = now?.values ?? stood;
  const given = await shownOf(db, row.kind, row.corrected ?? values);
  return {
    ...row,
    correctedBy: named(row.correctedBy),
    settledBy: named(row.settledBy),
    recordNumber: now?.number ?? null,
    recordVersionNow: now?.version ?? null,
    ...{ seen, values, now: standing, photos },
    compared: compare(seen, given, standing, row.errors),
    flags: [
      ...clockFlags({ offset: row.offsetMs, sentOffset: row.sentOffsetMs }),
      ...placeFlags(row.accuracy),
    ],
    canCorrect: row.status === "in_review",
    actions: actionsFor(actor, captureNoun, { ...head, spends } as unknown as CaptureStored),
  };
};
