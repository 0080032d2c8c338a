// What the key store knows: the parts that it keeps, their groups and whose statements it takes, as
// its journal tells them event by event.
import { type VerifierKey, parseVerifierKey } from "#kernel/checkpoint.ts";

export type Event =
  | { t: "put"; id: string; group: string; envelope: string; floor: number; hash: string }
  | { t: "time"; group: string; opensAt: number }
  | { t: "unlock"; group: string; statement: string }
  | { t: "erase"; ids: string[] }
  | { t: "release"; ids: string[]; at: number }
  | { t: "pin"; verifier: string };

/** A kept part; null once it was erased. `at`: its place in the journal. */
export type Kept = {
  group: string;
  envelope: string;
  floor: number;
  hash: string;
  part: string | null;
  at: number;
};
/** A group opens at `opensAt`; `first` is when it was first promised to. */
export type Group = { first: number; opensAt: number; unlocked: boolean; ids: Set<string> };

/** The state behind all events of the journal so far. */
export class KeptParts {
  readonly parts = new Map<string, Kept>();
  readonly groups = new Map<string, Group>();
  pinned: VerifierKey | null = null;

  /** Takes one event up, with the part that it brought and where it stands in the journal. */
  apply(event: Event, part: string | null, at: number): void {
    if (event.t === "put") {
      const { id, group, envelope, floor, hash } = event;
      this.parts.set(id, { group, envelope, floor, hash, part, at });
      this.groupOf(group, floor).ids.add(id);
    } else if (event.t === "time") this.groupOf(event.group, event.opensAt).opensAt = event.opensAt;
    else if (event.t === "unlock") this.groups.get(event.group)!.unlocked = true;
    else if (event.t === "pin") this.pinned = parseVerifierKey(event.verifier);
    else if (event.t === "erase")
      for (const id of event.ids) if (this.parts.has(id)) this.parts.get(id)!.part = null;
  }

  private groupOf(name: string, opensAt: number): Group {
    let group = this.groups.get(name);
    if (!group) {
      group = { first: opensAt, opensAt, unlocked: false, ids: new Set() };
      this.groups.set(name, group);
    }
    return group;
  }
}
