import type { Actor } from "#kernel/access.ts";
import { notFound, Problem } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { seenFile, type SeenFile } from "#server/files/holders.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import { attachedFileIds } from "#server/http/attachments.ts";
import { pdfLayout } from "#server/files/pdf-layout.ts";
import { readableRecord } from "#server/lifecycle.ts";
import { linesOfPaper, type ContractPaper, type PaperText } from "./paper.model.ts";

const mostPapers = 20;
const mostBytes = 10 * 1024 * 1024;
const mostUnseen = 20;

type Held = Pick<ContractPaper, "fileId" | "kind">;

const heldOf = async (db: Db, contractId: string): Promise<Held[]> => {
  const [own, attached] = await Promise.all([
    db.rows<Held>(sql`
      select s.file_id, 'signed' as kind
      from contract_signing s
      where s.org_id = ${db.scope.orgId}
        and s.contract_id = ${contractId}
        and s.amendment_id is null
        and s.change_id is null
      union all
      select e.file_id, 'exhibit' as kind
      from contract_exhibit e
      where e.org_id = ${db.scope.orgId} and e.contract_id = ${contractId}
      order by kind desc
    `),
    attachedFileIds(db, "contract", contractId, mostPapers),
  ]);
  return [...own, ...attached.map((fileId): Held => ({ fileId, kind: "attached" }))];
};

/** What holds a file first says what it is: signed, then an exhibit, then attached. */
const storedOf = async (db: Db, contractId: string): Promise<ContractPaper[]> => {
  const held = await heldOf(db, contractId);
  const kinds = new Map(held.toReversed().map(({ fileId, kind }) => [fileId, kind]));
  const stored = await storedFilesOf(db, [...kinds.keys()]);
  return [...stored]
    .filter(([, { mediaType }]) => mediaType === "application/pdf")
    .map(([fileId, { name }]) => ({ fileId, name, kind: kinds.get(fileId)! }))
    .toSorted((a, b) => b.fileId.localeCompare(a.fileId))
    .slice(0, mostPapers);
};

/**
 * The PDFs of a contract, the newest first, twenty at most: those that this person may open. 404 for
 * a contract that is not theirs to see.
 */
export const papersOf = async (db: Db, actor: Actor, id: string): Promise<ContractPaper[]> => {
  await readableRecord(db, actor, "contract", id);
  const stored = await storedOf(db, id);
  const seen = await Promise.all(stored.map(({ fileId }) => seenFile(db, actor, fileId)));
  return stored.filter((_paper, at) => seen[at]);
};

/** Why nobody reads it now, in words; what is a fault of ours is thrown on. */
const whyUnread = (error: unknown): string => {
  if (error instanceof Problem && [409, 422, 423].includes(error.status)) return error.message;
  throw error;
};

const layoutOf = async (files: FileStore, file: SeenFile) => {
  if (file.size > mostBytes) return { unread: "This PDF is larger than 10 MB, so it is not read." };
  try {
    return { ...(await pdfLayout(await files.pathOf(file.sha256))), unread: null };
  } catch (error) {
    return { unread: whyUnread(error) };
  }
};

/**
 * What one sees in a PDF of a contract, with its places; what nobody sees stands apart. Whoever may
 * open the file may read it so, at most 50 pages; one that is locked, damaged or longer says why it is
 * not read. 404 for a file that is none of the contract's, or not this person's.
 */
export const readPaper = async (
  db: Db,
  actor: Actor,
  files: FileStore,
  { id, fileId }: { id: string; fileId: string },
): Promise<PaperText> => {
  const paper = (await papersOf(db, actor, id)).find((one) => one.fileId === fileId);
  const file = paper ? await seenFile(db, actor, fileId) : null;
  if (!paper || !file) throw notFound("paper");
  const layout = await layoutOf(files, file);
  if (layout.unread !== null)
    return { ...paper, unread: layout.unread, pages: 0, sheets: [], lines: [], unseen: [] };
  return {
    ...paper,
    unread:
      layout.seen.length === 0
        ? "Nothing that one sees in this PDF is text: it is a picture, and pictures are not read."
        : null,
    pages: layout.pages,
    sheets: layout.sheets,
    lines: linesOfPaper(layout.seen),
    unseen: layout.unseen
      .slice(0, mostUnseen)
      .map(({ page, text, why }) => ({ page, text: text.slice(0, 300), why })),
  };
};
