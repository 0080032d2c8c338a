import { api } from "#web/kit/api.ts";
import type { CaptureEnvelope } from "../capture/envelope.ts";
import { keepReply, readCapture, readReply, type Reply } from "./captures.ts";
import type { OpenField } from "./open.ts";
import { dropPhotos, photoFile, photosOfCapture } from "./photos.ts";
import { keepReserve } from "./reserve.ts";
import { onStore, type CaptureStanding } from "./rows.ts";
import { mayLeave, nextToSend } from "./sender.model.ts";

interface Result extends Reply {
  number: number;
  state: CaptureStanding;
}

interface Answer {
  servedAt: string;
  known: number;
  missing: number[];
  results: Result[];
  deviceState: string;
}

/** What a contact told: the device's state at the server, and whether something still waits. */
export interface Contact {
  deviceState: string;
  missing: number[];
}

/** What these screens call themselves: the version of their build. */
export const appVersion = (): string =>
  (globalThis as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version ??
  "unknown";

const answerMs = 45_000;
const mostRounds = 400;

const carried = async (field: OpenField, numbers: readonly number[]) => {
  const captures: { envelope: CaptureEnvelope; signature: string }[] = [];
  for (const number of numbers) {
    const row = await field.db.captures.get(number);
    if (!row) continue;
    const { envelope, signature } = await readCapture(field, row);
    captures.push({ envelope, signature });
  }
  return captures;
};

const sendOnce = async (field: OpenField, missing: readonly number[]): Promise<Answer> => {
  const rows = await onStore(field.db, () => field.db.captures.toArray());
  const device = await field.db.device.get("device");
  const captures = await carried(field, nextToSend(rows, missing));
  const answer = await api<Answer>(`/api/v1/field/devices/${field.device}/captures`, {
    method: "POST",
    body: {
      captures,
      highest: device?.number ?? 0,
      deviceNow: new Date().toISOString(),
      appVersion: appVersion(),
    },
    signal: AbortSignal.timeout(answerMs),
  });
  for (const { number, state, ...reply } of answer.results)
    await keepReply(field, number, state, reply);
  await onStore(field.db, () => field.db.device.update("device", { known: answer.known }));
  return answer;
};

/** Sends every text that waits, and what the server lacks; gives what the last answer said. */
const sendTexts = async (field: OpenField): Promise<Contact> => {
  let missing: number[] = [];
  for (let round = 0; ; round++) {
    const answer = await sendOnce(field, missing);
    const here = new Set(
      (await onStore(field.db, () => field.db.captures.toCollection().primaryKeys())) as number[],
    );
    // What is not here any more cannot be sent: the server goes on naming it.
    missing = answer.missing.filter((number) => here.has(number));
    const waiting = await field.db.captures.where("state").equals("waiting").count();
    if ((missing.length === 0 && waiting === 0) || round >= mostRounds)
      return { deviceState: answer.deviceState, missing: answer.missing };
  }
};

/**
 * Sends the photos of a capture that the server acknowledged. Each leaves the device once the server
 * names the same hash of its bytes. Gives how many still lie here.
 */
const sendPhotosOf = async (field: OpenField, number: number): Promise<number> => {
  const row = await field.db.captures.get(number);
  const reply = row && (await readReply(field, row));
  const held = await photosOfCapture(field, number);
  if (!row || !reply?.id) return held.length;
  let left = held.length;
  for (const one of held) {
    const file = await photoFile(field, one);
    if (!file) continue;
    const { uploadInPieces } = await import("#web/kit/form/resumable.ts");
    const stored = await uploadInPieces(file, () => {}, {
      objectType: "fieldCapture",
      objectId: reply.id,
    });
    if (stored.sha256 !== one.photo.sha256) continue;
    await api(`/api/v1/field/captures/${reply.id}/photos`, {
      method: "POST",
      body: { sha256: one.photo.sha256, fileId: stored.id },
    });
    await dropPhotos(field, [one.id]);
    left -= 1;
  }
  return left;
};

/** Takes away captures that were sent fourteen days ago. */
const sweep = async ({ db }: OpenField): Promise<void> => {
  const now = Date.now();
  const old = (await onStore(db, () => db.captures.toArray()))
    .filter(({ sentAt }) => mayLeave(sentAt, now))
    .map(({ number }) => number);
  if (old.length > 0) await onStore(db, () => db.captures.bulkDelete(old));
};

/**
 * One contact with the server: says the highest number, sends every text that waits or that the server
 * lacks, then photos, and takes away what was sent long ago. Throws ApiProblem where the line broke or
 * the server refused; what was acknowledged until then is kept as such.
 */
export const contact = async (field: OpenField): Promise<Contact> => {
  const told = await sendTexts(field);
  if (told.deviceState === "active" || told.deviceState === "enrolled") {
    const numbers = [
      ...new Set((await onStore(field.db, () => field.db.photos.toArray())).map((p) => p.capture)),
    ].filter((number) => number > 0);
    for (const number of numbers) await sendPhotosOf(field, number);
    if (numbers.length > 0) await sendTexts(field);
  }
  await sweep(field);
  await keepReserve(field.db);
  return told;
};
