import { createHmac, timingSafeEqual } from "node:crypto";
import { systemActor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, brokenLink, Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { deriveKey } from "#server/auth/secrets.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { signatureCodeLetter } from "./signature.letters.ts";
import { freshBytes } from "#server/random.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import { outsideOf, paperFor } from "./signature.read.service.ts";
import type { OutsideView, SignInput } from "./signature.model.ts";
import type { RequestRecord, SignerRecord } from "./signature.noun.ts";
import { decline, sign, type Hand } from "./signing.service.ts";
import { digestOf } from "./turn.service.ts";

const codeMinutes = 10;
const passMinutes = 30;
const mostTries = 5;
const mostCodes = 10;
/** A copy is fetched over years. */
const mostCopyCodes = 1000;

type Link = {
  id: string;
  signerId: string;
  digest: string;
  codeDigest: string | null;
  codeOpen: boolean;
  tries: number;
  codesSent: number;
  passDigest: string | null;
  passOpen: boolean;
  endedWhy: string | null;
  ended: boolean;
};
type Found = { link: Link; signer: SignerRecord; request: RequestRecord };

const same = (a: string, b: string | null): boolean =>
  b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Six digits are soon guessed from a plain digest, so a key outside the database goes in. */
const codeDigest = (linkId: string, code: string): string =>
  createHmac("sha256", deriveKey("signature-code")).update(`${linkId}:${code}`).digest("base64url");

const sixDigits = (): string => {
  for (;;) {
    const n = freshBytes(4).readUInt32BE();
    if (n < 4_294_000_000) return String(n % 1_000_000).padStart(6, "0");
  }
};

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const shape = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{43})$`);
const partsOf = (token: string) => {
  const [, orgId, id, secret] = shape.exec(token) ?? [];
  if (!orgId || !id || !secret) throw brokenLink();
  return { orgId, id, secret };
};

const linkRow = (tx: Tx, id: string) =>
  tx.maybe<Link>(sql`
    select
      id, signer_id, digest, code_digest,
      coalesce(code_until > clock_timestamp(), false) as code_open, tries, codes_sent, pass_digest,
      coalesce(pass_until > clock_timestamp(), false) as pass_open, ended_why,
      ended_at is not null as ended
    from signature_link
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);

/** The link behind a token. 404 for one that never was; 409 with its end for one that has ended. */
const findLink = async (tx: Tx, { id, secret }: { id: string; secret: string }): Promise<Found> => {
  const at = await tx.maybe<{ requestId: string }>(sql`
    select s.request_id
    from signature_link l
    join signature_signer s on s.org_id = l.org_id and s.id = l.signer_id
    where l.org_id = ${tx.scope.orgId} and l.id = ${id}
  `);
  if (!at) throw brokenLink();
  // The request before the link, as everybody who ends links locks them.
  const request = await tx.one<RequestRecord>(sql`
    select *
    from signature_request
    where org_id = ${tx.scope.orgId} and id = ${at.requestId}
    for update
  `);
  const link = await linkRow(tx, id);
  if (!link || !same(digestOf(secret), link.digest)) throw brokenLink();
  if (link.ended)
    throw conflict(
      "link_ended",
      `This link has ended. ${link.endedWhy ?? ""} Ask whoever sent it for a new one if you need it.`,
    );
  const signer = await tx.one<SignerRecord>(sql`
    select *
    from signature_signer
    where org_id = ${tx.scope.orgId} and id = ${link.signerId}
  `);
  return { link, signer, request };
};

const within = <T>(
  app: App,
  token: string,
  work: (tx: Tx, found: Found) => Promise<T>,
): Promise<T> => {
  const parts = partsOf(token);
  return app.database.transaction({ orgId: parts.orgId, personId: null }, async (tx) =>
    work(tx, await findLink(tx, parts)),
  );
};

/** What stands behind a link before the code was given: who asks whom for what. */
export const lookAtLink = (app: App, token: string): Promise<OutsideView> =>
  within(app, token, (tx, { request, signer }) => outsideOf(tx, request, signer));

