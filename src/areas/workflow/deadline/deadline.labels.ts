import { lifecycle } from "#kernel/lifecycle.ts";

type Ruled = { status: string; byHand: boolean; ownerId: string | null };

const notTheirs = (
  record: Ruled,
  asker: { personId: string | null; permissions: ReadonlySet<string> },
) =>
  record.ownerId === asker.personId || asker.permissions.has("deadline.assign")
    ? null
    : "Only who looks after it, a manager or an administrator says so.";

// Apart from the model, so that screens load without zod.
export const deadlineCycle = lifecycle<Ruled>()({
  noun: "deadline",
  statuses: {
    open: { label: "Open", tone: "info" },
    met: { label: "Done", tone: "success" },
    lapsed: { label: "Lapsed", tone: "danger" },
    dropped: { label: "No longer due", tone: "neutral" },
  },
  course: ["open", "met"],
  initial: "open",
  actions: {
    meet: {
      label: "Mark done",
      from: ["open", "lapsed"],
      to: "met",
      permission: "deadline.edit",
      needsReason: true,
      tone: "primary",
      unless: (record, asker) =>
        record.byHand ? notTheirs(record, asker) : "It ends with its record: open that.",
    },
    reopen: {
      label: "Open again",
      from: ["met"],
      to: "open",
      permission: "deadline.edit",
      needsReason: true,
      unless: notTheirs,
    },
    lapse: {
      label: "Lapse",
      from: ["open"],
      to: "lapsed",
      permission: "deadline.edit",
      system: true,
    },
    drop: {
      label: "Drop",
      from: ["open", "lapsed"],
      to: "dropped",
      permission: "deadline.edit",
      system: true,
    },
    renew: {
      label: "Due again",
      from: ["lapsed", "dropped"],
      to: "open",
      permission: "deadline.edit",
      system: true,
    },
  },
});
