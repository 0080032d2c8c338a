import { Problem, type FieldError } from "#kernel/errors.ts";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { counted } from "#kernel/words.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import { isAway } from "#server/db/away.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { reportFault } from "#server/faults.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { noteDiskTrouble } from "#server/operation/disk.ts";
import { fieldCapture, fieldDevice } from "../field.tables.ts";
import { kindNamed, shaped, type Applied, type FieldKind, type ToApply } from "../kinds/kinds.ts";
import { captureNoun, type CaptureStored } from "./capture.noun.ts";

/** Why a capture is kept for review: a code, the sentence, what is wrong at which field. */
export type Held = {
  heldFor: string;
  heldWhy: string;
  errors: readonly FieldError[];
  stood?: Record<string, unknown> | null;
};

/** The problem by which a capture is held, thrown so that what its kind had begun is rolled back. */
class HeldCapture extends Error {
  readonly held: Held;
  constructor(held: Held) {
    super(held.heldWhy);
    this.held = held;
  }
}

const hold = (heldFor: string, heldWhy: string, more: Partial<Held> = {}): never => {
  throw new HeldCapture({ heldFor, heldWhy, errors: [], ...more });
};

/**
 * An actor at the moment of a capture: the nouns' services take their day from it. Where a kind types
 * its times, it is now.
 */
export const atMoment = (
  actor: Actor,
  { happenedAt, kind }: Pick<CaptureStored, "happenedAt" | "kind">,
): Actor =>
  kindNamed(kind)?.typedTimes
    ? actor
    : { ...actor, businessNow: new Date(happenedAt).toISOString() };

const sameValues: NonNullable<FieldKind["sameAs"]> = (seen, now) =>
  Object.keys(seen).every(
    (key) => canonicalJson(seen[key] ?? null) === canonicalJson(now[key] ?? null),
  );

// What was seen still stands where each value does; without values, where the version does.
const requireStanding = async (tx: Tx, actor: Actor, kind: FieldKind, capture: CaptureStored) => {
  const { seen, record } = capture.envelope;
  if ((kind.ofRecord || kind.stands) && !record)
    hold("no_record", "It does not say which record it is about.");
  if (!kind.stands || kind.adds?.(valuesOf(kind, capture) as never)) return;
  const now = await kind.stands(tx, actor, record!.id);
  if (!now) return hold("record_gone", "The record that it is about is not there any more.");
  const keys = Object.keys(seen);
  const same = kind.sameAs ?? sameValues;
  const stands = keys.length > 0 ? same(seen, now.values) : now.version === record!.version;
  if (!stands)
    hold("changed", `${now.number} was changed after this was seen: see both, and decide.`, {
      stood: now.values,
    });
};

const photosOf = (tx: Tx, captureId: string) =>
  tx.rows<{ sha256: string; fileId: string }>(sql`
    select sha256, file_id
    from field_photo
    where org_id = ${tx.scope.orgId} and capture_id = ${captureId} and file_id is not null
    order by place
  `);

const valuesOf = (kind: FieldKind, capture: CaptureStored) =>
  shaped(kind.payload, capture.corrected ?? capture.envelope.values);

/** Applies a capture by its kind in the caller's transaction, as the actor. Throws what the noun refuses. */
export const applyByKind = async (
  tx: Tx,
  actor: Actor,
  kind: FieldKind,
  capture: CaptureStored,
): Promise<Applied> =>
  kind.apply(tx, actor, {
    id: capture.id,
    recordId: capture.recordId,
    values: valuesOf(kind, capture) as ToApply["values"],
    at: new Date(capture.happenedAt).toISOString() as ToApply["at"],
    place: capture.envelope.place,
    photos: capture.photosWanted === 0 ? [] : await photosOf(tx, capture.id),
  });

/** What an applied capture keeps of it. */
export const appliedPatch = ({ type, id, number }: Applied) => ({
  appliedType: type,
  appliedId: id,
  appliedNumber: number,
});

const requireKind = (actor: Actor, capture: CaptureStored): FieldKind => {
  const kind = kindNamed(capture.kind);
  if (!kind) return hold("unknown_kind", "This server does not know what was captured.");
  if (!actor.permissions.has("field.capture"))
    hold("role", "Whoever captured it may not capture in the field any more.");
  if (!actor.permissions.has(kind.permission))
    hold("role", "The role of whoever captured it does not allow this today.");
  return kind;
};

const requireTrusted = (status: string) => {
  if (status === "locked") hold("device_locked", "Its device is locked.");
  if (status === "revoked" || status === "erased")
    hold("device_revoked", "It came after its device was revoked.");
};

const waitsForPhotos = (kind: FieldKind, { photosReceived, photosWanted }: CaptureStored) =>
  kind.demandsPhotos === true && photosReceived < photosWanted;

const requireTrustedDevice = async (db: Db, { deviceId }: CaptureStored) =>
  requireTrusted((await getRow(db, fieldDevice, deviceId, "field device")).status);

