/**
 * Tables without an agency (people, sessions, the public site …). Each has a row policy of its own
 * in its migration.
 */
export const globalTables: readonly string[] = [
  "levee_migration",
  "demo_story",
  "demo_story_begun",
  "download_ticket",
  // 0151: visits of a page on a day.
  "visit_count",
  // 0100: the public keys of the audit record and the lease of its sequencer.
  "audit_key",
  "audit_sequencer",
  // 0010: people and credentials; the role levee_identity alone reads most of them.
  "person",
  "account",
  "session",
  "refresh_token",
  "verification",
  "two_factor",
  "backup_code",
  "rate_limit",
  // From where people have signed in.
  "sign_in_place",
  "security_event",
  "vendor_identity",
  "vendor_user",
  "mail",
  // 0230: companies as they keep themselves; their own people alone.
  "vendor_company",
  "vendor_company_document",
  "vendor_colleague_invitation",
  // 0195: a person's own progress, whichever agency they work in.
  "user_tutorial_progress",
  // 0160: passkeys of people, and the challenges they answer.
  "passkey",
  "passkey_challenge",
  // What the authorization server of connected programs keeps between two requests.
  "oauth_artifact",
  // Instances of the installation, and what administrators must know of it.
  "instance",
  "operation_alarm",
  "outage",
  "monitor_minute",
  "monitor_hour",
  "alarm_rule",
  "installation",
  "backup_run",
  // What waits after a restore, of the machine.
  "restore_hold",
  // What the scanner said of a content, by its hash: the same bytes are looked at once for everybody.
  "file_look",
  // 0100: how far the sequencer read, and the public keys that signed checkpoints.
  "audit_sequencer",
  "audit_key",
  // 0264: answers kept for repeated requests of people who act in no agency.
  "person_idempotency_key",
  // Its id is the agency itself, which is a copy for practice.
  "practice_agency",
  // 0011: its id is the agency itself.
  "organization",
];
