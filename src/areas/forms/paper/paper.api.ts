import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { endpoint, idParams } from "#server/http/endpoint.ts";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { oneFile } from "#server/files/upload.ts";
import { sendFile } from "#server/files/send-file.ts";
import { basesFor } from "./basis.service.ts";
import { tryTemplate } from "./one.service.ts";
import { basesShape, paperRow, templateRow, trial, type TemplateInput } from "./paper.model.ts";
import { mostPaper } from "./sheet.service.ts";
import { listTemplates, paperOf, requirePaper, templates } from "./template.service.ts";
import { takePaper } from "./upload.service.ts";

const papers = "/api/v1/papers";
const path = "/api/v1/paper-templates";

// A template names a PDF of its own agency: asked before the database would refuse without words.
const withPaper = (each: Endpoint): Endpoint =>
  (each.method === "POST" && each.path === path) ||
  (each.method === "PATCH" && each.path === `${path}/{id}`)
    ? {
        ...each,
        handler: async (context) => {
          await requirePaper(context.tx, (context.body as Partial<TemplateInput>).paperId);
          return each.handler(context);
        },
      }
    : each;

/** What designers do: upload PDFs, say what stands where, try it, publish. */
export const paperEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: papers,
    permission: "form.design",
    summary: "Upload a PDF to be filled in (multipart, field `file`); its fields are read",
    ownTransaction: true,
    status: 201,
    response: paperRow,
    handler: async ({ app, actor, request }) => {
      const limits = { fileSize: mostPaper.bytes + 1 };
      return takePaper(app, actor, await oneFile(request, "Choose the PDF.", limits));
    },
  }),
  endpoint({
    method: "GET",
    path: `${papers}/{id}`,
    permission: "form.design",
    summary: "What was read of an uploaded PDF: pages and fields",
    params: idParams,
    response: paperRow,
    handler: ({ db, params }) => paperOf(db, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${papers}/{id}/file`,
    permission: "form.design",
    summary: "An uploaded PDF as it came",
    params: idParams,
    raw: true,
    handler: async ({ db, app, params, reply }) =>
      sendFile(app.files, reply, await paperOf(db, params.id)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/paper-bases",
    permission: "form.design",
    summary: "What PDF templates can be filled from: forms in force, lists that you may export",
    response: basesShape,
    handler: ({ db, actor }) => basesFor(db, actor),
  }),
  endpoint({
    method: "GET",
    path,
    permission: "form.design",
    summary: "The agency's PDF templates in all their versions",
    response: z.object({ items: z.array(templateRow) }),
    handler: async ({ db }) => ({ items: await listTemplates(db) }),
  }),
  ...definitionEndpoints(templates, {
    path,
    read: "form.design",
    write: "form.design",
    publish: "form.publish",
    row: templateRow,
  }).map(withPaper),
  recordAct(path, "try", {
    permission: "form.design",
    summary: "Fill a version in with one record to look at it; nothing is kept",
    ownTransaction: true,
    unkept: true,
    body: z.object({ recordId: z.uuid("Choose a record.") }),
    response: trial,
    handler: ({ app, actor, params, body }) => tryTemplate(app, actor, params.id, body.recordId),
  }),
];
