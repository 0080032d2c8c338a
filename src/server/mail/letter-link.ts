import { createHmac, timingSafeEqual } from "node:crypto";
import { brokenLink } from "#kernel/errors.ts";
import { deriveKey } from "../auth/secrets.ts";

/** What a link of a letter is about: its purpose keeps one from serving as another. */
type Purpose =
  | "designer-answer"
  | "grant-section"
  | "kept-letter"
  | "notice-acknowledge"
  | "notice-subscription"
  | "served-client"
  | "supply-question";
type Of = { orgId: string; id: string };

const macOf = (purpose: Purpose, { orgId, id }: Of): string =>
  createHmac("sha256", deriveKey(purpose)).update(`${orgId}/${id}`).digest("base64url");

/** The token of a link in a letter: of this record alone, and only this server can make it. */
export const tokenOf = (purpose: Purpose, of: Of): string =>
  `${of.orgId}.${of.id}.${macOf(purpose, of)}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a token is of. 404 for any other text. */
export const readToken = (purpose: Purpose, token: string): Of => {
  const [orgId = "", id = "", mac = ""] = token.split(".");
  const wrong = () => brokenLink();
  if (!uuid.test(orgId) || !uuid.test(id)) throw wrong();
  const [right, told] = [Buffer.from(macOf(purpose, { orgId, id })), Buffer.from(mac)];
  if (right.length !== told.length || !timingSafeEqual(right, told)) throw wrong();
  return { orgId, id };
};
