import type { FigureSource } from "#server/area.ts";
import { itemList } from "./item/item.list.ts";
import { appealList, questionList } from "./question/question.list.ts";
import { requestList } from "./request/request.list.ts";

const duty = "recovery" as const;

/** What the dashboard shows a recovery coordinator: money without a request, and the next clocks. */
export const recoveryFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 145,
    duty,
    permission: "recovery.read",
    id: "recovery-waiting",
    label: "Disaster costs not asked for yet",
    list: itemList,
    api: "/api/v1/pa-items",
    page: "/fema-grants-hub?tab=costs",
    query: "waiting=true",
    says: ["disaster cost is not asked for yet", "disaster costs are not asked for yet"],
    sums: "cents",
  },
  {
    group: "duty",
    place: 146,
    duty,
    permission: "recovery.read",
    id: "recovery-questions",
    pressing: true,
    label: "Questions of FEMA to answer",
    list: questionList,
    api: "/api/v1/pa-questions",
    page: "/fema-grants-hub?tab=questions",
    query: "status=open",
    says: ["question of FEMA is to be answered", "questions of FEMA are to be answered"],
  },
  {
    group: "duty",
    place: 147,
    duty,
    permission: "recovery.read",
    id: "recovery-appeals",
    pressing: true,
    label: "Determinations to appeal",
    list: appealList,
    api: "/api/v1/pa-appeals",
    page: "/fema-grants-hub?tab=appeals",
    query: "status=determined",
    says: ["determination may be appealed", "determinations may be appealed"],
  },
  {
    group: "duty",
    place: 148,
    duty: "certifier",
    permission: "recovery.certify",
    id: "recovery-to-certify",
    pressing: true,
    label: "Requests to FEMA to certify",
    list: requestList,
    api: "/api/v1/pa-requests",
    page: "/fema-grants-hub?tab=reimbursement",
    query: "status=checked",
    says: [
      "request to FEMA waits for its certification",
      "requests to FEMA wait for their certification",
    ],
  },
  {
    group: "duty",
    place: 148,
    duty: "recovery",
    permission: "recovery.edit",
    id: "recovery-to-send",
    pressing: true,
    label: "Certified requests to FEMA to send",
    list: requestList,
    api: "/api/v1/pa-requests",
    page: "/fema-grants-hub?tab=reimbursement",
    query: "status=certified",
    says: ["certified request to FEMA is to be sent", "certified requests to FEMA are to be sent"],
  },
];
