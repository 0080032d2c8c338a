/** What an instance saw of its database last. */
export type Witness = {
  /** Null where the database has one host, which is not asked who it is. */
  systemId: string | null;
  timeline: number;
  /** Bytes of its write-ahead log, as a number in letters. */
  written: string;
  /** This instance and when it last wrote that it is there, as the database answered after its commit. */
  instance: string;
  seenAt: string;
  /** The newest checkpoint of the ledger of the agency that runs the installation. */
  checkpoint: { orgId: string; size: number; root: string } | null;
  /** Whether a standby had to confirm each write. */
  confirmed: boolean;
};
type Found = { host: string; systemId: string; timeline: number; written: bigint };
/** Whether a machine holds the beat and the checkpoint; null where it cannot say. */
export type Held = { beat: boolean | null; checkpoint: boolean | null };

const takeOver =
  "If it is meant to take over, with what is missing there lost, run `node bin/take-over.mjs` with the settings of this instance.";

const lacks = ({ beat, checkpoint }: Held): boolean => beat === false || checkpoint === false;

/**
 * Why a machine that takes writes is not the database that this instance knows; null where it is. A
 * standby that was promoted has a later timeline (PostgreSQL, "Timelines") and what was confirmed. A
 * machine of the same timeline that lacks what was written was promoted on its own, and one of an
 * earlier timeline came back without knowing of a promotion: both are forks.
 */
export const judgeLineage = (known: Witness, found: Found, held: Held): string | null => {
  const { host } = found;
  if (known.systemId !== null && found.systemId !== known.systemId)
    return `${host} is another database cluster (${found.systemId}) than the one that this instance knows (${known.systemId}). Was this database restored from a backup, or moved here for good? Then run \`node bin/take-over.mjs\` with the settings of this instance.`;
  if (found.timeline < known.timeline)
    return `${host} is an earlier primary (timeline ${found.timeline}): another machine was promoted since (timeline ${known.timeline}). Rebuild it as a standby of that one. ${takeOver}`;
  if (found.timeline === known.timeline && found.written < BigInt(known.written))
    return `${host} is a fork: it ends before what this instance has written there. ${takeOver}`;
  if (held.checkpoint === false)
    return `${host} is a fork: its record lacks a sealed checkpoint that this instance knows. ${takeOver}`;
  if (lacks(held) && (found.timeline === known.timeline || known.confirmed))
    return `${host} is a fork: it lacks what this instance has written, and a standby confirmed. ${takeOver}`;
  return null;
};

/**
 * Why a database of one host is not the one that this instance worked with: it lacks what was written
 * there. Null where it is, and where it cannot say.
 */
export const judgeMoment = ({ seenAt }: Witness, held: Held): string | null =>
  lacks(held)
    ? `The database lacks what this instance wrote there until ${seenAt}: it was brought back to an earlier moment, or is another one. After going back run \`npm run restored -- --to\` with that minute, so that nothing goes out twice. ${takeOver}`
    : null;

/** What was acknowledged and is missing on a machine that was promoted without having confirmed it. */
export const missingWrites = (known: Witness, { host }: Found, held: Held): string | null =>
  lacks(held)
    ? `${host} was promoted, and acknowledged writes of the last seconds before it are missing there: no standby had confirmed them (last known ${known.seenAt}). Look through the day's payments, letters and bids.`
    : null;

/** What is to be said where no standby has to confirm a write; null where one has. */
export const unconfirmed = (confirmed: boolean): string | null =>
  confirmed
    ? null
    : "No standby of the database confirms its writes: what was acknowledged last is lost when its machine fails. Set synchronous_standby_names on the primary, such as ANY 1 (*).";
