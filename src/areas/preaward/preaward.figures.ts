import type { FigureSource } from "#server/area.ts";
import { applicationList } from "./application/application.list.ts";

const applications = {
  list: applicationList,
  api: "/api/v1/grant-applications",
  page: "/grant-management?tab=applications",
};

/** What the dashboard shows of applications for grants. */
export const preawardFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 115,
    permission: "grantApplication.sign",
    duty: "grant_signer",
    id: "applications-to-sign",
    pressing: true,
    label: "Applications to review and sign",
    ...applications,
    query: "status=internal_review,ready",
    says: ["application waits for you", "applications wait for you"],
  },
  {
    group: "duty",
    place: 116,
    permission: "grantApplication.edit",
    duty: "grant_manager",
    id: "applications-mine",
    label: "Applications that I keep",
    ...applications,
    query: "mine=true&status=draft,internal_review,ready,submitted,accepted",
    says: ["application is yours", "applications are yours"],
  },
  {
    group: "duty",
    place: 117,
    permission: "grantApplication.edit",
    duty: "grant_manager",
    id: "applications-rejected",
    pressing: true,
    label: "Applications that the portal rejected",
    ...applications,
    query: "mine=true&status=rejected_by_portal",
    says: ["application was rejected by the portal", "applications were rejected by the portal"],
  },
];
