/** Tables without an agency (people, sessions, the public site …). Each has a row policy of its own in its migration. */
export const globalTables: readonly string[] = ["levee_migration"];
