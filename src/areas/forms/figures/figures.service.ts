import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { peopleWhoMay } from "#areas/organization/organization.server.ts";
import type { Audience, FormPage } from "../form/form.labels.ts";
import { findingsOf, type Finding } from "./compliance.model.ts";

type Figure = {
  definitionId: string;
  name: string;
  begun: number;
  sent: number;
  withFiller: number;
  approved: number;
  rejected: number;
  medianHours: number | null;
};

/**
 * Submissions of each form, all its versions together. The median counts from the last sending to
 * the decision; what was archived or is void counts as begun and sent only.
 */
export const figuresOf = (db: Db): Promise<Figure[]> =>
  db.rows<Figure>(sql`
    select
      f.definition_id, max(f.name) as name, count(*)::int as begun,
      count(s.submitted_at)::int as sent,
      count(*) filter (where s.status = 'returned')::int as with_filler,
      count(*) filter (where s.status in ('approved', 'delivered'))::int as approved,
      count(*) filter (where s.status = 'rejected')::int as rejected,
      round(
        (percentile_cont(0.5) within group (order by extract(
          epoch from s.decided_at - s.submitted_at
        ) / 3600) filter (
          where s.status in ('approved', 'delivered', 'rejected', 'archived')
          and s.decided_at > s.submitted_at
        ))::numeric,
        1
      )::float8 as median_hours
    from form_submission s
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where s.org_id = ${db.scope.orgId}
    group by f.definition_id
    order by 2
  `);

type InForce = {
  id: string;
  name: string;
  about: string;
  audience: Audience;
  keepYears: number;
  pages: FormPage[];
  months: number;
};

/** Every form in force with what was looked at. */
export const complianceOf = async (
  db: Db,
): Promise<{ id: string; name: string; findings: Finding[] }[]> => {
  const [forms, reviewers] = await Promise.all([
    db.rows<InForce>(sql`
      select
        id, name, about, audience, keep_years, pages,
        (extract(year from age(clock_timestamp(), published_at)) * 12 + extract(month from age(
          clock_timestamp(), published_at
        )))::int as months
      from form_definition
      where org_id = ${db.scope.orgId} and status = 'published'
      order by name, id
      limit 500
    `),
    peopleWhoMay(db, "form.review"),
  ]);
  return forms.map((form) => ({
    id: form.id,
    name: form.name,
    findings: findingsOf(form, reviewers.length),
  }));
};
