import type { FigureSource } from "#server/area.ts";
import { publicationList } from "./publication/publication.list.ts";

/** What the dashboard shows of reports: what somebody else asked to publish. */
export const reportingFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 118,
    permission: "report.publish",
    id: "reports-to-publish",
    pressing: true,
    label: "Reports to read and publish",
    list: publicationList,
    api: "/api/v1/publications",
    page: "/reports?tab=published",
    query: "waits=true",
    says: ["report waits to be published", "reports wait to be published"],
  },
];
