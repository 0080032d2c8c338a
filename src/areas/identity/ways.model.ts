import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { passkeyRow } from "./identity.model.ts";

/** The passkeys of a person and where they are signed in. */
export const waysIn = z
  .object({
    passkeys: z.array(passkeyRow),
    sessions: z.array(
      z.object({
        id: z.string(),
        createdAt: instantField,
        seenAt: instantField,
        address: z.string(),
        userAgent: z.string(),
      }),
    ),
  })
  .meta({ id: "WaysIn" });
export type WaysIn = z.infer<typeof waysIn>;
