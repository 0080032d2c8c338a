import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { mitigationNoun } from "../recovery.nouns.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { formDocument } from "../forms/forms.service.ts";
import { mitigationForm } from "../forms/more-forms.service.ts";
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
  historyEndpoint(path, "paMitigation", "recovery.read"),
  ...stepEndpoints(mitigationNoun, {
    ...alike(moveMitigation, ["submit", "award", "deny", "withdraw"]),
  }),
];
