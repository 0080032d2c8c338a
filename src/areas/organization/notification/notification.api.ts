import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { runList } from "#server/http/list-page.ts";
import { listPage, listQuery } from "#server/http/list.ts";
import { notificationRow, type NotificationRow } from "./notification.model.ts";
import { markAllRead, markNotification, notificationList } from "./notification.service.ts";

export const notificationEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/notifications",
    permission: "notification.read",
    summary: "Your notices, newest first",
    query: listQuery(notificationList),
    response: listPage(notificationRow),
    handler: ({ db, actor, query }) => runList<NotificationRow>(db, actor, notificationList, query),
  }),
  recordAct("/api/v1/notifications", "read", {
    permission: "notification.read",
    summary: "Mark a notice read",
    response: notificationRow,
    handler: ({ tx, params }) => markNotification(tx, params.id, true),
  }),
  recordAct("/api/v1/notifications", "unread", {
    permission: "notification.read",
    summary: "Mark a notice unread",
    response: notificationRow,
    handler: ({ tx, params }) => markNotification(tx, params.id, false),
  }),
  actAt("/api/v1/notifications", "read-all", {
    permission: "notification.read",
    summary: "Mark all your notices read",
    response: z.object({ marked: z.number() }),
    handler: async ({ tx }) => ({ marked: await markAllRead(tx) }),
  }),
];
