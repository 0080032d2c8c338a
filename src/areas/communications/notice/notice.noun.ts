import { defineNoun } from "#server/lifecycle.ts";
import { massNotice } from "../communications.tables.ts";
import { noticeCycle, type NoticeAction, type NoticeStatus } from "./notice.labels.ts";

export type NoticeRecord = typeof massNotice.$inferSelect;

export const noticeNoun = defineNoun<NoticeStatus, NoticeAction, typeof massNotice, NoticeRecord>({
  name: "massNotice",
  path: "mass-notices",
  page: "/communications",
  table: massNotice,
  cycle: noticeCycle,
  number: (row) => row.number,
  read: "notice.read",
});
