import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const captureStatuses = {
  received: { label: "Received", tone: "info" },
  in_review: { label: "In review", tone: "warning" },
  applied: { label: "Applied", tone: "success", terminal: true },
  superseded: { label: "Superseded", tone: "neutral", terminal: true },
  set_aside: { label: "Set aside", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CaptureStatus = keyof typeof captureStatuses;
export type CaptureAction = "take" | "hold" | "apply" | "supersede" | "setAside";

/** What can be captured in the field. */
export const captureKinds = {
  receipt: { label: "Receipt of goods" },
  service_request: { label: "Service request" },
  service_request_step: { label: "Step of a service request" },
  inspection: { label: "Inspection" },
  work_order_step: { label: "Step of a work order" },
  hours: { label: "Hours" },
  damage: { label: "Damage" },
  incident_log: { label: "Entry in the log of an incident" },
  staff_form: { label: "Form" },
} as const satisfies Record<string, { label: string }>;
export type CaptureKind = keyof typeof captureKinds;

/** Codes that separation of duties is refused with: nobody settles their own capture that it stopped. */
const separation = ["separation_of_duties", "delegate"];

/** What the rules of a capture ask. */
export type CaptureFacts = {
  status: string;
  personId: string;
  spends: boolean;
  heldFor: string;
  /** Null where it is about nothing that stands. */
  recordId: string | null;
};

const notOwn = (c: CaptureFacts, asker: { personId: string | null }): string | null => {
  if (c.personId !== asker.personId) return null;
  if (separation.includes(c.heldFor))
    return "Separation of duties stopped it: somebody other than who captured it settles it.";
  return c.spends ? "It spends money: somebody other than who captured it settles it." : null;
};

const review = "field.review";

/** Received when it is stored; applied follows from the rules of what it is about. */
export const captureCycle = lifecycle<CaptureFacts>()<CaptureStatus, CaptureAction>({
  noun: "capture",
  initial: "received",
  statuses: captureStatuses,
  course: ["received", "in_review", "applied"],
  actions: {
    take: { label: "Applied", from: ["received"], to: "applied", permission: review, system: true },
    hold: {
      label: "Held for review",
      from: ["received"],
      to: "in_review",
      permission: review,
      system: true,
    },
    apply: {
      label: "Apply",
      from: ["in_review"],
      to: "applied",
      permission: review,
      tone: "primary",
      unless: notOwn,
    },
    supersede: {
      label: "What stands now holds",
      from: ["in_review"],
      to: "superseded",
      permission: review,
      suits: ({ recordId }) => recordId !== null,
      unless: (c, asker) =>
        c.recordId === null ? "It is about no record that stands." : notOwn(c, asker),
    },
    setAside: {
      label: "Set aside",
      from: ["in_review"],
      to: "set_aside",
      permission: review,
      needsReason: true,
      tone: "danger",
      unless: notOwn,
    },
  },
});

/** Views of the list. */
export const captureViews = [
  { id: "review", name: "In review", query: "status=in_review" },
  { id: "photos", name: "Waiting for photos", query: "photos=true" },
  { id: "mine", name: "Mine", query: "mine=true" },
] as const;
