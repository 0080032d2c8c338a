/**
 * What of an agency stands in a table that is no agency's: what leaves with it (`those` is SQL of the
 * rows, `t` being the table and `$1` the agency), and what becomes of it when the agency ends.
 */
export type GlobalTable = {
  table: string;
  leaves: { columns: readonly string[]; those: string } | { not: string };
  /** In words; the job of the deletion does it (`deletion/outside.service.ts`). Null: nothing is there. */
  ends: string | null;
};

const nothing = (why: string, ...tables: readonly string[]): GlobalTable[] =>
  tables.map((table) => ({ table, leaves: { not: why }, ends: null }));

const ofPeople = "How one person signs in, in whichever agency.";
const ofMachine = "Of the machine, not of an agency.";
const ofCompanies = "A company's own, in whichever agency it works.";

/** The tables that are no agency's. */
export const globalLeaving: readonly GlobalTable[] = [
  {
    table: "organization",
    leaves: {
      columns: [
        "id",
        "name",
        "slug",
        "time_zone",
        "currency",
        "fiscal_year_start_month",
        "mail_domain",
        "settings",
        "created_at",
        "updated_at",
      ],
      those: "t.id = $1",
    },
    ends: "Its own row goes last.",
  },
  {
    table: "person",
    leaves: {
      columns: ["id", "email", "display_name"],
      those: "t.id in (select m.person_id from organization_member m where m.org_id = $1)",
    },
    ends: "People who belong to no other agency and act for no company go.",
  },
  {
    table: "session",
    leaves: { not: ofPeople },
    ends: "Sessions in the agency end and no longer name it.",
  },
  {
    table: "download_ticket",
    leaves: { not: ofPeople },
    ends: "Tickets of sessions that end go with them.",
  },
  {
    table: "person_idempotency_key",
    leaves: { not: "Kept for two days at most, for requests that are sent again." },
    ends: "Answers that name the agency go.",
  },
  {
    table: "rate_limit",
    leaves: { not: ofMachine },
    ends: "Limits that name the agency go.",
  },
  {
    table: "restore_hold",
    leaves: { not: ofMachine },
    ends: "What it ran by is forgotten, with the names of what is due.",
  },
  {
    table: "oauth_artifact",
    leaves: { not: ofPeople },
    ends: "Tokens of connections that are gone open nothing; they name nobody and run out within ninety days.",
  },
  {
    table: "file_look",
    leaves: { not: ofMachine },
    ends: "What the scanner said of contents that nobody else names goes.",
  },
  {
    table: "practice_agency",
    leaves: { not: "Says that an agency is a copy for practice." },
    ends: "Goes with the row of the copy.",
  },
  ...nothing(
    ofPeople,
    "account",
    "backup_code",
    "passkey",
    "passkey_challenge",
    "refresh_token",
    "sign_in_place",
    "two_factor",
    "user_tutorial_progress",
  ),
  ...nothing(
    ofCompanies,
    "vendor_colleague_invitation",
    "vendor_company",
    "vendor_company_document",
    "vendor_identity",
    "vendor_user",
  ),
  ...nothing(
    ofMachine,
    "alarm_rule",
    "audit_key",
    "audit_sequencer",
    "backup_run",
    "demo_story",
    "demo_story_begun",
    "installation",
    "instance",
    "monitor_hour",
    "monitor_minute",
    "operation_alarm",
    "outage",
    "visit_count",
  ),
];
