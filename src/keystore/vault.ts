// The key store's rules: what it keeps, when it gives it out, and what it never does.
import {
  type VerifierKey,
  formatVerifierKey,
  openNote,
  parseVerifierKey,
} from "#kernel/checkpoint.ts";
import { base64 } from "#kernel/sealing/bytes.ts";
import { type Binding, openServerPart, serverPartHash } from "#kernel/sealing/envelope.ts";
import type { HpkeKeys } from "#kernel/sealing/hpke.ts";
import { openJournal } from "./journal.ts";

/** A refusal with the HTTP status and a stable code. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: Record<string, unknown>;
  constructor(status: number, code: string, message: string, detail: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** The statement under which prices are given out: a note of the agency's ledger key. */
export const scoresLockedFormat = "levee-scores-locked/1";

type Event =
  | { t: "put"; id: string; group: string; envelope: string; floor: number; hash: string }
  | { t: "time"; group: string; opensAt: number }
  | { t: "unlock"; group: string; statement: string }
  | { t: "erase"; ids: string[] }
  | { t: "release"; ids: string[]; at: number }
  | { t: "pin"; verifier: string };

type Kept = {
  group: string;
  envelope: string;
  floor: number;
  hash: string;
  part: string | null;
  at: number;
};
type Group = { first: number; opensAt: number; unlocked: boolean; ids: Set<string> };

export type PutInput = {
  id: string;
  group: string;
  opensAt: string;
  binding: Binding;
  enc: string;
  ct: string;
  hash: string;
};
export type Released = { id: string; part: string };

const instant = (text: string): number => {
  const time = Date.parse(text);
  if (!Number.isFinite(time)) throw new Refused(422, "bad_time", "That is not an instant.");
  return time;
};

export type VaultOptions = {
  file: string;
  keys: HpkeKeys;
  /** Milliseconds since 1970; the store's own clock. */ clock?: () => number;
};

/**
 * Opens the store over its file. All methods throw `Refused`; whatever they answer is on the disk
 * by then.
 */
