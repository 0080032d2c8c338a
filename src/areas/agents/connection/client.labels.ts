import { lifecycle } from "#kernel/lifecycle.ts";

export const clientKinds = {
  entered: { label: "Entered here" },
  document: { label: "All programs of a host" },
} as const;
export type ClientKind = keyof typeof clientKinds;

/** A program may be connected until an administrator ends that, with everything that it was let do. */
export const clientCycle = lifecycle<{ status: string }>()({
  noun: "connected program",
  initial: "active",
  statuses: {
    active: { label: "May be connected", tone: "success" },
    ended: { label: "Ended", tone: "neutral", terminal: true },
  },
  course: ["active", "ended"],
  actions: {
    end: {
      label: "End",
      from: ["active"],
      to: "ended",
      permission: "agent.configure",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** What somebody let a program do ends by them, by an administrator, or by its day. */
export const connectionCycle = lifecycle<{ status: string }>()({
  noun: "connection",
  initial: "active",
  statuses: {
    active: { label: "Connected", tone: "success" },
    ended: { label: "Ended", tone: "neutral", terminal: true },
  },
  course: ["active", "ended"],
  actions: {
    end: { label: "End", from: ["active"], to: "ended", permission: "agent.run", tone: "danger" },
  },
});
