import { defineArea } from "#server/area.ts";
import { flowRecords, flowSteps } from "#areas/flows/flows.server.ts";
import { approvables } from "#areas/workflow/workflow.server.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { formsOnPortal } from "./filling/portal.live.service.ts";
import { seedForms } from "./demo/forms.seed.ts";
import { publicFormEndpoints } from "./filling/public.api.ts";
import { vendorFormEndpoints } from "./filling/vendor.api.ts";
import { formEndpoints } from "./form/form.api.ts";
import { emptyPaperWithoutScript } from "./paper/paper.live.service.ts";
import { paperEndpoints } from "./paper/paper.api.ts";
import { paperJob, paperRunEndpoints } from "./paper/run.api.ts";
import { submissionEndpoints } from "./submission/submission.api.ts";
import { submissionViews } from "./submission/submission.labels.ts";
import { submissionApproval } from "./submission/approval.service.ts";
import { formStep, submissionFlow } from "./submission/submission-flow.service.ts";
import { submissionList } from "./submission/submission.list.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "forms",
  endpoints: [
    ...formEndpoints,
    ...submissionEndpoints,
    ...vendorFormEndpoints,
    ...publicFormEndpoints,
    ...paperEndpoints,
    ...paperRunEndpoints,
  ],
  jobs: [paperJob],
  live: { "/citizen-portal/forms/:slug": emptyPaperWithoutScript },
  seed: { after: ["engagement", "procurement"], tell: seedForms },
  brings: [
    flowRecords.of(submissionFlow),
    flowSteps.of(formStep),
    approvables.of(submissionApproval),
    citizenParts.of({ name: "forms", part: formsOnPortal }),
  ],
  searches: [
    {
      kind: "formSubmission",
      list: submissionList,
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