export const openVault = ({ file, keys, clock = Date.now }: VaultOptions) => {
  const { journal, entries } = openJournal<Event>(file);
  const kept = new Map<string, Kept>();
  const groups = new Map<string, Group>();
  let pinned: VerifierKey | null = null;
  const groupOf = (name: string, opensAt: number): Group => {
    let group = groups.get(name);
    if (!group)
      groups.set(name, (group = { first: opensAt, opensAt, unlocked: false, ids: new Set() }));
    return group;
  };
  const apply = (event: Event, part: string | null, at: number) => {
    if (event.t === "put") {
      kept.set(event.id, {
        group: event.group,
        envelope: event.envelope,
        floor: event.floor,
        hash: event.hash,
        part,
        at,
      });
      groupOf(event.group, event.floor).ids.add(event.id);
    } else if (event.t === "time") groupOf(event.group, event.opensAt).opensAt = event.opensAt;
    else if (event.t === "unlock") groups.get(event.group)!.unlocked = true;
    else if (event.t === "pin") pinned = parseVerifierKey(event.verifier);
    else if (event.t === "erase")
      for (const id of event.ids) if (kept.has(id)) kept.get(id)!.part = null;
  };
  for (const { event, part, at } of entries) apply(event, part, at);
  const record = async (event: Event, part?: string) =>
    apply(event, part ?? null, await journal.append(event, part));

  /**
   * Sets when a group may open: as first promised or later, never earlier; what was put while a
   * later time held keeps that time.
   */
  const promise = async (
    name: string,
    text: string,
  ): Promise<{ opensAt: string; first: string }> => {
    const opensAt = instant(text);
    const group = groups.get(name);
    if (group && opensAt < group.first)
      throw new Refused(
        409,
        "promised",
        "The opening cannot be before the time that was first promised.",
        { first: new Date(group.first).toISOString() },
      );
    if (group?.opensAt !== opensAt) await record({ t: "time", group: name, opensAt });
    const now = groups.get(name)!;
    return {
      opensAt: new Date(now.opensAt).toISOString(),
      first: new Date(now.first).toISOString(),
    };
  };

  const putting = new Map<string, Promise<void>>();
  const keep = async ({ id, group, opensAt, binding, enc, ct, hash }: PutInput): Promise<void> => {
    if (binding.envelopeId !== id || binding.solicitationId !== group)
      throw new Refused(422, "binding", "The part is bound to another envelope.");
    const known = kept.get(id);
    if (known) {
      if (known.hash === hash && known.group === group && known.part !== null) return;
      throw new Refused(409, "exists", "Another part is kept, or was erased, under this id.");
    }
    const part = await openServerPart(binding, { enc, ct }, keys).catch(() => {
      throw new Refused(
        422,
        "sealed_part",
        "The part was not sealed to this key store for this envelope.",
      );
    });
    if ((await serverPartHash(part)) !== hash || part.length !== 32)
      throw new Refused(422, "hash", "The part is not the one that its hash names.");
    await promise(group, opensAt);
    await record(
      { t: "put", id, group, envelope: binding.envelope, floor: groups.get(group)!.opensAt, hash },
      base64(part),
    );
  };
  /** Keeps a part. The same part again is fine; another under the same id is not. */
  const put = async (input: PutInput): Promise<void> => {
    const running = putting.get(input.id);
    if (running) await running.catch(() => {});
    const work = keep(input);
    putting.set(input.id, work);
    await work.finally(() => putting.delete(input.id));
  };

  const mayLeave = (id: string, group: string, earliest: number): Kept => {
    const one = kept.get(id);
    if (!one || one.group !== group)
      throw new Refused(404, "unknown", "No such part is kept.", { id });
    if (one.part === null) throw new Refused(410, "erased", "This part was erased.", { id });
    const opensAt = Math.max(one.floor, groups.get(group)!.opensAt);
    if (earliest < opensAt)
      throw new Refused(403, "too_early", "It is not time to open yet.", {
        id,
        opensAt: new Date(opensAt).toISOString(),
      });
    if (one.envelope === "price" && !groups.get(group)!.unlocked)
      throw new Refused(
        403,
        "scores_open",
        "Prices stay closed until the technical scores are locked.",
        { id },
      );
    return one;
  };
  /**
   * Gives parts out, all or none: after the opening time by this clock and by the caller's, prices
   * only once scores are locked.
   */
  const release = async (
    group: string,
    ids: readonly string[],
    callersNow: string,
  ): Promise<Released[]> => {
    const now = clock();
    const earliest = Math.min(now, instant(callersNow));
    const parts = ids.map((id) => ({ id, part: mayLeave(id, group, earliest).part! }));
    await record({ t: "release", ids: [...ids], at: now });
    return parts;
  };

  /**
   * Makes parts unreadable for good: told first, then overwritten where they stand. Unknown ids are
   * nothing to erase.
   */
  const erase = async (ids: readonly string[]): Promise<{ erased: number }> => {
    const live = ids.filter((id) => kept.get(id)?.part != null);
    if (live.length === 0) return { erased: 0 };
    const places = live.map((id) => kept.get(id)!.at);
    await record({ t: "erase", ids: live });
    await journal.overwrite(places);
    return { erased: live.length };
  };

  const pin = async (verifier: string): Promise<void> => {
    if (pinned && formatVerifierKey(pinned) !== verifier.trim())
      throw new Refused(409, "other_key", "Statements are taken from another ledger's key.");
    if (!pinned)
      await record({ t: "pin", verifier: formatVerifierKey(parseVerifierKey(verifier)) });
  };
  /** Takes the signed statement that the technical scores of a group are locked. */
  const unlock = async (group: string, statement: string): Promise<void> => {
    if (!pinned)
      throw new Refused(409, "no_key", "No key is known yet that may sign such a statement.");
    const opened = await openNote(statement, pinned);
    const said =
      "text" in opened
        ? (JSON.parse(opened.text) as { format?: string; solicitationId?: string })
        : null;
    if (said?.format !== scoresLockedFormat || said.solicitationId !== group)
      throw new Refused(
        403,
        "statement",
        "problem" in opened
          ? `The statement is not genuine: ${opened.problem}.`
          : "The statement is about something else.",
      );
    if (!groups.has(group)) throw new Refused(404, "unknown", "Nothing is kept of this group.");
    if (!groups.get(group)!.unlocked) await record({ t: "unlock", group, statement });
  };

  // A stop between telling and overwriting leaves a part in its place: it is overwritten now.
  const left = entries
    .filter(
      ({ event, part }) => event.t === "put" && part !== null && kept.get(event.id)?.part === null,
    )
    .map(({ at }) => at);
  const ready = left.length ? journal.overwrite(left) : Promise.resolve();
  return {
    ready,
    promise,
    put,
    release,
    erase,
    pin,
    unlock,
    publicKey: base64(keys.publicKey),
    now: () => new Date(clock()).toISOString(),
    eraseGroup: (group: string) => erase([...(groups.get(group)?.ids ?? [])]),
    close: () => journal.close(),
  };
};
export type Vault = ReturnType<typeof openVault>;
