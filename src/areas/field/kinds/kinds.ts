import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { endOfDate } from "#kernel/dates.ts";
import { invalid } from "#kernel/errors.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { PermissionName } from "#roles.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { CaptureKind } from "../capture/capture.labels.ts";
import type { CapturePlace } from "../capture/envelope.ts";

/** One thing of somebody's open work that a device holds: what it needs to be captured without a line. */
export type PacketItem = {
  id: string;
  version: number;
  /** What people call it: its number and its title. */
  title: string;
  /** When it is due; null where it has no time. */
  dueAt: Instant | null;
  latitude: number | null;
  longitude: number | null;
  /** What the screen of the kind shows and offers; nothing of `safety.private` or pay. */
  data: Record<string, unknown>;
};

/** How the record stands that a capture is about. */
type Standing = { number: string; version: number; values: Record<string, unknown> };

/** A capture as its kind applies it. */
export type ToApply<V = Record<string, unknown>> = {
  id: string;
  recordId: string | null;
  values: V;
  /** The corrected moment, never later than the server's. */
  at: Instant;
  place: CapturePlace | null;
  /** Photos that came: the stored file of each hash. */
  photos: readonly { sha256: string; fileId: string }[];
};

/** The record that a capture made or moved. */
export type Applied = { type: string; id: string; number: string };

/**
 * A kind of capture, brought by the area whose noun it is about. `apply` calls the noun's own service
 * as whoever captured or settles it, so that its rules and its separation of duties stand; what it
 * refuses keeps the capture in review.
 */
export type FieldKind<S extends z.ZodType = z.ZodType> = {
  kind: CaptureKind;
  permission: PermissionName;
  /** What of it belongs to the packet of somebody, what is due first first; nothing for what is only new. */
  packet?: (db: Db, actor: Actor) => Promise<readonly PacketItem[]>;
  /** What is captured; unknown fields are refused. */
  payload: S;
  /** It is about a record, which must be named. */
  ofRecord?: boolean;
  /** It is not judged before all its photos came. */
  demandsPhotos?: boolean;
  /** It spends money: nobody settles their own. */
  spends?: boolean;
  /**
   * How the record stands, in the names of `seen`; null where the agency has none such. A capture of
   * a kind with `stands` is applied only where what was seen still stands.
   */
  stands?: (db: Db, actor: Actor, recordId: string) => Promise<Standing | null>;
  /** The values in the words of their record, where they name parts of it by ids alone. */
  shows?: (db: Db, values: z.output<S>) => Promise<Record<string, unknown>>;
  /** Of these values it only adds: it overwrites nothing, whatever was seen. */
  adds?: (values: z.output<S>) => boolean;
  /** Its moments are typed, not those of the capture: it is judged by the server's clock of now. */
  typedTimes?: boolean;
  /** Whether what was seen still stands, where that is not each of its values. */
  sameAs?: (seen: Record<string, unknown>, now: Record<string, unknown>) => boolean;
  apply: (tx: Tx, actor: Actor, capture: ToApply<z.output<S>>) => Promise<Applied>;
};

const kinds = new Map<string, FieldKind>();

/** Areas say what can be captured of their nouns without a line. */
export const fieldKinds = extensionPoint<FieldKind>("kinds of captures", (kind) => {
  if (kinds.has(kind.kind)) throw new Error(`two areas bring the captures ${kind.kind}`);
  kinds.set(kind.kind, kind);
});

/** The end of a day of the agency as a moment of a packet; null without a day. */
export const dueBy = (day: Day | null, timeZone: string | undefined): PacketItem["dueAt"] =>
  day === null
    ? null
    : (new Date(endOfDate(day, timeZone ?? "UTC")).toISOString() as PacketItem["dueAt"]);

/** Gives a kind the types of its own payload. */
export const fieldKind = <S extends z.ZodType>(kind: FieldKind<S>): FieldKind =>
  kind as unknown as FieldKind;

/** The kind of this name; undefined where no area brings it. */
export const kindNamed = (name: string): FieldKind | undefined => kinds.get(name);

/** Every kind, in the order in which areas brought them. */
export const allKinds = (): readonly FieldKind[] => [...kinds.values()];

/** What somebody gave by a shape. 422 `invalid_input` at each field that does not fit. */
export const shaped = <S extends z.ZodType>(shape: S, values: unknown): z.output<S> => {
  const parsed = shape.safeParse(values);
  if (parsed.success) return parsed.data;
  throw invalid(
    "invalid_input",
    "Something is missing or not valid.",
    parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
  );
};
