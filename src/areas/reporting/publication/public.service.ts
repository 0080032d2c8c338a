import { notFound } from "#kernel/errors.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { hostAgency } from "#areas/engagement/engagement.server.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { contentIn, type PublicReport, type PublicReportRow } from "./publication.model.ts";

type Host = Pick<App, "database">;

const mostReports = 200;

/** What the agency that runs this installation publishes now. */
export const publicReports = async (
  app: Host,
  db: Db = published(app.database),
): Promise<PublicReportRow[]> => {
  const host = await hostAgency(app);
  return db.rows<PublicReportRow>(sql`
    select slug, title, says, version_no, published_at, ${host.timeZone} as time_zone
    from publication
    where org_id = ${host.id} and status = 'published'
    order by title, id
    limit ${mostReports}
  `);
};

type Found = {
  timeZone: string;
  slug: string;
  status: "published" | "superseded";
  versionNo: number;
  correction: string | null;
  content: string;
  sha256: string;
  publishedAt: Instant;
  paperSha256: string | null;
  proofSha256: string | null;
};

const versionsOf = async (app: Host, db: Db, slug: string): Promise<Found[]> => {
  const host = await hostAgency(app);
  return db.rows<Found>(sql`
    select
      slug, status, version_no, correction, content, sha256, published_at, paper_sha256,
      proof_sha256, ${host.timeZone} as time_zone
    from publication
    where org_id = ${host.id} and slug = ${slug}
    order by version_no desc
    limit 100
  `);
};

/**
 * The text that was hashed, of the version asked for or the one in force. 404 where nothing is
 * published there, or it was withdrawn.
 */
export const publicText = async (
  app: Host,
  slug: string,
  versionNo?: number,
  db: Db = published(app.database),
): Promise<Found> => {
  const versions = await versionsOf(app, db, slug);
  const found = versions.find((each) =>
    versionNo === undefined ? each.status === "published" : each.versionNo === versionNo,
  );
  if (!found || versions.every((each) => each.status !== "published"))
    throw notFound("published report");
  return found;
};

/** A published report as everybody reads it, with its versions. 404 as `publicText`. */
export const readPublicReport = async (
  app: Host,
  slug: string,
  versionNo?: number,
  db: Db = published(app.database),
): Promise<PublicReport> => {
  const [found, versions] = await Promise.all([
    publicText(app, slug, versionNo, db),
    versionsOf(app, db, slug),
  ]);
  return {
    slug,
    status: found.status,
    timeZone: found.timeZone,
    publishedAt: found.publishedAt,
    sha256: found.sha256,
    paperSha256: found.paperSha256,
    proofSha256: found.proofSha256,
    content: contentIn(found.content),
    versions: versions.map((each) => ({
      versionNo: each.versionNo,
      publishedAt: each.publishedAt,
      correction: each.correction,
      sha256: each.sha256,
    })),
  };
};

type Listed = { slug: string; title: string; says: string; issued: Day; modified: Day };

/** What the catalog of open data lists, with the agency's days of its first and its newest version. */
export const listedData = async (
  app: Host,
  db: Db = published(app.database),
): Promise<{ agency: string; reports: Listed[] }> => {
  const host = await hostAgency(app);
  const reports = await db.rows<Listed>(sql`
    select
      p.slug, p.title, p.says, (p.published_at at time zone ${host.timeZone})::date as modified,
      (
        select min((f.published_at at time zone ${host.timeZone})::date)
        from publication f
        where f.org_id = p.org_id and f.slug = p.slug
      ) as issued
    from publication p
    where p.org_id = ${host.id} and p.status = 'published'
    order by p.title, p.id
    limit ${mostReports}
  `);
  return { agency: host.name, reports };
};
