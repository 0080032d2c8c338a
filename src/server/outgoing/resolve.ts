import { lookup, Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { isPublicAddress } from "./address.ts";
import { OutgoingRefusal } from "./refusal.ts";

export type Resolved = { address: string; family: 4 | 6 };
/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly Resolved[]>;

/**
 * Asks the name servers without a thread of the pool: a server that never answers would hold one of
 * four, and with them every file. The hosts file of this machine does not count.
 */
export const resolvePublic: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer, at) =>
    answer.status === "fulfilled"
      ? answer.value.map((address) => ({ address, family: at === 0 ? (4 as const) : (6 as const) }))
      : [],
  );
  if (found.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
  return found;
};

/** As every other program of this machine resolves names: for hosts that the operator answers for. */
export const resolveAsMachine: Resolve = async (name) =>
  (await lookup(name, { all: true })) as Resolved[];

const ownAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map((i) => i.address)));

/**
 * The look-up of a connection: asks once, and gives the socket nothing but what it asked and, with
 * `judged`, found public, every address of the answer. There is no second look-up that could answer
 * otherwise.
 */
export const lookupBy =
  (resolve: Resolve, judged: boolean): LookupFunction =>
  (name, options, done) => {
    const wanted = options.family === 4 || options.family === 6 ? options.family : null;
    resolve(name).then(
      (found) => {
        const own = ownAddresses();
        if (judged && !found.every(({ address }) => isPublicAddress(address, own)))
          return done(new OutgoingRefusal("range"), "", 0);
        const fitting = found.filter(({ family }) => wanted === null || family === wanted);
        const first = fitting[0];
        if (!first) return done(new OutgoingRefusal("connection"), "", 0);
        if (options.all) done(null, fitting as never);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, "", 0),
    );
  };
