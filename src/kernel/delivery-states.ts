import type { Tone } from "./lifecycle.ts";

/** Where something that goes out stands; the same for mail, print and webhooks. */
export const deliveryStatuses = {
  queued: { label: "Queued", tone: "info" },
  sending: { label: "Sending", tone: "progress" },
  delivered: { label: "Delivered", tone: "success", terminal: true },
  retrying: { label: "Retrying", tone: "warning" },
  failed: { label: "Failed", tone: "danger", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type DeliveryStatus = keyof typeof deliveryStatuses;

export const endpointStates = {
  active: { label: "Active", tone: "success" },
  disabled: { label: "Disabled", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type EndpointState = keyof typeof endpointStates;

/** The event of a test, which every endpoint gets when somebody asks for it. */
export const testTopic = "webhook.test";
