import type { Tone } from "#kernel/lifecycle.ts";
import { keyInWords } from "#kernel/words.ts";

/** How much an event weighs. */
export const eventSeverities = {
  low: { label: "Low", tone: "neutral" },
  medium: { label: "Medium", tone: "warning" },
  high: { label: "High", tone: "danger" },
  critical: { label: "Critical", tone: "emergency" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

/** What happened to accounts and doors, in words. */
export const securityEventKinds = {
  signed_in: "Signed in",
  new_device: "Signed in on a new device",
  signed_out: "Signed out",
  sign_in_failed: "Sign-in failed",
  second_factor_failed: "Wrong second factor",
  proof_failed: "Could not prove who they are",
  refresh_token_reused: "A used session key came again",
  second_factor_on: "Second factor set up",
  second_factor_off: "Second factor taken off",
  second_factor_reset: "Second factor taken off by somebody else",
  backup_codes_renewed: "Backup codes renewed",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  password_changed: "Password changed",
  password_reset: "Password set anew by a letter",
  provider_linked: "Sign-in provider linked",
  sessions_ended: "Sessions ended",
  not_me: "“That was not me”",
  entry_kept_out: "Kept out: another way in is asked",
  break_glass_used: "Emergency access used",
  member_access_changed: "Role or duties changed",
  policy_changed: "Policy or setting changed",
  access_refused: "Access refused",
  number_revealed: "Hidden number shown",
  large_export: "Large export",
  bank_changed: "Bank account changed",
  field_capture_refused: "Capture of the field refused",
} as const;
export type SecurityEventKind = keyof typeof securityEventKinds;

/** A kind in words; what only a provider or a browser tells, by its own name. */
export const securityEventWords = (kind: string): string =>
  securityEventKinds[kind as SecurityEventKind] ?? keyInWords(kind.replaceAll("_", " "));
