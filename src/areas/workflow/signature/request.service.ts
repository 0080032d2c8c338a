import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, staleVersion } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, insertRows } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { askersOf } from "#server/origin/origin.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { addressesOfVendor, kickMail } from "#areas/identity/identity.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { lackOf } from "./authority.model.ts";
import { authorityOf } from "./authority.service.ts";
import { enclose } from "./enclose.service.ts";
import { endRequest } from "./ending.service.ts";
import { askableBy, type Signable, type SignSubject } from "./signable.service.ts";
import type { AskInput, SignerInput } from "./signature.model.ts";
import { signersOf, type RequestRecord } from "./signature.noun.ts";
import { signatureRequest, signatureSigner } from "./signature.tables.ts";
import { askNext } from "./turn.service.ts";

const mostDays = 365;

type Seat = {
  side: SignerInput["side"];
  name: string;
  personId: string | null;
  vendorId: string | null;
  email: string | null;
  addresses: string[];
  authorityId: string | null;
};
type Asking = { kind: string; subject: SignSubject; portal: readonly string[] };

const ourSeat = async (db: Db, asking: Asking, personId: string, path: string): Promise<Seat> => {
  const { subject, kind } = asking;
  const [member] = await membersNamed(db, { ids: [personId] });
  if (!member?.active)
    throw invalidField(path, "This person is not an active member of the agency.");
  if (subject.but.includes(personId))
    throw invalidField(
      path,
      `${member.name} wrote this document, or asked for it, so another person signs it.`,
      "own_work",
    );
  const asked = { kind, amount: subject.amount, day: businessDate(db.scope) };
  const authority = await authorityOf(db, personId, asked);
  if (!authority) throw invalidField(path, lackOf(member.name, asked), "no_authority");
  return {
    side: "ours",
    name: member.name,
    personId,
    vendorId: null,
    email: null,
    addresses: [],
    authorityId: authority.id,
  };
};

const portalSeat = ({ subject, portal }: Asking, path: string): Seat => {
  if (!subject.vendorId || portal.length === 0)
    throw invalidField(
      path,
      `Nobody of ${subject.vendor ?? "this record"} has an account in the vendor portal. Name a person and their mail address instead.`,
      "no_portal_people",
    );
  return {
    side: "portal",
    name: subject.vendor ?? "The vendor",
    personId: null,
    vendorId: subject.vendorId,
    email: null,
    addresses: [...portal],
    authorityId: null,
  };
};

const linkSeat = async (
  db: Db,
  { subject }: Asking,
  signer: { name: string; email: string },
  path: string,
): Promise<Seat> => {
  const email = signer.email.toLowerCase();
  const [member] = await membersNamed(db, { emails: [email] });
  if (member)
    throw invalidField(
      path,
      `${member.name} is a member of the agency. Name them as who signs for it.`,
      "own_member",
    );
  return {
    side: "link",
    name: signer.name,
    personId: null,
    vendorId: subject.vendorId,
    email,
    addresses: [email],
    authorityId: null,
  };
};

/** Who signs, checked: known people, each once, both sides, authority. 422 at the signer. */
const seatsOf = async (db: Db, asking: Asking, signers: readonly SignerInput[]) => {
  const seats: Seat[] = [];
  for (const [at, signer] of signers.entries()) {
    const path = `signers.${at}.${signer.side === "ours" ? "personId" : signer.side === "link" ? "email" : "side"}`;
    const seat =
      signer.side === "ours"
        ? await ourSeat(db, asking, signer.personId, path)
        : signer.side === "portal"
          ? portalSeat(asking, path)
          : await linkSeat(db, asking, signer, path);
    if (
      seats.some(
        (s) => s.side === seat.side && s.personId === seat.personId && s.email === seat.email,
      )
    )
      throw invalidField(path, "This signer is named twice.");
    seats.push(seat);
  }
  const ours = seats.some((s) => s.side === "ours");
  if (asking.subject.vendorId && !(ours && seats.some((s) => s.side !== "ours")))
    throw invalidField("signers", "Both sides sign: name somebody of each.");
  return seats;
};

const requireReady = async (db: Db, subject: SignSubject, input: AskInput): Promise<void> => {
  const today = businessDate(db.scope);
  const last = addDays(today, mostDays);
  if (input.expiresOn < today || input.expiresOn > last)
    throw invalidField(
      "expiresOn",
      `Enter a day from ${formatDate(today)} to ${formatDate(last)}.`,
    );
  if (subject.refusal) throw conflict("rule", subject.refusal);
  const open = await db.maybe<{ number: string }>(sql`
    select number
    from signature_request
    where org_id = ${db.scope.orgId}
      and source_type = ${input.sourceType}
      and source_id = ${input.sourceId}
      and status = 'open'
  `);
  if (open)
    throw conflict(
      "asked_already",
      `Signatures under ${open.number} are asked for already. Void that request first.`,
    );
};

