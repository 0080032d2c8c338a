import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { overheadRules } from "../agreement/agreement.labels.ts";
import { serviceInput } from "../agreement/agreement.model.ts";
import { messageInput, messageRow, requestFields } from "../request/request.model.ts";

const token = z.string().min(80).max(200);
export const byToken = z.strictObject({ token });

const { title, text, wantedOn } = requestFields;
/** What somebody at a client asks for by the link; who asks is whom the link is for. */
export const askedByLink = z.strictObject({ token, title, text, wantedOn });
export const writtenByLink = messageInput.extend({ token, requestId: z.uuid() });
export const disputedByLink = z.strictObject({
  token,
  billId: z.uuid(),
  reason: z.string().trim().min(3, "Say what is not right.").max(1000),
});
export const signedByLink = z.strictObject({
  token,
  agreementId: z.uuid(),
  name: z.string().trim().min(3, "Enter your full name.").max(160),
});
export const agreementByLink = z.strictObject({ token, agreementId: z.uuid() });
export const billByLink = z.strictObject({ token, billId: z.uuid() });

/** All that a link shows: its own client's, and nothing when it ended. Cents. */
export const clientView = z
  .object({
    agency: z.string(),
    timeZone: z.string(),
    client: z.string(),
    name: z.string(),
    untilOn: dayField,
    /** Why nothing is shown any more; null while it is open. */
    closed: z.string().nullable(),
    /** Whether the same address gets a new link by mail. */
    renewable: z.boolean(),
    owed: z.number(),
    /** Of it, what is past its day. */
    late: z.number(),
    agreements: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        title: z.string(),
        startsOn: dayField,
        endsOn: dayField,
        ceiling: z.number(),
        terms: z.string(),
        services: z.array(serviceInput),
        overheadOn: z.enum(names(overheadRules)),
        overheadBp: z.number(),
        payDays: z.number(),
        toSign: z.boolean(),
      }),
    ),
    requests: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        title: z.string(),
        status: z.string(),
        createdAt: instantField,
        messages: z.array(messageRow),
      }),
    ),
    bills: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        status: z.string(),
        issuedOn: dayField,
        dueOn: dayField,
        total: z.number(),
        received: z.number(),
      }),
    ),
  })
  .meta({ id: "ServedClientView" });
export type ClientView = z.output<typeof clientView>;
