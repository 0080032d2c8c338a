import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import type { Audience } from "../form/form.labels.ts";
import type { Answers } from "../form/form.model.ts";
import { formSubmission } from "../forms.tables.ts";
import {
  answersFor,
  labelsOf,
  requireKnown,
  requireShown,
  versionToFill,
} from "../filling/sheet.service.ts";
import { beginDeliveries } from "../delivery/delivery.service.ts";
import { claimFiles, holderOf, settleFiles } from "../file/file.service.ts";
import { queueSubmissionEvent } from "./events.service.ts";
import { formOf } from "./form-of.service.ts";
import type { SubmissionAction } from "./submission.labels.ts";
import { submissionNoun, type SubmissionRecord } from "./submission.noun.ts";
import { tellFiller, tellReviewers } from "./told.service.ts";

/** Who fills in, and for whom. */
export type Filler = {
  audience: Audience;
  name: string;
  email: string | null;
  personId: string | null;
  vendorId: string | null;
};

/** Whose it is: 404 for anybody else's, so that nobody learns that it exists. */
export const requireOwn = (
  submission: SubmissionRecord,
  filler: Pick<Filler, "audience" | "personId" | "vendorId">,
): void => {
  const own =
    submission.audience === filler.audience &&
    (filler.audience === "vendors"
      ? submission.vendorId === filler.vendorId
      : submission.filledBy === filler.personId);
  if (!own) throw notFound("submission");
};

/** The step to reviewers: the server's verdict on the version it began with, then the status. */
export const sendSubmission = async (
  tx: Tx,
  actor: Actor,
  submission: SubmissionRecord,
  version: number | null,
): Promise<SubmissionRecord> => {
  const form = await formOf(tx, submission);
  if (actor.kind === "program") await requireShown(tx, form, submission.answers);
  const { answers, hidden } = await answersFor(tx, form, submission.answers);
  if (hidden.length > 0)
    note(tx, actor, "formSubmission", submission, {
      action: "change",
      note: `Left out, because it is not asked with the other answers: ${labelsOf(form, hidden).join(", ")}.`,
      event: null,
    });
  await settleFiles(tx, form, submission.id, answers);
  const sent = (await transition(tx, actor, submissionNoun, {
    id: submission.id,
    action: "submit",
    version,
    effect: async () => ({
      patch: { answers, submittedAt: businessNow(tx.scope).toISOString(), statusReason: null },
    }),
  })) as SubmissionRecord;
  await tellReviewers(tx, sent, form.name);
  await queueSubmissionEvent(tx, sent, "submitted");
  return sent;
};

/**
 * `withFiles`: whoever sends it has shown that its uploads are theirs. `earlier`: it may stand on a
 * version that was in force when it was filled in without a line.
 */
type New = {
  id?: string;
  formId: string;
  answers: Answers;
  submit: boolean;
  withFiles?: boolean;
  earlier?: boolean;
};

/** A new submission of the version in force; at once sent, or kept as a draft. */
export const beginSubmission = async (
  tx: Tx,
  actor: Actor,
  filler: Filler,
  { id = newId(), formId, answers, submit, withFiles = true, earlier = false }: New,
): Promise<SubmissionRecord> => {
  const form = await versionToFill(tx, formId, filler.audience, earlier);
  if (submit) await requireShown(tx, form, answers);
  else requireKnown(form, answers);
  const counted = submit ? (await answersFor(tx, form, answers)).answers : answers;
  const made = (await create(tx, actor, submissionNoun, {
    number: { kind: "FRM" },
    row: {
      orgId: tx.scope.orgId!,
      id,
      formId: form.id,
      status: "draft",
      audience: filler.audience,
      filledBy: filler.personId,
      vendorId: filler.vendorId,
      fillerName: filler.name,
      fillerEmail: filler.email,
      answers: counted,
    },
  })) as SubmissionRecord;
  const holder = withFiles ? holderOf({ ...filler, id }) : "nobody";
  await claimFiles(tx, { form, submissionId: id, holder }, counted);
  return submit ? sendSubmission(tx, actor, made, made.version) : made;
};

/**
 * Other answers of a draft or of what came back. 409 once it was sent, 412 for a stale version. The
 * caller has asked whose it is.
 */
export const changeAnswers = async (
  tx: Tx,
  actor: Actor,
  id: string,
  answers: Answers,
  version: number | null,
): Promise<SubmissionRecord> => {
  const before = (await lockRow(tx, formSubmission, id, "submission")) as SubmissionRecord;
  requireVersion(before.version, version);
  if (before.status !== "draft" && before.status !== "returned")
    throw conflict("not_in_this_status", "Answers are changed in a draft or after it came back.");
  const form = await formOf(tx, before);
  requireKnown(form, answers);
  const holder = holderOf({ ...before, personId: before.filledBy });
  await claimFiles(tx, { form, submissionId: id, holder }, answers);
  const after = (await updateRow(tx, formSubmission, id, { answers })) as SubmissionRecord;
  note(tx, actor, "formSubmission", before, {
    action: "change",
    before: { answers: before.answers },
    after: { answers },
  });
  return after;
};

type Step = { id: string; reason: string | null; version: number | null };

const decisions = ["approve", "reject", "return"] as const;
type Decision = (typeof decisions)[number];
const told = { approve: "approved", reject: "rejected", return: "returned" } as const;
const isDecision = (action: SubmissionAction): action is Decision =>
  (decisions as readonly string[]).includes(action);

/** A step of a reviewer, or of the filler who voids; whoever filled it in is told what became of it. */
export const moveSubmission = async (
  tx: Tx,
  actor: Actor,
  action: Exclude<SubmissionAction, "submit" | "deliver">,
  step: Step,
): Promise<SubmissionRecord> => {
  const decided = isDecision(action);
  const after = (await transition(tx, actor, submissionNoun, {
    ...step,
    action,
    effect: async () => ({
      patch: {
        ...(step.reason ? { statusReason: step.reason } : {}),
        ...(decided && {
          decidedBy: actor.personId,
          decidedByName: actor.name,
          decidedAt: businessNow(tx.scope).toISOString(),
        }),
      },
    }),
  })) as SubmissionRecord;
  if (!decided) return after;
  const form = await formOf(tx, after);
  await tellFiller(tx, after, form, action);
  await queueSubmissionEvent(tx, after, told[action]);
  if (action === "approve") await beginDeliveries(tx, actor, after, form);
  return after;
};

/** What a visitor or a vendor corrected goes out again at once, after the caller asked whose it is. */
export const sendCorrected = async (
  tx: Tx,
  actor: Actor,
  submission: SubmissionRecord,
  answers: Answers,
): Promise<SubmissionRecord> => {
  const who = asSystem(actor);
  await requireShown(tx, await formOf(tx, submission), answers);
  const changed = await changeAnswers(tx, who, submission.id, answers, submission.version);
  return sendSubmission(tx, who, changed, changed.version);
};
