import { recordFile } from "#server/files/stored-file.ts";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { placeInWords } from "#kernel/place-words.ts";
import type { EnclosedFile } from "#kernel/sealing/enclosed.ts";
import type { EnvelopeKind } from "#kernel/sealing/envelope.ts";
import { SealError } from "#kernel/sealing/seal-error.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import {
  priceContent,
  technicalContent,
  type PriceContent,
  type TechnicalContent,
} from "../bid/bid-content.model.ts";
import {
  bidAnswerTable,
  bidCapacityTable,
  bidDiscountTable,
  bidFileTable,
  bidLineTable,
  type bid,
} from "../bid/bid.tables.ts";

const shapes = {
  bid: z.strictObject({ technical: technicalContent, price: priceContent }),
  technical: z.strictObject({ technical: technicalContent }),
  price: z.strictObject({ price: priceContent }),
} as const;
export type Content = { technical?: TechnicalContent; price?: PriceContent };
type Bid = typeof bid.$inferSelect;
type File = {
  requirementId: string | null;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
};

/**
 * What an opened envelope says, checked against its shape. Throws SealError "content" with the
 * first thing that is wrong.
 */
export const contentOf = (kind: EnvelopeKind, content: unknown): Content => {
  const parsed = shapes[kind].safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new SealError(
    "content",
    `what is inside is not a bid: ${placeInWords(issue.path.join("."))}: ${issue.message}`,
  );
};

/**
 * 422-like: names of items, lots and requirements that the solicitation does not have make the
 * envelope unusable.
 */
const checkNames = async (tx: Tx, row: Bid, { technical, price }: Content): Promise<void> => {
  const known = async (table: "item" | "lot" | "requirement", ids: readonly string[]) => {
    if (ids.length === 0) return;
    const names = {
      item: sql`
        select id
        from solicitation_item
        where org_id = ${row.orgId} and solicitation_id = ${row.solicitationId}
      `,
      lot: sql`
        select id
        from solicitation_lot
        where org_id = ${row.orgId} and solicitation_id = ${row.solicitationId}
      `,
      requirement: sql`
        select id
        from solicitation_requirement
        where org_id = ${row.orgId} and solicitation_id = ${row.solicitationId}
      `,
    };
    const found = new Set((await tx.rows<{ id: string }>(names[table])).map((each) => each.id));
    if (ids.some((id) => !found.has(id)))
      throw new SealError(
        "content",
        `it names a${table === "item" ? "n" : ""} ${table} that the solicitation does not have`,
      );
  };
  await known("item", price?.lines.map((line) => line.itemId) ?? []);
  await known("lot", [
    ...(price?.discounts.flatMap((each) => each.lotIds) ?? []),
    ...(price?.capacities.flatMap((each) => each.lotId ?? []) ?? []),
  ]);
  await known("requirement", [
    ...(technical?.answers.map((each) => each.requirementId) ?? []),
    ...[...(technical?.files ?? []), ...(price?.files ?? [])].flatMap(
      (each) => each.requirementId ?? [],
    ),
  ]);
};

const matched = (
  listed: readonly File[],
  files: readonly EnclosedFile[],
): { file: File; bytes: EnclosedFile }[] =>
  listed.map((file) => {
    const bytes = files.find(
      (each) =>
        each.name === file.name &&
        createHash("sha256").update(each.bytes).digest("hex") === file.sha256,
    );
    if (!bytes) throw new SealError("content", `the file ${file.name} is named but not enclosed`);
    return { file, bytes };
  });

/**
 * Puts enclosed files into the file store before the transaction; a type that is not taken in keeps
 * its name and hash alone.
 */
export const keepFiles = async (
  files: FileStore,
  content: Content,
  enclosed: readonly EnclosedFile[],
): Promise<{ file: File; kept: boolean; mediaType: string }[]> => {
  const all = matched(
    [...(content.technical?.files ?? []), ...(content.price?.files ?? [])],
    enclosed,
  );
  return Promise.all(
    all.map(async ({ file, bytes }) => {
      const stored = await files
        .put(Readable.from([Buffer.from(bytes.bytes)]), 64 * 1024 * 1024, "opened")
        .catch((error: unknown) => {
          if (error instanceof Problem) return null;
          throw error;
        });
      return { file, kept: stored !== null, mediaType: stored?.mediaType ?? file.mediaType };
    }),
  );
};

type Kept = Awaited<ReturnType<typeof keepFiles>>;

const storeFiles = async (
  tx: Tx,
  { orgId, id: bidId }: Bid,
  envelope: EnvelopeKind,
  kept: Kept,
) => {
  for (const { file, kept: has, mediaType } of kept) {
    const owner = { type: "bid", id: bidId };
    const fileId = has ? await recordFile(tx, { ...file, orgId, mediaType, owner }) : null;
    await insertRows(tx, bidFileTable, [
      {
        orgId,
        id: newId(),
        bidId,
        envelope,
        requirementId: file.requirementId,
        fileId,
        name: file.name,
        mediaType,
        size: file.size,
        sha256: file.sha256,
      },
    ]);
  }
};

/**
 * Writes what an envelope says as rows. Throws SealError "content" when it speaks of what the
 * solicitation does not have.
 */
export const storeContent = async (
  tx: Tx,
  row: Bid,
  envelope: EnvelopeKind,
  content: Content,
  kept: Kept,
): Promise<void> => {
  await checkNames(tx, row, content);
  const own = () => ({ orgId: row.orgId, id: newId(), bidId: row.id });
  const { technical, price } = content;
  await insertRows(
    tx,
    bidAnswerTable,
    technical?.answers.map((each) => ({ ...own(), ...each })) ?? [],
  );
  await insertRows(tx, bidLineTable, price?.lines.map((line) => ({ ...own(), ...line })) ?? []);
  await insertRows(
    tx,
    bidDiscountTable,
    price?.discounts.map((each) => ({ ...own(), ...each })) ?? [],
  );
  await insertRows(
    tx,
    bidCapacityTable,
    price?.capacities.map((each) => ({ ...own(), ...each })) ?? [],
  );
  await storeFiles(tx, row, envelope, kept);
};
