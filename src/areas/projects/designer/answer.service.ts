import { systemActor, type Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { readOrganization, notify } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { transition } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { rfiNoun } from "../question/rfi.noun.ts";
import { rfi } from "../question/rfi.tables.ts";
import { takeTurn as takeRfiTurn } from "../question/turns.service.ts";
import { decisions, submittalStatuses } from "../submittal/submittal.labels.ts";
import { submittalNoun } from "../submittal/submittal.noun.ts";
import { submittal } from "../submittal/submittal.tables.ts";
import { takeTurn } from "../submittal/turns.service.ts";
import { designerCopyLetter } from "./designer.letter.ts";
import type { DesignerAnswer, DesignerView } from "./designer.model.ts";
import { designerLink } from "./designer.tables.ts";
import { designerName, namedFiles, type StoredLink } from "./link.service.ts";
import { openLink, scopeOf, type Subject } from "./subject.service.ts";

/** What a link opens. 404 for every link that opens nothing. */
export const lookByLink = async (app: App, token: string): Promise<DesignerView> => {
  const { scope, id } = scopeOf(token);
  const db = app.database.read(scope);
  const { link, subject: s } = await openLink(db, id);
  const [agency, shown, files] = await Promise.all([
    readOrganization(db),
    s.shown(db),
    namedFiles(db, link.fileIds),
  ]);
  return {
    ...shown,
    agency: agency.name,
    timeZone: db.scope.timeZone ?? agency.timeZone,
    kind: s.kind,
    number: s.number,
    title: s.title,
    project: s.project.name,
    name: link.name,
    firm: link.firm,
    dueOn: s.dueOn,
    untilOn: link.untilOn,
    given: link.answeredAt && {
      answer: link.answer,
      recommendation: link.recommendation,
      files,
      at: link.answeredAt,
    },
    version: link.version,
  };
};

const refuseWrong = (link: StoredLink, s: Subject, given: DesignerAnswer): void => {
  requireVersion(link.version, given.version);
  if (s.kind === "submittal" && given.recommendation === null)
    throw invalidField("recommendation", "Say what you recommend.", "recommendation_missing");
  for (const [at, id] of given.fileIds.entries())
    if (!link.uploadIds.includes(id))
      throw invalidField(
        `fileIds.${at}`,
        "This file is not there. Upload it again.",
        "file_missing",
      );
};

const recommends = ({ recommendation }: Pick<StoredLink, "recommendation">): string | null =>
  recommendation && submittalStatuses[decisions[recommendation]].label;

// The designer's turn: from now on it is the agency's.
const takeTheTurn = async (tx: Tx, actor: Actor, link: StoredLink, again: boolean) => {
  const turn = {
    kind: again ? ("corrected" as const) : ("advised" as const),
    by: { side: "designer" as const, name: designerName(link) },
    says: [recommends(link), link.answer].filter(Boolean).join(". "),
    court: "agency" as const,
  };
  if (link.rfiId)
    await transition(tx, actor, rfiNoun, {
      id: link.rfiId,
      action: "advise",
      effect: async () => ({ patch: await takeRfiTurn(tx, link.rfiId!, turn) }),
    });
  else
    await transition(tx, actor, submittalNoun, {
      id: link.submittalId!,
      action: "advise",
      effect: async ({ revision }) => {
        const { fileIds } = link;
        return { patch: await takeTurn(tx, link.submittalId!, { ...turn, revision, fileIds }) };
      },
    });
};

// The designer keeps a copy; who sent it and who runs the project are told.
const tell = async (tx: Tx, link: StoredLink, s: Subject, again: boolean): Promise<void> => {
  await queueMail(tx, {
    ...designerCopyLetter({
      name: link.name,
      kind: s.kind,
      number: s.number,
      title: s.title,
      project: s.project.name,
      recommends: recommends(link),
      answer: link.answer,
      corrected: again,
    }),
    orgId: link.orgId,
    to: link.email,
    replyTo: { personId: link.sentBy },
    papers: link.fileIds.map((fileId) => ({ fileId })),
  });
  const people = new Set([link.sentBy, s.project.engineerId].filter((who) => who !== null));
  notify(tx, [...people], {
    kind: "project",
    title: `${designerName(link)} ${again ? "corrected" : "answered"} ${s.number}`.slice(0, 200),
    body: `${s.title}. Take it over, or decide otherwise.`.slice(0, 300),
    link: `/projects/${s.kind === "rfi" ? "rfis" : "submittals"}/${s.id}`,
  });
};

/**
 * Takes what a designer answers by their link, in the actor's transaction. 404 for a link that opens
 * nothing, 412 for an answer to what was answered since; 422 `recommendation_missing`, `file_missing`.
 */
export const answerFor = async (
  tx: Tx,
  actor: Actor,
  linkId: string,
  given: DesignerAnswer,
): Promise<{ version: number }> => {
  const { subject } = await openLink(tx, linkId);
  // In the order in which who takes it over locks them.
  if (subject.kind === "rfi") await lockRow(tx, rfi, subject.id, "link");
  else await lockRow(tx, submittal, subject.id, "link");
  await lockRow(tx, designerLink, linkId, "link");
  const { link, subject: s } = await openLink(tx, linkId);
  refuseWrong(link, s, given);
  const again = link.answeredAt !== null;
  const after = await updateRow(tx, designerLink, linkId, {
    answer: given.answer,
    recommendation: s.kind === "submittal" ? given.recommendation : null,
    fileIds: given.fileIds,
    answeredAt: businessNow(tx.scope).toISOString(),
  });
  await takeTheTurn(tx, actor, after, again);
  await tell(tx, after, s, again);
  return { version: after.version };
};

/** What a designer answers by a link, and corrects until it is taken over. Refusals as above. */
export const answerByLink = async (
  app: App,
  token: string,
  given: DesignerAnswer,
): Promise<{ version: number }> => {
  const { scope, id } = scopeOf(token);
  const { link } = await openLink(app.database.read(scope), id);
  const actor = systemActor(scope.orgId, undefined, `${designerName(link)}, by the mailed link`);
  return app.database.transaction(actor, (tx) => answerFor(tx, actor, id, given));
};
