import { defineArea } from "#server/area.ts";
import { webhookEndpoints } from "#server/webhooks/webhook.api.ts";
import { beginWebhooks } from "#server/webhooks/send.ts";
import { webhookListeners, webhookTopics } from "#server/webhooks/topics.ts";
import { tellFailed, tellGone } from "./delivery/webhook-told.service.ts";
import { seedForms } from "./demo/forms.seed.ts";
import { publicFormEndpoints } from "./filling/public.api.ts";
import { vendorFormEndpoints } from "./filling/vendor.api.ts";
import { formEndpoints } from "./form/form.api.ts";
import { submissionEndpoints } from "./submission/submission.api.ts";
import { submissionTopics } from "./submission/events.service.ts";
import { submissionViews } from "./submission/submission.labels.ts";
import { submissionList } from "./submission/submission.list.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "forms",
  endpoints: [
    ...formEndpoints,
    ...submissionEndpoints,
    ...vendorFormEndpoints,
    ...publicFormEndpoints,
    ...webhookEndpoints,
  ],
  start: beginWebhooks,
  brings: [
    webhookTopics.of(...submissionTopics),
    webhookListeners.of({ moved: tellFailed, disabled: tellGone }),
  ],
  seed: { after: ["engagement", "procurement"], tell: seedForms },
  asked: [
    {
      list: submissionList,
      permission: "form.review",
      page: "/forms",
      views: submissionViews,
    },
  ],
});
