import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import { signableKinds } from "./signature.labels.ts";

/** The fields of an authority to sign. */
export const authorityFields = {
  personId: z.uuid("Choose a member."),
  kinds: z
    .array(
      z.string().refine((kind) => kind in signableKinds, "This kind of document is not signed."),
    )
    .min(1, "Choose the documents."),
  amountLimit: heldAs(
    "cents",
    z.int().min(1, "Enter an amount above zero, or none.").max(1e15),
  ).nullish(),
  fromOn: z.iso.date("Enter the first day."),
  toOn: z.iso.date("Enter the last day.").nullish(),
  basis: z.string().trim().min(3, "Say what gives the authority, such as the resolution.").max(300),
};
export const authorityInput = z
  .object(authorityFields)
  .refine((a) => !a.toOn || a.toOn >= a.fromOn, {
    path: ["toOn"],
    message: "The last day is before the first.",
  });
export type AuthorityInput = z.output<typeof authorityInput>;

export const authorityRow = z
  .object({
    id: z.string(),
    personId: z.string(),
    person: z.string().nullable(),
    kinds: z.array(z.string()),
    amountLimit: z.number().nullable(),
    fromOn: dayField,
    toOn: dayField.nullable(),
    basis: z.string(),
    addedBy: z.string().nullable(),
    revokedAt: instantField.nullable(),
    revokedReason: z.string().nullable(),
    holds: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "SigningAuthority" });
export type AuthorityRow = z.output<typeof authorityRow>;

/** What is asked of an authority: a kind of document, cents, a day of the agency. */
export type Asked = { kind: string; amount: number; day: Day };
export type Authority = {
  kinds: readonly string[];
  amountLimit: number | null;
  fromOn: string;
  toOn: string | null;
  revokedAt: string | null;
};

/** Whether an authority covers a document of this kind and amount (cents) on a day. */
export const covers = (a: Authority, { kind, amount, day }: Asked): boolean =>
  a.revokedAt === null &&
  a.kinds.includes(kind) &&
  (a.amountLimit === null || Math.abs(amount) <= a.amountLimit) &&
  a.fromOn <= day &&
  (a.toOn === null || day <= a.toOn);

/** Why nobody of this name may sign it, as a sentence. */
export const lackOf = (name: string, { kind, amount, day }: Asked): string =>
  `${name} has no authority in the register to sign a ${(signableKinds[kind] ?? kind).toLowerCase()} of ${formatCents(amount)} on ${formatDate(day)}. An administrator enters it under Signing authority.`;
