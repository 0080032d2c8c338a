import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

export const notificationRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    title: z.string(),
    body: z.string(),
    link: z.string().nullable(),
    readAt: instantField.nullable(),
    createdAt: instantField,
  })
  .meta({ id: "Notification" });
export type NotificationRow = z.infer<typeof notificationRow>;

/** What a person is told: a sentence, a little more, and where to look. */
export type Notice = {
  /** Groups notices of one sort, such as `approval.requested`; drives the icon. */
  kind: string;
  title: string;
  body?: string;
  /** A path of this site. */
  link?: string | null;
  /** Whose address answers to the copy by mail go to: the person whose matter it is. */
  answersTo?: string | null;
  /** False where a letter of its own goes out: no copy by mail then. */
  copy?: boolean;
};
