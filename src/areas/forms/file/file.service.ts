import { createHmac } from "node:crypto";
import type { Readable } from "node:stream";
import { Readable as Stream } from "node:stream";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { deriveKey } from "#server/auth/secrets.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { heldContents, type Held } from "#server/files/held.ts";
import type { Stored } from "#server/files/files.ts";
import { barePicture } from "#server/files/pictures.ts";
import type { FormRecord } from "../filling/sheet.service.ts";
import {
  fieldsOf,
  fileRulesOf,
  fileTypes,
  mediaOf,
  takesFiles,
  type Audience,
  type FormField,
} from "../form/form.labels.ts";
import { forms } from "../form/form.service.ts";
import { formFile } from "../forms.tables.ts";
import { holderLimits, senderLimits, type FormFile } from "./file.model.ts";

export type FileRecord = typeof formFile.$inferSelect;
const megabyte = 1024 * 1024;

/** Whose an upload is: a person's of the agency, a vendor's, or one visitor's submission. */
export const holderOf = (of: {
  audience: Audience;
  personId: string | null;
  vendorId: string | null;
  id: string;
}): string =>
  of.audience === "staff"
    ? `person:${of.personId}`
    : of.audience === "vendors"
      ? `vendor:${of.vendorId}`
      : `draft:${of.id}`;

/** A network address as uploads keep it for a day: nobody reads it back. */
export const senderOf = (address: string): string =>
  createHmac("sha256", deriveKey("form-upload-sender")).update(address).digest("base64url");

/** What an upload is for. `sender` is null where a person is known. */
export type Purpose = {
  formId: string;
  question: string;
  audience: Audience;
  holder: string;
  sender: string | null;
};
type Place = { definitionId: string; field: FormField };

const placeOf = async (db: Db, purpose: Purpose): Promise<Place> => {
  const form = (await forms.begunWith(db, purpose.formId)) as FormRecord;
  const field = fieldsOf(form).find(({ key }) => key === purpose.question);
  if (form.audience !== purpose.audience || !field || !takesFiles(field))
    throw invalidField("question", "This form has no such question for files.");
  return { definitionId: form.definitionId, field };
};

type Used = { files: number; bytes: number };

const full = (what: Used, adding: number, most: { files: number; megabytes: number }): boolean =>
  what.files >= most.files || what.bytes + adding > most.megabytes * megabyte;

const requireRoom = async (tx: Tx, { holder, sender }: Purpose, adding: number): Promise<void> => {
  const orgId = tx.scope.orgId;
  const [held, sent] = await Promise.all([
    tx.one<Used>(sql`
      select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes
      from form_file
      where org_id = ${orgId}
        and holder = ${holder}
        and (submission_id is null or holder like 'draft:%')
    `),
    tx.one<Used>(sql`
      select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes
      from form_file
      where org_id = ${orgId}
        and sender = ${sender}
        and created_at > clock_timestamp() - interval '1 day'
    `),
  ]);
  if (full(held, adding, holderLimits))
    throw conflict(
      "too_many_files",
      `At most ${holderLimits.files} files and ${holderLimits.megabytes} MB are taken here. Send what you have, or come back tomorrow.`,
    );
  if (sender !== null && full(sent, adding, senderLimits))
    throw conflict(
      "too_many_files",
      "Too many files came from your network today. Try again tomorrow, or call the agency.",
    );
};

const typesOf = (field: FormField): string =>
  fileRulesOf(field)
    .types.map((type) => fileTypes[type].label)
    .join("; ");

/** A picture loses what the camera wrote into it; one of a phone (HEIC) becomes a JPEG. */
const withoutMetadata = async (app: App, stored: Stored): Promise<Stored> => {
  if (!stored.mediaType.startsWith("image/")) return stored;
  const place = await app.files.private.pathOf(stored.sha256, async () => {});
  const bytes = await barePicture(place, stored.mediaType);
  return app.files.private.put(Stream.from([bytes]), undefined, "upload");
};

const shownName = (name: string, was: string, is: string): string =>
  was === "image/heic" && is === "image/jpeg" ? `${name.replace(/\.hei[cf]$/i, "")}.jpg` : name;

/** Runs something in a transaction of whoever uploads. */
type Inside = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Takes a file for a question: looked at by the scanner, of the kinds and size that the question
 * says, pictures without what the camera wrote. 422 at `file`, 413 above the size, 409 above the
 * bounds of the holder or the network address. It belongs to nothing until it is sent.
 */
