import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
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
  endpoint({
    method: "POST",
    path: "/api/v1/notifications/{id}/actions/read",
    permission: "notification.read",
    summary: "Mark a notice read",
    params: idParams,
    response: notificationRow,
    handler: ({ tx, params }) => markNotification(tx, params.id, true),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/notifications/{id}/actions/unread",
    permission: "notification.read",
    summary: "Mark a notice unread",
    params: idParams,
    response: notificationRow,
    handler: ({ tx, params }) => markNotification(tx, params.id, false),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/notifications/actions/read-all",
    permission: "notification.read",
    summary: "Mark all your notices read",
    response: z.object({ marked: z.number() }),
    handler: async ({ tx }) => ({ marked: await markAllRead(tx) }),
  }),
];
