import type { FileHolder } from "#server/files/holders.ts";
import { sql } from "#server/db/sql.ts";
import type { RecordName } from "#server/noun.ts";

/** What holds files in this area. */
export const contractFiles: readonly FileHolder[] = [
  {
    column: "contract_signing.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, contract_id as id
        from contract_signing
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "contract_change.body_file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'changeOrder' as type, id as id
        from contract_change
        where org_id = ${db.scope.orgId} and body_file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "negotiation_file.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, r.contract_id as id
        from negotiation_file f
        join negotiation_round r on r.org_id = f.org_id and r.id = f.round_id
        where f.org_id = ${db.scope.orgId} and f.file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "contract_closeout_item.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, contract_id as id
        from contract_closeout_item
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "coverage_certificate.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, contract_id as id
        from coverage_certificate
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "contract_obligation_due.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'obligation' as type, id as id
        from contract_obligation_due
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "contract_cooperative.competition_file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, id as id
        from contract_cooperative
        where org_id = ${db.scope.orgId} and competition_file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "contract_cooperative.right_file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, id as id
        from contract_cooperative
        where org_id = ${db.scope.orgId} and right_file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "contract_completion.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, id as id
        from contract_completion
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  {
    column: "contract_exhibit.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select 'contract' as type, contract_id as id
        from contract_exhibit
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
];