/** Sends six digits in a second letter; the digits before count no more. 429 after ten letters. */
export const sendCode = (app: App, token: string): Promise<{ sentTo: string }> =>
  within(app, token, async (tx, { link, signer, request }) => {
    if (link.codesSent >= (request.status === "complete" ? mostCopyCodes : mostCodes))
      throw new Problem(
        "notAllowed",
        "too_many_codes",
        "Too many codes were sent for this link. Ask whoever sent it for a new one.",
        { status: 429 },
      );
    const code = sixDigits();
    await tx.rows(sql`
      update signature_link
      set
        code_digest = ${codeDigest(link.id, code)},
        code_until = clock_timestamp() + make_interval(mins => ${codeMinutes}),
        codes_sent = codes_sent + 1
      where org_id = ${tx.scope.orgId} and id = ${link.id}
    `);
    const { name: agency } = await readOrganization(tx);
    await queueMail(tx, {
      ...signatureCodeLetter({ agency, number: request.number, code, minutes: codeMinutes }),
      to: signer.email!,
      orgId: request.orgId,
    });
    tx.afterCommit(() => kickMail(app));
    const [before = "", host = ""] = signer.email!.split("@");
    return { sentTo: `${before.slice(0, 1)}…@${host}` };
  });

/** A wrong code counts; the fifth one ends the link, and whoever asked is told. */
const countWrong = async (tx: Tx, { link, request, signer }: Found): Promise<number> => {
  const tries = link.tries + 1;
  const over = tries >= mostTries;
  await tx.rows(sql`
    update signature_link
    set
      tries = ${tries}, ended_at = case when ${over}::boolean then clock_timestamp() end,
      ended_why = case when ${over}::boolean then 'Five wrong codes were given.' end
    where org_id = ${tx.scope.orgId} and id = ${link.id}
  `);
  if (over && request.requestedBy)
    notify(tx, [request.requestedBy], {
      kind: "signature",
      title: `The link to sign ${request.number} has ended`,
      body: `Somebody gave five wrong codes for the link of ${signer.name}. Send a new one when you know who it was.`,
      link: `/signatures/${request.id}`,
    });
  return mostTries - tries;
};

/** A code for a pass of half an hour, with which the document is read and signed. 422 wrong_code. */
export const openWithCode = async (
  app: App,
  token: string,
  code: string,
): Promise<{ pass: string }> => {
  const answer = await within(app, token, async (tx, found) => {
    const { link } = found;
    if (!link.codeOpen || link.codeDigest === null) return { left: null };
    if (!same(codeDigest(link.id, code), link.codeDigest))
      return { left: await countWrong(tx, found) };
    const pass = freshBytes(32).toString("base64url");
    await tx.rows(sql`
      update signature_link
      set
        code_digest = null, code_until = null, pass_digest = ${digestOf(pass)},
        pass_until = clock_timestamp() + make_interval(mins => ${passMinutes})
      where org_id = ${tx.scope.orgId} and id = ${link.id}
    `);
    return { pass };
  });
  if ("pass" in answer && answer.pass) return { pass: answer.pass };
  const left = answer.left ?? null;
  throw invalidField(
    "code",
    left === null
      ? "This code is no longer good. Have a new one sent."
      : left > 0
        ? `The code is not right. ${counted(left, "try", "tries")} left.`
        : "The code is not right. The link has ended now; ask whoever sent it for a new one.",
    left === null ? "code_over" : "wrong_code",
  );
};

type Passed = { token: string; pass: string };

const withPass = <T>(app: App, { token, pass }: Passed, work: (tx: Tx, f: Found) => Promise<T>) =>
  within(app, token, (tx, found) => {
    if (!found.link.passOpen || !same(digestOf(pass), found.link.passDigest))
      throw notAllowed(
        "Half an hour has passed since the code. Have a new code sent, and read the document again.",
        "pass_over",
      );
    return work(tx, found);
  });

/** Which stored bytes whoever has the pass may read. */
export const documentByLink = (app: App, passed: Passed) =>
  withPass(app, passed, async (_tx, { request, signer }) => paperFor(request, signer));

const handOf = (signer: SignerRecord, address: string): Hand => ({
  suits: (s) => s.id === signer.id,
  proof: "link_and_code",
  address,
  name: null,
});
const actorOf = (request: RequestRecord, name: string) =>
  systemActor(request.orgId, new Set(), `${name}, by link`);

/** Signs by a link and its pass; the link ends with it. Errors of `sign`. */
export const signByLink = (app: App, passed: Passed, address: string, given: SignInput) =>
  withPass(app, passed, async (tx, { request, signer }) => {
    const actor = actorOf(request, given.name ?? signer.name);
    const hand = handOf(signer, address);
    tx.afterCommit(() => kickMail(app));
    return sign({ app, tx, actor }, request.id, hand, {
      ...given,
      name: given.name ?? signer.name,
    });
  });

/** Declines by a link and its pass. */
export const declineByLink = (app: App, passed: Passed, address: string, reason: string) =>
  withPass(app, passed, async (tx, { request, signer }) => {
    tx.afterCommit(() => kickMail(app));
    return decline(tx, actorOf(request, signer.name), request.id, handOf(signer, address), {
      reason,
      name: signer.name,
    });
  });
