import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { shippedCodes } from "../commodity/commodity.service.ts";
import type { CompanyInput, RegistrationDocument } from "./registration.model.ts";
import type { vendorCompany } from "./registration.tables.ts";

export type CompanyRecord = typeof vendorCompany.$inferSelect;
const owner = (id: string) => `company/${id}/tin`;

/** The company that the actor acts for. @throws 403 for anybody who acts for none. */
const companyId = (actor: Actor): string => {
  const id = actor.vendorIds[0];
  if (actor.kind !== "vendor" || !id) throw notAllowed("This is for vendors.");
  return id;
};

/** The actor's company as it keeps itself. 404 when it has not been entered yet. */
export const readCompany = async (db: Db, actor: Actor): Promise<CompanyRecord> => {
  const row = await db.maybe<CompanyRecord>(
    sql`select * from vendor_company where id = ${companyId(actor)}`,
  );
  if (!row) throw notFound("company");
  return row;
};

/** Its documents, newest first. */
export const companyDocuments = (db: Db, id: string): Promise<RegistrationDocument[]> =>
  db.rows<RegistrationDocument>(sql`
    select id, kind, label, file_name, media_type, size, sha256, expires_on
    from vendor_company_document
    where identity_id = ${id}
    order by created_at desc, id desc
    limit 200
  `);

/** The whole tax number, for sealing it anew at an agency; never leaves the server. */
export const companyTin = (row: CompanyRecord): string | null =>
  row.tinSealed ? unseal("vendor-tin", owner(row.id), row.tinSealed) : null;

/**
 * Saves what the company says of itself. The tax number changes only when it is given. 422 for a
 * code that the shipped lists do not have.
 */
export const saveCompany = async (
  tx: Tx,
  actor: Actor,
  input: CompanyInput,
  version: number | null,
): Promise<CompanyRecord> => {
  const id = companyId(actor);
  const before = await tx.maybe<CompanyRecord>(
    sql`select * from vendor_company where id = ${id} for update`,
  );
  if (!before) throw notFound("company");
  requireVersion(before.version, version);
  const unknown = input.commodityCodes.filter((code) => !shippedCodes.has(code));
  if (unknown.length > 0)
    throw invalidField(
      "commodityCodes",
      `Not in the list: ${unknown.join(", ")}. Codes of a single agency are chosen when you submit to it.`,
      "unknown_commodity",
    );
  const tin =
    input.tin === undefined
      ? before.tinSealed
      : input.tin === null
        ? null
        : seal("vendor-tin", owner(id), input.tin);
  const last4 = input.tin === undefined ? before.tinLast4 : (input.tin?.slice(-4) ?? null);
  const kind =
    input.tin === undefined
      ? before.tinLast4
        ? (input.tinKind ?? before.tinKind)
        : null
      : input.tin === null
        ? null
        : (input.tinKind ?? "ein");
  return tx.one<CompanyRecord>(sql`
    update vendor_company
    set
      name = ${input.name}, doing_business_as = ${input.doingBusinessAs ?? null},
      entity_type = ${input.entityType}, owners = ${JSON.stringify(input.owners)},
      uei = ${input.uei ?? null}, tin_sealed = ${tin}, tin_last4 = ${last4}, tin_kind = ${kind},
      email = ${input.email ?? null}, phone = ${input.phone ?? null},
      website = ${input.website ?? null}, address1 = ${input.address1 ?? null},
      address2 = ${input.address2 ?? null}, city = ${input.city ?? null},
      state = ${input.state ?? null}, postal_code = ${input.postalCode ?? null},
      country = ${input.country}, employees = ${input.employees ?? null},
      bonding_cents = ${input.bondingCents ?? null}, service_area = ${input.serviceArea},
      diversity = ${input.diversity}, commodity_codes = ${input.commodityCodes},
      is_public = ${input.isPublic}, version = version + 1, updated_at = clock_timestamp()
    where id = ${id}
    returning *
  `);
};

const mostDocuments = 100;
/** Keeps an uploaded document with the company, for every agency that it submits to afterwards. */
export const addCompanyDocument = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  file: { name: string; stream: Readable },
  input: { kind: string; label: string; expiresOn?: string | null | undefined },
): Promise<void> => {
  const id = companyId(actor);
  const { n } = await tx.one<{ n: number }>(
    sql`select count(*) as n from vendor_company_document where identity_id = ${id}`,
  );
  if (n >= mostDocuments)
    throw conflict(
      "too_many_documents",
      `A company keeps at most ${mostDocuments} documents here. Take old ones away first.`,
    );
  if ((input.kind === "insurance" || input.kind === "license") && !input.expiresOn)
    throw invalidField("expiresOn", "Enter the day on which it runs out.");
  if (input.expiresOn && input.expiresOn < businessDate(tx.scope))
    throw invalidField("expiresOn", "This has run out already.");
  const stored = await files.put(file.stream);
  await tx.rows(sql`
    insert into vendor_company_document (
      id, identity_id, kind, label, file_name, media_type, size, sha256, expires_on
    )
    values (
      ${newId()}, ${id}, ${input.kind}, ${input.label}, ${file.name}, ${stored.mediaType},
      ${stored.size}, ${stored.sha256}, ${input.expiresOn || null}
    )
  `);
};

/** Takes a document away from the company; agencies keep what was submitted to them. */
export const removeCompanyDocument = async (
  tx: Tx,
  actor: Actor,
  documentId: string,
): Promise<void> => {
  if (
    !(await tx.maybe(sql`
      delete from vendor_company_document
      where id = ${documentId} and identity_id = ${companyId(actor)}
      returning id
    `))
  )
    throw notFound("document");
};

/** The record of a company that has just been founded: its name and address, no more. */
export const beginCompanyRecord = async (
  db: Db,
  company: { id: string; name: string; email: string | null },
): Promise<void> => {
  await db.rows(sql`
    insert into vendor_company (id, name, email)
    values (${company.id}, ${company.name}, ${company.email})
    on conflict
    do nothing
  `);
};
