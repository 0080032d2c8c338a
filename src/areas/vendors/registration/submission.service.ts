import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { keyedDigest, seal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { insertNumbered } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { defineNoun, transition } from "#server/lifecycle.ts";
import { agenciesForVendors, tokenHash } from "#areas/identity/identity.server.ts";
import { numberYear } from "#server/number-year.ts";
import { kindsOfVendor } from "../certification/certification.service.ts";
import { shippedCodes, unknownCodes } from "../commodity/commodity.service.ts";
import type { VendorRecord } from "../vendor/vendor.noun.ts";
import {
  companyDocuments,
  companyTin,
  readCompany,
  type CompanyRecord,
} from "./company.service.ts";
import {
  missingForSubmission,
  type BankDetails,
  type RegistrationDocument,
  type SubmissionInput,
} from "./registration.model.ts";
import { registrationCycle } from "./registration.lifecycle.model.ts";
import { vendorRegistration } from "./registration.tables.ts";
import { mayRenew } from "./term.model.ts";

export const registrationNoun = defineNoun({
  name: "vendorRegistration",
  path: "vendor-registrations",
  page: "/vendor-registration",
  table: vendorRegistration,
  cycle: registrationCycle,
  number: (r) => r.number,
  read: "vendor.read",
});
export type RegistrationRecord = typeof vendorRegistration.$inferSelect;

/** The record as the audit entry keeps it: without sealed numbers and their digests. */
const auditedRegistration = ({
  tinSealed: _t,
  tinDigest: _d,
  accountSealed: _a,
  accountDigest: _g,
  ...rest
}: RegistrationRecord): object => rest;

export const registrationOwner = (orgId: string, id: string, what: "tin" | "bank") =>
  `${orgId}/${id}/registration-${what}`;

/** What of a company goes to an agency; numbers are sealed apart. */
const contentOf = (
  c: CompanyRecord,
  agencyCodes: readonly string[] = [],
): Record<string, unknown> => ({
  name: c.name,
  doingBusinessAs: c.doingBusinessAs,
  entityType: c.entityType,
  owners: c.owners,
  uei: c.uei,
  email: c.email,
  phone: c.phone,
  website: c.website,
  address1: c.address1,
  address2: c.address2,
  city: c.city,
  state: c.state,
  postalCode: c.postalCode,
  country: c.country,
  employees: c.employees,
  bondingCents: c.bondingCents,
  serviceArea: c.serviceArea,
  diversity: c.diversity,
  commodityCodes: [...new Set([...c.commodityCodes, ...agencyCodes])].sort(),
  isPublic: c.isPublic,
});

/** What an agency's record says in the same terms, for setting old beside new. */
export const contentOfVendor = (
  v: VendorRecord,
  diversity: readonly string[],
): Record<string, unknown> => ({
  name: v.name,
  doingBusinessAs: v.doingBusinessAs,
  entityType: v.entityType,
  owners: v.owners,
  uei: v.uei,
  email: v.email,
  phone: v.phone,
  website: v.website,
  address1: v.address1,
  address2: v.address2,
  city: v.city,
  state: v.state,
  postalCode: v.postalCode,
  country: v.country,
  employees: v.employees,
  bondingCents: v.bondingCents,
  serviceArea: v.serviceArea,
  diversity,
  commodityCodes: v.commodityCodes,
  isPublic: v.isPublic,
});

const sealedNumbers = (
  orgId: string,
  id: string,
  tin: string | null,
  kind: "ein" | "ssn" | null,
  bank: BankDetails | null | undefined,
) => ({
  tinSealed: tin && seal("vendor-tin", registrationOwner(orgId, id, "tin"), tin),
  tinDigest: tin && keyedDigest("vendor-tin", orgId, tin),
  tinLast4: tin && tin.slice(-4),
  tinKind: tin ? (kind ?? "ein") : null,
  ...(bank
    ? {
        bankName: bank.bankName,
        routingNumber: bank.routingNumber,
        accountSealed: seal(
          "vendor-bank",
          registrationOwner(orgId, id, "bank"),
          bank.accountNumber,
        ),
        accountDigest: keyedDigest(
          "vendor-bank",
          orgId,
          `${bank.routingNumber}:${bank.accountNumber}`,
        ),
        accountLast4: bank.accountNumber.slice(-4),
        accountType: bank.accountType,
      }
    : {}),
});

type Prepared = { company: CompanyRecord; documents: RegistrationDocument[] };

const prepare = async (db: Db, actor: Actor): Promise<Prepared> => {
  const company = await readCompany(db, actor);
  const documents = await companyDocuments(db, company.id);
  const missing = missingForSubmission(company, documents, businessDate(db.scope));
  if (missing.length > 0)
    throw invalid(
      "not_complete",
      `This is still needed: ${missing.map((m) => m.text).join("; ")}.`,
      missing.map((m) => ({ path: m.field, message: `${m.text} is needed.` })),
    );
  return { company, documents };
};

const invitationOf = async (
  tx: Tx,
  token: string | null | undefined,
): Promise<{ id: string; vendorId: string | null } | null> =>
  token
    ? tx.maybe<{ id: string; vendorId: string | null }>(sql`
      select id, vendor_id
      from vendor_invitation
      where org_id = ${tx.scope.orgId}
        and token_hash = ${tokenHash(token.split(".").at(-1)!)}
        and revoked_at is null
        and used_at is null
        and expires_at > clock_timestamp()
      for update
    `)
    : null;

const useInvitation = (tx: Tx, orgId: string, invitationId: string) =>
  tx.rows(sql`
    update vendor_invitation
    set used_at = clock_timestamp()
    where org_id = ${orgId} and id = ${invitationId}
  `);

const store = async (
  tx: Tx,
  who: Actor,
  prepared: Prepared,
  input: SubmissionInput,
  before: VendorRecord | null,
): Promise<RegistrationRecord> => {
  const { company, documents } = prepared;
  const orgId = who.orgId!;
  const id = newId();
  const content = contentOf(company, input.agencyCodes);
  const unknown = await unknownCodes(tx, content.commodityCodes as string[]);
  if (unknown.length > 0)
    throw invalid(
      "unknown_commodity",
      `This agency does not know the code ${unknown.join(", ")}.`,
      [{ path: "agencyCodes", message: "Choose from the agency's list." }],
    );
  const invitation = await invitationOf(tx, input.invitation);
  const row = await insertNumbered(tx, vendorRegistration, "REG", await numberYear(tx, "REG"), {
    orgId,
    id,
    identityId: company.id,
    kind: !before
      ? "registration"
      : mayRenew(before.registeredUntil, businessDate(tx.scope))
        ? "renewal"
        : "change",
    vendorId: before?.id ?? invitation?.vendorId ?? null,
    name: company.name,
    content,
    before: before && contentOfVendor(before, await kindsOfVendor(tx, before.id)),
    documents,
    ...sealedNumbers(orgId, id, companyTin(company), company.tinKind, input.bank),
    invitationId: invitation?.id ?? null,
    submittedBy: who.personId,
    submittedByName: who.name,
    submittedByEmail: who.email,
    submittedAt: businessNow(tx.scope).toISOString(),
  });
  if (invitation) await useInvitation(tx, orgId, invitation.id);
  note(tx, who, "vendorRegistration", id, {
    number: row.number,
    action: "submit",
    after: auditedRegistration(row),
  });
  return row;
};

const again = (
  tx: Tx,
  who: Actor,
  prepared: Prepared,
  input: SubmissionInput,
  open: { id: string; version: number },
): Promise<RegistrationRecord> =>
  transition(tx, who, registrationNoun, {
    id: open.id,
    action: "resubmit",
    effect: async () => ({
      patch: {
        name: prepared.company.name,
        content: contentOf(prepared.company, input.agencyCodes),
        documents: prepared.documents,
        ...sealedNumbers(
          who.orgId!,
          open.id,
          companyTin(prepared.company),
          prepared.company.tinKind,
          input.bank,
        ),
        submittedBy: who.personId,
        submittedByName: who.name,
        submittedByEmail: who.email,
        submittedAt: businessNow(tx.scope).toISOString(),
        decisionReason: null,
        w9Result: null,
        w9Note: "",
        w9CheckedBy: null,
        w9CheckedAt: null,
      },
    }),
  });

/**
 * Sends the actor's company to one agency: its registration, the same again after it was returned,
 * or (where the agency has it as a vendor already) a change
 * of data that its staff must verify, which renews a registration that is about to end. 422 names
 * what is missing; 409 while one is being looked at, 404 for an agency that takes none.
 */
export const submitTo = async (
  app: App,
  actor: Actor,
  input: SubmissionInput,
): Promise<RegistrationRecord> => {
  const prepared = await prepare(app.database.read(actor), actor);
  if (!(await agenciesForVendors(identityDb(app.database))).some((a) => a.id === input.orgId))
    throw notFound("agency that takes registrations");
  const who: Actor = { ...actor, orgId: input.orgId };
  return app.database.transaction(who, async (tx) => {
    const open = await tx.maybe<{ id: string; status: string; version: number }>(sql`
      select id, status, version
      from vendor_registration
      where org_id = ${input.orgId}
        and identity_id = ${prepared.company.id}
        and status in ('submitted', 'screening', 'returned')
      for update
    `);
    if (open?.status === "returned") return again(tx, who, prepared, input, open);
    if (open)
      throw conflict(
        "being_looked_at",
        "The agency looks at what you submitted. Wait for its answer, or withdraw it first.",
      );
    const known = await tx.maybe<VendorRecord>(sql`
      select *
      from vendor
      where org_id = ${input.orgId}
        and identity_id = ${prepared.company.id}
        and status <> 'inactive'
    `);
    return store(tx, who, prepared, input, known);
  });
};

/** Takes back what was submitted and not decided. 404 for another company's. */
export const withdrawRegistration = async (
  app: App,
  actor: Actor,
  orgId: string,
  id: string,
): Promise<RegistrationRecord> => {
  const who: Actor = { ...actor, orgId };
  return app.database.transaction(who, async (tx) => {
    if (
      !(await tx.maybe(sql`
        select 1 as ok
        from vendor_registration
        where org_id = ${orgId} and id = ${id} and identity_id = any (${actor.vendorIds}::uuid[])
      `))
    )
      throw notFound("registration");
    return transition(tx, who, registrationNoun, { id, action: "withdraw" });
  });
};

/**
 * Codes that an agency uses beyond the shipped lists (its NIGP codes, for one), to choose from when
 * submitting to it; the first 100 that fit the words, or exactly those of `codes`.
 */
export const agencyCodes = async (
  db: Db,
  orgId: string,
  q: string,
  codes?: readonly string[],
): Promise<{ id: string; code: string; name: string }[]> => {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 5)
    .map((word) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
  const rows = await db.rows<{ code: string; name: string }>(sql`
    select code, name
    from commodity
    where org_id = ${orgId}
      and code <> all (${[...shippedCodes]}::text[])
      and (code || ' ' || name) ilike all (${words}::text[])
      and (${codes ?? null}::text[] is null or code = any (${codes ?? null}::text[]))
    order by code
    limit 100
  `);
  return rows.map((r) => ({ id: r.code, ...r }));
};
