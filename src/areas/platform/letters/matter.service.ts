import { countFailedLetters } from "#server/mail/failed-letters.ts";
import type { AdminMatter } from "#areas/organization/organization.server.ts";

/** Letters that the mail server would not take. */
export const failedLetters: AdminMatter = {
  id: "letters",
  one: "letter could not be sent",
  many: "letters could not be sent",
  about: "Of the last 30 days, each with what the mail server said.",
  href: "/admin/letters?state=failed",
  permission: "operation.read",
  count: countFailedLetters,
};