export const takeFile = async (
  app: App,
  inside: Inside,
  purpose: Purpose,
  part: { name: string; stream: Readable },
): Promise<FormFile> => {
  const { field, definitionId } = await inside(async (tx) => {
    const place = await placeOf(tx, purpose);
    await requireRoom(tx, purpose, 0);
    return place;
  });
  const came = await app.files.private.put(
    part.stream,
    fileRulesOf(field).megabytes * megabyte,
    "upload",
  );
  if (!mediaOf(field).includes(came.mediaType))
    throw invalidField("file", `This question takes: ${typesOf(field)}.`, "file_type");
  const stored = await withoutMetadata(app, came);
  const row = await inside(async (tx) => {
    await tx.rows(sql`
      select pg_advisory_xact_lock(hashtextextended(
          ${`form file ${purpose.sender ?? purpose.holder}`}, 0
        ))::text as locked
    `);
    await requireRoom(tx, purpose, stored.size);
    return insertRow(tx, formFile, {
      orgId: tx.scope.orgId!,
      id: newId(),
      definitionId,
      question: purpose.question,
      holder: purpose.holder,
      submissionId: null,
      name: shownName(part.name, came.mediaType, stored.mediaType),
      mediaType: stored.mediaType,
      size: stored.size,
      sha256: stored.sha256,
      sender: purpose.sender,
    });
  });
  return inside(async (tx) => (await shown(tx, [row as FileRecord]))[0]!);
};

/** Files as screens show them, with how each stands with the scanner. */
export const shown = async (db: Db, rows: readonly FileRecord[]): Promise<FormFile[]> => {
  const held = await heldContents(
    db,
    rows.map(({ sha256 }) => sha256),
  );
  return rows.map(({ id, question, name, size, mediaType, sha256 }) => ({
    ...{ id, question, name, size, mediaType },
    held: held.get(sha256) ?? null,
  }));
};

/** The files of a submission, in the order in which they came. */
export const filesOf = (db: Db, submissionId: string): Promise<FileRecord[]> =>
  db.rows<FileRecord>(sql`
    select *
    from form_file
    where org_id = ${db.scope.orgId} and submission_id = ${submissionId}
    order by created_at, id
  `);

type Named = { field: FormField; ids: string[] };

/** The files that answers name, question by question. */
const namedFiles = (form: FormRecord, answers: Readonly<Record<string, unknown>>): Named[] =>
  fieldsOf(form)
    .filter(takesFiles)
    .map((field) => ({ field, value: answers[field.key] }))
    .flatMap(({ field, value }) =>
      Array.isArray(value) ? [{ field, ids: value.filter((id) => typeof id === "string") }] : [],
    );

const refusals: Record<Held, string> = {
  waiting: "is being looked at by the virus scanner. Try again in a minute.",
  infected: "was refused by the virus scanner. Take it out.",
  unscannable: "cannot be looked at by the virus scanner. Take it out and send it otherwise.",
};

const refuse = (problems: readonly { key: string; message: string }[]): void => {
  if (problems.length === 0) return;
  throw invalid(
    "files_refused",
    "Some files cannot be sent. Nothing was sent.",
    problems.map(({ key, message }) => ({ path: `answers.${key}`, message })),
  );
};

type Claim = { form: FormRecord; submissionId: string; holder: string };

/**
 * Binds the files that answers name to their submission. 422 by question for a file of another
 * holder, question, form or submission, and for one that the version in hand does not take.
 */
export const claimFiles = async (
  tx: Tx,
  { form, submissionId, holder }: Claim,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const named = namedFiles(form, answers);
  const all = named.flatMap(({ ids }) => ids).filter((id) => /^[0-9a-f-]{36}$/.test(id));
  if (named.length === 0) return;
  const rows = await tx.rows<FileRecord>(sql`
    select *
    from form_file
    where org_id = ${tx.scope.orgId}
      and id = any(${all}::uuid[])
      and definition_id = ${form.definitionId}
      and (submission_id = ${submissionId} or (submission_id is null and holder = ${holder}))
    for update
  `);
  const fits = ({ key }: FormField, id: string) =>
    rows.some((row) => row.id === id && row.question === key);
  const taken = (field: FormField, id: string) => {
    const row = rows.find((each) => each.id === id)!;
    return (
      mediaOf(field).includes(row.mediaType) && row.size <= fileRulesOf(field).megabytes * megabyte
    );
  };
  refuse(
    named.flatMap(({ field, ids }) =>
      ids.flatMap((id) =>
        !fits(field, id)
          ? [{ key: field.key, message: "This file is not here any more. Upload it again." }]
          : taken(field, id)
            ? []
            : [{ key: field.key, message: `This question takes: ${typesOf(field)}.` }],
      ),
    ),
  );
  await tx.rows(sql`
    update form_file
    set submission_id = ${submissionId}
    where org_id = ${tx.scope.orgId} and id = any(${all}::uuid[])
  `);
};

/**
 * What a submission is sent with is what its answers name: other files of it end. 422 by question
 * where the scanner holds one back.
 */
export const settleFiles = async (
  tx: Tx,
  form: FormRecord,
  submissionId: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const sent = new Set(namedFiles(form, answers).flatMap(({ ids }) => ids));
  const files = await filesOf(tx, submissionId);
  const [kept, dropped] = [
    files.filter(({ id }) => sent.has(id)),
    files.filter(({ id }) => !sent.has(id)),
  ];
  const states = await shown(tx, kept);
  refuse(
    states.flatMap(({ question, name, held }) =>
      held ? [{ key: question, message: `${name} ${refusals[held]}` }] : [],
    ),
  );
  if (dropped.length === 0) return;
  await tx.rows(sql`
    delete from form_file
    where org_id = ${tx.scope.orgId} and id = any(${dropped.map(({ id }) => id)}::uuid[])
  `);
};
