import { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import { instantField } from "#kernel/time-fields.ts";
import { businessDate } from "#server/clock.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { oneFile } from "#server/files/upload.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import {
  agenciesForVendors,
  colleaguesOf,
  foundVendorIdentity,
  inviteColleague,
  joinCompany,
  limitSensitive,
  removeColleague,
  revokeColleague,
  tokenHash,
} from "#areas/identity/identity.server.ts";
import { commodityQuery, shippedCodes, searchCommodities } from "../commodity/commodity.service.ts";
import {
  addCompanyDocument,
  companyDocuments,
  readCompany,
  removeCompanyDocument,
  saveCompany,
} from "./company.service.ts";
import { companyView, type CompanyView } from "./company.model.ts";
import {
  companyInput,
  documentInput,
  missingForSubmission,
  submissionInput,
} from "./registration.model.ts";
import { mayRenew } from "./term.model.ts";
import { agencyCodes, submitTo, withdrawRegistration } from "./submission.service.ts";

const path = "/api/v1/vendor-company";
const done = z.object({ done: z.literal(true) });
const yes = { done: true as const };

type Ask = { app: Parameters<typeof submitTo>[0]; actor: Parameters<typeof submitTo>[1] };
const view = async ({ app, actor }: Ask): Promise<CompanyView> => {
  const agencies = await agenciesForVendors(identityDb(app.database));
  if (actor.kind !== "vendor")
    return { company: null, documents: [], missing: [], registrations: [], vendorOf: [], agencies };
  const own = app.database.read(actor);
  const side = vendorSide(app.database, actor);
  const row = await readCompany(own, actor).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === "notFound") return null;
    throw error;
  });
  const [documents, registrations, vendorOf] = await Promise.all([
    row ? companyDocuments(own, row.id) : [],
    side.rows<CompanyView["registrations"][number]>(sql`
      select
        r.org_id, r.id, o.name as agency, r.number, r.kind, r.status, r.submitted_at, r.decided_at,
        r.decision_reason as reason, r.account_last4
      from vendor_registration r
      join organization o on o.id = r.org_id
      order by r.submitted_at desc
      limit 100
    `),
    side.rows<Omit<CompanyView["vendorOf"][number], "renewable">>(sql`
      select v.org_id, o.name as agency, v.number, v.status, v.version, v.registered_until
      from vendor v
      join organization o on o.id = v.org_id
      where v.status <> 'inactive'
      order by o.name
      limit 200
    `),
  ]);
  return {
    company: row,
    documents,
    missing: row ? missingForSubmission(row, documents, businessDate(own.scope)) : [],
    registrations,
    vendorOf: vendorOf.map((v) => ({
      ...v,
      renewable:
        mayRenew(v.registeredUntil, businessDate(own.scope)) &&
        !registrations.some(
          (r) => r.orgId === v.orgId && ["submitted", "screening", "returned"].includes(r.status),
        ),
    })),
    agencies,
  };
};

