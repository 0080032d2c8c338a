import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { email } from "#areas/identity/identity.public.ts";

const prefixes = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,;]+/))])
  .transform((list) => [...new Set(list.map((code) => code.trim()).filter(Boolean))])
  .pipe(
    z
      .array(z.string().regex(/^\d{2,8}$/, "A commodity code has 2 to 8 digits"))
      .max(30, "At most 30 codes"),
  );

/**
 * Who wants to hear of new solicitations, and of which goods: beginnings of commodity codes; none
 * means all.
 */
export const bulletinInput = z.object({
  email,
  commodityPrefixes: prefixes.default([]),
  website: z.string().max(500).default(""),
});

export const bulletinRow = z
  .object({
    id: z.string(),
    email: z.string(),
    commodityPrefixes: z.array(z.string()),
    state: z.enum(["asked", "confirmed", "ended"]),
    createdAt: instantField,
    confirmedAt: instantField.nullable(),
  })
  .meta({ id: "BulletinSubscriber" });
export type BulletinRow = z.output<typeof bulletinRow>;
