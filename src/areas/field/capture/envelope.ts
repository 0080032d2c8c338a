import { canonicalJson } from "#kernel/canonical-json.ts";

/** Where a capture was made, as the device told it. */
export interface CapturePlace {
  latitude: number;
  longitude: number;
  /** In metres. */
  accuracy: number;
  /** The instant of the reading, by the device's clock. */
  at: string;
}

/** Why a capture has no place. */
export type WithoutPlace = "refused" | "unavailable" | "timed_out" | "not_asked";

/** A photo that belongs to a capture: its original bytes follow, and must have this hash. */
export interface CapturePhoto {
  /** Hex. */
  sha256: string;
  bytes: number;
  mediaType: string;
  name: string;
}

/**
 * What a device signs of one capture. Its form has a number: captures of 180 days are understood after
 * an update.
 */
export interface CaptureEnvelope {
  form: 1;
  device: string;
  /** 1, 2, 3 … without a gap, per device. */
  number: number;
  kind: string;
  /** The record and the version that the person saw; null for what is new. */
  record: { id: string; version: number } | null;
  /** The values that the person saw. */
  seen: Record<string, unknown>;
  /** The values that the person gave. */
  values: Record<string, unknown>;
  /** Instant by the device's clock. */
  at: string;
  /** Milliseconds to add to the device's clock, measured with the last packet. */
  offset: number | null;
  /** Cursor of the packet that it was written from. */
  packet: string | null;
  place: CapturePlace | null;
  withoutPlace: WithoutPlace | null;
  photos: CapturePhoto[];
  /** Hash of the capture before; `firstBefore` for number 1. */
  before: string;
}

/** What stands before the first capture of a device. */
export const firstBefore = "0".repeat(64);

/** What is signed (ECDSA P-256 with SHA-256, IEEE P1363): the canonical JSON (RFC 8785) in UTF-8. */
export const captureBytes = (envelope: CaptureEnvelope): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalJson(envelope));

/** The SHA-256 of `captureBytes`, in hex: what the next capture of the device names as `before`. */
export const captureHash = async (envelope: CaptureEnvelope): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", captureBytes(envelope)))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
