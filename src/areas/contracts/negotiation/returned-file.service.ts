import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import type { Stored } from "#server/files/files.ts";
import { pdfText } from "#server/files/pdf-text.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { ownRound, refuseMember, requireIntact } from "./answer.service.ts";
import { compareTexts, type Change } from "./compare.model.ts";
import { negotiationFile } from "./negotiation.tables.ts";
import { textOfRound, type RoundRecord } from "./round.service.ts";
import { tellOwnerOfRound } from "./told.service.ts";

const mostBytes = 15 * 1024 * 1024;
const mostTextBytes = 1024 * 1024;
/** So many differences of a file are listed; the rest are counted. */
const mostChanges = 500;
const scanned =
  "Its pages are pictures, so its words cannot be searched or compared. Read it beside what was sent.";

const refuse = (message: string): Problem =>
  new Problem("invalid", "file_refused", message, {
    status: 422,
    errors: [{ path: "file", message }],
  });

/** Why a ZIP (the form of word processors' files) is not taken: nothing in it is ever unpacked. */
const packed = async (path: string): Promise<Problem> =>
  (await readFile(path)).includes("vbaProject")
    ? refuse("This document holds macros. It was not taken. Send it as PDF.")
    : refuse(
        "Documents of word processors and archives are not taken here. It was not taken. Send it as PDF or as text.",
      );

const inPdf = async (path: string): Promise<string> => {
  try {
    const { text, scripts } = await pdfText(path);
    if (scripts)
      throw refuse(
        "This PDF holds scripts or other files inside. It was not taken. Print it into a new PDF and send that.",
      );
    return text;
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "file_refused") throw error;
    throw error.status === 422
      ? refuse(`${error.message} It was not taken. Send it anew, open to everybody and undamaged.`)
      : error;
  }
};

/** The words of a file; null where it holds none that can be read. 422 for what is refused. */
const wordsIn = async (path: string, { mediaType, size }: Stored): Promise<string | null> => {
  if (mediaType === "application/zip") throw await packed(path);
  if (mediaType === "application/pdf") return (await inPdf(path)).trim() || null;
  if (mediaType !== "text/plain") return null;
  if (size > mostTextBytes)
    throw refuse("This text is larger than 1 MB: it is no answer to this round.");
  return readFile(path, "utf8");
};

type Read = { unsearchable: string | null; changes: Change[] | null };

const readBeside = (round: RoundRecord, words: string | null): Read => {
  if (words === null) return { unsearchable: scanned, changes: null };
  const found = compareTexts(textOfRound(round.content), words);
  return found
    ? { unsearchable: null, changes: found.changes.slice(0, mostChanges) }
    : {
        unsearchable: "It has too little in common with what was sent to be compared.",
        changes: null,
      };
};

const requireOpen = (round: RoundRecord): void => {
  requireIntact(round);
  if (round.status !== "sent" && round.status !== "answered")
    throw conflict("round_over", `Round ${round.roundNo} is over: no file belongs to it any more.`);
};

type Given = { name: string; stream: Readable };

const keep = async (
  tx: Tx,
  who: Actor,
  round: RoundRecord,
  file: { stored: Stored; name: string; read: Read },
): Promise<{ id: string }> => {
  const { stored, name, read } = file;
  const there = await tx.maybe<{ id: string }>(sql`
    select id
    from negotiation_file
    where org_id = ${round.orgId}
      and round_id = ${round.id}
      and name = ${name}
      and sha256 = ${stored.sha256}
  `);
  if (there) return there;
  const fileId = await recordFile(tx, {
    ...stored,
    orgId: round.orgId,
    name,
    uploadedBy: who.personId,
  });
  return insertRow(tx, negotiationFile, {
    ...read,
    orgId: round.orgId,
    id: newId(),
    roundId: round.id,
    fileId,
    sha256: stored.sha256,
    name,
    sentBy: who.personId,
    sentAt: businessNow(tx.scope).toISOString(),
  });
};

/**
 * Keeps a file that the vendor sends back beside its round, with its words compared with what we
 * sent: differences that nobody marked are among them. Refused in words (422) where it is locked,
 * damaged, holds scripts, macros or too much; the round stays as it is. Without words that can be
 * read it is kept and marked. The same file sent again is kept once.
 */
export const keepReturnedFile = async (
  app: App,
  actor: Actor,
  at: { orgId: string; id: string },
  { name, stream }: Given,
): Promise<{ id: string }> => {
  const round = await asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const [own] = await Promise.all([ownRound(tx, vendor, at.id), refuseMember(tx, who)]);
    requireOpen(own.round);
    return own.round;
  });
  const stored = await app.files.put(stream, mostBytes);
  const path = await app.files.pathOf(stored.sha256, () => Promise.resolve());
  const read = readBeside(round, await wordsIn(path, stored));
  return asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const { round: now, c } = await ownRound(tx, vendor, at.id);
    requireOpen(now);
    const made = await keep(tx, who, now, { stored, name, read });
    note(tx, who, "contract", c, {
      action: "roundFile",
      after: { round: now.roundNo, sha256: stored.sha256, name },
      note: `${vendor.name} sent a file back`,
    });
    await tellOwnerOfRound(
      tx,
      now,
      c.ownerId,
      `${c.number}: ${vendor.name} sent a file back`,
      read.changes
        ? `${name} differs from what was sent in ${counted(read.changes.length, "place")}.`
        : `${name}: ${read.unsearchable}`,
    );
    return { id: made.id };
  });
};
