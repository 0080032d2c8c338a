import { Readable } from "node:stream";
import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { addQuantity, compareQuantity, shownDecimal } from "#kernel/quantity.ts";
import type { Instant } from "#kernel/time.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import { shipmentOf } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { deliveryProof } from "../logistics.tables.ts";
import { stopHandedOver } from "../route/stop/drive.service.ts";
import { enterProof } from "../shipment/event.service.ts";
import { proofsOfTransfer } from "./given.service.ts";
import { linkOf, partsOf, whyClosed } from "./link.service.ts";
import type { ProofInput, ProofView } from "./proof.model.ts";
import { subjectOf, type Subject } from "./subject.service.ts";
import { tellSender } from "./transfer.service.ts";
import { handedOf } from "./transfer-testimony.model.ts";

/** The one delivery of a link. 404 for any other token; a link that ended shows no lines. */
export const lookAtProof = async (app: App, token: string): Promise<ProofView> => {
  const { scope, id, secret } = partsOf(token);
  const db = app.database.read(scope);
  const p = await linkOf(db, id, secret);
  const [s, names] = await Promise.all([subjectOf(db, p), agencyNames(db, [scope.orgId])]);
  const closed = whyClosed(p, s, businessNow(scope));
  return {
    agency: names.get(scope.orgId) ?? "",
    number: s.number,
    title: closed ? "" : s.title,
    from: s.from,
    place: closed ? "" : s.place,
    expectedOn: s.expectedOn,
    endsAt: p.endsAt,
    closed,
    given: p.givenAt !== null,
    transfer: s.noun === "stockTransfer",
    lines: closed ? [] : s.lines,
  };
};

const pictures = ["image/jpeg", "image/png", "image/heic"];
const keepPhoto = async (app: App, photo: string | null) => {
  if (!photo) return null;
  const stored = await app.files.put(Readable.from(Buffer.from(photo, "base64")), 3 * 1024 * 1024);
  if (!pictures.includes(stored.mediaType))
    throw invalidField("photo", "Send a picture: JPEG, PNG or HEIC.");
  return { ...stored, name: "delivery.jpg" };
};

// Of a shipment more may come than its vendor announced, and its receipt says so. What travels between own
// places was counted as it left: more of it is a mistake of counting.
const refuseMore = async (tx: Tx, s: Subject, { counts }: ProofInput): Promise<void> => {
  if (s.noun !== "stockTransfer") return;
  const handed = new Map(handedOf(await proofsOfTransfer(tx, s.id)));
  for (const [at, { lineId, quantity }] of counts.entries()) {
    const line = s.lines.find((one) => one.lineId === lineId)!;
    const all = addQuantity(handed.get(lineId) ?? "0", quantity);
    if (compareQuantity(all, line.announced) > 0)
      throw invalidField(
        `counts.${at}.quantity`,
        `Of ${line.description} ${shownDecimal(line.announced)} ${line.unit} were sent, and with this ${shownDecimal(all)} would be handed over: count again.`,
        "more_than_sent",
      );
    handed.set(lineId, all);
  }
};

const refuseOthers = (s: Subject, { counts }: ProofInput): void => {
  const lines = new Set(s.lines.map(({ lineId }) => lineId));
  const what = s.noun === "stockTransfer" ? "transfer" : "shipment";
  for (const [at, { lineId }] of counts.entries())
    if (!lines.has(lineId))
      throw invalidField(`counts.${at}.lineId`, `This line is not in the ${what}.`);
};

type Position = ProofInput["position"];

// What was handed over is heard by what it is of: a shipment stands by it, a transfer waits for its count.
const letHear = async (
  tx: Tx,
  actor: Actor,
  s: Subject,
  { at, position, driver }: { at: string; position: Position; driver: string },
): Promise<void> => {
  if (s.noun === "stockTransfer") {
    await tellSender(tx, s.id);
  } else await enterProof(tx, actor, await shipmentOf(tx, s.id), at, position);
  await stopHandedOver(tx, actor, { type: s.noun, id: s.id }, driver);
};

/**
 * Takes what a driver hands in by the link, once. The same sending again (its `key`) is answered alike,
 * whatever became of the first answer; another one is refused, as is a link that ended (409) or was
 * never made (404). A clock of the device that runs ahead is kept as told and counts as now.
 */
export const giveProof = async (
  app: App,
  token: string,
  input: ProofInput,
): Promise<{ number: string }> => {
  const { scope, id, secret } = partsOf(token);
  const known = await linkOf(app.database.read(scope), id, secret);
  const photo = known.givenAt ? null : await keepPhoto(app, input.photo);
  const actor = systemActor(scope.orgId, undefined, `${input.driver}, by the driver's link`);
  return app.database.transaction(actor, async (tx) => {
    const p = await lockRow(tx, deliveryProof, id, "delivery");
    const s = await subjectOf(tx, p);
    if (p.givenAt && p.givenKey === input.key) return { number: s.number };
    const now = businessNow(tx.scope);
    const closed = whyClosed(p, s, now);
    if (closed) throw conflict("link_closed", closed);
    refuseOthers(s, input);
    await refuseMore(tx, s, input);
    const { position, driver, note: said, mark, counts, key, at } = input;
    const given = await updateRow(tx, deliveryProof, id, {
      givenAt: now.toISOString() as Instant,
      givenKey: key,
      deviceAt: at,
      latitude: position ? String(position.latitude) : null,
      longitude: position ? String(position.longitude) : null,
      accuracy: position?.accuracy == null ? null : String(position.accuracy),
      driver,
      note: said,
      told: { mark, counts },
      photoFileId: photo ? await recordFile(tx, { ...photo, orgId: scope.orgId }) : null,
    });
    const { digest: _digest, ...shown } = given;
    note(tx, actor, s.noun, s.id, {
      number: s.number,
      action: "proof",
      after: shown,
      note: driver,
      // A shipment's own event tells screens; a transfer has none of it.
      ...(s.noun === "shipNotice" ? { event: null } : {}),
    });
    await letHear(tx, actor, s, { at, position, driver });
    return { number: s.number };
  });
};
