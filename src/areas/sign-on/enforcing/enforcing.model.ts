import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { mostBreakGlass } from "./enforcing.labels.ts";

/** So fresh must be the sign-in through the provider of whoever enforces it, minutes. */
export const freshMinutes = 10;
/** So long the command on the server lifts enforcing, hours. */
export const liftHours = 24;

const breakGlass = z
  .array(z.uuid("Choose members"))
  .max(mostBreakGlass, `At most ${mostBreakGlass} members`)
  .default([]);

export const enforceInput = z.object({
  providerId: z.uuid("Choose a provider"),
  breakGlass,
  /** How many the preflight named: whoever enforces has seen them. */
  acknowledged: z.number().int().min(0),
});
export const breakGlassInput = z.object({ breakGlass });

const member = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const preflight = z
  .object({
    checks: z.array(z.object({ sentence: z.string(), ok: z.boolean() })),
    linked: z.number(),
    lockedOut: z.array(member.extend({ why: z.string() })),
  })
  .meta({ id: "SignInPreflight" });
export type Preflight = z.infer<typeof preflight>;

export const enforcing = z
  .object({
    rule: z
      .object({
        providerId: z.string(),
        providerName: z.string(),
        enforcedAt: instantField,
        liftedUntil: instantField.nullable(),
        liftedReason: z.string().nullable(),
        inForce: z.boolean(),
      })
      .nullable(),
    breakGlass: z.array(member),
    /** What was asked before it was enforced and no longer holds, and who could not come in now. */
    broken: z.array(z.object({ key: z.string(), sentence: z.string() })),
  })
  .meta({ id: "SignInEnforcing" });
export type Enforcing = z.infer<typeof enforcing>;
