import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { formsLeaving } from "./forms.leaving.data.ts";
import { definitionSearch } from "#server/definitions/search.ts";
import { formDefinition } from "./forms.tables.ts";
import { paperTemplate } from "./paper/paper.tables.ts";
import { formReference } from "./submission/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { countedRecords } from "#server/operation/counted-records.ts";
import { adminMatters } from "#areas/organization/organization.server.ts";
import { disabledWebhooks } from "./webhook/matter.service.ts";
import { fieldKinds } from "#areas/field/field.server.ts";
import { capturedForms } from "./submission/field.service.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { formsFiles } from "./paper/files.service.ts";
import { flowRecords, flowSteps } from "#areas/flows/flows.server.ts";
import { approvables } from "#areas/workflow/workflow.server.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { formsOnPortal } from "./filling/portal.live.service.ts";
import { webhookEndpoints } from "#server/webhooks/webhook.api.ts";
import { beginWebhooks } from "#server/webhooks/send.ts";
import { webhookListeners, webhookTopics } from "#server/webhooks/topics.ts";
import { paperMakers } from "#server/mail/paper-makers.ts";
import { deliveryEndpoints } from "./delivery/delivery.api.ts";
import { submissionPaperMaker } from "./delivery/paper.service.ts";
import { printJob } from "./delivery/print.service.ts";
import { followLetters, hearWebhook } from "./delivery/settle.service.ts";
import { tellFailed, tellGone } from "./delivery/webhook-told.service.ts";
import { seedForms } from "./demo/forms.seed.ts";
import { formFileEndpoints } from "./file/file.api.ts";
import { tidying } from "./file/tidy.service.ts";
import { figureEndpoints } from "./figures/figures.api.ts";
import { publicFormEndpoints } from "./filling/public.api.ts";
import { vendorFormEndpoints } from "./filling/vendor.api.ts";
import { formEndpoints } from "./form/form.api.ts";
import { emptyPaperWithoutScript } from "./paper/paper.live.service.ts";
import { paperEndpoints } from "./paper/paper.api.ts";
import { paperJob, paperRunEndpoints } from "./paper/run.api.ts";
import { flowTopic, webhookStep } from "./webhook/flow-step.service.ts";
import { submissionEndpoints } from "./submission/submission.api.ts";
import { submissionTopics } from "./submission/events.service.ts";
import { submissionViews } from "./submission/submission.labels.ts";
import { submissionApproval } from "./submission/approval.service.ts";
import { retentionDay } from "./retention/disposal.service.ts";
import { retentionEndpoints } from "./retention/retention.api.ts";
import { formStep, submissionFlow } from "./submission/submission-flow.service.ts";
import { searchedSubmissions, submissionList } from "./submission/submission.list.ts";

export { validate } from "./form/validate.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "forms",
  noFacts: "Answers are added up by the figures of their own form.",
  endpoints: [
    ...formEndpoints,
    ...submissionEndpoints,
    ...vendorFormEndpoints,
    ...publicFormEndpoints,
    ...paperEndpoints,
    ...paperRunEndpoints,
    ...webhookEndpoints,
    ...deliveryEndpoints,
    ...figureEndpoints,
    ...formFileEndpoints,
    ...retentionEndpoints,
  ],
  jobs: [paperJob, printJob],
  schedules: [tidying],
  days: [retentionDay],
  start: {
    // What waited at the backup is held in the queue, event by event.
    afterRestore: "goes on",
    begin: async (app) => {
      const stops = await Promise.all([beginWebhooks(app), followLetters(app)]);
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  },
  brings: [
    agencyTables.of(...formsLeaving),
    fieldKinds.of(capturedForms),
    fileHolders.of(...formsFiles),
    vendorReferences.of(formReference),
    countedRecords.of({
      name: "submissions",
      group: "Forms",
      label: "Forms submitted",
      list: submissionList,
      permission: "form.review",
      page: "/forms",
      day: "submittedAt",
    }),

    adminMatters.of(disabledWebhooks),
    flowRecords.of(submissionFlow),
    flowSteps.of(formStep, webhookStep),
    approvables.of(submissionApproval),
    citizenParts.of({ name: "forms", part: formsOnPortal }),
    webhookTopics.of(...submissionTopics, flowTopic),
    webhookListeners.of({ moved: tellFailed, disabled: tellGone }, { moved: hearWebhook }),
    paperMakers.of(submissionPaperMaker),
  ],
  live: { "/citizen-portal/forms/:slug": emptyPaperWithoutScript },
  seed: { after: ["engagement", "procurement"], tell: seedForms },
  searches: [
    definitionSearch(formDefinition, {
      kind: "formDefinition",
      permission: "form.design",
      path: "/utility-form-filler/forms",
    }),
    definitionSearch(paperTemplate, {
      kind: "paperTemplate",
      permission: "form.design",
      path: "/utility-form-filler/papers",
    }),
    {
      kind: "formSubmission",
      list: searchedSubmissions,
      permission: "form.review",
      path: "/forms",
    },
  ],
  asked: [
    {
      list: submissionList,
      permission: "form.review",
      page: "/forms",
      views: submissionViews,
    },
  ],
});
