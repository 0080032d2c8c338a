/** What the server knows of a device's clock, in milliseconds since 1970 and milliseconds to add. */
export type DeviceClock = {
  /** The capture's moment by the device's clock. */
  at: number;
  /** Measured with the packet; null where there was none. */
  offset: number | null;
  /** Measured at sending. */
  sentOffset: number;
  /** The server's clock now. */
  now: number;
  /** When the device was enrolled: it captured nothing before. */
  enrolled: number;
};

/**
 * The moment of a capture: the device's clock corrected by what was measured nearest to it before,
 * else at sending; never later than the server's clock, and never before the device was enrolled.
 */
export const happenedAt = ({ at, offset, sentOffset, now, enrolled }: DeviceClock): number =>
  Math.min(Math.max(at + (offset ?? sentOffset), enrolled), now);

/** From so many milliseconds on, a clock that was changed between packet and sending is said. */
const clockChanged = 2 * 60_000;
/** From so many on, a clock that goes wrong is said. */
const clockWrong = 10 * 60_000;

const minutesOf = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  return minutes < 120
    ? `${minutes} minutes`
    : minutes < 2880
      ? `${Math.round(minutes / 60)} hours`
      : `${Math.round(minutes / 1440)} days`;
};

/** What is to be said of the clock that a capture was made by, in sentences. */
export const clockFlags = ({
  offset,
  sentOffset,
}: Pick<DeviceClock, "offset" | "sentOffset">): string[] => {
  const used = offset ?? sentOffset;
  return [
    ...(Math.abs(used) >= clockWrong
      ? [
          `The device's clock was ${minutesOf(used)} ${used > 0 ? "slow" : "fast"}; the time is corrected.`,
        ]
      : []),
    ...(offset !== null && Math.abs(offset - sentOffset) >= clockChanged
      ? [
          `The device's clock was changed by ${minutesOf(offset - sentOffset)} between packet and sending.`,
        ]
      : []),
  ];
};

/** From so many meters on, a place is too coarse to say where somebody stood. */
const coarse = 1000;

/** What is to be said of the place of a capture, in sentences. */
export const placeFlags = (accuracy: number | null): string[] =>
  accuracy !== null && accuracy > coarse
    ? [`Its place is only known to ${Math.round(accuracy / 100) / 10} km.`]
    : [];
