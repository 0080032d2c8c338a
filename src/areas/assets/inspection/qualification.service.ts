import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** Who knows which certificates people hold: an area of training, when there is one. */
export type Qualifications = {
  /** Which of the codes the person does not hold on the agency's day. */
  lacking: (db: Db, personId: string, codes: readonly string[]) => Promise<readonly string[]>;
};

let known: Qualifications | null = null;

/** Brought by the area that keeps certificates, once. */
export const registerQualifications = extensionPoint<Qualifications>(
  "certificates of people",
  (brought) => {
    known = brought;
  },
);

/**
 * Certificates that a person lacks of those demanded. While no area answers, nothing is held to be
 * shown: all of them are lacking until a supervisor acknowledges by name (`acknowledged`).
 */
export const lackingOf = async (
  db: Db,
  personId: string | null,
  codes: readonly string[],
  acknowledged: boolean,
): Promise<string[]> => {
  if (codes.length === 0 || acknowledged) return [];
  if (!known || !personId) return [...codes];
  return [...(await known.lacking(db, personId, codes))];
};
