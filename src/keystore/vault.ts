// The key store's rules: what it keeps, when it gives it out, and what it never does.
import { formatVerifierKey, openNote, parseVerifierKey } from "#kernel/checkpoint.ts";
import { base64 } from "#kernel/sealing/bytes.ts";
import { type Binding, openServerPart, serverPartHash } from "#kernel/sealing/envelope.ts";
import type { HpkeKeys } from "#kernel/sealing/hpke.ts";
import { openJournal, type Journal } from "./journal.ts";
import { KeptParts, type Event, type Kept } from "./kept-parts.ts";
import { Refused } from "./refused.ts";

/** The statement under which prices are given out: a note of the agency's ledger key. */
export const scoresLockedFormat = "levee-scores-locked/1";

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
  /** Milliseconds since 1970; the store's own clock. */
  clock?: () => number;
};

const iso = (time: number) => new Date(time).toISOString();

/**
 * The store over its file. All methods throw `Refused`; whatever they answer is on the disk by
 * then.
 */
export class Vault {
  /** Ends when what an earlier run had told, but not done, is done. */
  readonly ready: Promise<unknown>;
  readonly publicKey: string;
  private readonly kept = new KeptParts();
  private readonly journal: Journal<Event>;
  private readonly keys: HpkeKeys;
  private readonly clock: () => number;
  private readonly putting = new Map<string, Promise<void>>();

  constructor({ file, keys, clock = Date.now }: VaultOptions) {
    const { journal, entries } = openJournal<Event>(file);
    this.journal = journal;
    this.keys = keys;
    this.clock = clock;
    this.publicKey = base64(keys.publicKey);
    for (const { event, part, at } of entries) this.kept.apply(event, part, at);
    // A stop between telling and overwriting leaves a part in its place: it is overwritten now.
    const left = entries.filter(
      ({ event, part }) =>
        event.t === "put" && part !== null && this.kept.parts.get(event.id)?.part === null,
    );
    this.ready = left.length ? journal.overwrite(left.map(({ at }) => at)) : Promise.resolve();
  }

  now(): string {
    return iso(this.clock());
  }

  close(): void {
    this.journal.close();
  }

  private async record(event: Event, part?: string): Promise<void> {
    this.kept.apply(event, part ?? null, await this.journal.append(event, part));
  }

  /**
   * Sets when a group may open: as first promised or later, never earlier; what was put while a
   * later time held keeps that time.
   */
  async promise(name: string, text: string): Promise<{ opensAt: string; first: string }> {
    const { groups } = this.kept;
    const opensAt = instant(text);
    const group = groups.get(name);
    if (group && opensAt < group.first)
      throw new Refused(
        409,
        "promised",
        "The opening cannot be before the time that was first promised.",
        { first: iso(group.first) },
      );
    if (group?.opensAt !== opensAt) await this.record({ t: "time", group: name, opensAt });
    const now = groups.get(name)!;
    return { opensAt: iso(now.opensAt), first: iso(now.first) };
  }

  /** Keeps a part. The same part again is fine; another under the same id is not. */
  async put(input: PutInput): Promise<void> {
    const running = this.putting.get(input.id);
    if (running) await running.catch(() => {});
    const work = this.keep(input);
    this.putting.set(input.id, work);
    await work.finally(() => this.putting.delete(input.id));
  }

  private async keep({ id, group, opensAt, binding, enc, ct, hash }: PutInput): Promise<void> {
    if (binding.envelopeId !== id || binding.solicitationId !== group)
      throw new Refused(422, "binding", "The part is bound to another envelope.");
    const known = this.kept.parts.get(id);
    if (known) {
      if (known.hash === hash && known.group === group && known.part !== null) return;
      throw new Refused(409, "exists", "Another part is kept, or was erased, under this id.");
    }
    const part = await openServerPart(binding, { enc, ct }, this.keys).catch(() => {
      throw new Refused(
        422,
        "sealed_part",
        "The part was not sealed to this key store for this envelope.",
      );
    });
    if ((await serverPartHash(part)) !== hash || part.length !== 32)
      throw new Refused(422, "hash", "The part is not the one that its hash names.");
    await this.promise(group, opensAt);
    const floor = this.kept.groups.get(group)!.opensAt;
    await this.record(
      { t: "put", id, group, envelope: binding.envelope, floor, hash },
      base64(part),
    );
  }

