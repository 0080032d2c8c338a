import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { PermissionName } from "#roles.ts";
import { lacks } from "#server/lacking.ts";

/** What a record says of itself when signatures are asked for. */
export type SignSubject = {
  number: string;
  title: string;
  link: string;
  /** What authorities are compared with, in cents. */
  amount: number;
  /** The vendor that signs too; null where the agency signs alone. */
  vendorId: string | null;
  vendor: string | null;
  /** The company behind it, whose people sign in the portal; null where nobody has an account. */
  companyId: string | null;
  /** People who may not sign for the agency: who wrote it. */
  but: readonly string[];
  version: number;
  /** Why nobody can be asked now; null where it can be. */
  refusal: string | null;
};

/** A file within what is signed. */
export type Enclosure = { title: string; name: string; mediaType: string; sha256: string };

/** A document that everybody signed: its PDF with certificate, the agency's day of the last signature. */
export type Signed = {
  requestId: string;
  fileId: string;
  sha256: string;
  signedOn: string;
  ours: readonly { personId: string; name: string }[];
  others: readonly string[];
};

/** How records of one kind are signed. All but `document` run in the transaction of the step. */
export type Signable = {
  /** The kind, as the area's manifest names it (`signables`); also the noun. */
  type: string;
  /** What a person must hold to ask for signatures. */
  permission: PermissionName;
  subject: (db: Db, id: string) => Promise<SignSubject>;
  /** The whole document as HTML, of which the PDF is made. */
  document: (db: Db, actor: Actor, id: string) => Promise<string>;
  /** Files that are part of it: what is signed carries their very bytes. */
  enclosures?: (db: Db, id: string) => Promise<readonly Enclosure[]>;
  /** The record goes out: what else moves with it. */
  begun?: (tx: Tx, actor: Actor, id: string, version: number | null) => Promise<void>;
  completed: (tx: Tx, actor: Actor, id: string, signed: Signed) => Promise<void>;
  /** Nobody signs any more: declined, expired, or void. */
  ended?: (
    tx: Tx,
    actor: Actor,
    id: string,
    how: { status: "declined" | "expired" | "voided"; reason: string },
  ) => Promise<void>;
};

const registry = new Map<string, Signable>();

/** Areas bring the kinds of records that are signed. */
export const signables = extensionPoint<Signable>("documents that are signed", (signable) => {
  registry.set(signable.type, signable);
});

export const signedTypes = (): string[] => [...registry.keys()];

/** How records of a kind are signed; 404 for one that no area signs. */
export const signableOf = (type: string): Signable => {
  const found = registry.get(type);
  if (!found) throw notFound("document to sign");
  return found;
};

/** The same for whoever may ask for signatures under it; 403. */
export const askableBy = (actor: Actor, type: string): Signable => {
  const found = signableOf(type);
  if (!actor.permissions.has(found.permission)) throw lacks([found.permission]);
  return found;
};
