import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { alertStatuses, drawns } from "./alert.labels.ts";

export const alertRow = z
  .object({
    id: z.string(),
    number: z.string(),
    event: z.string(),
    headline: z.string(),
    status: z.enum(names(alertStatuses)),
    severity: z.string(),
    areaText: z.string(),
    drawn: z.enum(names(drawns)),
    sentAt: instantField,
    endsAt: instantField.nullable(),
    test: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "WeatherAlert" });
export type Alert = z.output<typeof alertRow>;

const exposed = z.object({
  noun: z.string(),
  nounLabel: z.string(),
  id: z.string(),
  label: z.string(),
  about: z.string(),
  href: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z.number(),
  how: z.enum(["pinned", "typed", "zip"]),
  verdict: z.enum(["inside", "outside", "unknown"]),
  distance: z.number(),
  near: z.boolean(),
  fresh: z.boolean(),
});
export type Exposed = z.output<typeof exposed>;

const kitDraft = z.object({
  id: z.string(),
  kitId: z.string(),
  kit: z.string(),
  vendor: z.string(),
  preparedAt: instantField,
  /** Why it cannot be ordered now; null when it can. */
  why: z.string().nullable(),
  /** Why it was set aside; empty while it was not. */
  setAside: z.string(),
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
});
export type KitDraft = z.output<typeof kitDraft>;

export const setAsideInput = z.object({
  reason: z.string().trim().min(3, "Say why.").max(400),
});

export const alertDetail = alertRow
  .extend({
    description: z.string(),
    instruction: z.string(),
    sender: z.string(),
    onsetAt: instantField.nullable(),
    codes: z.array(z.string()),
    liveCodes: z.array(z.string()),
    area: z.unknown(),
    /** What of its area could not be read; empty where all could. */
    areaProblem: z.string(),
    actions: z.array(z.never()),
    exposure: z.array(exposed),
    unplaced: z.array(z.object({ noun: z.string(), label: z.string(), count: z.number() })),
    chain: z.array(
      z.object({
        id: z.string(),
        headline: z.string(),
        sentAt: instantField,
        status: z.enum(names(alertStatuses)),
      }),
    ),
    incidents: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    prepared: z.array(kitDraft),
  })
  .meta({ id: "WeatherAlertDetail" });
export type AlertDetail = z.output<typeof alertDetail>;

export const messagesInput = z.object({
  text: z.string().min(2, "Paste the message.").max(11_000_000, "At most 10 MB."),
});
export const takenAnswer = z.object({
  taken: z.number(),
  known: z.number(),
  unread: z.array(z.string()),
});

export const feedInput = z.object({
  name: z.string().trim().min(2, "Name the feed.").max(120),
  address: z.url("Enter an address that begins with https://.").max(500),
});
export const feedRow = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  active: z.boolean(),
  lastOkAt: instantField.nullable(),
  failures: z.number(),
  message: z.string().nullable(),
  version: z.number(),
});
export type Feed = z.output<typeof feedRow>;

export const ruleInput = z.object({
  name: z.string().trim().min(2, "Name the rule.").max(120),
  events: z.array(z.string().trim().min(1).max(120)).max(50).default([]),
  severities: z.array(z.string()).max(5).default([]),
  nearMeters: z.number().int().min(0).max(200_000).default(0),
  needsRecords: z.boolean().default(true),
  people: z.array(z.uuid()).max(100).default([]),
  draftsIncident: z.boolean().default(false),
  /** Kits of emergency procurement from which an order is prepared. */
  kits: z.array(z.uuid()).max(20).default([]),
  /** What its people have to do; empty gives no task. */
  toDo: z.string().trim().max(200).default(""),
});
export const ruleRow = ruleInput
  .extend({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "AlertRule" });
export type Rule = z.output<typeof ruleRow>;

/** Where a rule would have acted on warnings of the past. */
export const trialAnswer = z.object({
  weighed: z.number(),
  acted: z.array(
    z.object({
      id: z.string(),
      headline: z.string(),
      severity: z.string(),
      sentAt: instantField,
      records: z.number(),
    }),
  ),
});
export type Trial = z.output<typeof trialAnswer>;
