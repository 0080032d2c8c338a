import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const certificateStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  published: { label: "Published", tone: "success" },
  expired: { label: "Ended", tone: "neutral", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "danger", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CertificateStatus = keyof typeof certificateStatuses;
export type CertificateAction = "publish" | "withdraw" | "expire";

export const certificateCourse = ["draft", "published", "expired"] as const;

export const certificateKinds = {
  iso: "ISO certification",
  accreditation: "Accreditation",
  rating: "Bond rating",
  insurance: "Insurance",
  award: "Award (such as GFOA)",
  other: "Other",
} as const;

const edit = "agencyPolicy.edit";

/** A certificate of the agency: it ends by its day, never by a button. */
export const certificateCycle = lifecycle<{ status: string }>()<
  CertificateStatus,
  CertificateAction
>({
  noun: "certificate of the agency",
  initial: "draft",
  statuses: certificateStatuses,
  course: certificateCourse,
  actions: {
    publish: {
      label: "Publish",
      from: ["draft"],
      to: "published",
      permission: edit,
      tone: "primary",
    },
    withdraw: {
      label: "Withdraw",
      from: ["draft", "published"],
      to: "withdrawn",
      permission: edit,
      needsReason: true,
      tone: "danger",
    },
    expire: {
      label: "End",
      from: ["published"],
      to: "expired",
      permission: edit,
      system: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const certificateViews = [
  { id: "published", name: "Published", query: "status=published" },
  { id: "ending", name: "End within sixty days", query: "ending=true" },
] as const;
