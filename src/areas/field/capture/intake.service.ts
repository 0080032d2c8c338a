import { Problem } from "#kernel/errors.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { logSecurityEvent } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { hearDevice, lockOwnDevice, requireOwnDevice } from "../device/contact.service.ts";
import type { DeviceStored } from "../device/device.noun.ts";
import { fieldPhoto } from "../field.tables.ts";
import { kindNamed } from "../kinds/kinds.ts";
import type { CaptureResult, CapturesAnswer, CapturesInput } from "./capture.model.ts";
import { captureNoun, type CaptureStored } from "./capture.noun.ts";
import { capturesNear, chainHolds, missingNumbers } from "./chain.service.ts";
import { happenedAt } from "./clock.model.ts";
import type { CaptureEnvelope } from "./envelope.ts";
import { judgeCapture, tellHeld, type Held } from "./judge.service.ts";
import { hashOf, isSignedBy } from "./signature.ts";

type Sent = CapturesInput["captures"][number];

/** Code and sentence by which a device's capture is turned away, with how bad that is. */
const refusals = {
  field_signature: "This capture was not signed by its device.",
  field_number_taken: "The device sent another capture under this number before.",
  field_other_device: "This capture names another device.",
} as const;
type Refusal = keyof typeof refusals;

const brokenChain: Held = {
  heldFor: "chain",
  heldWhy:
    "It does not hang on the capture before or behind it: the device's store was changed or copied.",
  errors: [],
};

type Taking = { device: DeviceStored; sentOffset: number };

const rowOf = (tx: Tx, { envelope, signature }: Sent, { device, sentOffset }: Taking) => {
  const now = businessNow(tx.scope);
  const clock = { offset: envelope.offset, sentOffset, now: now.getTime() };
  const at = happenedAt({
    ...clock,
    at: Date.parse(envelope.at),
    enrolled: Date.parse(device.enrolledAt),
  });
  return {
    ...{ deviceId: device.id, captureNo: envelope.number, personId: device.personId },
    personName: device.personName,
    kind: envelope.kind,
    recordId: envelope.record?.id ?? null,
    recordVersion: envelope.record?.version ?? null,
    ...{ envelope, signature, hash: hashOf(envelope), beforeHash: envelope.before },
    capturedAt: envelope.at,
    ...{ offsetMs: envelope.offset, sentOffsetMs: sentOffset },
    happenedAt: new Date(at).toISOString(),
    receivedAt: now.toISOString(),
    latitude: envelope.place?.latitude ?? null,
    longitude: envelope.place?.longitude ?? null,
    accuracy: envelope.place?.accuracy ?? null,
    withoutPlace: envelope.withoutPlace ?? "",
    photosWanted: envelope.photos.length,
    spends: kindNamed(envelope.kind)?.spends ?? false,
  };
};

const storePhotos = async (tx: Tx, captureId: string, { photos }: CaptureEnvelope) => {
  if (photos.length === 0) return;
  await insertRows(
    tx,
    fieldPhoto,
    photos.map((photo, at) => ({
      ...photo,
      ...{ orgId: tx.scope.orgId!, id: newId(), captureId, place: at + 1 },
    })),
  );
};

type Stored = { capture: CaptureStored; held: Held | null };

// Number and content are stored together, whatever the rules say of them later.
const store = async (
  tx: Tx,
  actor: Actor,
  sent: Sent,
  taking: Taking,
): Promise<Stored | Refusal> => {
  const { envelope } = sent;
  const { number, before } = envelope;
  // Read behind the lock, in the same round trip.
  const [device, near] = await Promise.all([
    lockOwnDevice(tx, actor, taking.device.id),
    capturesNear(tx, taking.device.id, number),
  ]);
  const row = rowOf(tx, sent, { ...taking, device });
  const known = near.find(({ captureNo }) => captureNo === number);
  if (known) return known.hash === row.hash ? { capture: known, held: null } : "field_number_taken";
  const id = newId();
  const holds = chainHolds(near, { number, before, hash: row.hash });
  const capture = await create(tx, actor, captureNoun, {
    number: { within: `${device.number}/${number}` },
    row: { ...row, orgId: tx.scope.orgId!, id },
    untold: ["envelope"],
    action: "receive",
    store: () => storePhotos(tx, id, envelope),
  });
  await tx.rows(sql`
    update field_device
    set
      received = received + 1, highest = greatest(highest, ${envelope.number}::int),
      last_captured_at = greatest(last_captured_at, ${row.happenedAt}::timestamptz)
    where org_id = ${device.orgId} and id = ${device.id}
  `);
  return { capture, held: holds ? null : brokenChain };
};

