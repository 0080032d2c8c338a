import type { ListDefinition } from "#server/http/list.ts";
import { memberList } from "../member/member.service.ts";

// A right or the membership ends in the agency's month of today.
const endsThisMonth = (instant: string) => `
  ${instant} > clock_timestamp()
  and ${instant} < (
    select (date_trunc('month', $today::timestamp) + interval '1 month') at time zone o.time_zone
    from organization o
    where o.id = m.org_id
  )
`;

/**
 * Everyone of the agency for administrators. What sign-ins tell is not the application's to read:
 * the filters `never`, `dormant` and `withoutFactor` are answered at identity's door, as ids.
 */
export const peopleList: ListDefinition = {
  ...memberList,
  name: "people",
  columns: {
    ...memberList.columns,
    source: { sql: "m.source", label: "Source" },
    endsAt: { sql: "m.ends_at", label: "Ends" },
  },
  filters: {
    ...memberList.filters,
    ids: { kind: "set", sql: "m.person_id", type: "uuid" },
    never: { kind: "flag", sql: "true" },
    dormant: { kind: "flag", sql: "true" },
    withoutFactor: { kind: "flag", sql: "true" },
    endsThisMonth: {
      kind: "flag",
      sql: `(
        (${endsThisMonth("m.ends_at")})
        or (${endsThisMonth("g.expires_at")})
        or exists (
          select 1
          from held_duty y
          where y.org_id = m.org_id and y.person_id = m.person_id and ${endsThisMonth("y.expires_at")}
        )
      )`,
    },
  },
};
