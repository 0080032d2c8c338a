import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { findRow, insertRow, updateRow } from "#server/db/rows.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { queueMail } from "#server/mail/mail.ts";
import { designerLetter } from "./designer.letter.ts";
import { linkLimits } from "./designer.limits.ts";
import type { DesignerInput, DesignerOf } from "./designer.model.ts";
import { designerLink } from "./designer.tables.ts";

export type StoredLink = typeof designerLink.$inferSelect;

/** Who answers, as turns and papers name them. */
export const designerName = ({ name, firm }: { name: string; firm: string }): string =>
  firm ? `${name}, ${firm}` : name;

/** What is sent: an RFI, or the revision of a submittal. */
type Matter = {
  of: { rfiId: string } | { submittalId: string; revision: number };
  number: string;
  title: string;
  project: string;
  says: string;
  dueOn: Day | null;
};

/**
 * Makes the link by which a designer answers, and sends its letter. Who keeps its id names the one link
 * that works: a later one makes it void. 422 for a day that has passed or is too far.
 */
export const makeLink = async (
  tx: Tx,
  actor: Actor,
  m: Matter,
  input: DesignerInput,
): Promise<string> => {
  const today = businessDate(tx.scope);
  if (input.untilOn < today) throw invalidField("untilOn", "The link would have ended already.");
  if (input.untilOn > addDays(today, linkLimits.days))
    throw invalidField("untilOn", `A link works for ${linkLimits.days} days at most.`);
  const [orgId, id] = [tx.scope.orgId!, newId()];
  await insertRow(tx, designerLink, {
    ...input,
    ...m.of,
    orgId,
    id,
    sentBy: actor.personId!,
    sentByName: actor.name ?? "",
    sentAt: businessNow(tx.scope).toISOString(),
  });
  await queueMail(tx, {
    ...designerLetter({
      name: input.name,
      sender: actor.name ?? "",
      kind: "rfiId" in m.of ? "rfi" : "submittal",
      number: m.number,
      title: m.title,
      project: m.project,
      says: m.says,
      dueOn: m.dueOn,
      untilOn: input.untilOn,
      path: `/designer-answers/${tokenOf("designer-answer", { orgId, id })}`,
    }),
    orgId,
    to: input.email,
    replyTo: { personId: actor.personId! },
  });
  return id;
};

/** Files by their ids, with their names, in their order. */
export const namedFiles = async (db: Db, ids: readonly string[]) => {
  const files = await storedFilesOf(db, ids);
  return ids.flatMap((id) => {
    const file = files.get(id);
    return file ? [{ id, name: file.name }] : [];
  });
};

/** Who has a record outside and what came back; `mayWrite` is told the address. Null where nobody has it. */
export const designerIn = async (
  db: Db,
  linkId: string | null,
  mayWrite: boolean,
): Promise<DesignerOf | null> => {
  const link = linkId ? await findRow(db, designerLink, linkId) : null;
  if (!link) return null;
  return {
    id: link.id,
    name: link.name,
    firm: link.firm,
    email: mayWrite ? link.email : "",
    untilOn: link.untilOn,
    sentByName: link.sentByName,
    sentAt: link.sentAt,
    answer: link.answer,
    recommendation: link.recommendation,
    files: await namedFiles(db, link.fileIds),
    answeredAt: link.answeredAt,
  };
};

/** The designer's answer that stands on a record; null where none came. */
export const standingAnswer = async (db: Db, linkId: string | null): Promise<StoredLink | null> => {
  const link = linkId ? await findRow(db, designerLink, linkId) : null;
  return link?.answeredAt ? link : null;
};

/** The answer that somebody takes over. 422 `answer_gone` unless it stands on the record. */
export const requireStanding = async (
  tx: Tx,
  linkId: string,
  current: string | null,
): Promise<StoredLink> => {
  const link = linkId === current ? await standingAnswer(tx, linkId) : null;
  if (!link)
    throw invalidField(
      "designerLinkId",
      "This answer of the designer does not stand any more. Read it again.",
      "answer_gone",
    );
  return link;
};

/** Notes on the answer who took it over. */
export const takeOver = (tx: Tx, actor: Actor, linkId: string): Promise<unknown> =>
  updateRow(tx, designerLink, linkId, {
    takenByName: actor.name ?? "",
    takenAt: businessNow(tx.scope).toISOString(),
  });