  private mayLeave(id: string, group: string, earliest: number): Kept {
    const one = this.kept.parts.get(id);
    if (!one || one.group !== group)
      throw new Refused(404, "unknown", "No such part is kept.", { id });
    if (one.part === null) throw new Refused(410, "erased", "This part was erased.", { id });
    const { opensAt, unlocked } = this.kept.groups.get(group)!;
    const due = Math.max(one.floor, opensAt);
    if (earliest < due)
      throw new Refused(403, "too_early", "It is not time to open yet.", { id, opensAt: iso(due) });
    if (one.envelope === "price" && !unlocked)
      throw new Refused(
        403,
        "scores_open",
        "Prices stay closed until the technical scores are locked.",
        { id },
      );
    return one;
  }

  /**
   * Gives parts out, all or none: after the opening time by this clock and by the caller's, prices
   * only once scores are locked.
   */
  async release(group: string, ids: readonly string[], callersNow: string): Promise<Released[]> {
    const now = this.clock();
    const earliest = Math.min(now, instant(callersNow));
    const parts = ids.map((id) => ({ id, part: this.mayLeave(id, group, earliest).part! }));
    await this.record({ t: "release", ids: [...ids], at: now });
    return parts;
  }

  /** Which of these are not kept: never put here, or erased. Says nothing of the parts themselves. */
  lacking(ids: readonly string[]): { unknown: string[]; erased: string[] } {
    const { parts } = this.kept;
    return {
      unknown: ids.filter((id) => !parts.has(id)),
      erased: ids.filter((id) => parts.get(id)?.part === null),
    };
  }

  /**
   * Makes parts unreadable for good: told first, then overwritten where they stand. Unknown ids are
   * nothing to erase.
   */
  async erase(ids: readonly string[]): Promise<{ erased: number }> {
    const { parts } = this.kept;
    const live = ids.filter((id) => parts.get(id)?.part != null);
    if (live.length === 0) return { erased: 0 };
    const places = live.map((id) => parts.get(id)!.at);
    await this.record({ t: "erase", ids: live });
    await this.journal.overwrite(places);
    return { erased: live.length };
  }

  /** The same for everything that is kept of a group. */
  eraseGroup(group: string): Promise<{ erased: number }> {
    return this.erase([...(this.kept.groups.get(group)?.ids ?? [])]);
  }

  /** Takes statements from this ledger's key from now on, and from no other. */
  async pin(verifier: string): Promise<void> {
    const { pinned } = this.kept;
    if (pinned && formatVerifierKey(pinned) !== verifier.trim())
      throw new Refused(409, "other_key", "Statements are taken from another ledger's key.");
    if (!pinned)
      await this.record({ t: "pin", verifier: formatVerifierKey(parseVerifierKey(verifier)) });
  }

  /** Takes the signed statement that the technical scores of a group are locked. */
  async unlock(group: string, statement: string): Promise<void> {
    const { pinned, groups } = this.kept;
    if (!pinned)
      throw new Refused(409, "no_key", "No key is known yet that may sign such a statement.");
    const opened = await openNote(statement, pinned);
    if ("problem" in opened)
      throw new Refused(403, "statement", `The statement is not genuine: ${opened.problem}.`);
    const said = JSON.parse(opened.text) as { format?: string; solicitationId?: string };
    if (said.format !== scoresLockedFormat || said.solicitationId !== group)
      throw new Refused(403, "statement", "The statement is about something else.");
    if (!groups.has(group)) throw new Refused(404, "unknown", "Nothing is kept of this group.");
    if (!groups.get(group)!.unlocked) await this.record({ t: "unlock", group, statement });
  }
}
