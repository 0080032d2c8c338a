import { sql } from "#server/db/sql.ts";
import type { QuickStart } from "./quick-start.service.ts";

/** What everybody does first, and administrators. */
export const ownStarts: readonly QuickStart[] = [
  {
    id: "everyone",
    title: "Your first day",
    place: 10,
    steps: [
      {
        id: "notices",
        label: "Read a notice",
        about: "The bell says what concerns you; what you have read stays in the list.",
        href: "/notifications",
        guide: "finding-your-way",
        done: (orgId, personId) => sql`
          select 1 as ok
          from notification
          where org_id = ${orgId} and person_id = ${personId} and read_at is not null
          limit 1
        `,
      },
    ],
  },
  {
    id: "administrator",
    title: "As an administrator",
    place: 20,
    roles: ["admin"],
    steps: [
      {
        id: "invite",
        label: "Invite somebody",
        about: "With role, department and duties, by mail or by a list.",
        href: "/team?tab=invitations",
        guide: "team-and-roles",
        done: (orgId, personId) => sql`
          select 1 as ok
          from invitation
          where org_id = ${orgId} and invited_by = ${personId}
          limit 1
        `,
      },
    ],
  },
];
