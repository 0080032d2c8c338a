import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { alertStatuses, drawns, exposures, touches } from "./alert.labels.ts";

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
    touch: z.enum(names(touches)),
    touchInside: z.number(),
    touchPossibly: z.number(),
    sentAt: instantField,
    onsetAt: instantField.nullable(),
    endsAt: instantField.nullable(),
    /** No end is given, and it is older than warnings of its kind get. */
    asks: z.boolean(),
    /** Another content came under its identifier. */
    conflict: z.boolean(),
    /** It holds nothing itself: it tells of an end, or answers. */
    tells: z.boolean(),
    test: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "WeatherAlert" });
export type Alert = z.output<typeof alertRow>;

/** A record as a warning finds it; without a place where none is known. */
export const exposedRow = z
  .object({
    id: z.string(),
    noun: z.string(),
    nounLabel: z.string(),
    label: z.string(),
    about: z.string(),
    href: z.string(),
    group: z.enum(names(exposures)),
    /** Its place is the centre of its ZIP. */
    byZip: z.boolean(),
    /** It was not inside the version before. */
    fresh: z.boolean(),
  })
  .meta({ id: "ExposedRecord" });
export type Exposed = z.output<typeof exposedRow>;

const point = exposedRow.pick({ id: true, nounLabel: true, label: true, href: true }).extend({
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z.number(),
  verdict: z.enum(["inside", "outside", "unknown"]),
});
const counts = z.object({
  inside: z.number(),
  possibly: z.number(),
  near: z.number(),
  unjudged: z.number(),
});

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
    /** What its issuer calls counties and zones, those first for which it still holds. */
    places: z.array(z.object({ code: z.string(), label: z.string(), live: z.boolean() })),
    /** Forecast zones that no layer of the agency draws: counties stand for them. */
    undrawnZones: z.array(z.string()),
    endReason: z.string(),
    area: z.unknown(),
    /** What of its area could not be read; empty where all could. */
    areaProblem: z.string(),
    actions: z.array(z.never()),
    exposure: z.object({
      counts,
      byNoun: z.array(counts.extend({ noun: z.string(), label: z.string() })),
      /** Records on the map: at most 2,000, what is inside first. */
      points: z.array(point),
    }),
    /** Other contents that came under its identifier. */
    twins: z.array(z.object({ id: z.string(), headline: z.string(), sentAt: instantField })),
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

export const endInput = z.object({ reason: z.string().trim().min(3, "Say why.").max(400) });

const words = z.string().max(200).optional();
/** How the records of a warning are asked for, a page at a time. */
export const exposureQuery = z.object({
  q: words,
  group: words,
  noun: words,
  fresh: z.enum(["true", "false"]).optional(),
  sort: words,
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(2000).optional(),
  count: z.string().max(20).optional(),
});
export type ExposureQuery = z.output<typeof exposureQuery>;

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
/** A message that was kept and could not be read. */
export const unreadRow = z.object({
  id: z.string(),
  receivedAt: instantField,
  source: z.enum(["paste", "feed"]),
  problem: z.string(),
  beginning: z.string(),
});
export type UnreadMessage = z.output<typeof unreadRow>;

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
