import { z } from "zod";

export const notificationRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    title: z.string(),
    body: z.string(),
    link: z.string().nullable(),
    readAt: z.string().nullable(),
    createdAt: z.string(),
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
