import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const creditStatuses = {
  listed: { label: "Listed", tone: "neutral" },
  held: { label: "Held", tone: "info" },
  reserved: { label: "Reserved", tone: "warning" },
  retired: { label: "Retired", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CreditStatus = keyof typeof creditStatuses;
export type CreditAction = "hold" | "reserve" | "release" | "retire" | "withdraw";

const prepare = "carbon.prepare";

/** Tons under serial numbers: listed, held by an order, reserved for a year, retired for it for good. */
export const creditCycle = lifecycle<{ status: string }>()<CreditStatus, CreditAction>({
  noun: "carbon credit",
  initial: "listed",
  statuses: creditStatuses,
  course: ["listed", "held", "reserved", "retired"],
  actions: {
    hold: {
      label: "Hold",
      from: ["listed"],
      to: "held",
      permission: prepare,
      tone: "primary",
    },
    reserve: {
      label: "Reserve for a year",
      from: ["held"],
      to: "reserved",
      permission: prepare,
      tone: "primary",
    },
    release: {
      label: "Reserve no more",
      from: ["reserved"],
      to: "held",
      permission: prepare,
      needsReason: true,
    },
    retire: {
      label: "Retire",
      from: ["reserved"],
      to: "retired",
      permission: prepare,
      tone: "primary",
    },
    withdraw: {
      label: "Withdraw",
      from: ["listed"],
      to: "withdrawn",
      permission: prepare,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Registries that issue serial numbers. */
export const registries = {
  verra: "Verra (VCS)",
  gold: "Gold Standard",
  acr: "American Carbon Registry",
  car: "Climate Action Reserve",
  other: "Another registry",
} as const;

export const creditViews = [
  { id: "held", name: "Held", query: "status=held,reserved" },
  { id: "retired", name: "Retired", query: "status=retired" },
] as const;