const portalOf = async (app: App, { companyId }: SignSubject): Promise<string[]> =>
  companyId ? addressesOfVendor(identityDb(app.database), companyId) : [];

type Stored = { sha256: string; size: number; mediaType: string };

const store = async (
  tx: Tx,
  actor: Actor,
  { subject, seats, file }: { subject: SignSubject; seats: readonly Seat[]; file: Stored },
  input: AskInput,
): Promise<RequestRecord> => {
  const orgId = tx.scope.orgId!;
  const row = await insertRow(tx, signatureRequest, {
    orgId,
    id: newId(),
    sourceType: input.sourceType,
    sourceId: input.sourceId,
    number: subject.number,
    link: subject.link,
    title: subject.title,
    amount: subject.amount,
    fileId: await recordFile(tx, { ...file, orgId, name: `${subject.number}.pdf` }),
    sha256: file.sha256,
    ordered: input.ordered,
    expiresOn: input.expiresOn,
    excluded: [...subject.but],
    requestedBy: actor.personId,
  });
  await insertRows(
    tx,
    signatureSigner,
    seats.map((seat, at) => ({ ...seat, orgId, id: newId(), requestId: row.id, place: at + 1 })),
  );
  note(tx, actor, "signature", row, { action: "ask", after: { ...row, signers: seats } });
  return row;
};

// Whoever asked for what it came of does not sign it, as little as who wrote it.
const subjectOf = async (db: Db, signable: Signable, id: string): Promise<SignSubject> => {
  const [subject, askers] = await Promise.all([
    signable.subject(db, id),
    askersOf(db, { type: signable.type, id }),
  ]);
  return { ...subject, but: [...new Set([...subject.but, ...askers])] };
};

/**
 * Asks for signatures under a record: makes its PDF, keeps these very bytes, asks whose turn it is.
 * The PDF is made before the record is locked; a record that changed meanwhile is refused (412).
 * 409 where it cannot be signed now, or signatures are asked for already; 422 at a signer.
 */
export const askForSignatures = async (
  app: App,
  actor: Actor,
  input: AskInput,
  version: number | null,
  pdf: (signable: Signable) => Promise<Uint8Array> = async (signable) =>
    makePdf(await signable.document(app.database.read(actor), actor, input.sourceId)),
): Promise<RequestRecord> => {
  const signable = askableBy(actor, input.sourceType);
  const db = app.database.read(actor);
  const before = await subjectOf(db, signable, input.sourceId);
  if (version !== null && version !== before.version) throw staleVersion(before.version, version);
  await requireReady(db, before, input);
  const portal = await portalOf(app, before);
  await seatsOf(db, { kind: signable.type, subject: before, portal }, input.signers);
  const enclosed = (await signable.enclosures?.(db, input.sourceId)) ?? [];
  const bytes = await enclose(app, await pdf(signable), enclosed);
  const file = await app.files.put(Readable.from([bytes]), undefined, "own");
  return app.database.transaction(actor, async (tx) => {
    await signable.begun?.(tx, actor, input.sourceId, before.version);
    const subject = await subjectOf(tx, signable, input.sourceId);
    await requireReady(tx, { ...subject, refusal: null }, input);
    const asking = { kind: signable.type, subject, portal };
    const seats = await seatsOf(tx, asking, input.signers);
    const row = await store(tx, actor, { subject, seats, file }, input);
    await askNext(tx, actor, row, await signersOf(tx, row.id));
    tx.afterCommit(() => kickMail(app));
    return row;
  });
};

/**
 * A document changed, or was signed on paper: its open request is void, and so are the signatures
 * under it. Signers are told. Nothing happens where no request is open.
 */
export const voidSignatures = async (
  tx: Tx,
  actor: Actor,
  source: { type: string; id: string },
  reason: string,
): Promise<void> => {
  const open = await tx.maybe<RequestRecord>(sql`
    select *
    from signature_request
    where org_id = ${tx.scope.orgId}
      and source_type = ${source.type}
      and source_id = ${source.id}
      and status = 'open'
    for update
  `);
  if (open) await endRequest(tx, actor, open, { action: "void", reason });
};
