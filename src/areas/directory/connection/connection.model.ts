import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";

export const directoryInput = z.object({
  name: z.string().trim().min(1, "Name the directory, such as Entra of the county").max(80),
});
/** A token ends within two years. */
export const tokenInput = z.object({ days: z.number().int().min(1).max(730).default(365) });

const tokenRow = z
  .object({
    id: z.string(),
    prefix: z.string(),
    expiresAt: instantField,
    revokedAt: instantField.nullable(),
    lastUsedAt: instantField.nullable(),
    good: z.boolean(),
  })
  .meta({ id: "DirectoryToken" });
/** The secret is in this answer alone. */
export const shownToken = z.object({
  id: z.string(),
  token: z.string(),
  prefix: z.string(),
  expiresAt: instantField,
});
export type ShownToken = z.output<typeof shownToken>;

export const directoryRow = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(["active", "disabled"]),
    users: z.number(),
    ended: z.number(),
    unlinked: z.number(),
    groups: z.array(z.string()),
    tokens: z.array(tokenRow),
    version: z.number(),
  })
  .meta({ id: "Directory" });
export type DirectoryRow = z.output<typeof directoryRow>;

export const callRow = z
  .object({
    id: z.string(),
    at: instantField,
    method: z.string(),
    path: z.string(),
    status: z.number(),
    effect: z.string(),
  })
  .meta({ id: "DirectoryCall" });
export type CallRow = z.output<typeof callRow>;
