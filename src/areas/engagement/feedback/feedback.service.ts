import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { userFeedback } from "../engagement.tables.ts";
import { visitorIn, visitorNumber, type Host } from "../host.service.ts";
import type { feedbackInput } from "./feedback.model.ts";

/** Whoever says something to those who run the installation, as a visitor of the host agency. */
export const feedbackFrom = (host: Host, actor: Actor): Actor => ({
  ...visitorIn(host),
  personId: actor.personId,
  name: actor.name,
  email: actor.email,
});

/** Keeps what somebody said with the host agency; `from` is `feedbackFrom` of the person. */
export const giveFeedback = async (
  tx: Tx,
  from: Actor,
  host: Host,
  input: z.output<typeof feedbackInput>,
): Promise<{ id: string }> => {
  const row = await insertRow(tx, userFeedback, {
    orgId: host.id,
    id: newId(),
    personId: from.personId!,
    personName: from.name,
    email: from.email,
    status: "received",
    feedbackType: input.feedback_type,
    subject: input.subject,
    message: input.message,
    pageUrl: input.page_url,
    browserInfo: input.browser_info,
  });
  note(tx, from, "feedback", row.id, {
    number: visitorNumber(row.id),
    action: "create",
    after: row,
  });
  return { id: row.id };
};
