import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { endOfDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Said } from "#server/mail/letter.model.ts";
import { queueMail } from "#server/mail/mail.ts";
import { signatureCopy, signatureLetter, signatureNews } from "./signature.letters.ts";
import { freshBytes } from "#server/random.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import { endTasks, giveTask } from "../task/task.service.ts";
import type { RequestRecord, SignerRecord } from "./signature.noun.ts";
import { signatureLink, signatureSigner } from "./signature.tables.ts";

/** What is kept of a secret that was handed out. */
export const digestOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** A new link for a signer without an account; the one before ends. Gives its secret address part. */
const openLink = async (tx: Tx, signer: SignerRecord): Promise<string> => {
  await endLinks(tx, [signer.id], "A newer link was sent.");
  const id = newId();
  const secret = freshBytes(32).toString("base64url");
  await insertRow(tx, signatureLink, {
    orgId: signer.orgId,
    id,
    signerId: signer.id,
    digest: digestOf(secret),
  });
  return `${signer.orgId}.${id}.${secret}`;
};

/** Ends the open links of signers; gives how many there were. */
export const endLinks = async (tx: Tx, signerIds: readonly string[], why: string) =>
  (
    await tx.rows(sql`
      update signature_link
      set ended_at = clock_timestamp(), ended_why = ${why}, pass_digest = null, code_digest = null
      where org_id = ${tx.scope.orgId}
        and signer_id = any(${[...signerIds]}::uuid[])
        and ended_at is null
      returning id
    `)
  ).length;

/** Writes to those outside who are, or were, asked to sign. */
const writeTo = async (
  tx: Tx,
  signer: SignerRecord,
  letter: Said,
  papers: readonly { fileId: string }[] = [],
) => {
  for (const to of signer.addresses)
    await queueMail(tx, { ...letter, to, orgId: signer.orgId, papers });
};

const placeFor = async (tx: Tx, r: RequestRecord, signer: SignerRecord): Promise<string> =>
  signer.side === "link"
    ? `/sign/${await openLink(tx, signer)}`
    : `/vendor-portal/signatures/${r.orgId}/${r.id}`;

/**
 * Sends every signer outside the document that all have signed, with a place that opens it again:
 * whoever signed electronically keeps a copy as able to be kept as on paper (15 U.S.C. 7001(e)).
 */
export const sendCopies = async (
  tx: Tx,
  r: RequestRecord,
  signers: readonly SignerRecord[],
): Promise<void> => {
  const { name: agency } = await readOrganization(tx);
  for (const signer of signers.filter((s) => s.side !== "ours" && s.status === "signed")) {
    const letter = signatureCopy({
      agency,
      number: r.number,
      title: r.title,
      sha256: r.resultSha256!,
      byLink: signer.side === "link",
      href: await placeFor(tx, r, signer),
    });
    await writeTo(tx, signer, letter, [{ fileId: r.resultFileId! }]);
  }
};

/** Sends the letter with a new link, or with the way to the portal. */
export const inviteOutside = async (tx: Tx, r: RequestRecord, signer: SignerRecord) => {
  const { name: agency } = await readOrganization(tx);
  const byLink = signer.side === "link";
  const href = await placeFor(tx, r, signer);
  const { number, title, expiresOn } = r;
  await writeTo(
    tx,
    signer,
    signatureLetter({ agency, signer: signer.name, number, title, expiresOn, byLink, href }),
  );
};

const giveSignTask = async (tx: Tx, actor: Actor, r: RequestRecord, signer: SignerRecord) => {
  const { timeZone } = await readOrganization(tx);
  const task = await giveTask(tx, actor, {
    personId: signer.personId!,
    kind: "signature",
    title: `Sign ${r.number}`,
    detail: r.title,
    link: `/signatures/${r.id}`,
    dueAt: new Date(endOfDate(r.expiresOn, timeZone) - 1).toISOString(),
  });
  return task.id;
};

/** Asks whose turn it is: all at once, or the first who has not signed. Told once each. */
export const askNext = async (
  tx: Tx,
  actor: Actor,
  r: RequestRecord,
  signers: readonly SignerRecord[],
): Promise<void> => {
  const open = signers.filter((s) => s.status === "waiting" || s.status === "asked");
  const turn = (r.ordered ? open.slice(0, 1) : open).filter((s) => s.status === "waiting");
  for (const signer of turn) {
    const taskId = signer.side === "ours" ? await giveSignTask(tx, actor, r, signer) : null;
    if (signer.side !== "ours") await inviteOutside(tx, r, signer);
    await updateRow(tx, signatureSigner, signer.id, {
      status: "asked",
      taskId,
      askedAt: (await databaseNow(tx)).toISOString(),
    });
  }
};

/** Ends what waits for signers: tasks of ours, links of the others. */
export const endWaiting = async (
  tx: Tx,
  actor: Actor,
  signers: readonly SignerRecord[],
  why: string,
): Promise<void> => {
  await endTasks(
    tx,
    actor,
    signers.flatMap((s) => s.taskId ?? []),
  );
  await endLinks(
    tx,
    signers.map((s) => s.id),
    why,
  );
};

/**
 * Tells whoever asked and whoever was asked, but not who did it; on both sides, unless those outside
 * hear of it by a letter of their own.
 */
export const tellSigners = async (
  tx: Tx,
  actor: Actor,
  r: RequestRecord,
  signers: readonly SignerRecord[],
  told: { title: string; body: string },
  { outside = true } = {},
): Promise<void> => {
  const heard = signers.filter((s) => s.status !== "waiting");
  const people = [r.requestedBy, ...heard.map((s) => s.personId)].filter(
    (id): id is string => id !== null && id !== actor.personId,
  );
  if (people.length)
    notify(tx, [...new Set(people)], { kind: "signature", ...told, link: `/signatures/${r.id}` });
  if (outside) for (const signer of heard) await writeTo(tx, signer, signatureNews(told));
};
