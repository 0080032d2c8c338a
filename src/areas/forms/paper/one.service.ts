import type { Actor } from "#kernel/access.ts";
import { invalid, notFound, Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { createHash } from "node:crypto";
import { note } from "#server/change.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { formSubmission } from "../forms.tables.ts";
import { formOf } from "../submission/form-of.service.ts";
import { visibleSubmission } from "../submission/submission.read.service.ts";
import { fillApart } from "./apart.service.ts";
import type { Filled, PaperValues } from "./fill.service.ts";
import type { Sheet } from "./paper.labels.ts";
import type { PaperOffers, Trial } from "./paper.model.ts";
import { paperTemplate } from "./paper.tables.ts";
import {
  recordsToFill,
  submissionsPath,
  submissionsToFill,
  type ToFill,
} from "./records.service.ts";
import {
  paperOf,
  templatesInForce,
  templateToFill,
  type PaperRecord,
  type TemplateRecord,
} from "./template.service.ts";

type Parts = { template: TemplateRecord; sheet: PaperRecord };

const partsFor = ({ template, sheet }: Parts) => ({
  basis: template.basis,
  places: template.places,
  sheet: sheet.sheet as Sheet,
});

const fillNow = async (app: App, { template, sheet }: Parts, given: PaperValues) => {
  const paper = { sheet: sheet.sheet, places: template.places, title: template.name };
  for await (const answer of fillApart(app, sheet.sha256, paper, [given])) {
    if ("refused" in answer)
      throw invalid("paper_blocked", answer.refused.message, [...answer.refused.errors]);
    return answer satisfies Filled;
  }
  throw new Error("the filling thread gave nothing");
};

const requireGiven = (record: ToFill | undefined): ToFill & { given: PaperValues } => {
  if (!record) throw notFound("record");
  if (record.given === null) throw invalid("other_form", record.refusal);
  return record;
};

/** Fills a version in, draft or not, with one record, and keeps nothing. */
export const tryTemplate = async (
  app: App,
  actor: Actor,
  id: string,
  recordId: string,
): Promise<Trial> => {
  const db = app.database.read(actor);
  const template = (await getRow(db, paperTemplate, id, "PDF template")) as TemplateRecord;
  const parts = { template, sheet: await paperOf(db, template.paperId) };
  const path = template.basis.kind === "list" ? template.basis.path : submissionsPath;
  const [found] = await recordsToFill(db, actor, partsFor(parts), path, {
    ids: [recordId],
    search: null,
  });
  const record = requireGiven(found);
  const { bytes, report } = await fillNow(app, parts, record.given);
  return { record: record.number, report, pdf: Buffer.from(bytes).toString("base64") };
};

/** Templates in force, each with the address of the list that offers it to the actor. */
export const offersFor = async (
  db: Db,
  mayRead: (path: string) => boolean,
): Promise<PaperOffers["items"]> =>
  (await templatesInForce(db))
    .map(({ id, name, basis }) => ({
      templateId: id,
      name,
      path: basis.kind === "list" ? basis.path : submissionsPath,
      formId: basis.kind === "form" ? basis.formId : null,
    }))
    .filter(({ path }) => mayRead(path));

/**
 * A submission on the agency's own PDF, where a template of its form is in force; null where none is,
 * or where its PDF cannot hold what was answered.
 */
export const officialPaper = async (
  app: App,
  orgId: string,
  submissionId: string,
): Promise<Buffer | null> => {
  const db = app.database.read({ orgId, personId: null });
  const submission = await getRow(db, formSubmission, submissionId, "submission");
  if (submission.disposedOn !== null) return null;
  const { definitionId } = await formOf(db, submission);
  const [template] = await templatesInForce(db, definitionId);
  if (!template) return null;
  const parts = await templateToFill(db, template.id);
  const [found] = await submissionsToFill(db, partsFor(parts), [submissionId]);
  try {
    return Buffer.from((await fillNow(app, parts, requireGiven(found).given)).bytes);
  } catch (error) {
    if (error instanceof Problem && error.code === "paper_blocked") return null;
    throw error;
  }
};

/** The PDF of a submission that the actor may see, recorded by whom, from which version, as what. */
export const submissionPaper = async (
  app: App,
  actor: Actor,
  submissionId: string,
  templateId: string,
): Promise<{ bytes: Uint8Array; name: string; sha256: string }> => {
  const db = app.database.read(actor);
  const submission = await visibleSubmission(db, actor, submissionId);
  const parts = await templateToFill(db, templateId);
  const [found] = await submissionsToFill(db, partsFor(parts), [submissionId]);
  const { bytes } = await fillNow(app, parts, requireGiven(found).given);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await app.database.transaction(actor, async (tx) =>
    note(tx, actor, "formSubmission", submissionId, {
      number: submission.number,
      action: "paper.fill",
      after: { template: parts.template.name, versionNo: parts.template.versionNo, sha256 },
      event: null,
    }),
  );
  return { bytes, sha256, name: `${submission.number}-${parts.template.name}.pdf` };
};
