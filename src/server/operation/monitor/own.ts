import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

/** What an agency sees of its own: letters, long work, imports, storage. */
export type OwnNumbers = {
  lettersWaiting: number;
  lettersFailed: number;
  jobsUnderWay: number;
  jobsFailed: number;
  imports: number;
  importsFailed: number;
  files: number;
  bytes: number;
};

export const ownNumbers = (db: Db): Promise<OwnNumbers> =>
  db.one<OwnNumbers>(sql`
    select
      (
        select count(*)::int
        from mail
        where org_id = ${db.scope.orgId} and sent_at is null and failed_at is null
      ) as letters_waiting,
      (
        select count(*)::int
        from mail
        where org_id = ${db.scope.orgId} and failed_at > clock_timestamp() - interval '30 days'
      ) as letters_failed,
      (
        select count(*)::int
        from job
        where org_id = ${db.scope.orgId} and state in ('queued', 'running')
      ) as jobs_under_way,
      (
        select count(*)::int
        from job
        where org_id = ${db.scope.orgId}
          and state = 'failed'
          and ended_at > clock_timestamp() - interval '7 days'
      ) as jobs_failed,
      (
        select count(*)::int
        from import_run
        where org_id = ${db.scope.orgId} and created_at > clock_timestamp() - interval '30 days'
      ) as imports,
      (
        select count(*)::int
        from import_run
        where org_id = ${db.scope.orgId}
          and state = 'failed'
          and created_at > clock_timestamp() - interval '30 days'
      ) as imports_failed,
      (select count(*)::int from stored_file where org_id = ${db.scope.orgId}) as files,
      (
        select coalesce(sum(size), 0)::bigint
        from (select distinct sha256, size from stored_file where org_id = ${db.scope.orgId}) f
      ) as bytes
  `);

/** Bytes of the scope's stored files, each content once. */
export const storedBytes = async (db: Db): Promise<number> =>
  (
    await db.one<{ bytes: number }>(sql`
      select coalesce(sum(size), 0)::bigint as bytes
      from (select distinct sha256, size from stored_file where org_id = ${db.scope.orgId}) f
    `)
  ).bytes;
