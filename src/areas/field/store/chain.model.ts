import {
  firstBefore,
  type CaptureEnvelope,
  type CapturePhoto,
  type CapturePlace,
  type WithoutPlace,
} from "../capture/envelope.ts";

/** What a person recorded, before it has a number. */
export interface Written {
  kind: string;
  record: CaptureEnvelope["record"];
  seen: Record<string, unknown>;
  values: Record<string, unknown>;
  place: CapturePlace | null;
  withoutPlace: WithoutPlace | null;
  photos: CapturePhoto[];
}

/** Where a device stands: its last number and hash. */
export interface Head {
  device: string;
  number: number;
  hash: string;
}

/** Which packet a capture is written from, and how far the device's clock was off then. */
export interface PacketClock {
  cursor: string | null;
  offset: number | null;
}

/** The next capture of a device: the number after the last, naming the hash of the last. */
export const follow = (
  head: Head,
  written: Written,
  clock: PacketClock,
  at: string,
): CaptureEnvelope => ({
  form: 1,
  device: head.device,
  number: head.number + 1,
  kind: written.kind,
  record: written.record,
  seen: written.seen,
  values: written.values,
  at,
  offset: clock.offset,
  packet: clock.cursor,
  place: written.place,
  withoutPlace: written.place ? null : (written.withoutPlace ?? "not_asked"),
  photos: written.photos,
  before: head.number === 0 ? firstBefore : head.hash,
});

/** Milliseconds to add to a clock that said `sent` and `heard` around an answer served at `served`. */
export const offsetBetween = (sent: number, heard: number, served: string): number =>
  Math.round(Date.parse(served) - (sent + heard) / 2);
