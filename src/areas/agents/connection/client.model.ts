import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { clientKinds, type ClientKind } from "./client.labels.ts";

const kinds = Object.keys(clientKinds) as [ClientKind, ...ClientKind[]];

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?\//;

// RFC 8252: a program on somebody's own machine answers at a loopback address, everything else by HTTPS.
const redirect = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.canParse(text) && !new URL(text).hash, "Enter a whole address, without #.")
  .refine(
    (text) => text.startsWith("https://") || loopback.test(text),
    "Enter an address that begins with https://, or http://127.0.0.1/ for a program on one's own machine.",
  );

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
    "Enter a host such as app.example.org.",
  );

/** A program as an administrator enters it. */
export const clientInput = z
  .object({
    name: z.string().trim().min(1, "Say what the program is called.").max(120),
    kind: z.enum(kinds),
    redirectUris: z.array(redirect).max(10).default([]),
    host: z.union([host, z.literal("")]).default(""),
    areas: z.array(z.string().max(60)).min(1, "Choose what may leave for the program.").max(200),
  })
  .superRefine(({ kind, redirectUris, host: named }, context) => {
    if (kind === "entered" && redirectUris.length === 0)
      context.addIssue({
        code: "custom",
        path: ["redirectUris"],
        message: "Enter where the program takes its answer.",
      });
    if (kind === "document" && named === "")
      context.addIssue({ code: "custom", path: ["host"], message: "Enter the host." });
  });
export type ClientInput = z.output<typeof clientInput>;

/** What may leave for a program, corrected. */
export const clientAreas = z.object({
  areas: z.array(z.string().max(60)).min(1, "Choose what may leave for the program.").max(200),
});

export const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  status: z.string(),
  clientId: z.string(),
  redirectUris: z.array(z.string()),
  areas: z.array(z.string()),
  connected: z.number(),
  version: z.number(),
});
export type ClientRow = z.output<typeof clientRow>;

export const clientChoices = z.object({
  items: z.array(z.object({ name: z.string(), label: z.string() })),
  address: z.string(),
});
export type ClientChoices = z.output<typeof clientChoices>;

export const connectionRow = z.object({
  id: z.string(),
  clientName: z.string(),
  address: z.string(),
  personId: z.string(),
  personName: z.string(),
  status: z.string(),
  proposes: z.boolean(),
  createdAt: instantField,
  endsAt: instantField,
  endedAt: instantField.nullable(),
  endedFor: z.string(),
  lastUsedAt: instantField.nullable(),
  calls: z.number(),
  version: z.number(),
});
export type ConnectionRow = z.output<typeof connectionRow>;

/** What a program asks for, before somebody lets it. */
export const consentAsked = z.object({
  name: z.string(),
  /** Where its answer goes. */
  host: z.string(),
  proposes: z.boolean(),
  areas: z.array(z.string()),
  days: z.number(),
});
export type ConsentAsked = z.output<typeof consentAsked>;

export const consentInput = z.object({ allow: z.boolean() });
export const consentAnswer = z.object({ location: z.string() });
