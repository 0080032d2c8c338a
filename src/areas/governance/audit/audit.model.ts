import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/**
 * A row of the entries list. `index` is null until the entry is sealed; `actorName` and `note` are
 * null once erased.
 */
export const auditEntryRow = z
  .object({
    id: z.string(),
    index: z.number().nullable(),
    at: instantField,
    actorId: z.string().nullable(),
    actorName: z.string().nullable(),
    action: z.string(),
    objectType: z.string(),
    objectId: z.string(),
    objectNumber: z.string().nullable(),
    note: z.string().nullable(),
    erased: z.boolean(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntryRow = z.output<typeof auditEntryRow>;

export const auditCheckpointRow = z
  .object({
    id: z.string(),
    size: z.number(),
    root: z.string(),
    at: instantField,
    note: z.string(),
  })
  .meta({ id: "AuditCheckpoint" });
export type AuditCheckpointRow = z.output<typeof auditCheckpointRow>;

/**
 * Everything needed to check one entry by hand: the sealed text, its content, the proof and the
 * signed checkpoint. Hashes are base64.
 */
export const auditProof = z
  .object({
    index: z.number(),
    size: z.number(),
    entry: z.string(),
    content: z.string().nullable(),
    leaf: z.string(),
    proof: z.array(z.string()),
    checkpoint: z.string(),
    linked: z.array(
      z.object({ id: z.string(), index: z.number(), at: z.string(), action: z.string() }),
    ),
  })
  .meta({ id: "AuditProof" });
export type AuditProof = z.output<typeof auditProof>;

export const auditSummary = z
  .object({
    sealed: z.number(),
    newest: z.object({ size: z.number(), at: instantField }).nullable(),
    checkpoints: z.number(),
    refused: z.array(
      z.object({
        entryId: z.string(),
        at: z.string(),
        reason: z.string(),
        action: z.string().nullable(),
      }),
    ),
    objectTypes: z.array(z.string()),
    actions: z.array(z.string()),
    actors: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .meta({ id: "AuditSummary" });
export type AuditSummary = z.output<typeof auditSummary>;

/**
 * The public key that checkpoints are signed with, in C2SP verifier-key form, and its fingerprint
 * as people read it out.
 */
export const auditKey = z
  .object({ verifierKey: z.string(), fingerprint: z.string() })
  .meta({ id: "AuditKey" });
export type AuditKey = z.output<typeof auditKey>;

/**
 * What to export: everything, or the entries of records given by id. `since` is the size of the
 * checkpoint seen last.
 */
export const bundleInput = z
  .object({
    all: z.boolean().default(false),
    objectIds: z.array(z.uuid("Not a record id.")).max(100_000).default([]),
    files: z
      .array(
        z.object({
          name: z.string().max(200),
          sha256: z.string().regex(/^[0-9a-f]{64}$/, "A SHA-256 in hex."),
        }),
      )
      .max(100_000)
      .default([]),
    since: z.number().int().min(0).optional(),
  })
  .refine((input) => input.all !== input.objectIds.length > 0, {
    message: "Name records, or ask for all.",
    path: ["objectIds"],
  });
export type BundleInput = z.input<typeof bundleInput>;

export const eraseInput = z.object({
  reason: z.string().trim().min(3, "Say on what ground the content is erased.").max(2000),
});
