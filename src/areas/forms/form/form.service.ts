import type { PublishCheck } from "#kernel/definition.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { endpointAt } from "#server/webhooks/queue.ts";
import { formDefinition } from "../forms.tables.ts";
import { formChecks } from "./check.model.ts";
import { formInput, type FormInput, type FormVersion } from "./form.model.ts";

const destinationChecks = async (db: Db, form: FormInput): Promise<PublishCheck[]> => {
  const checks = form.destinations.map(async ({ kind, to }, at) => {
    const known = kind !== "webhook" || (await endpointAt(db, to)) !== null;
    return {
      sentence: `No active webhook endpoint has the address ${to}.`,
      ok: known,
      path: `destinations.${at}`,
    };
  });
  return (await Promise.all(checks)).filter((check) => !check.ok);
};

const checksOf = async (
  db: Db,
  form: FormInput & { definitionId: string },
): Promise<PublishCheck[]> => {
  const other = await db.maybe<{ name: string }>(sql`
    select name
    from form_definition
    where org_id = ${db.scope.orgId}
      and slug = ${form.slug}
      and status = 'published'
      and definition_id <> ${form.definitionId}
    limit 1
  `);
  return [
    ...formChecks(form),
    ...(await destinationChecks(db, form)),
    {
      sentence: other
        ? `“${other.name}” has this address already. Choose another one.`
        : "No other form has its address.",
      ok: !other,
      path: "slug",
    },
  ];
};

const written = defineDefinition({
  name: "formDefinition",
  what: "form",
  table: formDefinition,
  body: formInput,
  checks: checksOf,
  file: { schema: "levee.form", version: 1 },
});

type Refusal = { code?: string; constraint?: string };

// Another agency's addresses cannot be read from here; the index over all of them says it.
const inWords = (error: unknown): never => {
  const { code, constraint } = error as Refusal;
  if (code === "23505" && constraint === "form_definition_public")
    throw invalidField(
      "slug",
      "Another agency has this address already. Choose another one, such as with your county's name.",
      "address_taken",
    );
  throw error;
};

/** The agency's forms. Submissions hold the id of the version that they began with. */
export const forms: typeof written = {
  ...written,
  publish: (...given) => written.publish(...given).catch(inWords),
};

/** All versions, by name, newest first. */
export const listForms = (db: Db): Promise<FormVersion[]> =>
  db.rows<FormVersion>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, slug, about, audience,
      keep_years, pages, destinations
    from form_definition
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 1000
  `);

/** How many submissions each form has, by status; only what is stored. */
export const countSubmissions = (
  db: Db,
): Promise<{ definitionId: string; name: string; status: string; submissions: number }[]> =>
  db.rows(sql`
    select f.definition_id, max(f.name) as name, s.status, count(*)::int as submissions
    from form_submission s
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where s.org_id = ${db.scope.orgId}
    group by f.definition_id, s.status
    order by 2, 3
  `);
