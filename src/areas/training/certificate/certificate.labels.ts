import { lifecycle, type Tone } from "#kernel/lifecycle.ts";
import type { Day } from "#kernel/time.ts";

/** How a certificate stands: the last three of those that were verified follow from the day. */
export const certificateStates = {
  waiting: { label: "To be verified", tone: "info" },
  valid: { label: "Valid", tone: "success" },
  expiring: { label: "Expires soon", tone: "warning" },
  expired: { label: "Expired", tone: "danger" },
  refused: { label: "Not verified", tone: "neutral", terminal: true },
  revoked: { label: "Revoked", tone: "danger", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CertificateState = keyof typeof certificateStates;
export type CertificateStatus = "waiting" | "valid" | "refused" | "revoked";
export type CertificateAction = "verify" | "refuse" | "revoke";

/** So many days before its last one a certificate counts as expiring. */
export const expiringDays = 90;

/** How a verified certificate stands on a day: it holds through its last day. */
export const stateOn = (
  { status, validUntil }: { status: string; validUntil: Day | null },
  on: Day,
  soon: Day,
): CertificateState =>
  status !== "valid"
    ? (status as CertificateState)
    : validUntil === null || validUntil > soon
      ? "valid"
      : validUntil >= on
        ? "expiring"
        : "expired";

type Facts = {
  status: string;
  holderId: string;
  enteredBy: string | null;
  /** To whom the holder delegates now, however far on. */
  delegates: readonly string[];
};
type Asker = { personId: string | null };
const verify = "training.verify";

const notTheirOwn = (c: Facts, { personId }: Asker): string | null =>
  personId === null
    ? null
    : c.holderId === personId
      ? "It is your own: another person decides about it."
      : c.delegates.includes(personId)
        ? "Its holder delegates to you, so a third person decides about it."
        : null;
const another = (c: Facts, asker: Asker): string | null =>
  notTheirOwn(c, asker) ??
  (asker.personId !== null && c.enteredBy === asker.personId
    ? "You entered it: another person verifies it."
    : null);

/** A certificate of a person: verified by another one, it ends by its day, never by a button. */
export const certificateCycle = lifecycle<Facts>()<CertificateStatus, CertificateAction>({
  noun: "certificate of a person",
  initial: "waiting",
  begins: ["valid"],
  statuses: {
    waiting: certificateStates.waiting,
    valid: certificateStates.valid,
    refused: certificateStates.refused,
    revoked: certificateStates.revoked,
  },
  course: ["waiting", "valid"],
  edit: {
    from: ["waiting"],
    otherwise: "It is decided: enter the renewal as a certificate of its own.",
    permission: "training.read",
  },
  actions: {
    verify: {
      label: "Verify",
      from: ["waiting"],
      to: "valid",
      permission: verify,
      tone: "primary",
      unless: another,
    },
    refuse: {
      label: "Do not verify",
      from: ["waiting"],
      to: "refused",
      permission: verify,
      needsReason: true,
      unless: notTheirOwn,
    },
    revoke: {
      label: "Revoke",
      from: ["valid"],
      to: "revoked",
      permission: verify,
      needsReason: true,
      tone: "danger",
      unless: notTheirOwn,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const certificateViews = [
  { id: "waiting", name: "To be verified", query: "status=waiting" },
  { id: "expiring", name: "Expire within ninety days", query: "status=expiring" },
  { id: "expired", name: "Expired", query: "status=expired&renewed=false" },
  { id: "mine", name: "Mine", query: "mine=true" },
] as const;
