import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { mitigationNoun } from "../recovery.nouns.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { formDocument } from "../forms/forms.service.ts";
import { mitigationForm } from "../forms/more-forms.service.ts";
import { entitlementRow, letterInput } from "./letter.model.ts";
import { entitlementOf, recordLetter } from "./letter.service.ts";
import { mitigationDetail, mitigationInput, mitigationRow } from "./mitigation.model.ts";
import {
  beginMitigation,
  mitigationList,
  moveMitigation,
  readMitigation,
} from "./mitigation.service.ts";

const path = "/api/v1/pa-mitigation";

/** Sub-applications for mitigation money. */
export const mitigationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "recovery.read", mitigationList, mitigationRow),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.edit",
    summary: "Begin a sub-application for mitigation",
    status: 201,
    body: mitigationInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => beginMitigation(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "recovery.read",
    summary: "A sub-application with its benefit-cost analysis",
    params: idParams,
    response: mitigationDetail,
    handler: ({ db, actor, params }) => readMitigation(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/pdf`,
    permission: "recovery.read",
    summary: "A sub-application as a tagged PDF",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, params, reply }) => {
      const form = mitigationForm(await readMitigation(db, actor, params.id));
      const { branding } = await readOrganization(db);
      return reply
        .type("application/pdf")
        .header("content-disposition", 'attachment; filename="sub-application.pdf"')
        .send(await makePdf(inLook(formDocument(form), branding)));
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/pa-declarations/{id}/entitlement",
    permission: "recovery.read",
    summary: "Days and ceiling of mitigation, management costs and donated work of a declaration",
    params: idParams,
    response: entitlementRow,
    handler: ({ db, params }) => entitlementOf(db, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-declarations/{id}/mitigation-letters",
    permission: "recovery.edit",
    summary: "Record FEMA's letter on hazard mitigation money",
    status: 201,
    params: idParams,
    body: letterInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => recordLetter(tx, actor, params.id, body),
  }),
  historyEndpoint(path, "paMitigation", "recovery.read"),
  ...stepEndpoints(mitigationNoun, {
    ...alike(moveMitigation, ["submit", "award", "deny", "withdraw"]),
  }),
];