const own: Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "signed-in",
    summary: "The company that you act for, its registrations, and agencies that take more",
    response: companyView,
    handler: (c) => view(c),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "signed-in",
    summary: "Found your company's account; needs a confirmed e-mail address",
    ownTransaction: true,
    body: z.object({ name: z.string().trim().min(1, "Enter the company's legal name.").max(200) }),
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, body }) => ({
      id: await foundVendorIdentity(identityDb(app.database), actor, body.name),
    }),
  }),
  endpoint({
    method: "PUT",
    path,
    permission: "vendorCompany.edit",
    summary: "Save what the company says of itself",
    ownTransaction: true,
    body: companyInput,
    response: z.object({ version: z.number() }),
    handler: async ({ app, actor, body, ifMatch }) => ({
      version: (
        await app.database.transaction(actor, (tx) => saveCompany(tx, actor, body, ifMatch))
      ).version,
    }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/documents`,
    permission: "vendorCompany.edit",
    summary: "Keep a document (multipart: file, kind, label, expiresOn)",
    ownTransaction: true,
    response: done,
    handler: async ({ app, actor, request }) => {
      const part = await oneFile(request);
      const field = (name: string) => {
        const found = part.fields[name];
        return found && "value" in found ? String(found.value) : undefined;
      };
      const input = documentInput.parse({
        kind: field("kind"),
        label: field("label") ?? "",
        expiresOn: field("expiresOn") ?? null,
      });
      await app.database.transaction(actor, (tx) =>
        addCompanyDocument(tx, actor, app.files, part, input),
      );
      return yes;
    },
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/documents/{id}`,
    permission: "vendorCompany.edit",
    summary: "Take a document away; agencies keep what was submitted",
    ownTransaction: true,
    params: idParams,
    response: done,
    handler: async ({ app, actor, params }) => {
      await app.database.transaction(actor, (tx) => removeCompanyDocument(tx, actor, params.id));
      return yes;
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/registrations`,
    permission: "vendorCompany.edit",
    summary: "Submit the company, or a change of it, to an agency",
    ownTransaction: true,
    body: submissionInput,
    response: z.object({ id: z.string(), number: z.string(), status: z.string() }),
    handler: async ({ app, actor, body }) => {
      await limitSensitive(identityDb(app.database), `submit:${actor.personId}`);
      const { id, number, status } = await submitTo(app, actor, body);
      return { id, number, status };
    },
  }),
  recordAct(`${path}/registrations`, "withdraw", {
    permission: "vendorCompany.edit",
    summary: "Take back what an agency has not decided",
    ownTransaction: true,
    body: z.object({ orgId: z.uuid() }),
    response: done,
    handler: async ({ app, actor, params, body }) => {
      await withdrawRegistration(app, actor, body.orgId, params.id);
      return yes;
    },
  }),
];

const codes: Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/codes`,
    permission: "signed-in",
    summary: "Commodity codes to choose from; with an agency, the codes that it alone uses",
    query: commodityQuery.extend({ orgId: z.uuid().optional() }),
    response: z.object({
      items: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
    }),
    handler: async ({ app, db, actor, query }) => {
      if (query.orgId && actor.kind === "vendor")
        return {
          items: await agencyCodes(
            vendorSide(app.database, actor),
            query.orgId,
            query.q,
            query.codes,
          ),
        };
      return {
        items: (await searchCommodities(db, query))
          .filter((c) => shippedCodes.has(c.code))
          .map(({ id, code, name }) => ({ id, code, name })),
      };
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/invitation`,
    permission: "signed-in",
    summary: "Which agency a mailed link is from",
    query: z.object({ token: z.string().max(100) }),
    response: z.object({ orgId: z.string(), agency: z.string(), company: z.string() }).nullable(),
    handler: async ({ app, query }) => {
      const [orgId, token] = query.token.split(".");
      if (!orgId || !token || !z.uuid().safeParse(orgId).success) return null;
      return app.database.read({ orgId, personId: null }).maybe<{
        orgId: string;
        agency: string;
        company: string;
      }>(sql`
        select i.org_id, o.name as agency, i.company
        from vendor_invitation i
        join organization o on o.id = i.org_id
        where i.org_id = ${orgId}
          and i.token_hash = ${tokenHash(token)}
          and i.used_at is null
          and i.revoked_at is null
          and i.expires_at > clock_timestamp()
      `);
    },
  }),
];

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  since: z.string(),
  self: z.boolean(),
});
const people: Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/people`,
    permission: "vendorCompany.read",
    summary: "People who act for the company",
    response: z.object({
      people: z.array(person),
      invitations: z.array(
        z.object({
          id: z.string(),
          email: z.string(),
          createdAt: instantField,
          expiresAt: instantField,
        }),
      ),
    }),
    handler: ({ app, actor }) => colleaguesOf(identityDb(app.database), actor),
  }),
  endpoint({
    method: "POST",
    path: `${path}/people`,
    permission: "vendorCompany.edit",
    summary: "Invite a colleague by mail",
    ownTransaction: true,
    body: z.object({ email: z.email("Enter an e-mail address.").trim().toLowerCase().max(255) }),
    response: done,
    handler: async ({ app, actor, body }) => {
      await limitSensitive(identityDb(app.database), `colleague:${actor.personId}`);
      await inviteColleague(identityDb(app.database), actor, body.email);
      return yes;
    },
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/people/{id}`,
    permission: "vendorCompany.edit",
    summary: "Take a colleague out of the company",
    ownTransaction: true,
    params: idParams,
    response: done,
    handler: async ({ app, actor, params }) => {
      await removeColleague(identityDb(app.database), actor, params.id);
      return yes;
    },
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/invitations/{id}`,
    permission: "vendorCompany.edit",
    summary: "Take an invitation back",
    ownTransaction: true,
    params: idParams,
    response: done,
    handler: async ({ app, actor, params }) => {
      await revokeColleague(identityDb(app.database), actor, params.id);
      return yes;
    },
  }),
  actAt(path, "join", {
    permission: "signed-in",
    summary: "Join the company that a mailed link names",
    ownTransaction: true,
    body: z.object({ token: z.string().min(20).max(100) }),
    response: z.object({ name: z.string() }),
    handler: async ({ app, actor, body }) => {
      await limitSensitive(identityDb(app.database), `join:${actor.personId}`);
      return joinCompany(identityDb(app.database), actor, body.token);
    },
  }),
];

export const companyEndpoints: readonly Endpoint[] = [...own, ...codes, ...people];
