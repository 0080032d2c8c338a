import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import type { Finding, Invariant } from "../checking.ts";
import { missingRecords } from "./records.ts";

type Link = { type: string; id: string; what: string };

const linksOf = (db: Db): Promise<Link[]> =>
  db.rows<Link>(sql`
    select a.object_type as type, a.object_id as id, 'The attached file ' || f.name as what
    from attachment a
    join stored_file f on f.org_id = a.org_id and f.id = a.file_id
    where a.org_id = ${db.scope.orgId}
    union all
    select c.object_type, c.object_id, 'The comment “' || left(c.body, 60) || '”'
    from comment c
    where c.org_id = ${db.scope.orgId}
  `);

const orphans = async (db: Db): Promise<Finding[]> => {
  const links = await linksOf(db);
  const missing = await missingRecords(db, links);
  return links
    .filter(({ type, id }) => missing.has(`${type} ${id}`))
    .map(({ type, id, what }) => ({
      sentence: `${what} belongs to a ${type} that is not there (${id}).`,
      link: null,
    }));
};

const contentless = (db: Db): Promise<Finding[]> =>
  db.rows<Finding>(sql`
    select
      'The file ' || coalesce(
        nullif(a.label, ''), a.id::text
      ) || ' of a ' || a.object_type || ' names no stored file.' as sentence,
      null as link
    from attachment a
    where a.org_id = ${db.scope.orgId}
      and not exists (select 1 from stored_file f where f.org_id = a.org_id and f.id = a.file_id)
    limit 100
  `);

export const linksRule: Invariant = {
  name: "links.targets",
  label: "Files and comments belong to a record",
  area: "server",
  what: "Every attached file and every comment belongs to a record that is there.",
  todo: "The record was taken out of the database by hand. Restore it from a backup; its audit entries say what it was.",
  check: async ({ db }) => [...(await orphans(db)), ...(await contentless(db))],
};

/** A letter is overdue that nobody tried so long after its time. */
const lateMinutes = 60;

export const lettersRule: Invariant = {
  name: "letters.stuck",
  label: "Letters on their way",
  area: "server",
  what: `No letter waits for more than ${lateMinutes} minutes after its next try was due.`,
  todo: "Look at Letters for what the mail server said. Where none is set (LEVEE_SMTP_URL), letters wait for one.",
  check: async ({ db }) =>
    (
      await db.rows<{ subject: string; due: string }>(sql`
        select subject, to_char(next_attempt_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as due
        from mail
        where org_id = ${db.scope.orgId}
          and sent_at is null
          and failed_at is null
          and next_attempt_at < clock_timestamp() - make_interval(mins => ${lateMinutes}::int)
        order by next_attempt_at
        limit 100
      `)
    ).map(({ subject, due }) => ({
      sentence: `“${subject}” should have gone out at ${due} UTC and was not tried.`,
      link: "/admin/letters?state=waiting,refused",
    })),
};

/** Work that runs for longer has lost its instance, or will not end. */
const lateHours = 6;

export const jobsRule: Invariant = {
  name: "jobs.stuck",
  label: "Long work ends",
  area: "server",
  what: `No long work waits or runs for more than ${lateHours} hours.`,
  todo: "Cancel it in the tray of whoever began it, and begin it again. If it stays, restart the instances one after the other.",
  check: async ({ db }) =>
    (
      await db.rows<{ title: string; state: string; since: string }>(sql`
        select title, state, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
        from job
        where org_id = ${db.scope.orgId}
          and state in ('queued', 'running')
          and created_at < clock_timestamp() - make_interval(hours => ${lateHours}::int)
        order by created_at
        limit 100
      `)
    ).map(({ title, state, since }) => ({
      sentence: `“${title}” is ${state} since ${since} UTC.`,
      link: null,
    })),
};
