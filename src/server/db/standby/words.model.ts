/** A database cluster that DATABASE_READ_URL names, as one of its machines describes itself. */
export type Named = {
  host: string;
  systemId: string;
  /** When its server began: two addresses of one server say the same. */
  started: string;
  standby: boolean;
  /** The timeline that it is on. */
  timeline: number;
  /** The timeline that it receives now; null where it receives nothing, or may not say. */
  received: number | null;
};

const orRemove = "or remove the setting.";

/**
 * Why a machine is no standby to read from, in one sentence with what to do; null where it is one. The
 * primary itself is passed over where DATABASE_URL has `several` hosts: it is a standby that was promoted.
 */
export const standbyFault = (named: Named, primary: Named, several: boolean): string | null => {
  const { host } = named;
  if (named.systemId !== primary.systemId)
    return `DATABASE_READ_URL: ${host} is another database cluster (${named.systemId}) than that of DATABASE_URL (${primary.systemId}). Name a standby of it, ${orRemove}`;
  if (!named.standby && named.started === primary.started)
    return several
      ? null
      : `DATABASE_READ_URL: ${host} takes the writes itself. Name a standby of it, ${orRemove}`;
  if (!named.standby)
    return `DATABASE_READ_URL: ${host} takes writes of its own, apart from the primary. Rebuild it as a standby (pg_basebackup), ${orRemove}`;
  if (named.timeline > primary.timeline || (named.received ?? primary.timeline) < primary.timeline)
    return `DATABASE_READ_URL: ${host} is a fork: it is on timeline ${named.received ?? named.timeline}, and the primary on ${primary.timeline}. Rebuild it as a standby of the primary (pg_basebackup), ${orRemove}`;
  return null;
};

/** Why nothing is read from a standby now. */
export type Trouble =
  | { kind: "away"; host: string; said: string }
  | { kind: "primary"; host: string }
  | { kind: "stranger"; host: string }
  | { kind: "fork"; host: string }
  | { kind: "behind"; host: string; seconds: number }
  | { kind: "unproven"; host: string }
  | { kind: "unmarked" };

const meanwhile = "Until then reports, exports and public pages are read from the primary.";

/** What administrators are told of it, with what to do. */
export const troubleText = (trouble: Trouble): string => {
  switch (trouble.kind) {
    case "away":
      return `The standby ${trouble.host} cannot be read: ${trouble.said}. Look after that machine. ${meanwhile}`;
    case "primary":
      return `${trouble.host}, which DATABASE_READ_URL names, takes the writes now, and no standby is there. Rebuild the other machine as a standby, and name both in DATABASE_READ_URL. ${meanwhile}`;
    case "stranger":
      return `${trouble.host}, which DATABASE_READ_URL names, is another database cluster. Name a standby of the primary. ${meanwhile}`;
    case "fork":
      return `The standby ${trouble.host} is a fork: it lacks what was written on the primary. Rebuild it as a standby of the primary (pg_basebackup). ${meanwhile}`;
    case "behind":
      return `The standby ${trouble.host} is more than ${trouble.seconds} seconds behind. Look after its disk, its network and long statements there. ${meanwhile}`;
    case "unproven":
      return `Nothing that was written on the primary has come to the standby ${trouble.host} yet. Look whether it follows the primary. ${meanwhile}`;
    case "unmarked":
      return `An instance runs without DATABASE_READ_URL: of its writes the others know nothing. Give all instances the same settings. ${meanwhile}`;
  }
};
