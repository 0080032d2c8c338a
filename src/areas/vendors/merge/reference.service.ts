import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { countRow, oneAs } from "#server/db/read-as.ts";
import { shapeOf } from "#server/db/rows.ts";
import { bind } from "#server/db/sql.ts";

/** The two records of a merge; `id` is the merge itself. */
export type Merging = { id: string; from: string; to: string };
/** Something of either vendor that is under way, in a sentence, with the page that shows it. */
export type MergeBlock = { sentence: string; href: string };

/**
 * What becomes of a reference to a vendor when its record is merged into another one:
 * - `move`: it names the kept record from then on;
 * - `stays`: it is evidence of what was, and names the merged record for ever (`why`);
 * - `combine`: both have one, and `combine` makes one of them;
 * - `refuse`: while there is any, nothing is merged (`blocks`).
 * A reference of any rule may have `blocks`. Every table that names a vendor needs one: a test reads
 * the database's catalogue.
 */
export type VendorReference = {
  table: PgTable;
  /** The column, by its name in the database. */ column?: string;
  rule: "move" | "stays" | "combine" | "refuse";
  /** What people call its records: "Purchase orders". */ label: string;
  why?: string;
  /** What tells of merges themselves; nobody wants to read it of a merge. */ ofMerging?: boolean;
  /** The list that shows them of one vendor. */ href?: (vendorId: string) => string;
  /** Documents that name their vendor: their type, and which of them went out. */
  issued?: { type: string; when: string };
  blocks?: (db: Db, vendorIds: readonly string[]) => Promise<MergeBlock[]>;
  combine?: (tx: Tx, merging: Merging) => Promise<void>;
  /** What is looked at anew once everything moved. */
  after?: (tx: Tx, actor: Actor, merging: Merging) => Promise<void>;
};

const references: VendorReference[] = [];
/** An area says what becomes of its references to vendors. */
export const vendorReferences = extensionPoint<VendorReference>(
  "references to vendors",
  (reference) => void references.push(reference),
);
/** Every reference that areas told of, as "table.column". */
export const knownReferences = (): readonly VendorReference[] => references;

const columnOf = ({ column = "vendor_id" }: VendorReference) => column;

/** The reference as the catalogue names it. */
export const placeOfReference = (reference: VendorReference): string =>
  `${getTableName(reference.table)}.${columnOf(reference)}`;

// Names of tables and columns stand in the program, never in what somebody typed.
const countOf = async (db: Db, reference: VendorReference, vendorId: string): Promise<number> => {
  const { n } = await oneAs(
    db,
    countRow,
    bind(
      `
        select count(*)::int as n
        from ${getTableName(reference.table)}
        where org_id = $1 and ${columnOf(reference)} = $2
      `,
      [db.scope.orgId, vendorId],
    ),
  );
  return n;
};

/** How much each reference has of one vendor; those without any are left out. */
export const countReferences = async (db: Db, vendorId: string) => {
  const counted = await Promise.all(
    references.map(async (reference) => ({
      reference,
      count: await countOf(db, reference, vendorId),
    })),
  );
  return counted.filter(({ count }) => count > 0);
};

/** What of either vendor is under way and has to end first. */
export const blocksOf = async (db: Db, vendorIds: readonly string[]): Promise<MergeBlock[]> => {
  const found = await Promise.all(references.map((one) => one.blocks?.(db, vendorIds) ?? []));
  return found.flat();
};

/**
 * Writes down how the documents of a vendor that went out name it, where nothing says so yet: their
 * records will hang on another one, or theirs will say something else.
 */
export const keepAsIssued = async (
  tx: Tx,
  mergeId: string,
  { id, number, name, address }: { id: string; number: string; name: string; address: string },
): Promise<void> => {
  for (const reference of references) {
    if (!reference.issued) continue;
    const { type, when } = reference.issued;
    await tx.rows(
      bind(
        `
          insert into vendor_as_issued (
            org_id, id, object_type, object_id, vendor_id, number, name, address, merge_id
          )
          select r.org_id, gen_random_uuid(), $3, r.id, $2::uuid, $4, $5, $6, $7::uuid
          from ${getTableName(reference.table)} r
          where r.org_id = $1 and r.${columnOf(reference)} = $2::uuid and (${when})
          on conflict (org_id, object_type, object_id)
          do nothing
        `,
        [tx.scope.orgId, id, type, number, name, address, mergeId],
      ),
    );
  }
};

const moveOne = async (tx: Tx, reference: VendorReference, { from, to }: Merging) => {
  const { byKey } = shapeOf(reference.table);
  const sets = [
    `${columnOf(reference)} = $3`,
    // Whoever has it open saves over a record that changed, and is told so.
    ...(byKey.has("version") && byKey.has("updatedAt")
      ? ["version = version + 1", "updated_at = clock_timestamp()"]
      : []),
  ];
  await tx.rows(
    bind(
      `
        update ${getTableName(reference.table)}
        set ${sets.join(", ")}
        where org_id = $1 and ${columnOf(reference)} = $2
      `,
      [tx.scope.orgId, from, to],
    ),
  );
};

/** Moves and combines every reference from one vendor to the other, by its rule. */
export const moveReferences = async (tx: Tx, merging: Merging): Promise<void> => {
  for (const reference of references) {
    if (reference.rule === "combine") await reference.combine!(tx, merging);
    if (reference.rule === "move") await moveOne(tx, reference, merging);
  }
};

/** What areas look at anew after everything moved: duplicates, sums. */
export const afterReferences = async (tx: Tx, actor: Actor, merging: Merging): Promise<void> => {
  for (const reference of references) await reference.after?.(tx, actor, merging);
};
