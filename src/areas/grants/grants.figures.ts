import type { FigureSource } from "#server/area.ts";
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
  },
  {
    group: "duty",
    place: 121,
    permission: "grant.edit",
    id: "grant-reports-late",
    label: "Reports to grantors that are late",
    list: reportList,
    api: "/api/v1/grant-reports",
    page: "/grant-management/reports",
    query: "late=true",
  },
];
