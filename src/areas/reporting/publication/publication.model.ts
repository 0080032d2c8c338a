import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { measureRow } from "../figure/figure.model.ts";
import { publicationCycle } from "./publication.labels.ts";

const words = (most: number) => z.string().trim().max(most, `At most ${most} characters`);

/** What is asked for: a kept run, the address under which it is read, and what it says in plain words. */
export const publicationInput = z.strictObject({
  runId: z.uuid("Choose a kept run."),
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

/** What is hashed and read by everybody. */
export const publicContent = z.object({
  title: z.string(),
  says: z.string(),
  versionNo: z.number(),
  correction: z.string().nullable(),
  agency: z.string(),
  /** When its figures were taken. */
  moment: instantField,
  period: z.string(),
  from: dayField.nullable(),
  until: dayField.nullable(),
  posted: dayField.nullish(),
  known: z.string().nullish(),
  by: z.array(z.object({ id: z.string(), label: z.string() })),
  measures: z.array(measureRow),
  rows: z.array(
    z.object({
      keys: z.array(z.string().nullable()),
      names: z.array(z.string()),
      cells: z.array(cell),
    }),
  ),
  totals: z.array(cell),
  hidden: z.number(),
  replaced: z.number(),
  /** The kept run that it shows, and the hash of what was kept. */
  run: z.object({ number: z.string(), sha256: z.string() }),
});
export type PublicContent = z.output<typeof publicContent>;

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
    runId: z.string(),
    content: publicContent,
    /** The JSON text whose SHA-256 stands beside it. */
    text: z.string(),
    sha256: z.string(),
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
