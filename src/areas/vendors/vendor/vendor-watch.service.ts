import { NamedRecords } from "#server/import/named-records.ts";
import type { RowProblem, Watch } from "#server/import/importer.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { accountKeyOf } from "../bank/bank-import.service.ts";
import { LikeNames } from "./like-names.model.ts";
import type { ImportedVendor } from "./imported-vendor.service.ts";

type OnFile = { number: string; name: string; doingBusinessAs: string | null };

const alike = (row: ImportedVendor, other: string): RowProblem => ({
  column: "Legal name",
  expected: `another firm than ${other}`,
  found: row.name,
  fix: "Possible duplicate: a similar name. Is it the same firm, put its number into the column Number, or keep one of the two rows; is it not, nothing is to be done (yes in the column Another firm takes this note away).",
});
const twice = (row: ImportedVendor, other: number): RowProblem => ({
  column: "Account number",
  expected: "an account that no other vendor is paid to",
  found: `ends in ${row.accountNumber!.slice(-4)}, as in row ${other}`,
  fix: "Two rows have the same bank account: are they one firm, keep one of the rows; are they not, find out why before anybody verifies it.",
});

/**
 * The watch over one file: new vendors whose legal or trading name is much like that of a vendor in
 * use or of an earlier row (those at the same address, or with the
 * same name, are held back already), and rows with one account. The agency's names are read once,
 * with the first new row.
 */
export const watchVendors = (): Watch<ImportedVendor> => {
  const names = new LikeNames();
  const accounts = new NamedRecords();
  let onFile: OnFile[] | null = null;
  const begin = async (db: Db, since: string): Promise<OnFile[]> => {
    const found = await db.rows<OnFile>(sql`
      select number, name, doing_business_as
      from vendor
      where org_id = ${db.scope.orgId}
        and status <> 'inactive'
        and created_at < ${since}::timestamptz
    `);
    found.forEach((v, at) => {
      names.add(v.name, -1 - at, false);
      if (v.doingBusinessAs) names.add(v.doingBusinessAs, -1 - at, false);
    });
    return found;
  };
  return async (db, rows, since) => {
    const known = (onFile ??= await begin(db, since));
    const problems: { rowNo: number; problem: RowProblem }[] = [];
    const whoIs = (ref: number) =>
      ref < 0 ? `${known[-1 - ref]!.number} ${known[-1 - ref]!.name}` : `row ${ref}`;
    for (const { rowNo, row, action } of rows) {
      const account = accountKeyOf(row);
      const first = account ? accounts.name([account], rowNo) : undefined;
      if (first !== undefined) problems.push({ rowNo, problem: twice(row, first) });
      if (action !== "create") continue;
      const other =
        names.add(row.name, rowNo, !row.anotherFirm) ??
        (row.doingBusinessAs ? names.add(row.doingBusinessAs, rowNo, !row.anotherFirm) : null);
      if (other !== null) problems.push({ rowNo, problem: alike(row, whoIs(other)) });
    }
    return problems;
  };
};
