import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { reportingLeaving } from "./reporting.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { readyReports } from "#server/facts/ready.ts";
import { fileHolders } from "#server/files/holders.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { evidencePapers, shippedRules } from "#areas/governance/governance.server.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { reportDashboardEndpoints } from "./dashboard/dashboard.api.ts";
import { sharedHoldings } from "./dashboard/dashboard.holding.ts";
import { reportDashboardList } from "./dashboard/dashboard.list.ts";
import { figureEndpoints } from "./figure/figure.api.ts";
import { growthEndpoints } from "./growth/growth.api.ts";
import { outlookFreezing } from "./outlook/freeze.service.ts";
import { outlookEndpoints } from "./outlook/outlook.api.ts";
import { papersOfRuns } from "./packet/packet.service.ts";
import { publicationEndpoints } from "./publication/publication.api.ts";
import {
  publicationFiles,
  publicationFilesClock,
  publicationFilesJob,
} from "./publication/files.service.ts";
import { publicationList } from "./publication/publication.list.ts";
import { reportsPart } from "./publication/portal.service.ts";
import { readyEndpoints } from "./ready/ready.api.ts";
import { standing } from "./ready/ready.data.ts";
import { reportingFigures } from "./reporting.figures.ts";
import { seedReporting } from "./reporting.seed.ts";
import { savedReportEndpoints } from "./report/report.api.ts";
import { savedReportList } from "./report/report.list.ts";
import { keptRunEndpoints } from "./run/run.api.ts";
import { keptRunList } from "./run/run.list.ts";
import { reportScheduleEndpoints } from "./schedule/schedule.api.ts";
import { scheduleHolding } from "./schedule/schedule.holding.ts";
import { reportMailClock, reportMailJob } from "./schedule/schedule.jobs.ts";
import { reportScheduleList } from "./schedule/schedule.list.ts";
import { varianceEndpoints } from "./variance/variance.api.ts";
import { varianceRules } from "./variance/variance.data.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "reporting",
  noFacts: "It adds up the records of other areas.",
  seed: { after: ["grants", "assets"], tell: seedReporting },
  days: [outlookFreezing],
  schedules: [reportMailClock, publicationFilesClock],
  jobs: [reportMailJob, publicationFilesJob],
  figures: reportingFigures,
  endpoints: [
    ...outlookEndpoints,
    ...figureEndpoints,
    ...growthEndpoints,
    ...readyEndpoints,
    ...varianceEndpoints,
    ...savedReportEndpoints,
    ...keptRunEndpoints,
    ...reportScheduleEndpoints,
    ...publicationEndpoints,
    ...reportDashboardEndpoints,
  ],
  searches: [
    {
      kind: "savedReport",
      list: savedReportList,
      permission: "report.read",
      path: "/reports",
      title: "name",
    },
    {
      kind: "keptRun",
      list: keptRunList,
      permission: "report.read",
      path: "/reports/runs",
      title: "name",
    },
    {
      kind: "reportSchedule",
      list: reportScheduleList,
      permission: "report.read",
      path: "/reports/schedules",
      title: "name",
    },
    {
      kind: "publication",
      list: publicationList,
      permission: "report.publish",
      path: "/reports/published",
      title: "title",
    },
    {
      kind: "reportDashboard",
      list: reportDashboardList,
      permission: "report.read",
      path: "/reports/dashboards",
      title: "name",
    },
  ],
  asked: [
    { list: savedReportList, permission: "report.read", page: "/reports?tab=reports" },
    { list: reportDashboardList, permission: "report.read", page: "/reports?tab=dashboards" },
    { list: keptRunList, permission: "report.read", page: "/reports?tab=runs" },
    { list: reportScheduleList, permission: "report.read", page: "/reports?tab=schedules" },
    { list: publicationList, permission: "report.publish", page: "/reports?tab=published" },
  ],
  brings: [
    agencyTables.of(...reportingLeaving),
    fileHolders.of(...publicationFiles),
    readyReports.of(...standing),
    shippedRules.of(...varianceRules),
    evidencePapers.of(papersOfRuns),
    holdings.of(scheduleHolding, ...sharedHoldings),
    citizenParts.of({ name: "reports", part: reportsPart }),
  ],
});
