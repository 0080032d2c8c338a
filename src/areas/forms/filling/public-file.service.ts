import type { Readable } from "node:stream";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import type { FormFile } from "../file/file.model.ts";
import { senderOf, takeFile, type FileRecord } from "../file/file.service.ts";
import { fileOfHolder } from "../file/read.service.ts";
import { holdsKey, keyOf } from "../submission/link.service.ts";
import { agencyUnder, visitorIn } from "./public.service.ts";

/** The id of a submission to come, and the key with which alone files are put to it. */
export const beginPublic = async (app: App, slug: string): Promise<{ id: string; key: string }> => {
  const orgId = await agencyUnder(app, slug);
  const id = newId();
  return { id, key: keyOf({ orgId, id }) };
};

type Visitor = { id: string; key: string };

/** The agency of a form, for whoever holds the key of a submission. 404 without it. */
const withKey = async (app: App, slug: string, { id, key }: Visitor): Promise<string> => {
  const orgId = await agencyUnder(app, slug);
  if (!holdsKey({ orgId, id }, key)) throw notFound("submission");
  return orgId;
};

type Upload = Visitor & { formId: string; question: string; address: string };

/** Takes a visitor's file for their own submission. */
export const takeFromVisitor = async (
  app: App,
  slug: string,
  { formId, question, address, ...visitor }: Upload,
  part: { name: string; stream: Readable },
): Promise<FormFile> => {
  const orgId = await withKey(app, slug, visitor).catch((error: unknown) => {
    part.stream.resume();
    throw error;
  });
  return takeFile(
    app,
    (work) => app.database.transaction(visitorIn(orgId), work),
    {
      formId,
      question,
      audience: "public",
      holder: `draft:${visitor.id}`,
      sender: senderOf(address),
    },
    part,
  );
};

/** A file of a visitor's own submission. */
export const fileOfVisitor = async (
  app: App,
  slug: string,
  { fileId, ...visitor }: Visitor & { fileId: string },
): Promise<FileRecord> => {
  const orgId = await withKey(app, slug, visitor);
  return fileOfHolder(app.database.read(visitorIn(orgId)), `draft:${visitor.id}`, fileId);
};
