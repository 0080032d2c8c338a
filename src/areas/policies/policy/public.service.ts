import { notFound } from "#kernel/errors.ts";
import { dateIn } from "#kernel/dates.ts";
import { hostAgency } from "#areas/engagement/engagement.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { storedFileOf } from "#server/files/stored-file.ts";
import type { OpenCertificate } from "../certificate/certificate.model.ts";
import type { OpenPolicy, OpenPolicyRow } from "./policy.model.ts";

type Host = Pick<App, "database">;

/** The policies that hold now, as everybody reads them, by their titles. */
export const openPolicies = async (app: Host): Promise<OpenPolicyRow[]> => {
  const host = await hostAgency(app);
  return published(app.database).rows<OpenPolicyRow>(sql`
    select id, number, version_no, title, kind, summary, file_id is not null as file, published_at
    from agency_policy
    where org_id = ${host.id} and status = 'published'
    order by title, id
    limit 500
  `);
};

/** The certificates that hold today, as everybody reads them. */
export const openCertificates = async (app: Host): Promise<OpenCertificate[]> => {
  const host = await hostAgency(app);
  const today = dateIn(new Date(databaseMs()).toISOString(), host.timeZone);
  return published(app.database).rows<OpenCertificate>(sql`
    select
      id, number, kind, title, issuer, reference, valid_from, valid_until,
      file_id is not null as file
    from agency_certificate
    where org_id = ${host.id}
      and status = 'published'
      and (valid_until is null or valid_until >= ${today})
    order by title, id
    limit 500
  `);
};

type Found = Omit<OpenPolicy, "agency" | "timeZone" | "versions" | "file"> & {
  policyId: string;
  fileId: string | null;
};

const findOpen = async (app: Host, orgId: string, id: string): Promise<Found> => {
  const found = await published(app.database).maybe<Found>(sql`
    select
      id, number, policy_id, version_no, status, title, kind, summary, body, changes, file_id,
      published_at, retired_at
    from agency_policy
    where org_id = ${orgId} and id = ${id}
  `);
  if (!found) throw notFound("published policy");
  return found;
};

/** A published version as everybody reads it, also once another one holds. 404. */
export const readOpenPolicy = async (app: Host, id: string): Promise<OpenPolicy> => {
  const host = await hostAgency(app);
  const { policyId, fileId, ...found } = await findOpen(app, host.id, id);
  const versions = await published(app.database).rows<OpenPolicy["versions"][number]>(sql`
    select id, version_no, status, published_at, changes
    from agency_policy
    where org_id = ${host.id} and policy_id = ${policyId}
    order by version_no desc
    limit 200
  `);
  return {
    ...found,
    file: fileId !== null,
    agency: host.name,
    timeZone: host.timeZone,
    versions,
  };
};

type PublicFile = NonNullable<Awaited<ReturnType<typeof storedFileOf>>>;

const fileNamed = async (app: Host, orgId: string, id: string | null): Promise<PublicFile> => {
  const file = id && (await storedFileOf(published(app.database), orgId, id));
  if (!file) throw notFound("file");
  return file;
};

/** The file of a published version. 404 for one without a file, or that is not published. */
export const openPolicyFile = async (app: Host, id: string): Promise<PublicFile> => {
  const host = await hostAgency(app);
  return fileNamed(app, host.id, (await findOpen(app, host.id, id)).fileId);
};

/** The file of a certificate that holds. 404 else. */
export const openCertificateFile = async (app: Host, id: string): Promise<PublicFile> => {
  const host = await hostAgency(app);
  const found = await published(app.database).maybe<{ fileId: string | null }>(sql`
    select file_id
    from agency_certificate
    where org_id = ${host.id} and id = ${id}
  `);
  return fileNamed(app, host.id, found?.fileId ?? null);
};
