import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createHash } from "node:crypto";
import { type Actor, systemActor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed, notFound, Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { refuseAskers } from "#server/origin/origin.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { refuseDelegate } from "../delegation/separation.service.ts";
import { lackOf } from "./authority.model.ts";
import { authorityOf } from "./authority.service.ts";
import { certified, type Given } from "./certificate.service.ts";
import { endRequest } from "./ending.service.ts";
import { signableOf } from "./signable.service.ts";
import { consents, signatureStatuses, type Proof } from "./signature.labels.ts";
import type { SignInput } from "./signature.model.ts";
import {
  signatureNoun,
  signersOf,
  type RequestRecord,
  type SignerRecord,
} from "./signature.noun.ts";
import { signatureMark, signatureRequest, signatureSigner } from "./signature.tables.ts";
import { askNext, endLinks, endWaiting, sendCopies, tellSigners } from "./turn.service.ts";

/** Who sits there: which seat is theirs, how they showed who they are, from which address. */
export type Hand = {
  suits: (signer: SignerRecord) => boolean;
  proof: Proof;
  address: string;
  /** The name of their account; null where they type it. */
  name: string | null;
};

/** The hand of a member who signs for the agency; they have proved anew who they are. */
export const memberHand = (actor: Actor, address: string): Hand => ({
  suits: (signer) => signer.side === "ours" && signer.personId === actor.personId,
  proof: "proved_anew",
  address,
  name: actor.name,
});

type Seat = { request: RequestRecord; signers: SignerRecord[]; signer: SignerRecord };

/** Locks the request and finds the seat. 404 where none is theirs; 409 where they cannot sign now. */
const takeSeat = async (tx: Tx, id: string, hand: Hand): Promise<Seat> => {
  const request = await lockRow(tx, signatureRequest, id, "request for signatures");
  const signers = await signersOf(tx, id);
  const own = signers.filter(hand.suits);
  const signer = own.find((s) => s.status === "asked") ?? own[0];
  if (!signer) throw notFound("request for signatures");
  if (signer.status === "signed")
    throw conflict("signed_already", `${signer.name} has signed ${request.number} already.`);
  if (request.status !== "open")
    throw conflict(
      "not_open",
      `Nobody signs ${request.number} any more: ${signatureStatuses[request.status as "voided"].label.toLowerCase()}. ${request.statusReason ?? ""}`.trim(),
    );
  if (request.expiresOn < businessDate(tx.scope))
    throw conflict(
      "expired",
      `The last day to sign ${request.number} was ${formatDate(request.expiresOn)}.`,
    );
  if (signer.status !== "asked")
    throw conflict("not_your_turn", "Others sign before you. You are told when it is your turn.");
  return { request, signers, signer };
};

/**
 * An authority must hold at this very moment; whoever wrote the document or asked for what it came
 * of does not sign it, nor whoever approved it for somebody else.
 */
const entitled = async (
  tx: Tx,
  actor: Actor,
  { request, signer }: Pick<Seat, "request" | "signer">,
): Promise<string | null> => {
  if (signer.side !== "ours") return null;
  if (request.excluded.includes(signer.personId!))
    throw notAllowed(
      "You wrote this document, or asked for it, so another person signs it.",
      "own_work",
    );
  const source = { type: request.sourceType, id: request.sourceId };
  await refuseAskers(tx, actor, [source], "sign it");
  await refuseDelegate(tx, actor, sql`select ${request.sourceId}::uuid`, "sign it");
  const asked = {
    kind: request.sourceType,
    amount: request.amount,
    day: businessDate(tx.scope),
  };
  const authority = await authorityOf(tx, signer.personId!, asked, { lock: true });
  if (!authority) throw notAllowed(lackOf(signer.name, asked), "no_authority");
  return authority.id;
};

const keepMark = async (
  tx: Tx,
  actor: Actor,
  { request, signer }: Seat,
  { hand, given }: { hand: Hand; given: SignInput },
) => {
  const name = hand.name ?? given.name;
  if (!name) throw invalidField("name", "Enter your name.");
  const authorityId = await entitled(tx, actor, { request, signer });
  const mark = await insertRow(tx, signatureMark, {
    orgId: request.orgId,
    signerId: signer.id,
    signedBy: actor.kind === "system" ? null : actor.personId,
    name,
    mark: given.mark,
    proof: hand.proof,
    address: hand.address,
    agreed: consents.map((consent) => ({ ...consent })),
    sha256: given.sha256,
    authorityId,
    signedAt: (await databaseNow(tx)).toISOString(),
  });
  await updateRow(tx, signatureSigner, signer.id, {
    status: "signed",
    ...(authorityId && { authorityId }),
  });
  note(tx, actor, "signature", request, { action: "sign", after: mark });
};

/** Every signature with what the certificate says of it. */
const givenOf = (tx: Tx, requestId: string): Promise<Given[]> =>
  tx.rows<Given>(sql`
    select
      s.side, s.name as asked_name, s.person_id, s.email, s.asked_at, m.name, m.mark, m.proof,
      m.address, m.agreed, m.sha256, m.signed_at, a.basis
    from signature_signer s
    join signature_mark m on m.org_id = s.org_id and m.signer_id = s.id
    left join signing_authority a on a.org_id = m.org_id and a.id = m.authority_id
    where s.org_id = ${tx.scope.orgId} and s.request_id = ${requestId}
    order by m.signed_at, s.place
  `);

const bytesOf = async (app: App, request: RequestRecord): Promise<Buffer> => {
  const bytes = await buffer((await app.files.open(request.sha256)).stream);
  if (createHash("sha256").update(bytes).digest("hex") !== request.sha256)
    throw new Problem(
      "upstream",
      "file_unreadable",
      "The stored document is not the one that was signed. Those who run the server have been told.",
      { status: 500 },
    );
  return bytes;
};

/** Everybody has signed: one PDF with the certificate is kept, and the record moves on. */
const complete = async (
  app: App,
  tx: Tx,
  actor: Actor,
  r: RequestRecord,
): Promise<RequestRecord> => {
  const [given, agency, original] = await Promise.all([
    givenOf(tx, r.id),
    readOrganization(tx),
    bytesOf(app, r),
  ]);
  const completedAt = (await databaseNow(tx)).toISOString();
  const pdf = await certified(
    original,
    { request: r, given, agency, completedAt },
    app.config.LEVEE_FONTS ?? null,
  );
  const file = await app.files.put(Readable.from([pdf]), undefined, "own");
  const name = `${r.number} signed.pdf`;
  const fileId = await recordFile(tx, { ...file, orgId: r.orgId, name });
  const after = await transition(tx, asSystem(actor), signatureNoun, {
    id: r.id,
    action: "complete",
    effect: async () => ({
      patch: { resultFileId: fileId, resultSha256: file.sha256, completedAt },
    }),
  });
  // In nobody's name, so that nobody takes it off.
  await attachFile(tx, systemActor(r.orgId), {
    objectType: r.sourceType,
    objectId: r.sourceId,
    number: r.number,
    file: { id: fileId, name, sha256: file.sha256 },
    label: "Signed, with certificate",
  });
  await signableOf(r.sourceType).completed(tx, asSystem(actor), r.sourceId, {
    requestId: r.id,
    fileId,
    sha256: file.sha256,
    signedOn: businessDate(tx.scope),
    ours: given.flatMap((g) => (g.personId ? [{ personId: g.personId, name: g.name }] : [])),
    others: given.filter((g) => !g.personId).map((g) => g.name),
  });
  return after;
};

/** Why a link ends that somebody signed by: whoever opens it again reads what comes. */
const signedByIt =
  "You have signed by it: when everybody has, a letter brings you the signed document and a new link.";

/**
 * Signs. The server compares the SHA-256 of what was shown with the document's (409
 * another_document), asks again for the authority (403 no_authority) and takes one signature of
 * each seat (409 signed_already). The last one completes the request.
 */
export const sign = async (
  { app, tx, actor }: { app: App; tx: Tx; actor: Actor },
  id: string,
  hand: Hand,
  given: SignInput,
): Promise<RequestRecord> => {
  const seat = await takeSeat(tx, id, hand);
  const { request, signer } = seat;
  if (given.sha256 !== request.sha256)
    throw conflict(
      "another_document",
      "What you were shown is not the document that is to be signed. Open it anew, and read it before you sign.",
    );
  if (hand.proof === "link_and_code" && (await endLinks(tx, [signer.id], signedByIt)) === 0)
    throw conflict("link_ended", "This link was used, or it has ended.");
  await keepMark(tx, actor, seat, { hand, given });
  await endWaiting(tx, actor, [signer], "It was used.");
  const signers = await signersOf(tx, id);
  const last = signers.every((s) => s.status === "signed");
  if (!last) await askNext(tx, actor, request, signers);
  const after = last
    ? await complete(app, tx, actor, request)
    : await updateRow(tx, signatureRequest, id, {});
  if (last) {
    const told = {
      title: `${request.number} is signed by all`,
      body: `${request.title}: the signed document with its certificate is kept with the record. Its SHA-256 is ${after.resultSha256}.`,
    };
    await tellSigners(tx, actor, after, signers, told, { outside: false });
    await sendCopies(tx, after, signers);
  }
  return after;
};

/** Declines with a reason: the request ends, and everybody is told. Errors of `sign`. */
export const decline = async (
  tx: Tx,
  actor: Actor,
  id: string,
  hand: Hand,
  { reason, name }: { reason: string; name?: string | undefined },
): Promise<RequestRecord> => {
  const { request, signer } = await takeSeat(tx, id, hand);
  if (
    hand.proof === "link_and_code" &&
    (await endLinks(tx, [signer.id], "Signing was declined by it.")) === 0
  )
    throw conflict("link_ended", "This link was used, or it has ended.");
  await updateRow(tx, signatureSigner, signer.id, { status: "declined", declinedReason: reason });
  return endRequest(tx, actor, request, {
    action: "decline",
    reason: `${hand.name ?? name ?? signer.name}: ${reason}`,
  });
};