const checked = (device: DeviceStored, { envelope, signature }: Sent): Refusal | null =>
  envelope.device !== device.id
    ? "field_other_device"
    : isSignedBy(device.publicKey, envelope, signature)
      ? null
      : "field_signature";

const tellSecurity = (app: App, actor: Actor, device: DeviceStored, of: [Sent, Refusal][]) =>
  Promise.all(
    of.map(([{ envelope }, code]) =>
      logSecurityEvent(identityDb(app.database), {
        type: "field_capture_refused",
        severity: "high",
        personId: actor.personId,
        orgId: actor.orgId,
        sessionId: actor.sessionId,
        data: { device: device.number, number: envelope.number, why: code },
      }),
    ),
  );

const refuse = (sent: readonly Sent[], refused: [Sent, Refusal][]): never => {
  const taken = refused.every(([, code]) => code === "field_number_taken");
  const [, code] = refused[0]!;
  throw new Problem(
    taken ? "conflict" : "invalid",
    taken ? "field_number_taken" : code,
    `${refusals[code]} The others were taken in.`,
    {
      errors: refused.map(([one, why]) => ({
        path: `captures.${sent.indexOf(one)}`,
        message: refusals[why],
      })),
    },
  );
};

const resultOf = (capture: CaptureStored): CaptureResult => ({
  number: capture.captureNo,
  id: capture.id,
  state: capture.status,
  message:
    capture.status === "in_review"
      ? capture.heldWhy
      : capture.status === "applied"
        ? capture.appliedNumber
        : capture.statusReason,
  photosReceived: capture.photosReceived,
  photosWanted: capture.photosWanted,
});

/**
 * Takes in what a device captured, and judges it behind that: each capture is stored in a transaction
 * of its own before its rules are asked. A capture that is known answers how it stands now; one that
 * is known and was not judged yet (the server stopped in between) is judged now. 404 for a device
 * that is not the actor's; behind the others, 409 `field_number_taken` for an old number with other
 * content and 422 `field_signature`, `field_other_device`, each told as a security event.
 */
export const takeCaptures = async (
  app: App,
  actor: Actor,
  deviceId: string,
  { captures, highest, deviceNow, appVersion }: CapturesInput,
): Promise<CapturesAnswer> => {
  const device = await requireOwnDevice(app.database.read(actor), actor, deviceId);
  const sentOffset = Math.round(businessNow(actor).getTime() - Date.parse(deviceNow));
  const results: CaptureResult[] = [];
  const refused: [Sent, Refusal][] = [];
  const held: CaptureStored[] = [];
  for (const sent of captures.toSorted((a, b) => a.envelope.number - b.envelope.number)) {
    const wrong = checked(device, sent);
    const stored =
      wrong ??
      (await app.database.transaction(actor, (tx) =>
        store(tx, actor, sent, { device, sentOffset }),
      ));
    if (typeof stored === "string") {
      refused.push([sent, stored]);
      continue;
    }
    const judged = await judgeCapture(app, actor, stored.capture, stored.held);
    if (judged.status === "in_review" && stored.capture.status === "received") held.push(judged);
    results.push(resultOf(judged));
  }
  if (held.length > 0) await app.database.transaction(actor, (tx) => tellHeld(tx, actor, held));
  const heard = await app.database.transaction(actor, (tx) =>
    hearDevice(tx, actor, device.id, { highest, appVersion, since: device }),
  );
  if (refused.length > 0) {
    await tellSecurity(app, actor, device, refused);
    refuse(captures, refused);
  }
  const missing = await missingNumbers(app.database.read(actor), device.id, heard.highest);
  return {
    servedAt: businessNow(actor).toISOString() as CapturesAnswer["servedAt"],
    known: (missing[0] ?? heard.highest + 1) - 1,
    missing,
    results,
    deviceState: heard.status,
  };
};
