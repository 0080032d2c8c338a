import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const clientStatuses = {
  active: { label: "Served", tone: "success" },
  ended: { label: "No more served", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ClientStatus = keyof typeof clientStatuses;
export type ClientAction = "end" | "serveAgain";

export const clientKinds = {
  township: "Township",
  city: "City",
  county: "County",
  school: "School district",
  district: "Special district",
  state: "State agency",
  other: "Other agency",
} as const;

const write = "served.write";

/** Another agency that is served, until somebody ends it. */
export const clientCycle = lifecycle<{ status: string }>()<ClientStatus, ClientAction>({
  noun: "client",
  initial: "active",
  statuses: clientStatuses,
  course: ["active", "ended"],
  edit: { from: ["active"], otherwise: "It is no more served.", permission: write },
  actions: {
    end: {
      label: "End",
      from: ["active"],
      to: "ended",
      permission: write,
      needsReason: true,
      tone: "danger",
    },
    serveAgain: { label: "Serve again", from: ["ended"], to: "active", permission: write },
  },
});

/** Views of the list, which questions in words open too. */
export const clientViews = [
  { id: "active", name: "Served", query: "status=active" },
  { id: "late", name: "Owe money that is late", query: "late=true" },
  { id: "ending", name: "Agreement ends within 90 days", query: "ending=true" },
] as const;
