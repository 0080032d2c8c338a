import { patchOf, wholeWith } from "#kernel/fields.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { planNoun } from "./nouns.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { planDetail, planInput } from "./incident.model.ts";
import { planDocument } from "./plan-document.service.ts";
import { changePlan, draftPlan, movePlan, readPlan } from "./plan.service.ts";

const plans = "/api/v1/incident-plans";

const planSteps = stepEndpoints(planNoun, {
  ...alike(movePlan, ["submit", "approve", "giveBack"]),
});

/** Incident action plans. */
export const planEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/incident-periods/{id}/plan",
    permission: "incident.work",
    summary: "Draft the action plan of a period",
    status: 201,
    params: idParams,
    body: planInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => draftPlan(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${plans}/{id}`,
    permission: "incident.read",
    summary: "An action plan: as it was approved, else as the records stand",
    params: idParams,
    response: planDetail,
    handler: ({ db, actor, params }) => readPlan(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${plans}/{id}`,
    permission: "incident.work",
    summary: "Change a draft of an action plan: its words and the tables of ICS 205, 205A and 206",
    params: idParams,
    body: patchOf(planInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const { plan } = await readPlan(tx, actor, params.id);
      const whole = wholeWith(planInput, planInput.shape, plan, body);
      return changePlan(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${plans}/{id}/pdf`,
    permission: "incident.read",
    summary: "An action plan as a tagged PDF with the map",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, params, reply }) => {
      const [plan, agency] = [await readPlan(db, actor, params.id), await readOrganization(db)];
      const document = planDocument(plan, agency.name, agency.timeZone);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${plan.number}.pdf"`)
        .send(await makePdf(inLook(document, agency.branding)));
    },
  }),
  historyEndpoint(plans, "incidentPlan", "incident.read"),
  ...planSteps,
];
