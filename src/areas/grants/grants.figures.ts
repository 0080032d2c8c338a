import type { FigureSource } from "#server/area.ts";
import { drawdownList } from "./drawdown/drawdown.read.service.ts";
import { awardList } from "./award/award.list.ts";
import { reportList } from "./report/report.service.ts";

/** What the dashboard shows of grants. */
export const grantFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 120,
    permission: "grant.edit",
    id: "awards-attention",
    label: "Awards that need attention",
    list: awardList,
    api: "/api/v1/grant-awards",
    page: "/grants-management",
    query: "attention=true",
    says: ["award needs attention", "awards need attention"],
  },
  {
    group: "duty",
    place: 121,
    permission: "grant.edit",
    id: "grant-reports-late",
    pressing: true,
    label: "Reports to grantors that are late",
    list: reportList,
    api: "/api/v1/grant-reports",
    page: "/grant-management/reports",
    query: "late=true",
    says: ["report to a grantor is late", "reports to grantors are late"],
  },
  {
    group: "duty",
    place: 122,
    permission: "drawdown.certify",
    id: "drawdowns-to-certify",
    pressing: true,
    label: "Drawdowns to certify",
    list: drawdownList,
    api: "/api/v1/drawdowns",
    page: "/grant-management/reports?tab=drawdowns",
    query: "status=checked",
    says: ["drawdown waits for its certification", "drawdowns wait for their certification"],
  },
  {
    group: "duty",
    place: 123,
    permission: "drawdown.certify",
    id: "grant-reports-to-certify",
    pressing: true,
    label: "Reports to grantors to certify",
    list: reportList,
    api: "/api/v1/grant-reports",
    page: "/grant-management/reports",
    query: "status=prepared",
    says: ["report waits for its certification", "reports wait for their certification"],
  },
];
