import type { FigureSource } from "#server/area.ts";
import { alertList } from "./alert/alert.list.ts";

/** What the dashboard shows of security: alerts that nobody has answered. */
export const securityFigures: readonly FigureSource[] = [
  {
    list: alertList,
    api: "/api/v1/security-alerts",
    page: "/admin/security-audit",
    group: "duty",
    duty: "security_officer",
    permission: "securityAlert.read",
    place: 145,
    id: "security-alerts-living",
    pressing: true,
    label: "Security alerts not answered",
    query: "living=true",
    says: ["security alert waits for an answer", "security alerts wait for an answer"],
  },
];
