import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "#server/auth/secrets.ts";

type Of = { orgId: string; id: string };

/** The secret in a visitor's link: of this submission alone, and only this server can make it. */
export const keyOf = ({ orgId, id }: Of): string =>
  createHmac("sha256", deriveKey("form-submission-link"))
    .update(`${orgId}/${id}`)
    .digest("base64url");

/** Whether somebody holds the link, compared in the same time whatever is wrong. */
export const holdsKey = (of: Of, given: string): boolean => {
  const [right, told] = [Buffer.from(keyOf(of)), Buffer.from(given)];
  return right.length === told.length && timingSafeEqual(right, told);
};

/** The address under which a visitor finds it again; what follows # reaches no server's log. */
export const linkOf = (of: Of, slug: string): string =>
  `/citizen-portal/forms/${slug}#${of.id}.${keyOf(of)}`;
