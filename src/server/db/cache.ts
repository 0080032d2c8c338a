import { nameOf } from "./wire/outgoing.ts";

/**
 * Settings of agencies, kept in this process between transactions: approval policies, rules of law,
 * fiscal years and the like, which a purchase asks
 * for in nearly every step and which change a few times a year.
 *
 * **When a kept value is taken.** `agency_version` (0250) holds one version per agency; triggers on
 * `watchedTables` change it in the same transaction
 * as the setting. The statement that opens a transaction reads it, so it costs no statement. A
 * value is taken when it is kept under the version that
 * the transaction saw; otherwise it is read as ever, and kept under that version.
 *
 * **Races.** Version and setting change in one commit, so that a snapshot holds both or neither,
 * and a version never comes again.
 * - A change is committed between the reading of the version and the reading of the value: the
 *   newer value is kept under the older version. Nobody
 * who sees the newer version takes it, and who still sees the older one gets what is committed by
 * now, as a statement of its own would have.
 * The other way round, an older value under a newer version, cannot happen: the version is always
 * read first.
 * - A change is committed after a transaction's opening: it does not follow it, as if its reading
 *   had come before the change. That is what any
 *   reading before a lock meets; so keep nothing whose reading behind a lock decides.
 * - Two processes: each asks the database for the version in every transaction, nobody tells the
 *   other anything.
 * - A transaction that may have changed a watched table (judged by the text of its statements when
 *   they are sent, conservatively) neither takes nor keeps
 * anything from then on: its own writes are seen, and what may be rolled back is kept nowhere. A
 * test looks that nothing but a statement that
 *   names such a table changes it: no function, cascade, view.
 *
 * **Whose.** A value belongs to one agency and to the role `levee_app`, whose row policies on the
 * watched tables know nothing but the agency (a test
 * looks); only transactions of `Database.transaction` take any. What depends on the time is kept
 * with its times and decided when it is read (`now`).
 *
 * Values are frozen. They are forgotten from the one that was not asked for the longest, as soon as
 * all together exceed `most`.
 */

/** The tables that a kept value may be read from. Each has the triggers of `levee_keep` (0250). */
export const watchedTables = [
  "account_string",
  "approval_delegation",
  "approval_policy",
  "control_version",
  "fiscal_year",
  "legal_rule",
  "match_tolerance",
  "member_duty",
  "organization_member",
  "segment_value",
  "stock_location",
  "training_gate",
  "user_role",
] as const;
export type WatchedTable = (typeof watchedTables)[number];

const watched = new RegExp(`\\b(?:${watchedTables.join("|")})\\b`, "i");
const writing = /\b(?:insert|update|delete|merge|truncate|copy|execute|call|do)\b/i;
// By the text's place among all texts.
const judged: (boolean | undefined)[] = [];

/**
 * Whether a statement may change a watched table: it names one, and a word that writes stands in
 * it.
 */
export const mayChangeCached = (text: string): boolean => {
  const { place } = nameOf(text);
  if (place < 0) return watched.test(text) && writing.test(text);
  return (judged[place] ??= watched.test(text) && writing.test(text));
};

type Entry = { version: string; value: unknown; weight: number };

/**
 * The kept values of one open database. `most` is in characters of their JSON; a value of an eighth
 * of that is not kept.
 */
export class SettingsCache {
  private readonly entries = new Map<string, Entry>();
  private readonly most: number;
  private weight = 0;
  constructor(most = 1_500_000) {
    this.most = most;
  }
  get(key: string, version: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (entry?.version !== version) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }
  put(key: string, version: string, value: unknown): void {
    const weight = key.length + (JSON.stringify(value) ?? "").length + 100;
    this.forget(key);
    if (weight * 8 > this.most) return;
    this.entries.set(key, { version, value, weight });
    this.weight += weight;
    for (const [oldest] of this.entries) {
      if (this.weight <= this.most) return;
      this.forget(oldest);
    }
  }
  private forget(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }
  get size(): number {
    return this.entries.size;
  }
}

/** What an open transaction knows for taking kept values. */
export type CacheAccess = {
  readonly shelf: SettingsCache;
  readonly orgId: string;
  /**
   * The agency's version as the opening statement saw it; null where it has none yet: nothing is
   * kept then.
   */
  readonly version: () => Promise<string | null>;
  /** Whether a statement was sent that may have changed what is kept. */
  readonly changed: () => boolean;
  /**
   * The database's clock in milliseconds, from the opening on; not before the opening was answered.
   */
  readonly now: () => number;
};
type Keeps = { readonly scope: { readonly orgId: string | null }; readonly keeping?: CacheAccess };

/**
 * The database's clock in milliseconds where kept values may be taken (a transaction of an agency,
 * behind its opening); null elsewhere.
 */
export const cacheClock = ({ keeping }: Keeps): number | null => keeping?.now() ?? null;

const frozen = <T>(value: T): T => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};

// What one reading has kept, where this transaction may take of it and add to it; null where it
// just reads.
const placeOf = async ({ scope, keeping }: Keeps, name: string) => {
  if (!keeping || keeping.orgId !== scope.orgId || keeping.changed()) return null;
  const { shelf, orgId, changed } = keeping;
  const version = await keeping.version();
  if (version === null || changed()) return null;
  const at = (key: string) => `${orgId} ${name} ${key}`;
  return {
    get: (key: string) => shelf.get(at(key), version),
    put: (key: string, value: unknown) => void (changed() || shelf.put(at(key), version, value)),
  };
};

/** Every kept reading, for the test that looks at what it reads. */
export const cachedReadings: {
  name: string;
  from: readonly WatchedTable[];
  read: (db: any, keys: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
}[] = [];

/**
 * Defines a kept reading of many things by their keys, such as accounts by id: gives those that
 * exist, frozen, in the order of the (distinct) keys. `from`
 * names every table that `read` touches; `name` is the definition's own. Outside of a transaction,
 * and where nothing may be taken, it just reads.
 */
export const cachedEach = <D extends Keeps, T>(definition: {
  name: string;
  from: readonly WatchedTable[];
  read: (db: D, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;
}) => {
  const { name, read } = definition;
  cachedReadings.push(definition);
  return async (db: D, keys: readonly string[]): Promise<Map<string, T>> => {
    const place = await placeOf(db, name);
    const taken = new Map<string, Entry>();
    const found = new Map<string, T>();
    for (const key of keys) {
      const entry = place?.get(key);
      if (entry) taken.set(key, entry);
    }
    const fresh =
      taken.size === keys.length
        ? null
        : await read(
            db,
            keys.filter((key) => !taken.has(key)),
          );
    for (const key of keys) {
      const entry = taken.get(key);
      const value = entry ? (entry.value as T) : fresh?.get(key);
      if (value === undefined) continue;
      found.set(key, frozen(value));
      if (!entry) place?.put(key, value);
    }
    return found;
  };
};

/** Defines a kept reading of one thing, or of one for each key. What it gives is frozen. */
export const cached = <D extends Keeps, T>({
  name,
  from,
  read,
}: {
  name: string;
  from: readonly WatchedTable[];
  read: (db: D, key: string) => Promise<T>;
}) => {
  const each = cachedEach<D, T>({
    name,
    from,
    read: async (db, keys) =>
      new Map(await Promise.all(keys.map(async (key) => [key, await read(db, key)] as const))),
  });
  return async (db: D, key = ""): Promise<T> => (await each(db, [key])).get(key)!;
};
