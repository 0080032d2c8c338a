/** What the primary was seen to hold at a moment. */
export type Sample = {
  /** Milliseconds of this process (`performance.now()`). */
  at: number;
  /** How far its write-ahead log went, in bytes. */
  position: bigint;
  /** This instance's own beat as it stood there, microseconds since 1970; null before the first one. */
  beat: number | null;
};
/** What a standby says of itself. */
export type Said = {
  /** Whether it takes no writes and follows another machine. */
  standby: boolean;
  systemId: string;
  /** How far it has replayed, in bytes; null where it has not begun. */
  replayed: bigint | null;
  /** This instance's own beat as it stands there. */
  beat: number | null;
};
/** How a standby stands to the primary. */
export type Standing = {
  /** How long ago the primary held something that the standby lacks; 0 where it lacks nothing. */
  lagMs: number;
  /** Whether something written on the primary since `provedBy` has come here. */
  proven: boolean;
  /** It has replayed so far and lacks what stood before it: it follows another primary. */
  fork: boolean;
};

/** The page of PostgreSQL's log has a header of so many bytes at most (xlog_internal.h). */
const longestHeader = 40n;

/**
 * A position of the write-ahead log (`pg_lsn`, such as `16/B374D848`) in bytes. Where a record ended with
 * its page, a primary names the place behind the next page's header and a standby the page's end: the
 * same place. `page` is the size of a page, in bytes.
 */
export const positionOf = (text: string, page = 8192): bigint => {
  const [high = "", low = ""] = text.split("/");
  const position = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  const within = position % BigInt(page);
  return within <= longestHeader ? position - within : position;
};

/**
 * How a standby stands, by what the primary was seen to hold (`samples`, oldest first). A beat is written
 * on the primary alone, so a standby that shows a newer one than `provedBy` follows this primary, and
 * one that has replayed beyond a sample without its beat follows another.
 */
export const standingOf = (
  samples: readonly Sample[],
  { replayed, beat }: Said,
  now: number,
  provedBy: number | null,
): Standing => {
  const behind = samples.findIndex(({ position }) => replayed === null || position > replayed);
  const held = behind === -1 ? samples.at(-1) : samples[behind - 1];
  const lagMs = behind === -1 ? 0 : now - samples[behind]!.at;
  const fork = held?.beat != null && (beat === null || beat < held.beat);
  const proven = beat !== null && held !== undefined && (provedBy === null || beat > provedBy);
  return { lagMs, proven: proven && !fork, fork };
};
