import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { measureRow } from "../figure/figure.model.ts";
import { varianceLimits } from "../variance/variance.model.ts";
import { publicationCycle } from "./publication.labels.ts";

const words = (most: number) => z.string().trim().max(most, `At most ${most} characters`);

/** So many kept runs are one publication at most. */
export const mostParts = 20;

/** What is asked for: kept runs in their order, the address under which it is read, and what it says in plain words. */
export const publicationInput = z.strictObject({
  runIds: z
    .array(z.uuid("Choose a kept run."))
    .min(1, "Choose a kept run.")
    .max(mostParts, `At most ${mostParts} kept runs`)
    .refine((ids) => new Set(ids).size === ids.length, "Name each kept run once."),
  slug: z
    .string()
    .trim()
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+){0,11}$/,
      "Use small letters, digits and hyphens, such as spending-by-department.",
    )
    .max(80, "At most 80 characters"),
  title: words(120).min(3, "Name it in a few words"),
  says: words(2000).min(10, "Say in a sentence what it shows"),
  /** Required where the address has a version that is published. */
  correction: words(1000)
    .nullish()
    .transform((value) => value || null),
});
export type PublicationInput = z.output<typeof publicationInput>;

const cell = z.object({ value: z.number().nullable(), hidden: z.literal(true).optional() });

const figures = z.object({
  /** When its figures were taken. */
  moment: instantField,
  period: z.string(),
  from: dayField.nullable(),
  until: dayField.nullable(),
  years: z.array(z.string()).optional(),
  posted: dayField.nullish(),
  known: z.string().nullish(),
  by: z.array(z.object({ id: z.string(), label: z.string() })),
  measures: z.array(measureRow),
  rows: z.array(
    z.object({
      keys: z.array(z.string().nullable()),
      names: z.array(z.string()),
      cells: z.array(cell),
      /** Why it differs from its budget, where it must be said or was; null words: not explained. */
      explanation: z.object({ words: z.string().nullable() }).optional(),
    }),
  ),
  /** Of the budgetary comparison: from which difference on a row is explained. */
  explained: varianceLimits.optional(),
  totals: z.array(cell),
  hidden: z.number(),
  replaced: z.number(),
  /** The kept run that it shows, and the hash of what was kept. */
  run: z.object({ number: z.string(), sha256: z.string() }),
});
/** The figures of one kept run, as everybody reads them. */
export type PublicFigures = z.output<typeof figures>;
/** One part of a publication, with the name of its kept run. */
const publicPart = figures.extend({ heading: z.string() });
export type PublicPart = z.output<typeof publicPart>;

const head = z.object({
  title: z.string(),
  says: z.string(),
  versionNo: z.number(),
  correction: z.string().nullable(),
  agency: z.string(),
});

/** What everybody reads: one part, or those of a packet in their order. */
const publicContent = head.extend({ parts: z.array(publicPart).min(1) });
export type PublicContent = z.output<typeof publicContent>;

// A single run stands in the hashed text without parts.
const hashed = z.union([publicContent, head.extend(figures.shape)]);
export type HashedContent = z.output<typeof hashed>;

/** What stands in the text that was hashed. */
export const contentIn = (text: string): PublicContent => {
  const found = hashed.parse(JSON.parse(text));
  if ("parts" in found) return found;
  const { title, says, versionNo, correction, agency, ...only } = found;
  return { title, says, versionNo, correction, agency, parts: [{ heading: title, ...only }] };
};

/** What is hashed: the figures of one run beside the title, those of several as parts. */
export const hashedOf = ({ parts, ...rest }: PublicContent): HashedContent => {
  if (parts.length > 1) return { ...rest, parts };
  const { heading: _, ...only } = parts[0]!;
  return { ...rest, ...only };
};

export const publicationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(publicationCycle.statuses)),
    slug: z.string(),
    versionNo: z.number(),
    title: z.string(),
    askedBy: z.string(),
    asker: z.string().nullable(),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "Publication" });
export type PublicationRow = z.output<typeof publicationRow>;

export const publicationRecord = publicationRow
  .extend({
    says: z.string(),
    correction: z.string().nullable(),
    runIds: z.array(z.string()),
    content: publicContent,
    /** The JSON text whose SHA-256 stands beside it. */
    text: z.string(),
    sha256: z.string(),
    /** Of its PDF and its evidence package; null until they are made. */
    paperSha256: z.string().nullable(),
    proofSha256: z.string().nullable(),
    decider: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PublicationRecord" });
export type PublicationRecord = z.output<typeof publicationRecord>;

/** What everybody reads under an address: the version asked for, and which others there are. */
export const publicReport = z
  .object({
    slug: z.string(),
    status: z.enum(["published", "superseded"]),
    /** Of the agency: its instants are shown by it. */
    timeZone: z.string(),
    publishedAt: instantField,
    sha256: z.string(),
    /** Of its PDF and its evidence package; null until they are made. */
    paperSha256: z.string().nullable(),
    proofSha256: z.string().nullable(),
    content: publicContent,
    versions: z.array(
      z.object({
        versionNo: z.number(),
        publishedAt: instantField,
        correction: z.string().nullable(),
        sha256: z.string(),
      }),
    ),
  })
  .meta({ id: "PublicReport" });
export type PublicReport = z.output<typeof publicReport>;

export const publicReportRow = z.object({
  timeZone: z.string(),
  slug: z.string(),
  title: z.string(),
  says: z.string(),
  versionNo: z.number(),
  publishedAt: instantField,
});
export type PublicReportRow = z.output<typeof publicReportRow>;
