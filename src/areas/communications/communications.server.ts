import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { communicationsLeaving } from "./communications.leaving.data.ts";
import { definitionSearch } from "#server/definitions/search.ts";
import { letterTemplate } from "./communications.tables.ts";
import { noticeReference } from "./notice/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { letterFiles } from "./letter/files.service.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { vendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { seedCommunications } from "./demo/communications.seed.ts";
import { flowSteps } from "#areas/flows/flows.server.ts";
import { letterJob, letterStep } from "./letter/flow-step.service.ts";
import { letterEndpoints } from "./letter/letter.api.ts";
import { acknowledgeEndpoints } from "./notice/acknowledge.api.ts";
import { noticeEndpoints } from "./notice/notice.api.ts";
import { noticeViews } from "./notice/notice.labels.ts";
import { noticeList } from "./notice/notice.list.ts";
import { reminderDay } from "./notice/reminder.service.ts";
import { scheduledNotices, sendingJob } from "./notice/sending.jobs.ts";
import { noticesWaiting } from "./notice/waiting.service.ts";
import { templateEndpoints } from "./template/template.api.ts";
import { publicNoticeEndpoints } from "./topic/public.api.ts";
import { noticesOnPortal } from "./topic/public.service.ts";
import { topicEndpoints } from "./topic/topic.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "communications",
  noFacts: "Letters and notices are counted beside what they tell of.",
  endpoints: [
    ...templateEndpoints,
    ...letterEndpoints,
    ...noticeEndpoints,
    ...topicEndpoints,
    ...publicNoticeEndpoints,
    ...acknowledgeEndpoints,
  ],
  jobs: [sendingJob, letterJob],
  schedules: [scheduledNotices],
  days: [reminderDay],
  seed: { after: ["engagement", "forms"], tell: seedCommunications },
  brings: [
    agencyTables.of(...communicationsLeaving),
    fileHolders.of(...letterFiles),
    vendorReferences.of(noticeReference),
    citizenParts.of({ name: "notices", part: noticesOnPortal }),
    vendorWaits.of(noticesWaiting),
    flowSteps.of(letterStep),
  ],
  searches: [
    definitionSearch(letterTemplate, {
      kind: "letterTemplate",
      permission: "template.design",
      path: "/utilities/templates",
    }),
    {
      kind: "massNotice",
      list: noticeList,
      permission: "notice.read",
      path: "/communications",
      title: "subject",
    },
  ],
  asked: [
    { list: noticeList, permission: "notice.read", page: "/communications", views: noticeViews },
  ],
});
