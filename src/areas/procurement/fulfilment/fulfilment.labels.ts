import type { Tone } from "#kernel/lifecycle.ts";

type Look = Record<string, { label: string; tone: Tone; terminal?: boolean }>;

/**
 * Names and tones of ship notices and of a vendor's change requests; apart from the models, so that
 * screens load without zod.
 */
export const shipNoticeStatuses = {
  planned: { label: "Planned", tone: "neutral" },
  info_received: { label: "Announced", tone: "info" },
  in_transit: { label: "On its way", tone: "progress" },
  out_for_delivery: { label: "Out for delivery", tone: "progress" },
  attempt_failed: { label: "Not delivered, tried", tone: "warning" },
  exception: { label: "Held up", tone: "danger" },
  delivered: { label: "Delivered", tone: "info" },
  verified: { label: "Verified", tone: "success" },
  returned: { label: "Sent back", tone: "danger" },
  expired: { label: "Nothing heard", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Look;
export type ShipmentStatus = keyof typeof shipNoticeStatuses;

/** The way of a shipment, as its page shows it. */
export const shipmentCourse = [
  "info_received",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "verified",
] as const satisfies readonly ShipmentStatus[];
/** Where a shipment is still to come. */
export const shipmentsToCome = [
  "planned",
  "info_received",
  "in_transit",
  "out_for_delivery",
  "attempt_failed",
  "exception",
] as const satisfies readonly ShipmentStatus[];
/** True while a shipment is still to come. */
export const isToCome = (status: string): boolean =>
  (shipmentsToCome as readonly string[]).includes(status);
export const changeRequestStatuses = {
  open: { label: "Waits for the buyer", tone: "warning" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  declined: { label: "Declined", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Look;
