import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { roles } from "#kernel/access.ts";
import { mostMembers, sandboxStatusNames } from "./sandbox.labels.ts";

/** What an administrator says who asks for a copy: why, and who works in it beside themselves. */
export const sandboxInput = z.object({
  reason: z.string().trim().min(1, "Say what is tried.").max(2000, "Use at most 2,000 characters."),
  members: z.array(z.uuid()).max(mostMembers, `Choose at most ${mostMembers} people.`),
});
export type SandboxInput = z.output<typeof sandboxInput>;

export const sandboxReason = z.object({
  reason: z.string().trim().min(1, "Say why.").max(2000, "Use at most 2,000 characters."),
});

export const sandboxRow = z
  .object({
    id: z.string(),
    status: z.enum(sandboxStatusNames),
    reason: z.string(),
    members: z.array(z.string()),
    askedName: z.string(),
    /** The agency to work in; null unless the copy is open to whoever asks. */
    copyId: z.string().nullable(),
    jobId: z.string().nullable(),
    rowCount: z.number().nullable(),
    tableCount: z.number().nullable(),
    openedAt: instantField.nullable(),
    endsAt: instantField.nullable(),
    endedAt: instantField.nullable(),
    endedName: z.string(),
    endedReason: z.string(),
    failure: z.string(),
    version: z.number(),
    createdAt: instantField,
  })
  .meta({ id: "AgencySandbox" });
export type SandboxRow = z.output<typeof sandboxRow>;

export const sandboxWritten = z.object({
  id: z.string(),
  status: z.enum(sandboxStatusNames),
  version: z.number(),
});

/** Somebody who can be let into a copy. */
export const sandboxPerson = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roles),
});
export type SandboxPerson = z.output<typeof sandboxPerson>;

/** A letter that a copy would have sent. */
export const practiceLetter = z
  .object({
    id: z.string(),
    toAddress: z.string(),
    subject: z.string(),
    bodyText: z.string(),
    link: z.string().nullable(),
    createdAt: instantField,
  })
  .meta({ id: "PracticeLetter" });
export type PracticeLetter = z.output<typeof practiceLetter>;
