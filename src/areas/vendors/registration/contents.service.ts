import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";

/** Those of these contents (SHA-256, hex) that a company keeps among its own documents. */
export const contentsOfCompanies = async (
  app: Pick<App, "database">,
  sha256s: readonly string[],
): Promise<string[]> =>
  (
    await identityDb(app.database).rows<{ sha256: string }>(sql`
      select distinct sha256
      from vendor_company_document
      where sha256 = any(${[...sha256s]}::text[])
    `)
  ).map(({ sha256 }) => sha256);
