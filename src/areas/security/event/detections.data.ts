import type { Detection } from "./detect.model.ts";

/**
 * What raises an alert: how many events of which kinds, of one person or one network address, within
 * how many minutes. Figures of the product, chosen so that a day of one's own mistakes stays below.
 */
export const detections: readonly Detection[] = [
  {
    key: "address-many-accounts",
    label: "One address against several accounts",
    severity: "high",
    by: "address",
    minutes: 60,
    kinds: ["sign_in_failed", "second_factor_failed"],
    least: 4,
    counts: "people",
    remedy: "Ask the people named whether it was them. Block the address at the firewall.",
  },
  {
    key: "account-under-attack",
    label: "An account under attack",
    severity: "high",
    by: "person",
    minutes: 60,
    kinds: ["sign_in_failed", "second_factor_failed", "proof_failed"],
    least: 8,
    counts: "events",
    remedy: "Ask the person; let them set a new password and a second factor.",
  },
  {
    key: "session-key-reused",
    label: "A used session key came again",
    severity: "critical",
    by: "person",
    minutes: 60,
    kinds: ["refresh_token_reused"],
    least: 1,
    counts: "events",
    remedy: "The session was ended. Ask which devices the person uses, and whether one was lost.",
  },
  {
    key: "not-me",
    label: "Somebody says: that was not me",
    severity: "critical",
    by: "person",
    minutes: 60,
    kinds: ["not_me"],
    least: 1,
    counts: "events",
    remedy: "Ask the person what they saw. Look through what the account did since.",
  },
  {
    key: "dormant-account-wakes",
    label: "A dormant account wakes",
    severity: "medium",
    by: "person",
    minutes: 60,
    kinds: ["account_woke"],
    least: 1,
    counts: "events",
    remedy: "Ask whether the person is back, and whether they still need their duties.",
  },
  {
    key: "mass-export",
    label: "Mass export",
    severity: "medium",
    by: "person",
    minutes: 120,
    kinds: ["large_export"],
    least: 3,
    counts: "events",
    remedy: "Ask what the lists were taken for.",
  },
  {
    key: "factor-off-bank-change",
    label: "Second factor off and a bank account changed on one day",
    severity: "critical",
    by: "person",
    minutes: 1440,
    kinds: ["second_factor_off", "bank_changed"],
    least: 2,
    counts: "kinds",
    remedy: "Hold payments to that vendor, and call the vendor by a number known before.",
  },
];

/** After so many days without a sign-in an account counts as dormant. */
export const dormantDays = 90;

/** Rows from which an export counts as large. */
export const largeExport = 500;
