import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import type { Answers, FormOffer, FormSheet } from "../form/form.model.ts";
import { formSubmission } from "../forms.tables.ts";
import { holdsKey, keyOf } from "../submission/link.service.ts";
import type { OwnView, Receipt } from "../submission/submission.model.ts";
import type { SubmissionRecord } from "../submission/submission.noun.ts";
import { ownViewOf } from "../submission/submission.read.service.ts";
import { formOf } from "../submission/form-of.service.ts";
import { beginSubmission, sendCorrected } from "../submission/submission.service.ts";
import { tellFiller } from "../submission/told.service.ts";
import { agencyOf, sheetOf, timesFor } from "./sheet.service.ts";

type Found = Omit<FormOffer, "agency"> & { pages: FormSheet["pages"] };

/** The form in force under an address, as the public's role shows it. 404 for none. */
const found = async (app: App, slug: string): Promise<Found> => {
  const form = await published(app.database).maybe<Found>(sql`
    select id, definition_id, org_id, name, slug, about, pages
    from form_definition
    where slug = ${slug} and status = 'published' and audience = 'public'
  `);
  if (!form) throw notFound("form");
  return form;
};

export const visitorIn = (orgId: string): Actor =>
  systemActor(orgId, new Set(["form.fill"]), "Public site");

/** The form that everybody may fill in under this address. */
export const publicSheet = async (app: App, slug: string): Promise<FormSheet> => {
  const form = await found(app, slug);
  const names = await agencyNames(published(app.database), [form.orgId]);
  const times = await timesFor(app.database.read({ orgId: form.orgId, personId: null }), form);
  return sheetOf(form, names.get(form.orgId) ?? "", null, times);
};

type Sent = {
  requestId: string;
  formId: string;
  answers: Answers;
  name: string;
  email: string;
  key?: string | undefined;
};

const requireNew = async (db: Db, requestId: string): Promise<void> => {
  const there = await db.maybe<{ number: string }>(sql`
    select number
    from form_submission
    where org_id = ${db.scope.orgId} and id = ${requestId}
  `);
  if (there)
    throw conflict(
      "sent_already",
      `This was received already, as ${there.number}. Its link is in the letter that you got.`,
    );
};

/** Takes what a visitor filled in, and writes to the address that was given. */
export const takePublic = async (app: App, slug: string, sent: Sent): Promise<Receipt> => {
  const { orgId } = await found(app, slug);
  const actor = visitorIn(orgId);
  return app.database.transaction(actor, async (tx) => {
    await requireNew(tx, sent.requestId);
    const made = await beginSubmission(
      tx,
      actor,
      {
        audience: "public",
        name: sent.name,
        email: sent.email,
        personId: null,
        vendorId: null,
      },
      {
        id: sent.requestId,
        formId: sent.formId,
        answers: sent.answers,
        submit: true,
        // Files were put to this submission with its key; without it none is taken up.
        withFiles: holdsKey({ orgId, id: sent.requestId }, sent.key ?? ""),
      },
    );
    await tellFiller(tx, made, await formOf(tx, made), "received");
    return { id: made.id, number: made.number, key: keyOf(made) };
  });
};

type Link = { id: string; key: string };

const within = async <T>(
  app: App,
  slug: string,
  work: (tx: Tx, actor: Actor) => Promise<T>,
): Promise<T> => {
  const orgId = await agencyUnder(app, slug);
  const actor = visitorIn(orgId);
  return app.database.transaction(actor, (tx) => work(tx, actor));
};
export const agencyUnder = async (app: App, slug: string): Promise<string> =>
  (await found(app, slug)).orgId;

// The key is asked before anything else is told: an id without it is no submission.
const requireLink = (orgId: string, { id, key }: Link): void => {
  if (!holdsKey({ orgId, id }, key)) throw notFound("submission");
};

/** Where a visitor's submission stands, for whoever holds its link. */
export const publicView = (app: App, slug: string, link: Link): Promise<OwnView> =>
  within(app, slug, async (tx, actor) => {
    requireLink(actor.orgId!, link);
    const row = (await getRow(tx, formSubmission, link.id, "submission")) as SubmissionRecord;
    if (row.audience !== "public") throw notFound("submission");
    return ownViewOf(tx, row, await agencyOf(tx));
  });

/** Sends a visitor's returned submission again, corrected. 409 unless it came back. */
export const correctPublic = (
  app: App,
  slug: string,
  link: Link,
  answers: Answers,
): Promise<Receipt> =>
  within(app, slug, async (tx, actor) => {
    requireLink(actor.orgId!, link);
    const row = (await lockRow(tx, formSubmission, link.id, "submission")) as SubmissionRecord;
    if (row.audience !== "public") throw notFound("submission");
    const sent = await sendCorrected(tx, asSystem(actor), row, answers);
    return { id: sent.id, number: sent.number, key: link.key };
  });
