import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Verdict } from "./delivery.model.ts";

/** Bytes that go out, with what the receiver is told of them. */
type ParcelBody = { bytes: Buffer; mediaType: string };

/** A kind of record whose file goes to another system. */
export type Parcel = {
  /** The noun that brings it. */
  subject: string;
  /** The kept bytes of a record's file: the same each time. @throws Problem 404. */
  body: (db: Db, recordId: string) => Promise<ParcelBody>;
  /** Told in the transaction in which it is known, once for each sending, what became of it. */
  settled: (tx: Tx, actor: Actor, recordId: string, verdict: Verdict) => Promise<void>;
};

const brought = new Map<string, Parcel>();

/** Records of areas whose files connectors carry. */
export const parcels = extensionPoint<Parcel>("parcels", (parcel) => {
  brought.set(parcel.subject, parcel);
});

/** The parcel of a noun. @throws Error where no area brings it. */
export const parcelOf = (subject: string): Parcel => {
  const found = brought.get(subject);
  if (!found) throw new Error(`no area brings parcels of ${subject}`);
  return found;
};
