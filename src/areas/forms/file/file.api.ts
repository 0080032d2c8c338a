import { z } from "zod";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitFormFile } from "#areas/identity/identity.server.ts";
import { beginPublic, fileOfVisitor, takeFromVisitor } from "../filling/public-file.service.ts";
import { begunShape, formFileShape, publicUploadOf, uploadOf } from "./file.model.ts";
import { takeFile } from "./file.service.ts";
import { fileForStaff, fileOfHolder, giveFile } from "./read.service.ts";
import { readUpload } from "./upload.service.ts";

const path = "/api/v1/form-files";
const vendorPath = "/api/v1/vendor-forms/{orgId}/files";
const publicPath = "/api/v1/public/forms/{slug}";
const agencyParams = z.object({ orgId: z.uuid("Not an agency's id.") });
const fileParams = agencyParams.extend(idParams.shape);
const slugParams = z.object({ slug: z.string().min(1).max(60) });
const sizes = z.object({ size: z.enum(["small", "large"]).optional() });
const upload = { ownTransaction: true, status: 201, response: formFileShape } as const;
const visit = {
  permission: "public",
  tag: "public site",
  ownTransaction: true,
  unkept: true,
  params: slugParams,
} as const;

const staff: readonly Endpoint[] = [
  endpoint({
    ...upload,
    method: "POST",
    path,
    permission: "form.fill",
    summary: "Upload a file for a question of a form (multipart: formId, question, then file)",
    handler: async ({ app, actor, request }) => {
      const { of, part } = await readUpload(request, uploadOf);
      return takeFile(
        app,
        (work) => app.database.transaction(actor, work),
        { ...of, audience: "staff", holder: `person:${actor.personId}`, sender: null },
        part,
      );
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "form.fill",
    summary: "A file of your own answers, or of a submission that you may read",
    params: idParams,
    query: sizes,
    raw: true,
    handler: async ({ app, db, actor, params, query, reply }) =>
      giveFile(app, reply, await fileForStaff(db, actor, params.id), query.size ?? null),
  }),
];

const vendors: readonly Endpoint[] = [
  endpoint({
    ...upload,
    method: "POST",
    path: vendorPath,
    tag: "vendor-portal",
    permission: "vendorPortal.act",
    summary: "Upload a file for a question of an agency's form",
    params: agencyParams,
    handler: async ({ app, actor, params, request }) => {
      const { of, part } = await readUpload(request, uploadOf);
      const holder = await asVendor(
        app,
        actor,
        params.orgId,
        async (_tx, { id }) => `vendor:${id}`,
      );
      return takeFile(
        app,
        (work) => asVendor(app, actor, params.orgId, (tx) => work(tx)),
        { ...of, audience: "vendors", holder, sender: null },
        part,
      );
    },
  }),
  endpoint({
    method: "GET",
    path: `${vendorPath}/{id}`,
    tag: "vendor-portal",
    permission: "vendorPortal.read",
    summary: "A file that your company uploaded for a form",
    params: fileParams,
    query: sizes,
    raw: true,
    handler: async ({ app, actor, params, query, reply }) =>
      giveFile(
        app,
        reply,
        await asVendor(app, actor, params.orgId, (tx, vendor) =>
          fileOfHolder(tx, `vendor:${vendor.id}`, params.id),
        ),
        query.size ?? null,
      ),
  }),
];

const limit = (app: App, ip: string) =>
  limitFormFile(identityDb(app.database), addressForLimits(ip));

const visitors: readonly Endpoint[] = [
  endpoint({
    ...visit,
    method: "POST",
    path: `${publicPath}/begin`,
    summary: "Begin a form with files: the id of your submission to come, and its key",
    status: 201,
    response: begunShape,
    handler: async ({ app, params, request }) => {
      await limit(app, request.ip);
      return beginPublic(app, params.slug);
    },
  }),
  endpoint({
    ...visit,
    ...upload,
    method: "POST",
    path: `${publicPath}/files`,
    summary: "Upload a file for a question (multipart: formId, question, id, key, then file)",
    handler: async ({ app, params, request }) => {
      await limit(app, request.ip);
      const { of, part } = await readUpload(request, publicUploadOf);
      return takeFromVisitor(
        app,
        params.slug,
        { ...of, address: addressForLimits(request.ip) },
        part,
      );
    },
  }),
  endpoint({
    ...visit,
    method: "POST",
    path: `${publicPath}/file`,
    summary: "A file that you uploaded, by the key of your submission",
    body: publicUploadOf.pick({ id: true, key: true }).extend({ fileId: z.uuid(), ...sizes.shape }),
    raw: true,
    handler: async ({ app, params, body, reply }) => {
      const { size = null, ...of } = body;
      return giveFile(app, reply, await fileOfVisitor(app, params.slug, of), size);
    },
  }),
];

/** Files of answers: uploaded by staff, vendors and visitors, and given back to those who may. */
export const formFileEndpoints: readonly Endpoint[] = [...staff, ...vendors, ...visitors];
