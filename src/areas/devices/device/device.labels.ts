import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const deviceStatuses = {
  provisioned: { label: "Not heard yet", tone: "neutral" },
  active: { label: "Active", tone: "success" },
  stale: { label: "Silent", tone: "danger" },
  retired: { label: "Retired", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type DeviceStatus = keyof typeof deviceStatuses;
export type DeviceAction = "hear" | "miss" | "retire";

const deviceCourse = ["provisioned", "active", "retired"] as const;

const keep = "device.keep";

/** Heard and silent follow from its readings and the clock; a person only retires it. */
export const deviceCycle = lifecycle<{ status: string }>()<DeviceStatus, DeviceAction>({
  noun: "device",
  initial: "provisioned",
  statuses: deviceStatuses,
  course: deviceCourse,
  edit: {
    from: ["provisioned", "active", "stale"],
    otherwise: "It is retired.",
    permission: keep,
  },
  actions: {
    hear: {
      label: "Heard",
      from: ["provisioned", "stale"],
      to: "active",
      permission: keep,
      system: true,
    },
    miss: { label: "Silent", from: ["active"], to: "stale", permission: keep, system: true },
    retire: {
      label: "Retire",
      from: ["provisioned", "active", "stale"],
      to: "retired",
      permission: keep,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** What a device can belong to. */
export const postKinds = {
  place: "Place",
  asset: "Asset",
  shipment: "Shipment",
  location: "Stock location",
  nothing: "Nothing",
} as const;
export type PostKind = keyof typeof postKinds;

/** Views of the list, which questions in words open too. */
export const deviceViews = [
  { id: "silent", name: "Silent", query: "status=stale" },
  { id: "alarmed", name: "With an alarm", query: "alarmed=true" },
  { id: "low", name: "Low battery", query: "low=true" },
] as const;
