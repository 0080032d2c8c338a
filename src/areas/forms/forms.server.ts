import { defineArea } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { formsOffered } from "./filling/sheet.service.ts";
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
import { figureEndpoints } from "./figures/figures.api.ts";
import { publicFormEndpoints } from "./filling/public.api.ts";
import { vendorFormEndpoints } from "./filling/vendor.api.ts";
import { formEndpoints } from "./form/form.api.ts";
import { submissionEndpoints } from "./submission/submission.api.ts";
import { submissionTopics } from "./submission/events.service.ts";
import { submissionViews } from "./submission/submission.labels.ts";
import { searchedSubmissions, submissionList } from "./submission/submission.list.ts";

export type { FormOffer } from "./form/form.model.ts";

/** Forms in force for everybody, as the public's role shows them. */
export const publicForms = (db: Db) => formsOffered(db, "public");

/** What the server mounts of this area. */
export default defineArea({
  name: "forms",
  endpoints: [
    ...formEndpoints,
    ...submissionEndpoints,
    ...vendorFormEndpoints,
    ...publicFormEndpoints,
    ...webhookEndpoints,
    ...deliveryEndpoints,
    ...figureEndpoints,
  ],
  jobs: [printJob],
  start: async (app) => {
    const stops = await Promise.all([beginWebhooks(app), followLetters(app)]);
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
  brings: [
    webhookTopics.of(...submissionTopics),
    webhookListeners.of({ moved: tellFailed, disabled: tellGone }, { moved: hearWebhook }),
    paperMakers.of(submissionPaperMaker),
  ],
  seed: { after: ["engagement", "procurement"], tell: seedForms },
  searches: [
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
