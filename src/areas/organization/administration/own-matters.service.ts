import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readOrganization } from "../organization.service.ts";
import { administratorsOf } from "../member/duty.service.ts";
import { profileOf } from "../tenant/profile.labels.ts";
import type { AdminMatter, FirstStep } from "./matters.service.ts";

const counted = async (db: Db, query: ReturnType<typeof sql>): Promise<number> =>
  (await db.one<{ n: number }>(query)).n;

/** What of people and their access waits for an administrator. */
export const ownMatters: readonly AdminMatter[] = [
  {
    id: "grants",
    one: "request for access waits for a second person",
    many: "requests for access wait for a second person",
    about: "Confirm or decline them: until then they hold nothing.",
    href: "/team?tab=grants",
    permission: "member.confirm",
    count: (db) =>
      counted(
        db,
        sql`
          select count(*)::int as n
          from access_grant
          where org_id = ${db.scope.orgId} and status = 'waiting'
        `,
      ),
  },
  {
    id: "invitations",
    one: "invitation ran out unanswered",
    many: "invitations ran out unanswered",
    about: "Of the last 30 days. Send them again, or take them back.",
    href: "/team?tab=invitations",
    permission: "member.edit",
    count: (db) =>
      counted(
        db,
        sql`
          select count(*)::int as n
          from invitation
          where org_id = ${db.scope.orgId}
            and accepted_at is null
            and revoked_at is null
            and expires_at < clock_timestamp()
            and expires_at > clock_timestamp() - interval '30 days'
        `,
      ),
  },
  {
    id: "one-administrator",
    one: "administrator only",
    many: "administrators",
    about: "Make a second person one: alone, nobody could confirm or help you back in.",
    href: "/team",
    permission: "member.edit",
    count: async (db) => ((await administratorsOf(db)).length === 1 ? 1 : 0),
  },
];

const some = async (db: Db, query: ReturnType<typeof sql>): Promise<boolean> =>
  (await db.maybe(query)) !== null;

/** What a new agency sets about itself and its people. */
export const ownSteps: readonly FirstStep[] = [
  {
    id: "record",
    part: "month",
    place: 110,
    label: "Say who the agency is",
    about: "Legal name, address and telephone, as they stand on orders and forms.",
    href: "/admin/tenant",
    done: async (db) => {
      const agency = await readOrganization(db);
      return Boolean(agency.address && agency.phone && profileOf(agency.profile).legalName);
    },
  },
  {
    id: "calendar",
    part: "month",
    place: 120,
    label: "Check the calendar",
    about: "Working days, hours and closures: windows of business days are counted by them.",
    href: "/settings/calendar",
    done: (db) =>
      some(
        db,
        sql`
          select 1 as ok
          from agency_calendar
          where org_id = ${db.scope.orgId} and version > 1
          union all
          select 1
          from agency_closure
          where org_id = ${db.scope.orgId}
          limit 1
        `,
      ),
  },
  {
    id: "departments",
    part: "order",
    place: 30,
    label: "Add a department",
    about: "Requests, budgets and approvals belong to one.",
    href: "/team?tab=departments",
    done: (db) =>
      some(db, sql`select 1 as ok from department where org_id = ${db.scope.orgId} limit 1`),
  },
  {
    id: "people",
    part: "order",
    place: 60,
    label: "Invite a second person",
    about:
      "Nobody approves what they asked for: a manager or another administrator has to. They come in by the link of a letter; until then everything else can be set up.",
    href: "/team?tab=invitations",
    done: (db) =>
      some(
        db,
        sql`
          select 1 as ok
          from organization_member m
          where m.org_id = ${db.scope.orgId}
            and m.active
            and exists (
              select 1
              from user_role r
              where r.org_id = m.org_id
                and r.person_id = m.person_id
                and r.role in ('manager', 'admin')
            )
          offset 1
          limit 1
        `,
      ),
  },
  {
    id: "duties",
    part: "month",
    place: 130,
    label: "Give duties",
    about: "Buyer, accounts payable, treasurer: who prepares never pays.",
    href: "/team",
    done: (db) =>
      some(db, sql`select 1 as ok from held_duty where org_id = ${db.scope.orgId} limit 1`),
  },
  {
    id: "second-administrator",
    part: "month",
    place: 140,
    label: "Make a second administrator",
    about: "Weighty rights need a second person, and one of you will be ill one day.",
    href: "/team",
    done: async (db) => (await administratorsOf(db)).length > 1,
  },
  {
    id: "two-steps",
    part: "month",
    place: 150,
    label: "Require two-step sign-in",
    about: "Of officers at least: they move money.",
    href: "/admin/tenant?tab=sign-in",
    done: async (db) => (await readOrganization(db)).mfaRequired,
  },
  {
    id: "look",
    part: "month",
    place: 160,
    label: "Give it your colours and mark",
    about: "Vendors and citizens see whose letter it is.",
    href: "/utilities/theme",
    done: (db) =>
      some(db, sql`select 1 as ok from agency_look where org_id = ${db.scope.orgId} limit 1`),
  },
  {
    id: "public",
    part: "month",
    place: 170,
    label: "Decide what is public",
    about: "Orders, budget, requests, changes: nothing is shown until you say so.",
    href: "/admin/tenant?tab=public",
    done: async (db) => (await readOrganization(db)).publish !== null,
  },
];