/** Applies it behind its lock; `reached` is told once the lock is held and it was not judged yet. */
const applyNow = (
  tx: Tx,
  actor: Actor,
  kind: FieldKind,
  { capture, reached }: { capture: CaptureStored; reached: () => void },
): Promise<CaptureStored> =>
  transition(tx, asSystem(actor), captureNoun, {
    id: capture.id,
    action: "take",
    effect: async (locked) => {
      reached();
      await Promise.all([
        requireTrustedDevice(tx, locked),
        requireStanding(tx, actor, kind, locked),
      ]);
      return { patch: appliedPatch(await applyByKind(tx, actor, kind, locked)) };
    },
  });

// What is wrong at its fields says more than that something is; a few of them are enough to choose by.
const refusedIn = ({ message, errors }: Problem): string =>
  errors.length
    ? errors
        .slice(0, 3)
        .map((error) => error.message)
        .join(" ")
    : message;

// Who decides many captures sees of each which record it is about.
const withItsNumber = async (
  tx: Tx,
  actor: Actor,
  { kind, recordId }: CaptureStored,
  why: string,
): Promise<string> => {
  const of = kindNamed(kind);
  if (!of?.stands || recordId === null || !actor.permissions.has(of.permission)) return why;
  const number = (await of.stands(tx, actor, recordId))?.number;
  return number && !why.includes(number) ? `${number}: ${why}` : why;
};

// What goes by is tried again by the device; a fault of ours must not keep all that comes behind it.
const heldBy = (error: unknown, capture: CaptureStored): Held | null => {
  if (error instanceof HeldCapture) return error.held;
  if (error instanceof Problem)
    return error.status >= 500 || error.status === 429
      ? null
      : { heldFor: error.code, heldWhy: refusedIn(error), errors: error.errors };
  if (isAway(error) || noteDiskTrouble(error, new Date(databaseMs())) !== null) return null;
  reportFault("unhandled", `a capture of the kind ${capture.kind} could not be applied`, error);
  return {
    heldFor: "fault",
    heldWhy: "Levee failed to apply it. Try it again; nothing of it was written.",
    errors: [],
  };
};

const holdCapture = (app: App, actor: Actor, id: string, held: Held): Promise<CaptureStored> =>
  app.database.transaction(actor, async (tx) => {
    const locked = await tx.one<CaptureStored>(sql`
      select *
      from field_capture
      where org_id = ${tx.scope.orgId} and id = ${id}
      for update
    `);
    if (locked.status !== "received") return locked;
    const heldWhy = await withItsNumber(tx, actor, locked, held.heldWhy);
    return (await transition(tx, asSystem(actor), captureNoun, {
      id,
      action: "hold",
      effect: async () => ({
        patch: { ...held, heldWhy, errors: [...held.errors] },
        note: heldWhy,
      }),
    })) as CaptureStored;
  });

/**
 * Judges a capture that was received: applied by the noun's own service as whoever captured it, with
 * the rights of today, at the corrected moment; or held for review with what was refused; or left
 * where it waits for photos. Whatever was judged before is given back as it is. `before`: why it is
 * held whatever its kind says.
 */
export const judgeCapture = async (
  app: App,
  actor: Actor,
  capture: CaptureStored,
  before: Held | null = null,
): Promise<CaptureStored> => {
  if (capture.status !== "received") return capture;
  let judging = false;
  try {
    if (before) throw new HeldCapture(before);
    const kind = requireKind(actor, capture);
    if (waitsForPhotos(kind, capture)) {
      await requireTrustedDevice(app.database.read(actor), capture);
      return capture;
    }
    const reached = () => void (judging = true);
    return await app.database.transaction(atMoment(actor, capture), (tx) =>
      applyNow(tx, actor, kind, { capture, reached }),
    );
  } catch (error) {
    // Somebody else judged it meanwhile: it stands as they left it.
    if (!judging && error instanceof Problem && error.code === "not_in_this_status")
      return getRow(app.database.read(actor), fieldCapture, capture.id, "capture");
    const held = heldBy(error, capture);
    if (!held) throw error;
    return holdCapture(app, actor, capture.id, held);
  }
};

/** Tells whoever captured (`of`) and whoever reviews of what was left for review. */
export const tellHeld = async (
  tx: Tx,
  of: Pick<Actor, "personId" | "name">,
  held: readonly CaptureStored[],
): Promise<void> => {
  const what = counted(held.length, "capture");
  const page = "/mobile-field-operations";
  const one = held.length === 1 ? `&capture=${held[0]!.id}` : "";
  const body = held
    .map(({ number, heldWhy }) => `${number}: ${heldWhy}`)
    .join("\n")
    .slice(0, 900);
  const reviewers = (await peopleWhoMay(tx, "field.review")).filter((id) => id !== of.personId);
  notify(tx, [of.personId!], {
    ...{ kind: "field", body, link: `${page}?tab=outbox${one}` },
    title: `${what} of yours ${held.length === 1 ? "waits" : "wait"} for review`,
  });
  notify(tx, reviewers, {
    ...{ kind: "field", body, link: `${page}?tab=review${one}` },
    title: `${what} of ${of.name} ${held.length === 1 ? "waits" : "wait"} for review`,
  });
};

/** The moment by which somebody settles: now, not that of the capture. */
export const settledNow = (actor: Actor) => ({
  settledBy: actor.personId,
  settledAt: businessNow(actor).toISOString(),
});
