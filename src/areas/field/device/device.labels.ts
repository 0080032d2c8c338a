import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const deviceStatuses = {
  enrolled: { label: "Enrolled", tone: "info" },
  active: { label: "Active", tone: "success" },
  locked: { label: "Locked", tone: "warning" },
  revoked: { label: "Revoked", tone: "danger" },
  erased: { label: "Erased", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type DeviceStatus = keyof typeof deviceStatuses;
export type DeviceAction = "hear" | "lock" | "unlock" | "revoke" | "erase";

const manage = "device.manage";
const live = ["enrolled", "active", "locked"] as const;

/** Active follows from its first contact; administrators lock, unlock, revoke and erase it. */
export const fieldDeviceCycle = lifecycle<{ status: string }>()<DeviceStatus, DeviceAction>({
  noun: "field device",
  initial: "enrolled",
  statuses: deviceStatuses,
  course: ["enrolled", "active", "revoked"],
  actions: {
    hear: { label: "Heard", from: ["enrolled"], to: "active", permission: manage, system: true },
    lock: {
      label: "Lock",
      from: ["enrolled", "active"],
      to: "locked",
      permission: manage,
      needsReason: true,
    },
    unlock: {
      label: "Unlock",
      from: ["locked"],
      to: "active",
      permission: manage,
      tone: "primary",
    },
    revoke: {
      label: "Revoke",
      from: [...live],
      to: "revoked",
      permission: manage,
      needsReason: true,
      tone: "danger",
    },
    erase: {
      label: "Erase",
      from: [...live, "revoked"],
      to: "erased",
      permission: manage,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** A device that had something waiting and is silent for so many days is told to its person and administrators. */
export const silentDays = 3;

/** Views of the list. */
export const fieldDeviceViews = [
  { id: "missing", name: "With missing numbers", query: "missing=true" },
  { id: "silent", name: "Silent with items", query: "silent=true" },
  { id: "mine", name: "Mine", query: "mine=true" },
] as const;
