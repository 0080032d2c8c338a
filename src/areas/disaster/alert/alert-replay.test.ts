// Two whole feeds in 1,000 random orders over two instances, with messages that come twice, are lost
// and come later. Whatever the order: one state, a row for each message, and what a naive judge of
// VTEC says, who walks through the messages as they were sent.
import { describe, expect, test } from "vitest";
import { randomOf, shuffled, summerFeed, winterFeed } from "#server/testing/warning-feeds.ts";
import { livesOf } from "./alert-life.model.ts";
import { linksOf, type AlertMessage } from "./alert-message.model.ts";
import { readMessages } from "./alert-read.service.ts";

type Feed = ReturnType<typeof winterFeed>;
const begin = Date.parse("2026-12-30T00:00:00Z");
const now = "2027-01-01T18:00:00.000Z";

/** The naive judge: one holder list for each event and place, walked through by time of sending. */
const judge = (feed: Feed, at: string): Record<string, string> => {
  const ended: Record<string, string> = {};
  const holders = new Map<string, { names: string[]; until: string | null }>();
  const nameOf = (f: Feed[number]) => `${f.properties.id} ${f.properties.headline}`;
  const byTime = [...feed].sort(
    (a, b) => Date.parse(a.properties.sent) - Date.parse(b.properties.sent),
  );
  const actual = byTime.filter((f) => f.properties.status === "Actual");
  const strings = (f: Feed[number]) =>
    (f.properties.parameters["VTEC"] ?? [])
      .map((text) => text.replaceAll("/", "").split("."))
      .filter(([, action]) => action !== "ROU");
  const say = (names: readonly string[], how: string) =>
    names.forEach((name) => (ended[name] = how));
  for (let n = 0; n < actual.length;) {
    const moment = actual.filter((f) => f.properties.sent === actual[n]!.properties.sent);
    n += moment.length;
    const said = new Map<string, { action: string; name: string; end: string }[]>();
    for (const f of moment)
      for (const [, action, office, phenomenon, significance, number, times] of strings(f))
        for (const zone of f.properties.geocode.UGC) {
          const key = [zone, office, phenomenon, significance, number].join(".");
          const one = { action: action!, name: nameOf(f), end: times!.split("-")[1]! };
          said.set(key, [...(said.get(key) ?? []), one]);
        }
    for (const [key, words] of said) {
      const held = holders.get(key) ?? { names: [], until: null };
      const stand = words.filter(({ action }) => !["UPG", "CAN", "EXP"].includes(action));
      const is = (action: string) => words.find((word) => word.action === action);
      if (stand.length) {
        say(held.names, "superseded");
        holders.set(key, { names: stand.map(({ name }) => name), until: null });
      } else if (is("UPG") ?? is("CAN")) {
        say(held.names, is("UPG") ? "upgraded" : "cancelled");
        holders.set(key, { names: [], until: null });
      } else holders.set(key, { ...held, until: is("EXP")!.end });
    }
  }
  return Object.fromEntries(
    feed.map((f) => {
      const own = strings(f);
      const ends = own.filter(([, action]) => ["UPG", "CAN", "EXP"].includes(action!));
      const name = nameOf(f);
      const told = { UPG: "upgraded", CAN: "cancelled", EXP: "expired" }[ends[0]?.[1] ?? ""];
      if (own.length && ends.length === own.length) return [name, told!];
      if (!own.length) return [name, byNaming(f, actual, at)];
      const held = [...holders.values()].filter(({ names }) => names.includes(name));
      if (!held.length) return [name, ended[name]!];
      const open = held.some(({ until }) => until === null) && f.properties.ends === null;
      const end = f.properties.ends ? Date.parse(f.properties.ends) : Infinity;
      return [name, !open && end <= Date.parse(at) ? "expired" : "active"];
    }),
  );
};

