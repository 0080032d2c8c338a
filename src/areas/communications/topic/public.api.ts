import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { noticeCalendar, noticeFeed } from "./public.service.ts";

/** What programs of the public read of an agency's notices. */
export const publicNoticeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/public/notices.atom",
    permission: "public",
    tag: "public site",
    summary: "The agency's notices to the public as an Atom feed",
    raw: true,
    handler: async ({ app, reply }) =>
      reply.type("application/atom+xml; charset=utf-8").send(await noticeFeed(app)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/notice-calendar/{id}",
    permission: "public",
    tag: "public site",
    summary: "What a notice is about, for a calendar",
    params: idParams,
    raw: true,
    handler: async ({ app, params, reply }) =>
      reply
        .header("content-disposition", 'attachment; filename="notice.ics"')
        .type("text/calendar; charset=utf-8")
        .send(await noticeCalendar(app, params.id)),
  }),
];
