import { note } from "#server/change.ts";
import { requireRecord } from "#server/lifecycle.ts";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notAllowed, notFound } from "#kernel/errors.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { mayReadTaxForm, type RegistrationDocument } from "./registration.model.ts";

type Found = { kind: string; fileName: string; sha256: string };
type Of = { objectType: "vendor" | "vendorRegistration"; objectId: string; objectNumber: string };

/**
 * Sends a document as an attachment. Form W-9 holds the tax number in full: only for who may read
 * that, and who took it is recorded.
 */
const sendDocument = async (app: App, actor: Actor, reply: FastifyReply, found: Found, of: Of) => {
  if (found.kind === "w9") {
    if (!mayReadTaxForm(actor))
      throw notAllowed(
        "Form W-9 holds the tax number. It is for those who compare it with a registration, or who may read tax numbers.",
      );
    await app.database.transaction(
      actor,
      async (tx) =>
        void note(tx, actor, of.objectType, of.objectId, {
          number: of.objectNumber,
          action: "downloadW9",
          note: found.fileName,
          event: null,
        }),
    );
  }
  return sendFile(app.files, reply, { sha256: found.sha256, name: found.fileName });
};

const documentParams = idParams.extend({ documentId: z.uuid() });
const kept = z
  .object({
    id: z.string(),
    kind: z.string(),
    label: z.string(),
    fileName: z.string(),
    size: z.number(),
    expiresOn: dayField.nullable(),
    createdAt: instantField,
    canRead: z.boolean(),
  })
  .meta({ id: "VendorDocument" });

export const documentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-registrations/{id}/documents/{documentId}",
    permission: "vendor.read",
    summary:
      "A document as submitted, as an attachment; Form W-9 for those who compare it or may read tax numbers",
    params: documentParams,
    raw: true,
    handler: async ({ db, app, actor, params, reply }) => {
      const row = await db.maybe<{ number: string; documents: RegistrationDocument[] }>(sql`
        select number, documents
        from vendor_registration
        where org_id = ${db.scope.orgId} and id = ${params.id}
      `);
      const found = row?.documents.find((d) => d.id === params.documentId);
      if (!row || !found) throw notFound("document");
      return sendDocument(app, actor, reply, found, {
        objectType: "vendorRegistration",
        objectId: params.id,
        objectNumber: row.number,
      });
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/vendors/{id}/documents",
    permission: "vendor.read",
    summary: "Compliance documents of a vendor with the day on which each runs out",
    params: idParams,
    response: z.object({ items: z.array(kept) }),
    handler: async ({ db, actor, params }) => {
      await requireRecord(db, "vendor", params.id);
      const items = await db.rows<z.output<typeof kept>>(sql`
        select
          d.id, d.kind, d.label, f.name as file_name, f.size, d.expires_on, d.created_at,
          d.kind <> 'w9' or ${mayReadTaxForm(actor)}::boolean as can_read
        from vendor_document d
        join stored_file f on f.org_id = d.org_id and f.id = d.file_id
        where d.org_id = ${db.scope.orgId} and d.vendor_id = ${params.id}
        order by d.expires_on nulls last, d.created_at desc
        limit 200
      `);
      return { items };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/vendors/{id}/documents/{documentId}",
    permission: "vendor.read",
    summary:
      "A compliance document as an attachment; Form W-9 for those who compare it or may read tax numbers",
    params: documentParams,
    raw: true,
    handler: async ({ db, app, actor, params, reply }) => {
      const found = await db.maybe<Found & { number: string }>(sql`
        select d.kind, f.name as file_name, f.sha256, v.number
        from vendor_document d
        join stored_file f on f.org_id = d.org_id and f.id = d.file_id
        join vendor v on v.org_id = d.org_id and v.id = d.vendor_id
        where d.org_id = ${db.scope.orgId}
          and d.vendor_id = ${params.id}
          and d.id = ${params.documentId}
      `);
      if (!found) throw notFound("document");
      return sendDocument(app, actor, reply, found, {
        objectType: "vendor",
        objectId: params.id,
        objectNumber: found.number,
      });
    },
  }),
];
