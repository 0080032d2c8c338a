import type { Actor } from "#kernel/access.ts";
import { notFound, Problem } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { readableRecord } from "#server/lifecycle.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { signersFor } from "./authority.service.ts";
import { askableBy } from "./signable.service.ts";
import type { AskChoices, OutsideView, SignatureDetail } from "./signature.model.ts";
import type { RequestRecord, SignerRecord } from "./signature.noun.ts";
import { signatureRequest } from "./signature.tables.ts";

type Row = Omit<SignatureDetail, "signers" | "mine">;
type Seat = SignatureDetail["signers"][number] & { requestId: string };

const requests = (db: Db, condition: ReturnType<typeof sql>) =>
  db.rows<Row>(sql`
    select
      r.id, r.number, r.title, r.link, r.source_type, r.source_id, r.status, r.status_reason,
      r.ordered, r.expires_on, r.sha256, r.result_file_id, r.result_sha256, r.completed_at,
      p.display_name as requested_by, r.created_at, r.version
    from signature_request r
    left join person p on p.id = r.requested_by
    where r.org_id = ${db.scope.orgId} and ${condition}
    order by r.created_at desc, r.id
    limit 20
  `);

const seatsOf = (db: Db, requestIds: readonly string[]) =>
  db.rows<Seat>(sql`
    select
      s.id, s.request_id, s.place, s.side, s.person_id, s.name, s.email, s.status,
      s.declined_reason, m.name as signed_name, m.signed_at, m.mark ->> 'kind' = 'typed' as typed,
      m.proof, m.address
    from signature_signer s
    left join signature_mark m on m.org_id = s.org_id and m.signer_id = s.id
    where s.org_id = ${db.scope.orgId} and s.request_id = any(${[...requestIds]}::uuid[])
    order by s.place
  `);

const whole = async (db: Db, actor: Actor, rows: readonly Row[]): Promise<SignatureDetail[]> => {
  const seats = rows.length
    ? await seatsOf(
        db,
        rows.map((r) => r.id),
      )
    : [];
  return rows.map((row) => {
    const signers = seats.filter((s) => s.requestId === row.id);
    return {
      ...row,
      signers: signers.map(({ requestId: _r, ...seat }) => seat),
      mine:
        row.status === "open" &&
        signers.some((s) => s.personId === actor.personId && s.status === "asked"),
    };
  });
};

/** Requests of a record, newest first, for whoever may read it. */
export const signaturesOfRecord = async (
  db: Db,
  actor: Actor,
  { sourceType, sourceId }: { sourceType: string; sourceId: string },
): Promise<SignatureDetail[]> => {
  await readableRecord(db, actor, sourceType, sourceId);
  return whole(db, actor, await requests(db, sql`r.source_id = ${sourceId}`));
};

/** One request, for who signs it and for whoever may read its record. 403, 404. */
export const readSignature = async (db: Db, actor: Actor, id: string): Promise<SignatureDetail> => {
  const [found] = await whole(db, actor, await requests(db, sql`r.id = ${id}`));
  if (!found) throw notFound("request for signatures");
  if (!found.signers.some((s) => s.personId === actor.personId))
    await readableRecord(db, actor, found.sourceType, found.sourceId);
  return found;
};

/** Which stored bytes are to be signed, for the same readers. */
export const documentOf = async (db: Db, actor: Actor, id: string) => {
  const { sha256, number } = await readSignature(db, actor, id);
  return { sha256, name: `${number}.pdf` };
};

/** What somebody outside sees of the request that is theirs. */
export const outsideOf = async (
  db: Db,
  request: RequestRecord,
  signer: SignerRecord,
): Promise<OutsideView> => ({
  agency: (await readOrganization(db)).name,
  number: request.number,
  title: request.title,
  status: request.status as OutsideView["status"],
  expiresOn: request.expiresOn,
  signer: signer.name,
  asked:
    request.status === "open" &&
    signer.status === "asked" &&
    request.expiresOn >= businessDate(db.scope),
  signed: signer.status === "signed",
  copy: hasCopy(request, signer),
  sha256: paperFor(request, signer).sha256,
});

/** Whoever signed has the document that everybody has signed. */
const hasCopy = ({ status }: RequestRecord, signer: SignerRecord): boolean =>
  status === "complete" && signer.status === "signed";

/** The stored bytes that somebody outside may fetch: what is to be signed, then what all have signed. */
export const paperFor = (
  request: RequestRecord,
  signer: SignerRecord,
): { sha256: string; name: string } =>
  hasCopy(request, signer) && request.resultSha256
    ? { sha256: request.resultSha256, name: `${request.number} signed.pdf` }
    : { sha256: request.sha256, name: `${request.number}.pdf` };

/** The seat of a vendor under a request. 404 where it has none, or is not asked yet. */
export const vendorSeat = async (
  db: Db,
  vendorId: string,
  requestId: string,
): Promise<{ request: RequestRecord; signer: SignerRecord }> => {
  const signer = await db.maybe<SignerRecord>(sql`
    select *
    from signature_signer
    where org_id = ${db.scope.orgId}
      and request_id = ${requestId}
      and side = 'portal'
      and vendor_id = ${vendorId}
      and status <> 'waiting'
  `);
  if (!signer) throw notFound("request for signatures");
  return {
    request: await getRow(db, signatureRequest, requestId, "request for signatures"),
    signer,
  };
};

/** Who could sign a record today, and whether anybody can be asked. */
export const choicesFor = async (
  db: Db,
  actor: Actor,
  { sourceType, sourceId }: { sourceType: string; sourceId: string },
): Promise<AskChoices> => {
  const signable = askableBy(actor, sourceType);
  const subject = await signable.subject(db, sourceId);
  const { number, title, amount, vendor, refusal, version, but } = subject;
  const asked = { kind: sourceType, amount, day: businessDate(db.scope) };
  const open = await requests(db, sql`r.source_id = ${sourceId} and r.status = 'open'`);
  return {
    number,
    title,
    amount,
    vendor,
    refusal:
      refusal ??
      (open.length ? `Signatures under ${number} are asked for already. Void that first.` : null),
    version,
    people: await signersFor(db, asked, but),
  };
};

/** Requests of records: they belong to the evidence of these. */
export const signatureIdsOf = async (db: Db, objectIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from signature_request
      where org_id = ${db.scope.orgId} and source_id = any(${[...objectIds]}::uuid[])
      order by created_at, id
    `)
  ).map((r) => r.id);

/** Refuses a certificate's bytes that are not there yet. */
export const resultOf = async (db: Db, actor: Actor, id: string) => {
  const { resultSha256, number } = await readSignature(db, actor, id);
  if (!resultSha256) throw new Problem("conflict", "not_complete", "Not everybody has signed yet.");
  return { sha256: resultSha256, name: `${number} signed.pdf` };
};
