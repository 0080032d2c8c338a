const dayMs = 24 * 3600 * 1000;
const minuteMs = 60_000;

/** What the agency allows a device without a line, and what is known of time. */
export interface Terms {
  days: number;
  minutes: number;
  /** Milliseconds. */
  signedInAt: number;
  seenAt: number;
}

/** The time that counts: a clock that was put back does not lengthen what the agency allows. */
export const timeFor = ({ seenAt }: Pick<Terms, "seenAt">, now: number): number =>
  Math.max(now, seenAt);

/** When a full sign-in is needed again, in milliseconds. */
export const readableUntil = ({ signedInAt, days }: Terms): number => signedInAt + days * dayMs;

/** True while the packet may be read and captures written. */
export const isReadable = (terms: Terms, now: number): boolean =>
  timeFor(terms, now) < readableUntil(terms);

/** True once nobody has touched the screen for the agency's minutes. */
export const locksNow = (minutes: number, touchedAt: number, now: number): boolean =>
  now - touchedAt >= minutes * minuteMs || now < touchedAt - minuteMs;
