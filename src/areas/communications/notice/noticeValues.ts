import type { Audience } from "./notice.labels.ts";
import type { NoticeDetail } from "./notice.model.ts";

/** What the form of a notice holds; empty texts stand for nothing. */
export type NoticeValues = {
  subject: string;
  body: string;
  kind: Audience["kind"];
  query: string;
  departmentIds: string[];
  roles: string[];
  duties: string[];
  topicIds: string[];
  eventAt: string;
  eventMinutes: string;
  eventPlace: string;
  acknowledgeDays: string;
};

const none = { query: "", departmentIds: [], roles: [], duties: [], topicIds: [] };

export const valuesOf = (notice: NoticeDetail | null): NoticeValues => ({
  subject: notice?.subject ?? "",
  body: notice?.body ?? "",
  ...none,
  ...(notice?.audience ?? { kind: "vendors" as const, query: "status=active" }),
  eventAt: notice?.eventAt ?? "",
  eventMinutes: String(notice?.eventMinutes ?? ""),
  eventPlace: notice?.eventPlace ?? "",
  acknowledgeDays: String(notice?.acknowledgeDays ?? ""),
});

const audienceOf = (v: NoticeValues): Audience => {
  if (v.kind === "vendors") return { kind: v.kind, query: v.query.trim().replace(/^.*\?/, "") };
  if (v.kind === "public") return { kind: v.kind, topicIds: v.topicIds };
  return { kind: v.kind, departmentIds: v.departmentIds, roles: v.roles, duties: v.duties };
};

const wholeOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** What the server takes of it. */
export const bodyOf = (v: NoticeValues) => ({
  subject: v.subject,
  body: v.body,
  audience: audienceOf(v),
  eventAt: v.kind === "public" && v.eventAt ? v.eventAt : null,
  eventMinutes: v.kind === "public" && v.eventAt ? wholeOf(v.eventMinutes) : null,
  eventPlace: v.kind === "public" ? v.eventPlace : "",
  acknowledgeDays: v.kind === "public" ? null : wholeOf(v.acknowledgeDays),
});