const byNaming = (f: Feed[number], all: Feed, at: string): string => {
  if (f.properties.messageType === "Cancel") return "cancelled";
  const naming = all.filter((o) =>
    o.properties.references.some((r) => r.identifier === f.properties.id),
  );
  if (naming.some((o) => o.properties.messageType === "Update")) return "superseded";
  if (naming.some((o) => o.properties.messageType === "Cancel")) return "cancelled";
  const end = f.properties.ends ?? f.properties.expires!;
  return Date.parse(end) <= Date.parse(at) ? "expired" : "active";
};

/** What both instances write into: messages once, rows anew for all that hangs together with them. */
class Store {
  readonly kept = new Set<AlertMessage>();
  readonly rows = new Map<string, string>();
  private readonly linked = new Map<string, AlertMessage[]>();

  take(batch: readonly AlertMessage[]) {
    const fresh = batch.filter((m) => !this.kept.has(m));
    for (const message of fresh) {
      this.kept.add(message);
      for (const link of linksOf(message))
        this.linked.set(link, [...(this.linked.get(link) ?? []), message]);
    }
    const chain = new Set<AlertMessage>();
    const open = [...fresh];
    for (let next = open.pop(); next; next = open.pop()) {
      if (chain.has(next)) continue;
      chain.add(next);
      for (const link of linksOf(next)) open.push(...this.linked.get(link)!);
    }
    for (const life of livesOf([...chain], now))
      this.rows.set(`${life.message.identifier} ${life.message.headline}`, rowOf(life));
  }
}
const rowOf = ({
  status,
  livePlaces,
  endsAt,
  eventKey,
  before,
  conflict,
}: ReturnType<typeof livesOf>[number]) =>
  JSON.stringify([status, livePlaces, endsAt, eventKey, before?.identifier, conflict]);

/** One order: two instances with half of the deliveries each, some twice, some lost and sent again. */
const replay = (messages: readonly AlertMessage[], seed: number): Store => {
  const random = randomOf(seed);
  const store = new Store();
  const twice = messages.filter(() => random() < 0.1);
  const lost: AlertMessage[] = [];
  const deliveries = shuffled([...messages, ...twice], random);
  const size = Math.ceil(deliveries.length / 5);
  for (let n = 0; n < deliveries.length; n += size) {
    const batch = deliveries.slice(n, n + size);
    // The database is away for one message: nothing of its batch was kept, all of it comes again.
    if (random() < 0.2) lost.push(...batch);
    else store.take(batch);
  }
  store.take(lost);
  return store;
};

describe.each([
  ["long events of zones over the turn of the year", winterFeed(begin)],
  ["short events, open floods, statements and tests", summerFeed(begin)],
])("%s", (_name, feed) => {
  const messages = feed.map((feature) => readMessages(JSON.stringify(feature))[0]!.message!);

  test("the naive judge says the same, at several moments", () => {
    expect(messages.length).toBeGreaterThan(250);
    for (const at of [
      "2026-12-30T12:00:00.000Z",
      "2026-12-31T20:10:00.000Z",
      now,
      "2027-02-01T00:00:00.000Z",
    ]) {
      const said = livesOf(messages, at).map((life) => [
        `${life.message.identifier} ${life.message.headline}`,
        life.status,
      ]);
      expect(Object.fromEntries(said)).toEqual(judge(feed, at));
    }
  });

  test("500 orders with faults over two instances end in one state, a row for each", () => {
    const wanted = new Map(
      livesOf(messages, now).map((life) => [
        `${life.message.identifier} ${life.message.headline}`,
        rowOf(life),
      ]),
    );
    expect(wanted.size).toBe(feed.length);
    for (let seed = 1; seed <= 500; seed += 1) {
      const { rows } = replay(messages, seed);
      expect([...rows].filter(([name, row]) => wanted.get(name) !== row)).toEqual([]);
      expect(rows.size).toBe(feed.length);
    }
  }, 120_000);
});
